/**
 * People without write permission, where the policy lets them start runs that only read. The policy is read before anything of such
 * a run begins: from the base of the pull request, else from the commit that is checked out.
 */

import { isAnswerOnly } from "../context/task.ts";
import type { Access } from "../../github/people/access.ts";
import type { OutsiderRules } from "../../policy/policy.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { examine } from "../context/examine.ts";
import type { JobContext } from "../context/job-context.ts";
import { remoteOf } from "../context/job-parts.ts";
import type { RunTrigger } from "../context/task.ts";
import { policyAt, treeThere } from "../deliver/policy-at.ts";
import { openStore } from "../sessions/job-session-store.ts";

type TurnedAway = Exclude<Access, { readonly allowed: true }>;

/** The context of a run that only reads; undefined where these people may start nothing. Throws `policy.invalid`, `git.failed`. */
export async function admitOutsider(
  { isOutsider }: Pick<TurnedAway, "isOutsider">,
  context: JobContext,
): Promise<JobContext | undefined> {
  const trigger = readingTrigger(context.trigger);
  const isSealed = context.inputs.run.workbench.sandbox === "sealed";
  if (isOutsider !== true || trigger === undefined || !isSealed) return undefined;
  if ((await outsiderRules(context)) === undefined) return undefined;
  const asked = { ...context, trigger, outsider: true } as const;
  if (trigger.verb === context.trigger.verb) return asked;
  const { thread, self } = context;
  const findings = await examine(asked, { thread: Promise.resolve(thread), self: Promise.resolve(self) });
  return { ...asked, findings };
}

/** What an outsider may ask: an answer. The workflow's prompt for a fix is asked as a question; their own slash commands are not run. */
function readingTrigger(trigger: RunTrigger): RunTrigger | undefined {
  const { verb, isSlash, isPrompted = false, authority } = trigger;
  if (authority.kind === "workflow") return undefined;
  if (isPrompted) return isAnswerOnly(verb) ? trigger : { ...trigger, verb: "ask" };
  return isAnswerOnly(verb) && !isSlash ? trigger : undefined;
}

async function outsiderRules(context: JobContext): Promise<OutsiderRules | undefined> {
  const { world, thread } = context;
  const open = await openStore(context);
  try {
    const { root, headCommit } = open.repository;
    const commit = thread?.pull?.baseSha ?? headCommit;
    await treeThere(open.git.objects, remoteOf(context), commit);
    const path = trustedPath(world.env["PATH"] ?? "", root);
    const policy = await policyAt(context, { root, gitDir: open.git.gitDir, path, commit });
    return policy.outsiders;
  } finally {
    open.close();
  }
}
