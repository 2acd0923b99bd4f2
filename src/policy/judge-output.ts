/** Judges what a run asked for on GitHub where it is carried out: by rules alone, and within the limits of its kind. */

import { counted } from "../base/words.ts";
import { countOf, outputNeeds, type GitHubOutput } from "../protocol/result.ts";
import { decide } from "./decide.ts";
import { outputLimit } from "./github-pattern.ts";
import type { Policy } from "./policy.ts";

interface JudgeOutput {
  readonly policy: Policy;
  /** The issue or pull request of the run. */
  readonly thread: number | undefined;
  /** The calls were judged in a process that is believed: rules and people have decided about them. */
  readonly isJudged: boolean;
}

/** Counts what it was asked about: the judge of one publishing, asked once about each output, in order. Why one is refused. */
export function createOutputJudge({
  policy,
  thread,
  isJudged,
}: JudgeOutput): (output: GitHubOutput) => string | undefined {
  const used = new Map<GitHubOutput["action"], number>();
  return (output) => {
    const { action } = output;
    const needs = outputNeeds(output, thread);
    const count = (used.get(action) ?? 0) + countOf(output);
    used.set(action, count);
    const most = outputLimit(policy, action);
    if (count > most) return `A run may ask for \`${action}\` ${counted(most, "time")} in all.`;
    if (isJudged) return undefined;
    const { verdict, rule, reason } = decide(policy, needs, NO_CELL);
    return verdict === "approve"
      ? undefined
      : `The rule \`${rule}\` does not approve \`${action}\`${reason === undefined ? "" : `: ${reason}`}.`;
  };
}

/** No command is judged. */
const NO_CELL = { rung: "none", workDir: "/", analyse: () => ({ parts: [], problem: "no command" }) } as const;
