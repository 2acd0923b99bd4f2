/** `new_task`: gives a part of the work to a subagent with its own context. Its last message is the result. */

import * as z from "zod/mini";
import { oneLine } from "../base/truncate.ts";
import { inputMistake } from "./define/input-error.ts";
import type { ToolResult } from "../protocol/tool.ts";
import { defineTool } from "./define/define-tool.ts";

/** A kind of subagent. */
export interface Worker {
  readonly name: string;
  /** When to use it; one sentence. */
  readonly description: string;
  /** The subagent changes nothing, so that several may work at the same time. */
  readonly isReadOnly: boolean;
}

export interface Assignment {
  readonly agent: string;
  readonly message: string;
  readonly callId: string;
  /** Id of a subagent that was started before and continues with its context. */
  readonly resume?: string | undefined;
}

export interface Workers {
  /** The kinds that were known when the run began, in the order of the prompt. */
  readonly listed: readonly Worker[];
  /** All kinds that exist now, including those that the model defined. */
  readonly all: () => readonly Worker[];
  /** The subagents that were started: id → kind, in order. */
  readonly started: () => ReadonlyMap<string, string>;
  /** Runs the subagent to its end. */
  readonly run: (assignment: Assignment, signal: AbortSignal) => Promise<ToolResult>;
}

export const newTaskTool = defineTool({
  name: "new_task",
  offeredTo: ["default", "every mode"],
  aliases: ["Task", "Agent"],
  calledAs: ["Task", "Agent"],
  isMainOnly: true,
  isUseful: ({ hasSubagents, listed }) => hasSubagents || listed.has("create_subagent"),
  needs: [],
  description: "Give a subagent part of the work. It sees only message. Read-only ones run in parallel.",
  input: z.strictObject({
    agent: z.optional(z.string()),
    message: z.string().check(z.minLength(1)),
    resume: z.optional(z.string().check(z.describe("id of an earlier one, which goes on with all it knows"))),
  }),
  // Without `resume`, which is explained in each subagent's report.
  shown: z.strictObject({
    agent: z.string().check(z.describe("one of these")),
    message: z.string().check(z.describe("all it must know, do and report")),
  }),
  make: ({ workers }: { readonly workers: Workers }) => ({
    details: `Agents:\n${workers.listed.map(({ name, description }) => `- ${name}: ${description}`).join("\n")}`,
    plan: ({ agent: named, message, resume: given }) => {
      const resume = given === "" ? undefined : given; // some models send "" for what they leave out
      const agent = resume === undefined ? named : kindOf(resume, named, workers);
      const all = workers.all();
      const worker = all.find(({ name }) => name === agent);
      if (worker === undefined || agent === undefined) {
        const problem = agent === undefined ? "agent is missing" : `there is no agent ${agent}`;
        throw inputMistake(
          `new_task: ${problem}.`,
          all.map(({ name }) => name),
        );
      }
      const who = resume === undefined ? agent : `${resume} (${agent}), which goes on`;
      return {
        access: worker.isReadOnly ? "read" : "write",
        summary: `task for ${who}: ${oneLine(message, 100)}`,
        preview: message,
        run: (signal, callId) => workers.run({ agent, message, callId, resume }, signal),
      };
    },
  }),
});

/** The kind of a subagent that was started before. */
function kindOf(id: string, named: string | undefined, { started }: Workers): string {
  const known = started();
  const agent = known.get(id);
  const all = [...known].map(([other, kind]) => `${other} (${kind})`).join(", ");
  if (agent === undefined) {
    const hint = all === "" ? "None was started yet; leave resume out." : `Those started so far: ${all}.`;
    throw inputMistake(`new_task: resume: there is no subagent ${oneLine(id, 20)}.`, hint);
  }
  if (named === undefined || named === agent) return agent;
  throw inputMistake(
    `new_task: ${id} is no ${named}.`,
    `Those started so far: ${all}. Leave resume out for a new one.`,
  );
}
