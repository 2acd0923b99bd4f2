/** The policy's word about what a run asked for on GitHub, as publishing asks for it. */

import { createOutputJudge } from "../../policy/judge-output.ts";
import type { Policy } from "../../policy/policy.ts";
import type { PublishRequest } from "../../publish/publish-request.ts";
import type { JobContext } from "../context/job-context.ts";

/** `isJudged`: the calls were judged by a process that is believed, and not in another job. */
export function outputRefusalOf(
  { thread }: Pick<JobContext, "thread">,
  policy: Policy,
  isJudged: boolean,
): PublishRequest["run"]["outputRefusal"] {
  const judge = createOutputJudge({ policy, thread: thread?.number, isJudged });
  return (output) => {
    const reason = judge(output);
    return reason === undefined
      ? undefined
      : { code: "not_permitted", reason, fix: "See `github` and `publish.outputs` in the policy, or do it by hand." };
  };
}
