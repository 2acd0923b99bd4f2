/** Agent files (YAML, Markdown) → `AgentSpec`. Any mistake is an error: an agent that loads in part could have more rights than meant. */

import { posix } from "node:path";
import { definedMembers } from "../base/member.ts";
import { configError } from "../protocol/error.ts";
import type { Mistake } from "../yaml/mistakes.ts";
import { invalidFile, MAX_LINES } from "../yaml/read-yaml.ts";
import { readLayer, type AgentLayer, type FileReference, type PromptText } from "./agent-layer.ts";
import { asSubagent, type AgentSpec, type SubagentType } from "./agent-spec.ts";
import { builtinSubagents, defaultAgent } from "./builtin-agents.ts";
import { restrictTools, type Restriction } from "./mcp-tools.ts";
import { SYSTEM_PROMPT } from "./prompts/system.ts";
import { PLACEHOLDERS, unknownPlaceholders } from "./system-prompt.ts";
import { inToolOrder, type ToolCatalogue } from "./tool-lists.ts";

/** People extend three files at most; a longer chain is a mistake. */
const MAX_EXTENDS = 10;

export interface AgentFileOptions {
  /** Text of a file of the base commit, by its path from the repository root; undefined when there is none. */
  readonly read: (path: string) => string | undefined | Promise<string | undefined>;
  /** Every tool that an agent may name. */
  readonly catalogue: ToolCatalogue;
}

/** Loads an agent with everything it extends and its subagents. Throws `config.invalid` with file, line and field. */
export async function loadAgentFile(path: string, options: AgentFileOptions): Promise<AgentSpec> {
  const file = posix.normalize(path);
  const isInside = !posix.isAbsolute(file) && !file.startsWith("../");
  const text = isInside && isAgentFile(file) ? await options.read(file) : undefined;
  if (text !== undefined) return loadRoot(file, text, options);
  throw configError(
    `There is no agent file ${path} in the base commit.`,
    `Name ${AGENT_FILE} by its path from the root of the repository, and commit it.`,
  );
}

const AGENT_FILE = "a .yaml, .yml, .json or .md file";

function isAgentFile(path: string): boolean {
  return /\.(?:ya?ml|json|md)$/.test(path);
}

async function loadRoot(file: string, text: string, options: AgentFileOptions): Promise<AgentSpec> {
  const { fields, subagents } = await loadFields(file, text, options);
  const builtins = builtinSubagents(options.catalogue);
  const found = new Map<string, SubagentType>();
  for (const subagent of subagents) {
    if (typeof subagent === "string") {
      const type = builtins.get(subagent);
      if (type !== undefined) found.set(subagent, type);
      continue;
    }
    const own = await loadFields(subagent.path, await agentText(subagent, options), options);
    const spec = asSubagent(own.fields, options.catalogue);
    const { name, description } = subagent.named ?? { name: spec.name, description: spec.whenToUse };
    if (found.has(name)) throw subagent.refuse(`an agent with another name than "${name}", which is there already`);
    found.set(name, { description, spec });
  }
  return { ...fields, subagents: found };
}

/** An agent without its subagents. Only those of the root agent are loaded, because a subagent launches nothing. */
async function loadFields(file: string, text: string, options: AgentFileOptions) {
  const chain = await loadChain(file, text, options);
  const [leaf] = chain;
  const base = chain.at(-1)?.extend === "default" ? defaultAgent(options.catalogue) : undefined;
  const outermostFirst = chain.toReversed();
  const promptArgs = Object.assign({}, base?.promptArgs, ...outermostFirst.map((layer) => layer.promptArgs ?? {}));
  /** What the nearest file says of each. */
  const layer: AgentLayer = Object.assign({}, ...outermostFirst.map(definedMembers));
  const { name = base?.name, tools = base?.tools, prompt, model, models, modelTasks, compaction } = layer;
  const systemPrompt = prompt === undefined ? base?.systemPrompt : await templateOf(prompt, promptArgs, options);
  if (name === undefined || systemPrompt === undefined || tools === undefined) {
    throw leaf.refuse([
      ...missing(name, "name", "a name"),
      ...missing(systemPrompt, "system_prompt_path", "the path of a prompt"),
      ...missing(tools, "tools", "a list of tools"),
    ]);
  }
  const restriction = { allowed: layer.allowedTools, excluded: layer.excludeTools ?? [] };
  const excludes = restrictedNames(restriction, options.catalogue);
  const fields = definedMembers<AgentSpec>({
    name,
    whenToUse: layer.whenToUse ?? base?.whenToUse ?? "",
    systemPrompt,
    promptArgs,
    model,
    models,
    modelTasks: modelTasks?.size === 0 ? undefined : modelTasks,
    compaction: compaction === "summary" ? undefined : compaction,
    tools: inToolOrder(restrictTools(tools, restriction), options.catalogue),
    excludes: excludes.length === 0 ? undefined : excludes,
    subagents: new Map(),
  });
  return { fields, subagents: layer.subagents ?? [...(base?.subagents.keys() ?? [])] };
}

