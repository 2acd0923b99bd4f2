/** Runs that only read, for people without write permission, where the policy of the base or of the checked-out commit allows them. */

import { examine } from "../context/examine.ts";
import type { ReadContext } from "../context/job-context.ts";
import { trustedPolicy } from "../context/job-git.ts";
import { isAnswerOnly, type RunTrigger } from "../context/task.ts";

/** The context of a run that only reads; undefined where these people may start none. Throws `policy.invalid`, `git.failed`. */
export async function admitOutsider(context: ReadContext): Promise<ReadContext | undefined> {
  const trigger = readingTrigger(context.trigger);
  if (trigger === undefined || context.inputs.run.workbench.sandbox !== "sealed") return undefined;
  if ((await trustedPolicy(context)).outsiders === undefined) return undefined;
  const asked = { ...context, trigger, outsider: true } as const;
  if (trigger.verb === context.trigger.verb) return asked;
  const { thread, self } = context;
  const findings = await examine(asked, { thread: Promise.resolve(thread), self: Promise.resolve(self) });
  return { ...asked, findings };
}

/** What an outsider may ask for: an answer. The workflow's prompt for a fix becomes a question; their own slash commands are not run. */
function readingTrigger(trigger: RunTrigger): RunTrigger | undefined {
  const { verb, isSlash, isPrompted = false, authority } = trigger;
  if (authority.kind === "workflow") return undefined;
  if (isPrompted) return isAnswerOnly(verb) ? trigger : { ...trigger, verb: "ask" };
  return isAnswerOnly(verb) && !isSlash ? trigger : undefined;
}
