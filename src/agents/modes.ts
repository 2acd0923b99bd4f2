/** Modes (Kilo's) as agents: the built-in ones, and those that the base commit of a repository adds or replaces. */

import { asSubagent, type AgentSpec, type SubagentType } from "./agent-spec.ts";
import { builtinSubagents } from "./builtin-agents.ts";
import { BUILTIN_MODES, type Mode } from "./builtin-modes.ts";
import type { RepositoryFile } from "./agents-md.ts";
import { RunnerError } from "../protocol/error.ts";
import { oneLine } from "../base/truncate.ts";
import { readModes, readUsableModes } from "./custom-modes.ts";
import { SYSTEM_PROMPT } from "./prompts/system.ts";
import { inToolOrder, toolsInGroups, toolsOffered, type ToolCatalogue } from "./tool-lists.ts";
import { TOOL_GROUPS } from "../protocol/tool.ts";

/** The mode that is offered `report_finding`, also where a file replaces it. */
const REVIEW = "review";

const MAX_WARNING_CHARS = 500;

export interface ModesOptions {
  /** The mode in which the run starts. Without it every mistake in a file is thrown. */
  readonly wanted?: string | undefined;
  /** What the repository asks of one mode. */
  readonly rulesOf?: ((slug: string) => string) | undefined;
  /** Gets what of the files is not used. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** Every mode by its slug; a file's mode replaces a built-in one. Throws `config.invalid` where the wanted mode is broken or unreadable. */
export function loadModes(
  files: readonly RepositoryFile[],
  catalogue: ToolCatalogue,
  { wanted, rulesOf = () => "", warn = () => {} }: ModesOptions = {},
): ReadonlyMap<string, AgentSpec> {
  const modes = new Map(BUILTIN_MODES.map((mode) => [mode.slug, mode]));
  const custom = new Set<string>();
  const unread: RunnerError[] = [];
  for (const file of files) {
    const read =
      wanted === undefined
        ? { modes: readModes(file, catalogue), broken: new Map<string, RunnerError>(), notes: [] }
        : readUsableModes(file, catalogue);
    if (read instanceof RunnerError) {
      unread.push(read);
      continue;
    }
    for (const [slug, error] of read.broken) {
      if (custom.has(slug)) continue;
      if (slug === wanted) throw error;
      warn(`${oneLine(error.message, MAX_WARNING_CHARS)}.`);
      custom.add(slug);
      modes.delete(slug);
    }
    for (const mode of read.modes) {
      if (!custom.has(mode.slug)) modes.set(mode.slug, mode);
      custom.add(mode.slug);
    }
    read.notes.forEach(warn);
  }
  const [first] = unread;
  if (first !== undefined && !custom.has(wanted ?? "")) throw first;
  for (const error of unread) warn(`${oneLine(error.message, MAX_WARNING_CHARS)}. The file is not used.`);
  // Only a review is a review: other runs are not offered the mode, and its own run has no other one.
  if (wanted !== undefined && !custom.has(REVIEW)) {
    for (const slug of modes.keys()) if ((slug === REVIEW) !== (wanted === REVIEW)) modes.delete(slug);
  }
  const specs = [...modes.values()].map((mode) => agentOf(mode, rulesOf(mode.slug), catalogue));
  const work = toolsInGroups(TOOL_GROUPS, catalogue);
  const subagents = new Map<string, SubagentType>([
    ...builtinSubagents(catalogue),
    ...specs
      // A subagent launches no other agent, so a mode without tools of its own cannot be one.
      .filter(({ name, tools }) => tools.some((tool) => work.includes(tool)) && (name !== REVIEW || custom.has(name)))
      .map((spec) => [spec.name, { description: spec.whenToUse, spec: asSubagent(spec, catalogue) }] as const),
  ]);
  return new Map(specs.map((spec) => [spec.name, { ...spec, subagents }]));
}

function agentOf(mode: Mode, rules: string, catalogue: ToolCatalogue): AgentSpec {
  const { slug, role, whenToUse, groups, writes, offers = [], tools = [] } = mode;
  const ofReview = slug === REVIEW ? ([REVIEW] as const) : [];
  const offered = toolsOffered([...groups, ...offers, ...ofReview, "every mode"], catalogue);
  return {
    name: slug,
    whenToUse,
    systemPrompt: SYSTEM_PROMPT,
    promptArgs: { ROLE_ADDITIONAL: rules === "" ? role : `${role}\n\n${rules}` },
    tools: inToolOrder([...offered, ...tools], catalogue),
    ...(writes === undefined ? {} : { writes }),
    subagents: new Map(),
  };
}
