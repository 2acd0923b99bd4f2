/** Judges what a run asked for on GitHub before it is carried out: by the rules and by the limit of each action. */

import { counted } from "../base/words.ts";
import { countOf, outputNeeds, type GitHubOutput } from "../protocol/result.ts";
import { decide, NO_COMMANDS } from "./decide.ts";
import { OUTPUT_LIMITS } from "./github-pattern.ts";
import type { Policy } from "./policy.ts";

interface JudgeOutput {
  readonly policy: Policy;
  /** The issue or pull request of the run. */
  readonly thread: number | undefined;
  /** The calls were judged in a trusted process, by rules and people, so that only the limits are checked. */
  readonly isJudged: boolean;
}

/** A function that says why an output is refused. It counts the outputs, so that it is called once for each, in order. */
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
    const most = policy.publish.outputs?.[action] ?? OUTPUT_LIMITS[action];
    if (count > most) return `A run may ask for \`${action}\` ${counted(most, "time")} in all.`;
    if (isJudged) return undefined;
    const { verdict, rule, reason } = decide(policy, needs, { level: "none", workDir: "/", analyse: NO_COMMANDS });
    return verdict === "approve"
      ? undefined
      : `The rule \`${rule}\` does not approve \`${action}\`${reason === undefined ? "" : `: ${reason}`}.`;
  };
}
