/** The batch file, `.github/kimi-batch/<name>.yml`: its shape, and the mistakes that the schema does not find. Reads no file. */

import * as z from "zod/mini";
import { globProblem } from "../../policy/path-glob.ts";
import { OWN_LIMITS } from "../../protocol/limits.ts";
import {
  checked,
  describe,
  flag,
  list,
  mapping,
  named,
  number,
  oneOf,
  setting,
  text,
  whole,
} from "../../yaml/fields.ts";
import { modelName } from "../../yaml/model-settings.ts";
import type { Field, Mistake } from "../../yaml/mistakes.ts";
import { readYaml, type YamlFile } from "../../yaml/read-yaml.ts";
import { templateProblem } from "./template.ts";
import { commandProblem } from "./verify-template.ts";

/** Characters. A model has no room for more, and 500 such tasks make a plan of 50 MB. */
const MAX_PROMPT = 100_000;
/** Tasks of one batch: twenty times as many as a batch of one night has. */
const MAX_TASKS = 10_000;

const template = (accepts: string, maxChars: number) => checked(templateProblem, accepts, maxChars);

const Task = mapping({
  prompt: describe(
    template(`a string of at most ${MAX_PROMPT} characters, with fields as {{name}}`, MAX_PROMPT),
    "What the model is asked; `{{name}}` is a field of the task.",
  ),
  title: setting(template("a line of at most 200 characters", 200), "One line for lists and pull requests."),
  verify: setting(
    list(checked(commandProblem, 'a command line, like "npm test -- {{path}}"', 2_000), "a list of commands", 10),
    "Commands that must pass; `{{name}}` becomes one quoted word.",
  ),
  model: setting(modelName(), "`provider/id`; the flags and the policy choose when left out."),
});

const path = (accepts: string) => checked(pathProblem, accepts, 1_000);

function pathProblem(value: string): string | undefined {
  const isPlain =
    !value.startsWith("/") && !value.split("/").some((name) => name === "" || name === "." || name === "..");
  return isPlain ? undefined : "a path from the root of the repository, without `.` and `..`";
}

const Glob = (accepts: string) => checked(rootedProblem, accepts, 256);
const Globs = (accepts: string) => z.union([Glob(accepts), list(Glob(accepts), accepts)], { error: accepts });

/** An absolute path would find nothing, since paths start at the root of the repository. */
function rootedProblem(glob: string): string | undefined {
  return glob.startsWith("/") ? "a glob from the root of the repository, without a slash in front" : globProblem(glob);
}

const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: "a string, a number, true, false or null",
});

/** Tasks as texts, or as mappings of fields. */
export const TaskList = list(
  z.union([text("a string"), named(text("a name"), FieldValue)], {
    error: "a string, or a mapping of names to values",
  }),
  "a list of texts, or of mappings of names to values",
  MAX_TASKS,
);

const Source = mapping(
  {
    list: setting(TaskList, "The tasks themselves: mappings of fields, or texts, whose field is `value`."),
    jsonl: setting(path('a path, like "tasks.jsonl"'), "A file of the base commit with one JSON object in each line."),
    csv: setting(
      path('a path, like "tasks.csv"'),
      "A file of the base commit with commas; its first row has the names.",
    ),
    yaml: setting(path('a path, like "tasks.yml"'), "A file of the base commit with a list."),
    swebench: setting(path('a path, like "instances.jsonl"'), "Instances of SWE-bench, as JSON lines or a list."),
    files: setting(Globs('a glob, like "src/**/*.ts"'), "Files of the base commit."),
    where: setting(text("a regular expression", 500), "With `files`: only files in which git grep -P finds this."),
    per: setting(oneOf(["file", "directory", "package"]), "With `files`: what one task is for; `file` when left out."),
    issues: setting(
      mapping({
        query: setting(text("a search, like `is:open label:bug`", 256), "As in GitHub's search of issues."),
        labels: setting(list(text("a label", 100), "a list of labels", 20), "Open issues with all of these."),
      }).check(z.refine((value) => Object.keys(value).length === 1, { error: "exactly one of: query, labels" })),
      "Issues of the repository.",
    ),
    alerts: setting(
      mapping({
        state: setting(oneOf(["open", "fixed", "dismissed"]), "`open` when left out."),
        severity: setting(oneOf(["critical", "high", "medium", "low", "warning", "note", "error"]), "Only these."),
        tool: setting(text("the name of a tool", 100), "Only those of this tool."),
      }),
      "Alerts of code scanning.",
    ),
    sarif: setting(path('a path, like "results.sarif"'), "Findings that a tool wrote into the checkout."),
    junit: setting(
      Globs('a path or a glob, like "reports/*.xml"'),
      "Failed tests of reports that a test runner wrote into the checkout.",
    ),
    command: setting(
      text("a command line", 2_000),
      "Run in the cell; prints one JSON object in each line. It sees the checkout, and no key.",
    ),
    id: setting(text("the name of a field", 100), "The field that names a task; all of its fields when left out."),
  },
  "a mapping with one source",
);

export type SourceKind = Exclude<keyof z.infer<typeof Source>, "where" | "per" | "id">;
/** The kinds of sources. `source` has exactly one of these keys; its other keys say more about one. */
export const SOURCE_KINDS = Object.keys(Source.shape).filter(
  (key) => !["where", "per", "id"].includes(key),
) as readonly SourceKind[];

const usd = () => number(OWN_LIMITS.costUsd.from, OWN_LIMITS.costUsd.to);

