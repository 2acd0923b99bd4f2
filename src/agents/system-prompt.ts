/** The system prompt: a template filled once, when the session starts, and stored with it. */

import { RunnerError } from "../protocol/error.ts";
import { SYSTEM_PROMPT } from "./prompts/system.ts";

export interface SystemPromptArgs {
  /** ISO time, fixed when the session starts. */
  readonly now: string;
  /** As the cell sees it. */
  readonly workDir: string;
  /** From `formatListing`. */
  readonly listing: string;
  /** From `mergeAgentsMd`; empty when the repository has none. */
  readonly agentsMd: string;
  /** e.g. `linux`. */
  readonly os: string;
  /** e.g. `bash`. */
  readonly shell: string;
  /** Another template with the same placeholders. */
  readonly template?: string | undefined;
}

/** Fills the template. Throws `config.invalid` for a placeholder nobody knows; what is filled in is never expanded again. */
export function buildSystemPrompt(args: SystemPromptArgs): string {
  const values: Readonly<Record<string, string>> = {
    KIMI_NOW: args.now,
    KIMI_WORK_DIR: args.workDir,
    KIMI_WORK_DIR_LS: args.listing === "" ? "(empty)" : args.listing,
    KIMI_AGENTS_MD: args.agentsMd === "" ? "(none)" : args.agentsMd,
    KIMI_OS: args.os,
    KIMI_SHELL: args.shell,
  };
  return (args.template ?? SYSTEM_PROMPT).replaceAll(/\$\{([^}]*)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return value;
    throw new RunnerError({
      code: "config.invalid",
      message: `unknown placeholder in the system prompt: ${placeholder}.`,
      hint: `Known: ${Object.keys(values).join(", ")}.`,
    });
  });
}
