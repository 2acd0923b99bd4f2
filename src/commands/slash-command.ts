/** What a slash command is, and what a prompt can mean. A closed union: `run/agent/run-prompt.ts` decides on each kind. */

import type { Prompt } from "../protocol/prompt.ts";

export type ParsedPrompt =
  /** For the engine. A text is no command, `/init`, or a skill with its arguments filled in. */
  | Exclude<Prompt, { kind: "resume" }>
  | { readonly kind: "clear" }
  /** With `text`, plan mode goes on and the text is its first prompt. */
  | { readonly kind: "plan"; readonly action: "on"; readonly text?: string | undefined }
  | { readonly kind: "plan"; readonly action: "off" | "view" | "clear" }
  /** Paths are as written; nothing has checked them. */
  | { readonly kind: "export"; readonly path?: string | undefined }
  | { readonly kind: "import"; readonly path: string }
  /** A prompt of an MCP server, in the place of the person's words. */
  | { readonly kind: "mcp"; readonly server: string; readonly prompt: string; readonly args: string }
  /** Answered at once, without a model. */
  | { readonly kind: "message"; readonly text: string };

export interface SlashCommand {
  /** Without the slash, in lower case. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** Arguments as help shows them: empty for none (some are then an error), `<needed>` or `[optional]`. */
  readonly takes: string;
  /** One line for help; undefined for what Kimi CLI has and does nothing here, which help does not list. */
  readonly summary: string | undefined;
  /** `args` is trimmed and fits `takes`; `help` writes the list of everything. Throws `config.invalid`. */
  readonly parse: (args: string, help: () => string) => ParsedPrompt;
}
