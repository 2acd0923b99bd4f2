/** Makes the plan from a batch file and the records of its source. The same input gives the same bytes. Reads no file. */

import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import { oneLine } from "../../base/truncate.ts";
import { counted } from "../../base/words.ts";
import { estimateText } from "../../llm/tokens.ts";
import { configError } from "../../protocol/error.ts";
import { fieldName, unknownName, type Mistake } from "../../yaml/mistakes.ts";
import type { YamlFile } from "../../yaml/read-yaml.ts";
import type { BatchFile } from "../file/batch-file.ts";
import type { BatchPlan, PlannedTask } from "./batch-plan.ts";
import { ID_DIGITS, sealPlan } from "./plan-file.ts";
import { shardsOf } from "./shards.ts";
import { inexactField, sourceError, type SourceRecord } from "./sources/source-record.ts";
import { fieldsOf, fillFields } from "../file/template.ts";
import { fillCommand } from "../file/verify-template.ts";
import { posix } from "node:path";
import { readCodeOwners } from "../../github/people/code-owners.ts";

export interface PlanRequest extends Pick<
  BatchPlan,
  "name" | "file" | "base" | "into" | "repository" | "policyDigest"
> {
  readonly yaml: YamlFile<BatchFile>;
  readonly records: readonly SourceRecord[];
  /** The model of tasks for which the batch file names none; undefined for the default. */
  readonly model?: string | undefined;
  readonly mostMinutes?: number | undefined;
  /** Text of CODEOWNERS in the base commit; empty where there is none. */
  readonly codeOwners: string;
}

export type MadePlan = ReturnType<typeof makePlan>;

/** `duplicates`: number of records that are the same task as an earlier one. Throws `config.invalid` for no tasks, for too many, and for a template with an unknown field. */
export function makePlan(request: PlanRequest) {
  const { yaml, records, repository, into, codeOwners, model, mostMinutes, ...named } = request;
  const { data: file } = yaml;
  const unique = uniqueRecords(records, file);
  if (unique.length === 0)
    throw configError(`${named.file}: the source has no tasks.`, "A batch needs at least one task; check `source`.");
  const limits = limitsOf(file, mostMinutes);
  const combinations = combinationsOf(file, model);
  const count = unique.length * combinations.length;
  if (count > limits.tasks)
    throw configError(
      `${named.file}: the source gives ${counted(count, "task")}, and limits.tasks is ${limits.tasks}.`,
      "Narrow the source, or raise limits.tasks.",
    );
  requireFields(request, unique);
  const groupOf = createGroupOf(file.deliver, codeOwners);
  const costUsd = sliceOf(limits, count);
  const tasks = unique.flatMap((record) =>
    combinations.map((combination) => taskOf({ record, combination, costUsd, group: groupOf(record), request })),
  );
  const canary = file.canary === undefined ? {} : { canary: { first: Math.min(file.canary.first, tasks.length) } };
  const plan = sealPlan({
    version: 1,
    ...named,
    ...(into === undefined ? {} : { into }),
    ...(repository === undefined ? {} : { repository }),
    tasks,
    shards: shardsOf(tasks, { limits, ...canary }),
    limits,
    ...canary,
    ...comparisonOf(file, model),
    deliver: deliveryOf(file),
    forecast: {
      promptTokens: tasks.reduce((sum, { prompt }) => sum + estimateText(prompt), 0),
      maxUsd: dollars(costUsd * count),
    },
  });
  return { plan, duplicates: records.length - unique.length };
}

/** Leaves out repeated records. Throws `config.invalid` for two different records with one name. */
function uniqueRecords(records: readonly SourceRecord[], { source }: BatchFile): readonly SourceRecord[] {
  const known = new Map<string, SourceRecord>();
  for (const record of records) {
    const name = canonicalJson(record.identity);
    const other = known.get(name);
    if (other === undefined) known.set(name, record);
    else if (source.id !== undefined && canonicalJson(other.fields) !== canonicalJson(record.fields))
      throw sourceError(
        record.place,
        `its ${source.id} is that of another task, ${other.place}`,
        "Give each task an id of its own.",
      );
  }
  return [...known.values()];
}

/** The combinations that a comparison tries with each record. Other plans have only one, without a name or a number. */
function combinationsOf({ task, compare }: BatchFile, asked: string | undefined) {
  const prompts = Object.entries(compare?.prompts ?? {});
  const variants = prompts.length === 0 ? [[undefined, task.prompt] as const] : prompts;
  const models = compare?.models ?? [task.model ?? asked];
  const repeats = compare === undefined ? [undefined] : Array.from({ length: compare.repeat ?? 1 }, (_, at) => at + 1);
  return variants.flatMap(([variant, prompt]) =>
    models.flatMap((model) => repeats.map((repeat) => ({ model, variant, prompt, repeat }))),
  );
}

interface TaskParts {
  readonly record: SourceRecord;
  readonly combination: ReturnType<typeof combinationsOf>[number];
  readonly costUsd: number;
  readonly group: string | undefined;
  readonly request: PlanRequest;
}

