/** The system prompt: a template filled once, when the session starts, and stored with it. */

import { RunnerError } from "../protocol/error.ts";
import type { AgentSpec } from "./agent-spec.ts";
import { CLOSING_SECTIONS, SYSTEM_PROMPT } from "./prompts/system.ts";

export interface SystemPromptArgs {
  /** ISO time, fixed when the session starts. */
  readonly now: string;
  /** As the cell sees it. */
  readonly workDir: string;
  /** From `formatListing`. */
  readonly listing: string;
  /** From `mergeAgentsMd`; empty when the repository has none. */
  readonly agentsMd: string;
  /** The skills that the model may use, one per line; empty when there are none. */
  readonly skills?: string | undefined;
  /** Folders besides the workspace, with their listings; empty when there are none. */
  readonly additionalDirs?: string | undefined;
  /** e.g. `linux`. */
  readonly os: string;
  /** e.g. `bash`. */
  readonly shell: string;
  /** Whose prompt it is; the built-in one when left out. */
  readonly agent?: Pick<AgentSpec, "name" | "systemPrompt" | "promptArgs"> | undefined;
}

/** Placeholders that every prompt may use, as in Kimi CLI; an agent's own come on top. */
export const PLACEHOLDERS = [
  "KIMI_NOW",
  "KIMI_WORK_DIR",
  "KIMI_WORK_DIR_LS",
  "KIMI_AGENTS_MD",
  "KIMI_SKILLS",
  "KIMI_ADDITIONAL_DIRS_INFO",
  "KIMI_OS",
  "KIMI_SHELL",
] as const;

/** What stands for an empty value, where a heading announces one. */
const NOTHING: ReadonlyMap<string, string> = new Map([
  ["KIMI_WORK_DIR_LS", "(empty)"],
  ["KIMI_AGENTS_MD", "(none)"],
  ["KIMI_SKILLS", "(none)"],
  ["KIMI_ADDITIONAL_DIRS_INFO", "(none)"],
]);

const DEFAULT_AGENT = { name: "default", systemPrompt: SYSTEM_PROMPT, promptArgs: {} };

/**
 * Fills the template; the built-in one gets its closing sections, as far as there is something to say. An agent's
 * arguments go before ours of the same name. Throws `config.invalid` for a placeholder nobody knows; what is filled in is
 * never expanded again.
 */
export function buildSystemPrompt({ agent = DEFAULT_AGENT, ...args }: SystemPromptArgs): string {
  const ours: Readonly<Record<(typeof PLACEHOLDERS)[number], string>> = {
    KIMI_NOW: args.now,
    KIMI_WORK_DIR: args.workDir,
    KIMI_WORK_DIR_LS: args.listing,
    KIMI_AGENTS_MD: args.agentsMd,
    KIMI_SKILLS: args.skills ?? "",
    KIMI_ADDITIONAL_DIRS_INFO: args.additionalDirs ?? "",
    KIMI_OS: args.os,
    KIMI_SHELL: args.shell,
  };
  const values = new Map([...Object.entries(ours), ...Object.entries(agent.promptArgs)]);
  const sections = agent.systemPrompt.startsWith(SYSTEM_PROMPT)
    ? CLOSING_SECTIONS.filter(({ placeholder }) => (values.get(placeholder) ?? "") !== "")
    : [];
  const template = [agent.systemPrompt, ...sections.map(({ text }) => text)].join("");
  return template.replaceAll(PLACEHOLDER, (text, name: string) => {
    if (isEscaped(text)) return text.slice(1);
    const value = values.get(name);
    if (value !== undefined) return value === "" ? (NOTHING.get(name) ?? "") : value;
    throw new RunnerError({
      code: "config.invalid",
      message: `unknown placeholder in the system prompt of agent "${agent.name}": ${text}.`,
      hint: `Known: ${[...values.keys()].join(", ")}. To have the text itself, write $${text}.`,
    });
  });
}

/** Placeholders of a template that are neither ours nor in `own`, with their offsets: for whoever checks it before a run. */
export function unknownPlaceholders(
  template: string,
  own: readonly string[],
): readonly { readonly text: string; readonly offset: number }[] {
  const known: ReadonlySet<string> = new Set([...PLACEHOLDERS, ...own]);
  return [...template.matchAll(PLACEHOLDER)]
    .filter(([text, name = ""]) => !isEscaped(text) && !known.has(name))
    .map(({ 0: text, index }) => ({ text, offset: index }));
}

/** `${NAME}`; with another `$` before it, the text itself. */
const PLACEHOLDER = /\$?\$\{([^}]*)\}/g;

function isEscaped(text: string): boolean {
  return text.startsWith("$$");
}
