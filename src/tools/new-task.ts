/** `new_task`: a piece of work for a subagent with a context of its own. Its closing words are the result. */

import * as z from "zod/mini";
import { oneLine } from "../base/truncate.ts";
import { inputMistake } from "./define/input-error.ts";
import type { ToolResult } from "../protocol/tool.ts";
import { defineTool } from "./define/define-tool.ts";

/** An agent that can be given work. */
export interface Worker {
  readonly name: string;
  /** When to use it; one sentence. */
  readonly description: string;
  /** It changes nothing, so that several may work at the same time. */
  readonly isReadOnly: boolean;
}

export interface Assignment {
  readonly agent: string;
  readonly message: string;
  readonly callId: string;
}

export interface Workers {
  /** Those known when the run began, in the order of the prompt. */
  readonly listed: readonly Worker[];
  /** Every one there is now, the made-up ones included. */
  readonly all: () => readonly Worker[];
  /** Runs the subagent to its end. */
  readonly run: (assignment: Assignment, signal: AbortSignal) => Promise<ToolResult>;
}

export const newTaskTool = defineTool({
  name: "new_task",
  offeredTo: ["default", "every mode"],
  aliases: ["Task", "Agent"],
  isMainOnly: true,
  isUseful: ({ hasSubagents, listed }) => hasSubagents || listed.has("create_subagent"),
  needs: [],
  description: "Give a subagent part of the work. It sees nothing but message. Read-only ones run at once.",
  input: z.strictObject({
    agent: z.string().check(z.describe("one of these")),
    message: z.string().check(z.minLength(1), z.describe("all it must know, do and report")),
  }),
  make: ({ workers }: { readonly workers: Workers }) => ({
    details: `Agents:\n${workers.listed.map(({ name, description }) => `- ${name}: ${description}`).join("\n")}`,
    plan: ({ agent, message }) => {
      const all = workers.all();
      const worker = all.find(({ name }) => name === agent);
      if (worker === undefined)
        throw inputMistake(
          `new_task: there is no agent ${agent}.`,
          all.map(({ name }) => name),
        );
      return {
        access: worker.isReadOnly ? "read" : "write",
        capabilities: [],
        summary: `task for ${agent}: ${oneLine(message, 100)}`,
        preview: message,
        run: (signal, callId) => workers.run({ agent, message, callId }, signal),
      };
    },
  }),
});
