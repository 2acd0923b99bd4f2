/** Shared by the GitHub tools: their declaration, the thread of a call, and the limit of each action. */

import * as z from "zod/mini";
import { githubWords, type GitHubAction, type GitHubNeed } from "../../protocol/approval.ts";
import { countOf, outputNeeds, type GitHubOutput } from "../../protocol/result.ts";
import type { PlannedCall } from "../../protocol/tool.ts";
import { defineTool } from "../define/define-tool.ts";
import { inputMistake } from "../define/input-error.ts";

export interface GitHubReach {
  /** The issue or pull request that the run is about. */
  readonly thread: number | undefined;
  /** How much of each kind one session may ask for. */
  readonly limit: (action: GitHubAction) => number;
  /** How much the session has asked for so far. */
  readonly used: (action: GitHubAction) => number;
  /** Issues of this repository as a framed text. Throws `tool.input` when GitHub cannot be asked. */
  readonly search: (query: string, signal: AbortSignal) => Promise<string>;
}

export interface GitHubDeps {
  readonly github: GitHubReach;
}

/** The argument by which every tool names its thread. */
export const NUMBER = z.optional(
  z.int().check(z.minimum(1), z.describe("issue or pull request; the one this run is about when left out")),
);

/** The thread of a call. Throws `tool.input` when neither the call nor the run names one. */
export function threadOf(number: number | undefined, { thread }: GitHubReach): number {
  const meant = number ?? thread;
  if (meant === undefined) throw inputMistake("This run is about no issue.", "Accepted: the number of one.");
  return meant;
}

interface Asked {
  readonly output: GitHubOutput;
  /** One line. */
  readonly summary: string;
  /** Text for the person who must approve the call. */
  readonly preview?: string | undefined;
}

interface OutputTool<S extends z.ZodMiniType> {
  readonly name: string;
  readonly action: GitHubAction;
  readonly description: string;
  readonly input: S;
  /** What a call asks for. Throws `tool.input`. */
  readonly ask: (input: z.output<S>, reach: GitHubReach) => Asked;
}

/** Declares a tool whose calls are only recorded, and carried out when the run is published. */
export function defineOutputTool<S extends z.ZodMiniType>({ action, ask, ...declared }: OutputTool<S>) {
  return defineTool({
    ...declared,
    offeredTo: ["everyone"],
    isMainOnly: true,
    isUseful: ({ github }) => github.has(action),
    needs: ["github"],
    make: ({ github }: GitHubDeps) => ({ plan: (input) => plannedOutput(ask(input, github), github) }),
  });
}

/** Throws `tool.input` beyond the limit of the action. */
function plannedOutput({ output, summary, preview }: Asked, reach: GitHubReach): PlannedCall<GitHubNeed> {
  const count = countOf(output);
  const capabilities = outputNeeds(output, reach.thread);
  const left = (): number => reach.limit(output.action) - reach.used(output.action);
  const refuse = (): never => {
    const most = reach.limit(output.action);
    throw inputMistake(`${output.action}: a run may ask for ${most} in all, and ${Math.max(0, left())} are left.`, "");
  };
  if (count > left()) refuse();
  return {
    access: "write",
    capabilities,
    summary,
    preview,
    run: async () => {
      if (count > left()) refuse(); // another call of the same message may have used it up
      return {
        text: `Recorded: ${capabilities.map(githubWords).join(", ")}. It is carried out when the run has ended.`,
        events: [{ type: "output.asked", output }],
      };
    },
  };
}
