/**
 * One agent file as it stands, before it is put over what it extends: names of tools and paths are resolved, everything
 * else is as written.
 */

import type { CompactionName } from "../protocol/context.ts";
import type { OwnModel } from "../protocol/model.ts";
import type { ModelTask } from "../protocol/subagent.ts";
import { posix } from "node:path";
import { readFrontMatter } from "../yaml/front-matter.ts";
import type { Field, Mistake } from "../yaml/mistakes.ts";
import { invalidFile, readYaml, type YamlFile } from "../yaml/read-yaml.ts";
import { compileModels, compileModelTasks } from "../yaml/model-settings.ts";
import { AgentFrontMatter, AgentYaml } from "./agent-schema.ts";
import { builtinSubagents } from "./builtin-agents.ts";
import { toolNamed } from "./tool-aliases.ts";
import { toolsOffered, type ToolCatalogue } from "./tool-lists.ts";

/** A file that another one names. */
export interface FileReference {
  readonly path: string;
  /** The error at the place where it is named, with what would be accepted there. */
  readonly refuse: (accepts: string) => Error;
}

export interface PromptText {
  readonly file: string;
  readonly text: string;
  /** Line of the file that the text begins at, from 1. */
  readonly line: number;
  /** Goes behind the built-in prompt instead of replacing it. */
  readonly isAppended: boolean;
}

export interface SubagentReference extends FileReference {
  /** Left out in Markdown: the file itself says what it is called and for. */
  readonly named?: { readonly name: string; readonly description: string };
}

export interface AgentLayer {
  readonly extend?: FileReference | "default" | undefined;
  readonly name?: string | undefined;
  readonly prompt?: PromptText | FileReference | undefined;
  readonly promptArgs?: Readonly<Record<string, string>> | undefined;
  readonly model?: string | undefined;
  readonly models?: ReadonlyMap<string, OwnModel> | undefined;
  readonly modelTasks?: ReadonlyMap<ModelTask, string> | undefined;
  readonly compaction?: CompactionName | undefined;
  readonly whenToUse?: string | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly allowedTools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  /** Names of built-in types, or files. */
  readonly subagents?: readonly (string | SubagentReference)[] | undefined;
  /** The error for what is still missing after inheritance. */
  readonly refuse: (mistakes: readonly Mistake[]) => Error;
}

export interface LayerOptions {
  readonly catalogue: ToolCatalogue;
}

/** Reads one agent file; `.md` is Markdown, anything else YAML. Throws `config.invalid`. */
export function readLayer(file: string, text: string, options: LayerOptions): AgentLayer {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return file.endsWith(".md") ? markdownLayer(file, plain, options) : yamlLayer(file, plain, options);
}

function yamlLayer(file: string, text: string, options: LayerOptions): AgentLayer {
  const yaml = readYaml({ file, text, schema: AgentYaml });
  const { agent } = yaml.data;
  const { pathAt, toolsAt, check } = createResolver(file, yaml, options);
  const { extend, subagents } = agent;
  return check({
    extend: extend === undefined || extend === "default" ? extend : pathAt(["agent", "extend"], extend),
    name: agent.name,
    prompt:
      agent.system_prompt_path === undefined
        ? undefined
        : pathAt(["agent", "system_prompt_path"], agent.system_prompt_path),
    promptArgs: agent.system_prompt_args,
    model: agent.model,
    models: agent.models && compileModels(agent.models),
    modelTasks: agent.models && compileModelTasks(agent.models),
    compaction: agent.compaction,
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

function markdownLayer(file: string, text: string, options: LayerOptions): AgentLayer {
  const { catalogue } = options;
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
  const { pathAt, toolsAt, check } = createResolver(file, yaml, options);
  const builtins = builtinSubagents(catalogue);
  return check({
    name: data.name,
    prompt: { file, text: `${body}\n`, line, isAppended: data.mode === "append" },
    model: data.model,
    models: data.models && compileModels(data.models),
    modelTasks: data.models && compileModelTasks(data.models),
    compaction: data.compaction,
    whenToUse: [data.description, data.whenToUse ?? ""].join(" ").trim(),
    tools: toolsAt(["tools"], data.tools) ?? toolsOffered(["default"], catalogue),
    excludeTools: toolsAt(["disallowedTools"], data.disallowedTools),
    subagents: (data.subagents ?? [...builtins.keys()]).map((named, index) =>
      builtins.has(named) ? named : pathAt(["subagents", index], named),
    ),
    refuse: yaml.refuse,
  });
}

interface Resolver {
  readonly pathAt: (field: Field, written: string) => FileReference;
  readonly toolsAt: (field: Field, written: readonly string[] | undefined) => readonly string[] | undefined;
  /** Hands the layer on, or throws what was wrong in making it. */
  readonly check: (layer: AgentLayer) => AgentLayer;
}

function createResolver(file: string, { refuse }: YamlFile<unknown>, { catalogue }: LayerOptions): Resolver {
  const mistakes: Mistake[] = [];
  return {
    pathAt(field, written) {
      const path = posix.join(posix.dirname(file), written);
      if (posix.isAbsolute(written) || path === ".." || path.startsWith("../")) {
        mistakes.push({ field, accepts: "a path inside the repository, relative to this file" });
      }
      return { path, refuse: (accepts) => refuse([{ field, accepts }]) };
    },
    toolsAt: (field, written) =>
      written?.flatMap((name, index) => {
        const tool = toolNamed(name, catalogue);
        if (tool.kind === "tool") return [tool.name];
        mistakes.push({ field: [...field, index], says: tool.mistake });
        return [];
      }),
    check(layer) {
      if (mistakes.length > 0) throw refuse(mistakes);
      return layer;
    },
  };
}
