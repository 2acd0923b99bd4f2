/** `execute_command`: one `bash -c` line in the cell, waited for. Shell state ends with the call. */

import * as z from "zod/mini";
import { oneLine } from "../base/truncate.ts";
import type { ExecReply } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Tool } from "../protocol/tool.ts";
import { defineTool, type ToolDeps } from "./define-tool.ts";

const DEFAULT_TIMEOUT_S = 60;

/** A third of the default wall clock of a run. */
const MAX_TIMEOUT_S = 600;

/** Kept of the output before the engine cuts further; the whole stays in the bundle. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

const input = z.strictObject({
  command: z.string().check(z.minLength(1)),
  cwd: z.optional(z.string()),
  timeout: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_TIMEOUT_S), z.describe("seconds"))),
});

/** Makes `execute_command`. */
export const executeCommandTool = ({ cell }: ToolDeps): Tool =>
  defineTool({
    name: "execute_command",
    description: `Run a bash command in a fresh shell, stdin closed. Default timeout ${DEFAULT_TIMEOUT_S}; servers need & and redirected output.`,
    input,
    plan: async ({ command, cwd: given = ".", timeout: timeoutS = DEFAULT_TIMEOUT_S }, signal) => {
      if (command.includes("\0")) {
        throw new RunnerError({
          code: "tool.input",
          message: "the command contains a NUL character.",
          hint: "Write it as printf '\\0' where one is needed.",
        });
      }
      const { path: cwd, kind } = await cell.resolve(given, signal);
      if (kind !== "directory") {
        throw new RunnerError({
          code: "tool.input",
          message: `cwd is not a folder: ${cwd} (${kind}).`,
          hint: "Give a folder of the workspace, or leave cwd out.",
        });
      }
      return {
        access: "write",
        capabilities: [{ kind: "exec", command, cwd }],
        summary: `run ${oneLine(command, 100)}${cwd === "." ? "" : ` (in ${cwd})`}`,
        preview: command,
        run: async (signal) => {
          const request = { command, cwd, timeoutMs: timeoutS * 1000, maxOutputBytes: MAX_OUTPUT_BYTES };
          const reply = await cell.exec(request, signal);
          const output = reply.output === "" || reply.output.endsWith("\n") ? reply.output : `${reply.output}\n`;
          return { text: `${output}[${endOf(reply, timeoutS)}]`, isError: reply.code !== 0 };
        },
      };
    },
  });

/** The last line of the result. No durations: the same command must give the same text. */
function endOf({ timedOut, signal, code }: ExecReply, timeoutS: number): string {
  if (timedOut) {
    return `killed: not finished after ${timeoutS} s. Narrow it, give a timeout up to ${MAX_TIMEOUT_S}, or start a server with & and its output redirected`;
  }
  return signal === null ? `exit ${code}` : `ended by ${signal}`;
}
