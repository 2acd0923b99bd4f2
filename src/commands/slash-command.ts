/** What a slash command is, and what a prompt can mean. `run/agent/run-prompt.ts` carries out each kind of prompt. */

import type { Prompt } from "../protocol/prompt.ts";

export type ParsedPrompt =
  /** For the engine. `text` is a prompt without a command, the prompt of `/init`, or a skill with its arguments filled in. */
  | Exclude<Prompt, { kind: "resume" }>
  | { readonly kind: "clear" }
  /** With `text`, plan mode goes on and the text is its first prompt. */
  | { readonly kind: "plan"; readonly action: "on"; readonly text?: string | undefined }
  | { readonly kind: "plan"; readonly action: "off" | "view" | "clear" }
  /** Paths are as written, and not checked. */
  | { readonly kind: "export"; readonly path?: string | undefined }
  | { readonly kind: "import"; readonly path: string }
  /** A prompt of an MCP server, which replaces the person's text. */
  | { readonly kind: "mcp"; readonly server: string; readonly prompt: string; readonly args: string }
  /** Answered at once, without a model. */
  | { readonly kind: "message"; readonly text: string };

export interface SlashCommand {
  /** Without the slash, in lower case. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** Arguments as help shows them: empty for none (some are then an error), `<needed>` or `[optional]`. */
  readonly takes: string;
  /** One line for help. Undefined for a command of Kimi CLI that does nothing here; help does not list it. */
  readonly summary: string | undefined;
  /** `args` is trimmed and fits `takes`; `help` writes the list of everything. Throws `config.invalid`. */
  readonly parse: (args: string, help: () => string) => ParsedPrompt;
}