const Limits = mapping({
  cost_usd: describe(usd(), "US dollars of one task."),
  total_usd: describe(number(0.01, 1_000_000), "US dollars of all tasks together."),
  minutes: setting(number(0.1, 350), "Wall clock of one task; 30 when left out."),
  steps: setting(whole(1, 10_000), "Model calls of one task; the policy's when left out."),
  parallel: setting(whole(1, 256), "Tasks that run at the same time; 4 when left out."),
  tasks: setting(whole(1, MAX_TASKS), "More tasks than this count as a mistake in the source; 500 when left out."),
});

const Canary = mapping({
  first: describe(whole(1, 1_000), "Tasks that run before a person is asked."),
  // oxlint-disable-next-line unicorn/no-thenable -- a key of the file; a schema is never awaited
  then: setting(oneOf(["approve"]), "The rest waits for an approval."),
});

export const PULL_REQUESTS = ["per-task", "grouped", "one", "stacked"] as const;

const Deliver = mapping({
  pull_requests: describe(
    oneOf(PULL_REQUESTS),
    "One pull request for each task, for each group, for all, or each on top of the one before.",
  ),
  group_by: setting(oneOf(["codeowners", "directory", "key"]), "With `grouped`: what tasks of one group share."),
  key: setting(template("a string with fields as {{name}}", 200), "With `group_by: key`: the group's name."),
  open: setting(whole(1, 500), "Pull requests open at the same time; 10 when left out."),
  per_hour: setting(whole(1, 500), "Pull requests opened within an hour; 20 when left out."),
  labels: setting(list(text("a label", 50), "a list of labels", 20), "Set on each pull request."),
  draft: setting(flag(), "Whether they are drafts; true when left out."),
});

const Compare = mapping({
  models: setting(list(modelName(), "a list of models, like [kimi/k2]", 20), "Every task runs with each of them."),
  prompts: setting(
    named(text("a name", 64), template("a string with fields as {{name}}", MAX_PROMPT)),
    "Prompts by name, each in place of `task.prompt`.",
  ),
  repeat: setting(whole(1, 100), "How often each task runs; once when left out."),
});

export const BatchFile = mapping(
  {
    version: describe(z.literal(1, { error: "1" }), "Version of this format."),
    task: Task,
    source: Source,
    limits: Limits,
    canary: setting(Canary, "The first tasks run alone, and the rest waits for an approval."),
    deliver: setting(Deliver, "How results are published; nothing is when left out."),
    compare: setting(Compare, "Compares models and prompts; publishes nothing."),
  },
  "a mapping that begins with `version: 1`",
);
export type BatchFile = z.infer<typeof BatchFile>;
export type BatchSource = BatchFile["source"];

/** Reads the text of a batch file. Throws `config.invalid` with every mistake and its place. */
export function readBatchFile(file: string, text: string): YamlFile<BatchFile> {
  const yaml = readYaml({ file, text, schema: BatchFile, fieldsBelow: ["source", "list"] });
  const mistakes = mistakesIn(yaml.data);
  if (mistakes.length > 0) throw yaml.refuse(mistakes);
  return yaml;
}

/** The kind of a source that `readBatchFile` has accepted. */
export function sourceKind(source: BatchSource): SourceKind {
  return SOURCE_KINDS.find((kind) => source[kind] !== undefined) ?? "list";
}

function mistakesIn({ source, limits, deliver, compare, canary }: BatchFile): readonly Mistake[] {
  const found: Mistake[] = [];
  const wrong = (isWrong: boolean, field: Field, says: string): void => {
    if (isWrong) found.push({ field, says });
  };
  const misplaced = (isWrong: boolean, field: Field, says: string): void => {
    if (isWrong) found.push({ field, atKey: true, says });
  };
  const given = SOURCE_KINDS.filter((kind) => source[kind] !== undefined);
  const [kind = "list"] = given;
  wrong(given.length !== 1, ["source"], `expected exactly one of: ${SOURCE_KINDS.join(", ")}`);
  for (const key of ["where", "per"] as const)
    misplaced(source[key] !== undefined && source.files === undefined, ["source", key], "only `files` has this");
  const ownNames = `${kind} has names of its own; only ${[...HAS_ID].join(", ")} take this`;
  misplaced(source.id !== undefined && !HAS_ID.has(kind), ["source", "id"], ownNames);
  const total = `one task may cost more than limits.total_usd ($${limits.total_usd})`;
  wrong(limits.cost_usd > limits.total_usd, ["limits", "cost_usd"], total);
  if (compare !== undefined) {
    const published = "a comparison publishes nothing; leave this out, or `compare`";
    misplaced(deliver !== undefined, ["deliver"], published);
    misplaced(canary !== undefined, ["canary"], "a comparison has no canary; leave this out, or `compare`");
  }
  if (deliver === undefined) return found;
  const { pull_requests: pulls, group_by: group, key } = deliver;
  const ungrouped = "`grouped` needs `group_by`: codeowners, directory or key";
  wrong(pulls === "grouped" && group === undefined, ["deliver", "pull_requests"], ungrouped);
  const grouped = "only `pull_requests: grouped` has this";
  misplaced(pulls !== "grouped" && group !== undefined, ["deliver", "group_by"], grouped);
  const field = ["deliver", key === undefined ? "group_by" : "key"];
  wrong((group === "key") !== (key !== undefined), field, "`group_by: key` and `key` belong together");
  return found;
}

const HAS_ID: ReadonlySet<SourceKind> = new Set<SourceKind>(["list", "jsonl", "csv", "yaml", "command"]);
