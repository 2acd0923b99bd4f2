/** `execute_command`: one `bash -c` line in the cell, in the foreground or the background. Shell state ends with the call. */

import * as z from "zod/mini";
import { oneLine } from "../base/truncate.ts";
import type { ExecReply } from "../protocol/cell.ts";
import type { OnTimeout } from "../protocol/limits.ts";
import { inputMistake } from "./define/input-error.ts";
import type { ToolResult } from "../protocol/tool.ts";
import { endOf, outputOf } from "./command-end.ts";
import { defineTool, type FileDeps } from "./define/define-tool.ts";
import type { GivenArguments } from "./repair/repair.ts";

/** Timeouts in seconds. The longest wait is a third of the default wall clock of a run. The numbers of the background are Kimi CLI's. */
const FOREGROUND = { default: 60, max: 600 };
const BACKGROUND = { default: 600, max: 86_400 };

/** Output that is kept in the bundle. The model sees less of it. */
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** The same for a background command, whose output stays in the worker's memory. Kimi CLI's number. */
const MAX_BACKGROUND_BYTES = 30_000;

export const executeCommandTool = defineTool({
  name: "execute_command",
  offeredTo: ["default", "command"],
  aliases: ["Shell", "Bash"],
  calledAs: ["Shell", "Bash"],
  needs: ["exec"],
  description: "Run a command in a fresh bash, stdin closed.",
  input: z.strictObject({
    command: z.string().check(z.minLength(1), z.describe("command line")),
    cwd: z.optional(z.string().check(z.describe("folder to run in"))),
    timeout: z.optional(
      z
        .int()
        .check(
          z.minimum(1),
          z.maximum(BACKGROUND.max),
          z.describe(
            `seconds, default ${FOREGROUND.default}, at most ${FOREGROUND.max}; in background ${BACKGROUND.default} and ${BACKGROUND.max}`,
          ),
        ),
    ),
    run_in_background: z.optional(z.boolean().check(z.describe("for servers, long builds"))),
  }),
  reshape: (input) => withOperators(unwrapBash(input)),
  make: ({ cell, onTimeout }: Pick<FileDeps, "cell"> & { readonly onTimeout: OnTimeout }) => ({
    plan: async ({ command, cwd: given = ".", timeout, run_in_background: isBackground = false }, signal) => {
      const bounds = isBackground ? BACKGROUND : FOREGROUND;
      const timeoutS = timeout ?? bounds.default;
      if (command.includes("\0")) {
        throw inputMistake("the command contains a NUL character.", "Write it as printf '\\0' where one is needed.");
      }
      if (timeoutS > bounds.max) {
        throw inputMistake(
          `timeout: expected at most ${bounds.max} for a command that is waited for, got ${timeoutS}.`,
          "Use run_in_background for what takes longer.",
        );
      }
      const { path: cwd, kind } = await cell.resolve(given, signal);
      if (kind !== "directory") {
        throw inputMistake(
          `cwd is not a folder: ${cwd} (${kind}).`,
          "Give a folder of the workspace, or leave cwd out.",
        );
      }
      return {
        access: "write",
        capabilities: [{ kind: "exec", command, cwd }],
        summary: `run ${oneLine(command, 100)}${isBackground ? " in the background" : ""}${cwd === "." ? "" : ` (in ${cwd})`}`,
        preview: command,
        run: async (signal) => {
          const timeoutMs = timeoutS * 1000;
          const request = { command, cwd, timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES };
          if (isBackground) {
            const { id } = await cell.startBackground({ ...request, maxOutputBytes: MAX_BACKGROUND_BYTES }, signal);
            return goingOn(id, command, `${id} runs in the background. ${TOLD}`);
          }
          const goesOn = onTimeout === "background" ? { goesOnForMs: timeoutMs + BACKGROUND.default * 1000 } : {};
          const reply = await cell.exec({ ...request, ...goesOn }, signal);
          const { background: id } = reply;
          if (id === undefined) return resultOf(reply, timeoutS);
          const told = `[not done after ${timeoutS} s: it goes on in the background as ${id}. ${TOLD}]`;
          return goingOn(id, command, outputOf(reply) + told);
        },
      };
    },
  }),
});

/** Accepts `["bash", "-c", line]`, the form of Codex's shell, as the line. */
function unwrapBash(input: GivenArguments): GivenArguments {
  const { command } = input;
  if (!Array.isArray(command) || command.length !== 3) return input;
  const [shell, flag, line] = command as readonly unknown[];
  const isBash = (shell === "bash" || shell === "/bin/bash") && (flag === "-c" || flag === "-lc");
  return isBash && typeof line === "string" ? { ...input, command: line } : input;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };
const ENTITY = /&(amp|lt|gt|quot|apos|#39);/g;
const QUOTED = /('[^']*'|"(?:[^"\\]|\\[^])*")/;

/** A longer command is not looked at: for each quotation mark without an end, all that follows would be searched. */
const MAX_ESCAPED_CHARS = 10_000;

/**
 * Some models escape a command as if it were XML. No command has `&amp;` outside of quotes, so `a &amp;&amp; b` is `a && b`. Where
 * everything is escaped, quoted text is too. A here-document may hold such text.
 */
function withOperators(input: GivenArguments): GivenArguments {
  const { command } = input;
  if (typeof command !== "string" || command.length > MAX_ESCAPED_CHARS || !/&(?:amp|lt|gt);/.test(command))
    return input;
  const plain = (text: string): string => text.replaceAll(ENTITY, (_, name: string) => ENTITIES[name] ?? "");
  const parts = command.split(QUOTED);
  const isOutside = parts.some((part, at) => at % 2 === 0 && /&(?:amp|lt|gt);/.test(part));
  if (!isOutside) return input;
  if (!/[<>&]/.test(command.replaceAll(ENTITY, ""))) return { ...input, command: plain(command) };
  if (command.includes("<<")) return input;
  return { ...input, command: parts.map((part, at) => (at % 2 === 0 ? plain(part) : part)).join("") };
}

/** Models start a server with `&` and call it in the next command. */
const ENDED_REST =
  "Its background processes were killed, because they still held the output. Start servers with run_in_background";
const TOLD = "You are told when it ends; background_command shows its output.";

/** The result of a command that goes on in the background. */
function goingOn(id: string, command: string, text: string): ToolResult {
  return { text, events: [{ type: "background.start", id, command: oneLine(command, 200) }] };
}

function resultOf(reply: ExecReply, timeoutS: number): ToolResult {
  const end = reply.timedOut
    ? `killed: not finished after ${timeoutS} s. Narrow it, give a timeout up to ${FOREGROUND.max}, or use run_in_background`
    : endOf(reply);
  const rest = reply.endedRest === true ? `. ${ENDED_REST}` : "";
  return { text: `${outputOf(reply)}[${end}${rest}]`, isError: reply.code !== 0 };
}
