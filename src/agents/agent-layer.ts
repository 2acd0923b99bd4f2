/** Reads one agent file by itself, without what it extends: resolves names of tools and paths. */

import { COMPACTIONS } from "../protocol/context.ts";
import { posix } from "node:path";
import * as z from "zod/mini";
import { flag, list, mapping, named, oneOf, text, word } from "../yaml/fields.ts";
import { readFrontMatter } from "../yaml/front-matter.ts";
import { unknownName, type Field, type Mistake } from "../yaml/mistakes.ts";
import { invalidFile, readYaml, type YamlFile } from "../yaml/read-yaml.ts";
import { compileModels, compileModelTasks, Models } from "../yaml/model-settings.ts";
import type { AgentSpec } from "./agent-spec.ts";
import { builtinSubagents } from "./builtin-agents.ts";
import { toolsOffered, type ToolCatalogue } from "./tool-lists.ts";
import { toolNamed } from "./tool-names.ts";

const MAX_NAME_CHARS = 64;

const name = () => text("a name of at most 64 characters", MAX_NAME_CHARS);
const path = () => text("a path relative to this file", 500);
const prose = () => text("a string of at most 2000 characters", 2_000);
const model = () => text("a model, like moonshotai/kimi-k2", 200);
const tools = () => list(text("the name of a tool", 100), 'a list of tools, like ["read_file"]');
const subagentName = () => word(/^[A-Za-z0-9][\w-]*$/, "a name of letters, digits, _ and -", 64);
const placeholderName = () => word(/^[A-Za-z_]\w*$/, "a name of letters, digits and _", 64);

/** Kimi CLI's agent file. */
const AgentYaml = mapping(
  {
    version: z.literal(1, { error: "1" }),
    agent: mapping({
      extend: z.optional(path()),
      // Kimi CLI's own files leave it empty.
      name: z.optional(z.union([name(), z.literal("")], { error: "a name of at most 64 characters" })),
      system_prompt_path: z.optional(path()),
      system_prompt_args: z.optional(named(placeholderName(), z.string({ error: "a string; put quotes around it" }))),
      model: z.optional(model()),
      models: z.optional(Models),
      when_to_use: z.optional(prose()),
      tools: z.optional(tools()),
      allowed_tools: z.optional(tools()),
      exclude_tools: z.optional(tools()),
      compaction: z.optional(oneOf(COMPACTIONS)),
      // Kimi CLI's own files leave it empty for "none".
      subagents: z.nullish(
        named(
          subagentName(),
          mapping({ path: path(), description: prose() }),
          "a mapping of names to { path, description }",
        ),
      ),
    }),
  },
  "a mapping that begins with `version: 1`",
);

const AgentFrontMatter = mapping(
  {
    name: name(),
    description: prose(),
    whenToUse: z.optional(prose()),
    // Kimi Code's key. It has no effect, because a run names its agent file and so may always replace a built-in agent.
    override: z.optional(flag()),
    mode: z.optional(oneOf(["replace", "append"], "replace (the built-in prompt) or append (to it)")),
    model: z.optional(model()),
    models: z.optional(Models),
    compaction: z.optional(oneOf(COMPACTIONS)),
    tools: z.optional(tools()),
    disallowedTools: z.optional(tools()),
    subagents: z.optional(
      list(
        text("a built-in subagent or the path of an agent file", 500),
        "a list of built-in subagents and paths of agent files",
      ),
    ),
  },
  "front matter with `name` and `description`",
);

/** A file that another file names. */
export interface FileReference {
  readonly path: string;
  /** Makes the error for the place where the file is named; `accepts` is what would be accepted there. */
  readonly refuse: (accepts: string) => Error;
}

export interface PromptText {
  readonly file: string;
  readonly text: string;
  /** Line of the file that the text begins at, from 1. */
  readonly line: number;
  /** The text follows the built-in prompt instead of replacing it. */
  readonly isAppended: boolean;
}

interface SubagentReference extends FileReference {
  /** Undefined where a Markdown file names it: the subagent's own file has its name and description. */
  readonly named?: { readonly name: string; readonly description: string };
}

type Inherited = "name" | "promptArgs" | "model" | "models" | "modelTasks" | "compaction" | "whenToUse" | "tools";

/** What is undefined is taken from the file that this one extends. */
export interface AgentLayer extends Readonly<{ [K in Inherited]?: AgentSpec[K] | undefined }> {
  readonly extend?: FileReference | "default" | undefined;
  readonly prompt?: PromptText | FileReference | undefined;
  readonly allowedTools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  /** Built-in subagents by name, or files. */
  readonly subagents?: readonly (string | SubagentReference)[] | undefined;
  /** Makes the error for what is still missing after inheritance. */
  readonly refuse: (mistakes: readonly Mistake[]) => Error;
}