function taskOf({ record, combination, costUsd, group, request }: TaskParts): PlannedTask {
  const { fields, identity, base, place } = record;
  const { model, variant, repeat } = combination;
  const { task } = request.yaml.data;
  const prompt = fillFields(combination.prompt, fields);
  if (/^\s*\//.test(prompt) && !/^\s*\//.test(combination.prompt))
    throw sourceError(
      place,
      "its prompt would begin with a slash, as a command does",
      "Begin the prompt of the batch file with words.",
    );
  const item = shortDigest({ batch: request.name, identity });
  const isCompared = repeat !== undefined;
  const id = isCompared ? shortDigest({ item, model, variant, repeat }) : item;
  const verify = (task.verify ?? []).map((command) => fillCommand(command, fields));
  const title = task.title === undefined ? record.title : fillFields(task.title, fields);
  const inputs = {
    id,
    fields,
    base: base ?? request.base,
    prompt,
    verify,
    policyDigest: request.policyDigest,
    model,
    repeat,
  };
  return {
    id,
    key: sha256(canonicalJson(inputs)),
    fields,
    title: oneLine(title, MAX_TITLE),
    prompt,
    verify,
    costUsd,
    ...(model === undefined ? {} : { model }),
    ...(base === undefined ? {} : { base }),
    ...(group === undefined ? {} : { group: oneLine(group, MAX_TITLE) }),
    ...(isCompared ? { item, repeat } : {}),
    ...(variant === undefined ? {} : { variant }),
  };
}

const MAX_TITLE = 200;

function shortDigest(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, ID_DIGITS);
}

/** Rounds down to whole millionths, so that all slices together are not more than the whole. */
function dollars(usd: number): number {
  return Math.floor(usd * 1e6 + 1e-3) / 1e6;
}

function sliceOf({ costUsd, totalUsd }: BatchPlan["limits"], count: number): number {
  return Math.min(costUsd, dollars(totalUsd / count));
}

const DEFAULT_MINUTES = 30;

function limitsOf({ limits }: BatchFile, mostMinutes = DEFAULT_MINUTES): BatchPlan["limits"] {
  const least = Math.min(DEFAULT_MINUTES, mostMinutes);
  const { cost_usd: costUsd, total_usd: totalUsd, minutes = least, steps, parallel = 4, tasks = 500 } = limits;
  return { costUsd, totalUsd, minutes, ...(steps === undefined ? {} : { steps }), parallel, tasks };
}

function deliveryOf({ deliver }: BatchFile): BatchPlan["deliver"] {
  if (deliver === undefined) return null;
  const { pull_requests: pullRequests, open = 10, per_hour: perHour = 20, labels = [], draft = true } = deliver;
  return { pullRequests, open, perHour, labels, draft };
}

function comparisonOf({ task, compare }: BatchFile, asked: string | undefined): Pick<BatchPlan, "compare"> {
  if (compare === undefined) return {};
  const own = task.model ?? asked;
  const models = compare.models ?? (own === undefined ? [] : [own]);
  return { compare: { models, prompts: Object.keys(compare.prompts ?? {}), repeat: compare.repeat ?? 1 } };
}

function templatesOf({ task, deliver, compare }: BatchFile) {
  const prompts = Object.entries(compare?.prompts ?? {});
  return [
    ...(prompts.length > 0 ? [] : [{ field: ["task", "prompt"], template: task.prompt }]),
    ...(task.title === undefined ? [] : [{ field: ["task", "title"], template: task.title }]),
    ...(task.verify ?? []).map((template, index) => ({ field: ["task", "verify", index], template })),
    ...(deliver?.key === undefined ? [] : [{ field: ["deliver", "key"], template: deliver.key }]),
    ...prompts.map(([name, template]) => ({ field: ["compare", "prompts", name], template })),
  ];
}

/** A field that no record has is a mistake of the batch file. A field that some records have is a mistake of the others. */
function requireFields({ yaml, file }: PlanRequest, records: readonly SourceRecord[]): void {
  const known = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
  const used = templatesOf(yaml.data).flatMap(({ field, template }) =>
    fieldsOf(template).map((name) => ({ field, name })),
  );
  const mistakes = used
    .filter(({ name }) => !known.includes(name))
    .map(({ field, name }): Mistake => ({ field, says: unknownName("field", name, known) }));
  if (mistakes.length > 0) throw yaml.refuse(mistakes);
  for (const { field, name } of used) {
    const without = records.find(({ fields }) => !Object.hasOwn(fields, name));
    if (without !== undefined)
      throw sourceError(
        without.place,
        `there is no field "${name}", which ${fieldName(field)} of ${file} needs`,
        'Add it, or "" for nothing.',
      );
    const lossy = records.find(({ inexact = [] }) => inexact.includes(name));
    if (lossy !== undefined) throw inexactField(lossy.place, name);
  }
}

/** Fields with the path that a task is about. */
const PATH_FIELDS = ["path", "file"];

/** Names the group of a task; undefined where tasks are not grouped. Throws `config.invalid` for a task without a path. */
function createGroupOf(
  deliver: BatchFile["deliver"],
  codeOwners: string,
): (record: SourceRecord) => string | undefined {
  switch (deliver?.group_by) {
    case undefined:
      return () => undefined;
    case "directory":
      return (record) => posix.dirname(pathOf(record));
    case "codeowners": {
      const ownersOf = readCodeOwners(codeOwners);
      return (record) => ownersOf(pathOf(record)).toSorted().join(" ") || "without owners";
    }
    case "key":
      return ({ fields }) => fillFields(deliver.key ?? "", fields);
  }
}

function pathOf({ fields, place }: SourceRecord): string {
  const path = PATH_FIELDS.map((name) => fields[name]).find(Boolean);
  if (path !== undefined) return path;
  const needed = PATH_FIELDS.map((name) => `\`${name}\``).join(" or ");
  throw sourceError(
    place,
    `there is no field ${needed}, by which tasks are grouped`,
    "Add it, or use `group_by: key`.",
  );
}