/** The tools that agents may call without being offered them, and that this file rules out. */
function restrictedNames({ allowed, excluded }: Restriction, catalogue: ToolCatalogue): readonly string[] {
  const names = catalogue.filter(({ group }) => group !== undefined).map(({ name }) => name);
  return names.filter((name) => excluded.includes(name) || allowed?.includes(name) === false);
}

function missing(value: unknown, key: string, what: string): readonly Mistake[] {
  return value === undefined ? [{ field: ["agent", key], accepts: `${what}, or \`extend: default\`` }] : [];
}

/** The file, followed by the files that it extends. */
async function loadChain(
  file: string,
  text: string,
  options: AgentFileOptions,
): Promise<readonly [AgentLayer, ...AgentLayer[]]> {
  const files = [file];
  const first = readLayer(file, text, options.catalogue);
  const rest: AgentLayer[] = [];
  let { extend } = first;
  while (extend !== undefined && extend !== "default") {
    const chain = [...files, extend.path].join(" → ");
    if (files.includes(extend.path)) throw extend.refuse(`an agent that does not extend this one: ${chain}`);
    if (files.length > MAX_EXTENDS)
      throw extend.refuse(`an agent that extends at most ${MAX_EXTENDS} others: ${chain}`);
    files.push(extend.path);
    const layer = readLayer(extend.path, await agentText(extend, options, " or `default`"), options.catalogue);
    rest.push(layer);
    extend = layer.extend;
  }
  return [first, ...rest];
}

async function agentText(reference: FileReference, { read }: AgentFileOptions, other = ""): Promise<string> {
  const text = isAgentFile(reference.path) ? await read(reference.path) : undefined;
  if (text !== undefined) return text;
  throw reference.refuse(`${AGENT_FILE} of the base commit${other}; there is no ${reference.path}`);
}

async function templateOf(
  prompt: PromptText | FileReference,
  promptArgs: Readonly<Record<string, string>>,
  { read }: AgentFileOptions,
): Promise<string> {
  const { file, text, line, isAppended } = "file" in prompt ? prompt : await promptFile(prompt, read);
  const own = Object.keys(promptArgs);
  const unknown = unknownPlaceholders(text, own);
  const mistakes = unknown.slice(0, MAX_LINES).map(({ text: placeholder, offset }) => {
    const before = text.slice(0, offset).split("\n");
    const place = `${file}:${line + before.length - 1}:${(before.at(-1)?.length ?? 0) + 1}`;
    return `${place}: unknown placeholder ${placeholder}; known: ${[...PLACEHOLDERS, ...own].join(", ")}; to write the text itself, use $${placeholder}`;
  });
  if (mistakes.length > 0) throw invalidFile({ file, lines: mistakes, count: unknown.length });
  return isAppended ? `${SYSTEM_PROMPT}\n# Role\n${text}` : text;
}

async function promptFile(reference: FileReference, read: AgentFileOptions["read"]): Promise<PromptText> {
  const text = await read(reference.path);
  if (text !== undefined && text.trim() !== "") return { file: reference.path, text, line: 1, isAppended: false };
  const what = text === undefined ? `there is no ${reference.path}` : `${reference.path} is empty`;
  throw reference.refuse(`a text file of the base commit; ${what}`);
}
