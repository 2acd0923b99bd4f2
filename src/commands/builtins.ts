/** The built-in slash commands: those of Kimi CLI, and `/help`. To add one, add an entry. */

import { configError } from "../protocol/error.ts";
import type { Prompt } from "../protocol/prompt.ts";

/** What a prompt can mean. `run/agent/run-prompt.ts` carries out each kind. */
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

interface SlashCommand {
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

export const INIT_PROMPT = `Write the file AGENTS.md in the root of this repository: what a coding agent that has never seen the project must know
before it changes anything.

First look around: the README, the files that configure builds, tests, linters and CI, the folders of the source, and a few
files in each of them. Believe what the files say, not what projects of this kind usually do; leave out what you found no
evidence of.

Then write, in the language that the project's own documents use:

- what the project is and does, in a few sentences;
- how it is laid out: the folders that matter and what belongs where;
- how to install, build, run, test and lint it, as commands that you found in the repository;
- conventions that the code keeps: style, naming, errors, tests, commits;
- what needs care: generated files, things that must not be edited, security, deployment.

Keep it short and specific: a rule that would be true of any project is not worth a line. If there is an AGENTS.md
already, improve it: keep what is right, correct what is not, add what is missing. Change no other file.`;

type Entry = Omit<SlashCommand, "aliases" | "takes"> & Partial<SlashCommand>;

const ENTRIES: readonly Entry[] = [
  {
    name: "init",
    summary: "Look at the repository and write its AGENTS.md",
    parse: () => ({ kind: "text", text: INIT_PROMPT }),
  },
  {
    name: "compact",
    takes: "[focus]",
    summary: "Replace the conversation by a summary that keeps the focus",
    parse: (focus) => (focus === "" ? { kind: "compact" } : { kind: "compact", focus }),
  },
  {
    name: "clear",
    aliases: ["reset"],
    summary: "Forget the conversation",
    parse: () => ({ kind: "clear" }),
  },
  {
    name: "plan",
    takes: "[on|off|view|clear|text]",
    summary: "Switch plan mode, show or empty the plan; a text is planned in plan mode",
    parse: parsePlan,
  },
  {
    name: "export",
    takes: "[path]",
    summary: "Write the conversation to a Markdown file",
    parse: (path) => (path === "" ? { kind: "export" } : { kind: "export", path }),
  },
  {
    name: "import",
    takes: "<path>",
    summary: "Put a file or an exported conversation in front of the next prompt",
    parse: (path) => ({ kind: "import", path }),
  },
  {
    name: "yolo",
    summary: undefined,
    parse: () => ({
      kind: "message",
      text: "There is nothing to switch: the policy file approves, rejects or defers every action in place of a person.",
    }),
  },
  {
    name: "afk",
    summary: undefined,
    parse: () => ({
      kind: "message",
      text: "There is nothing to switch: a run is never interactive, and the policy file stands in for the person.",
    }),
  },
  {
    name: "add-dir",
    takes: "<path>",
    summary: undefined,
    parse(path) {
      throw configError(
        `"/add-dir ${path}" is refused: a run sees its workspace alone.`,
        "Start the run in a folder that holds everything it needs.",
      );
    },
  },
  {
    name: "help",
    summary: "List the commands, skills and flows",
    parse: (_, help) => ({ kind: "message", text: help() }),
  },
];

export const BUILTINS: readonly SlashCommand[] = ENTRIES.map((entry) => ({ aliases: [], takes: "", ...entry }));

function parsePlan(args: string): ParsedPrompt {
  const action = args.toLowerCase();
  if (action === "" || action === "on") return { kind: "plan", action: "on" };
  if (action === "off" || action === "view" || action === "clear") return { kind: "plan", action };
  return { kind: "plan", action: "on", text: args };
}