/** Reads one agent file; `.md` is Markdown, anything else YAML. Throws `config.invalid`. */
export function readLayer(file: string, text: string, catalogue: ToolCatalogue): AgentLayer {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return file.endsWith(".md") ? markdownLayer(file, plain, catalogue) : yamlLayer(file, plain, catalogue);
}

function yamlLayer(file: string, text: string, catalogue: ToolCatalogue): AgentLayer {
  const yaml = readYaml({ file, text, schema: AgentYaml });
  const { agent } = yaml.data;
  const { pathAt, toolsAt, check } = createResolver(file, yaml, catalogue);
  const { extend, subagents, system_prompt_path: prompt } = agent;
  return check({
    extend: extend === undefined || extend === "default" ? extend : pathAt(["agent", "extend"], extend),
    name: agent.name === "" ? (extend === undefined ? nameOf(file) : undefined) : agent.name,
    prompt: prompt === undefined ? undefined : pathAt(["agent", "system_prompt_path"], prompt),
    promptArgs: agent.system_prompt_args,
    ...modelFields(agent),
    whenToUse: agent.when_to_use,
    tools: toolsAt(["agent", "tools"], agent.tools),
    allowedTools: toolsAt(["agent", "allowed_tools"], agent.allowed_tools),
    excludeTools: toolsAt(["agent", "exclude_tools"], agent.exclude_tools),
    subagents:
      subagents === undefined
        ? undefined
        : Object.entries(subagents ?? {}).map(([name, { path, description }]) => ({
            ...pathAt(["agent", "subagents", name, "path"], path),
            named: { name, description },
          })),
    refuse: yaml.refuse,
  });
}

/** The name of an agent whose file leaves it empty: that of the file, or of its folder where the file is just called agent. */
function nameOf(file: string): string {
  const { name, dir } = posix.parse(file);
  return ((name === "agent" && posix.basename(dir)) || name).slice(0, MAX_NAME_CHARS);
}

function markdownLayer(file: string, text: string, catalogue: ToolCatalogue): AgentLayer {
  const yaml = readFrontMatter({ file, text, schema: AgentFrontMatter });
  if (yaml === undefined) {
    const says = "no front matter; expected it between two lines `---` at the very beginning";
    throw invalidFile({ file, lines: [`${file}:1:1: ${says}`] });
  }
  const { data, body, bodyLine: line } = yaml;
  if (body === "") {
    const says = "nothing below the front matter; expected the system prompt";
    throw invalidFile({ file, lines: [`${file}:${line}:1: ${says}`] });
  }
  const { pathAt, toolsAt, check } = createResolver(file, yaml, catalogue);
  const builtins = builtinSubagents(catalogue);
  return check({
    name: data.name,
    prompt: { file, text: `${body}\n`, line, isAppended: data.mode === "append" },
    ...modelFields(data),
    whenToUse: [data.description, data.whenToUse ?? ""].join(" ").trim(),
    tools: toolsAt(["tools"], data.tools) ?? toolsOffered(["default"], catalogue),
    excludeTools: toolsAt(["disallowedTools"], data.disallowedTools),
    subagents: (data.subagents ?? [...builtins.keys()]).map((named, index) =>
      builtins.has(named) ? named : pathAt(["subagents", index], named),
    ),
    refuse: yaml.refuse,
  });
}

type ModelFields = Pick<z.infer<typeof AgentYaml>["agent"], "model" | "models" | "compaction">;

function modelFields({ model, models, compaction }: ModelFields) {
  return {
    model,
    models: models && compileModels(models),
    modelTasks: models && compileModelTasks(models),
    compaction,
  };
}

/** Resolves names and paths. `check` returns the layer, or throws the mistakes that the other two functions found. */
function createResolver(file: string, { refuse }: YamlFile<unknown>, catalogue: ToolCatalogue) {
  const mistakes: Mistake[] = [];
  return {
    pathAt: (field: Field, written: string): FileReference => {
      const path = posix.join(posix.dirname(file), written);
      if (posix.isAbsolute(written) || path === ".." || path.startsWith("../")) {
        mistakes.push({ field, accepts: "a path inside the repository, relative to this file" });
      }
      return { path, refuse: (accepts) => refuse([{ field, accepts }]) };
    },
    toolsAt: (field: Field, written: readonly string[] | undefined): readonly string[] | undefined =>
      written?.flatMap((name, index) => {
        const tool = toolNamed(name, catalogue);
        if (tool !== undefined) return [tool];
        const known = catalogue.map((entry) => entry.name);
        mistakes.push({ field: [...field, index], says: unknownName("tool", name, known) });
        return [];
      }),
    check: (layer: AgentLayer): AgentLayer => {
      if (mistakes.length > 0) throw refuse(mistakes);
      return layer;
    },
  };
}
