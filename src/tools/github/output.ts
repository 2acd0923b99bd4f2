/** What the tools of GitHub share: which thread is meant, how much is left, and the plan of a call that is only recorded. */

import * as z from "zod/mini";
import { githubWords, type GitHubAction, type GitHubNeed } from "../../protocol/approval.ts";
import { countOf, outputNeeds, type GitHubOutput } from "../../protocol/result.ts";
import type { PlannedCall } from "../../protocol/tool.ts";
import { inputMistake } from "../define/input-error.ts";

export interface GitHubReach {
  /** The issue or pull request that the run is about. */
  readonly thread: number | undefined;
  /** How much of each kind one session may ask for. */
  readonly limit: (action: GitHubAction) => number;
  /** How much was asked for so far. */
  readonly used: (action: GitHubAction) => number;
  /** Issues of this repository as a framed text. Throws `tool.input` where there is nothing to ask. */
  readonly search: (query: string, signal: AbortSignal) => Promise<string>;
}

export interface GitHubDeps {
  readonly github: GitHubReach;
}

type GitHubPlan = PlannedCall<GitHubNeed>;

/** The argument by which every tool names its thread. */
export const NUMBER = z.optional(
  z.int().check(z.minimum(1), z.describe("issue or pull request; the one this run is about when left out")),
);

/** The thread of a call. Throws `tool.input` where neither the call nor the run has one. */
export function threadOf(number: number | undefined, { thread }: GitHubReach): number {
  const meant = number ?? thread;
  if (meant === undefined) throw inputMistake("This run is about no issue.", "Accepted: the number of one.");
  return meant;
}

interface Asked {
  readonly reach: GitHubReach;
  readonly output: GitHubOutput;
  /** What it does, in a line. */
  readonly summary: string;
  /** Text that a person who must approve it reads. */
  readonly preview?: string | undefined;
}

/** A call that is recorded for publishing. Throws `tool.input` beyond the limit of its kind. */
export function plannedOutput({ reach, output, summary, preview }: Asked): GitHubPlan {
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
      if (count > left()) refuse(); // another call of the same message was first
      return {
        text: `Recorded: ${capabilities.map(githubWords).join(", ")}. It is carried out when the run has ended.`,
        events: [{ type: "output.asked", output }],
      };
    },
  };
}
