/** `background_command`: lists, reads and stops the commands that run in the background (Kimi CLI's TaskList, TaskOutput, TaskStop). */

import * as z from "zod/mini";
import { oneLine } from "../base/truncate.ts";
import type { BackgroundCommand, BackgroundState } from "../protocol/cell.ts";
import type { ToolResult } from "../protocol/tool.ts";
import { endOf, outputOf } from "./command-end.ts";
import { defineTool, type FileDeps } from "./define/define-tool.ts";
import { inputMistake } from "./define/input-error.ts";

/** The same as the longest timeout of a command in the foreground. */
const MAX_WAIT_S = 600;
/** Kimi CLI's timeout of a TaskOutput that names none. */
const BLOCK_S = 30;
/** The list shows this many ended commands, the newest ones. The model was told of each end already. */
const MAX_ENDED = 20;

export const backgroundCommandTool = defineTool({
  name: "background_command",
  offeredTo: ["default", "command"],
  aliases: ["TaskList", "TaskOutput", "TaskStop"],
  // A list names every command, with its state.
  ignores: ["active_only", "limit"],
  implied: { TaskList: { action: "list" }, TaskOutput: { action: "output" }, TaskStop: { action: "stop" } },
  needs: [],
  description: "List background commands, read one's output, or stop it.",
  input: z.strictObject({
    action: z.enum(["list", "output", "stop"]).check(z.describe("what to do")),
    id: z.optional(z.string().check(z.describe("for output, stop"))),
    wait: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_WAIT_S), z.describe("seconds to wait for its end"))),
  }),
  // Kimi CLI's TaskOutput waits for the end when it is told to block.
  reshape: (input) => {
    const { block, timeout = BLOCK_S, ...rest } = input;
    if (block === false || block === "false") return rest; // then it waits for nothing
    if (block !== true || "wait" in input || typeof timeout !== "number") return input;
    return { ...rest, wait: Math.min(Math.max(0, Math.round(timeout)), MAX_WAIT_S) };
  },
  make: ({ cell }: Pick<FileDeps, "cell">) => ({
    plan: ({ action, id, wait = 0 }) => {
      if (action === "list") {
        const run = async (): Promise<ToolResult> => ({ text: listing(await cell.listBackground()) });
        return { access: "read", summary: "list background commands", run };
      }
      if (id === undefined) {
        throw inputMistake(`${action} needs an id.`, "Give the id that execute_command answered; list shows them all.");
      }
      if (action === "output") {
        return {
          access: "read",
          summary: `output of ${oneLine(id, 20)}${wait === 0 ? "" : `, waiting at most ${wait} s`}`,
          run: async (signal) => {
            const reply = await cell.readBackground(id, { waitMs: wait * 1000 }, signal);
            return { text: `${outputOf(reply)}[${id}: ${stateOf(reply.state)}]` };
          },
        };
      }
      return {
        access: "write",
        summary: `stop ${oneLine(id, 20)}`,
        run: async (signal) => {
          const { state } = await cell.stopBackground(id, signal);
          return state.kind === "ended"
            ? { text: `${id} has ended: ${endOf(state)}.` }
            : { text: `Error: ${id} is still running: it hangs in the kernel and cannot be killed.`, isError: true };
        },
      };
    },
  }),
});

function listing(commands: readonly BackgroundCommand[]): string {
  if (commands.length === 0) return "No background command was started.";
  const ended = commands.filter(({ state }) => state.kind === "ended").map(({ id }) => id);
  const hidden = new Set(ended.slice(0, Math.max(0, ended.length - MAX_ENDED)));
  const shown = commands.filter(({ id }) => !hidden.has(id));
  const note = hidden.size === 0 ? [] : [`[${hidden.size} that ended earlier left out]`];
  const lines = shown.map(
    ({ id, command, cwd, state }) =>
      `${id}${cwd === "." ? "" : ` (in ${cwd})`}: ${stateOf(state)}: ${oneLine(command, 100)}`,
  );
  return [...note, ...lines].join("\n");
}

function stateOf(state: BackgroundState): string {
  return state.kind === "running" ? "running" : endOf(state);
}
