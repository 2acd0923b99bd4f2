/** Decides about `resume`: takes up a session that stopped at a limit, by an interruption or an outage, or because its runner vanished. */

import { hasTrait } from "../../protocol/outcome.ts";
import { RunnerError } from "../../protocol/error.ts";
import { resumedLimits, type ResumedLimits } from "../../run/open/limits.ts";
import { requireRoomInLimits } from "../../run/resume-checks.ts";
import { currentBase, type CurrentBase } from "./current-base.ts";
import type {
  DecisionContext,
  DecisionTrigger,
  SessionDecision,
  OpenThreadSessions,
  ThreadSession,
} from "../sessions/thread-sessions.ts";
import { threadAtWorkElsewhere, notPublishing, refuse, reply, atWorkElsewhere, voidBy } from "./reply-without-run.ts";
import { resumeStopped } from "./take-session.ts";

type Resuming = DecisionContext & { readonly trigger: Extract<DecisionTrigger, { kind: "resume" }> };

/** Takes up the newest session of the thread. Throws `github.denied` when the server does not let this job write it. */
export async function resumeNewest(
  context: Resuming,
  { open, sessions, begun, problems }: OpenThreadSessions,
): Promise<SessionDecision> {
  const working = threadAtWorkElsewhere({ begun }, context);
  if (working !== undefined) return refuse(context, working);
  const [session] = sessions;
  if (session === undefined) {
    const [said] = problems;
    if (said !== undefined) return refuse(context, { kind: "unreadable", said });
    return reply(
      context,
      "No session of this thread is stored, so there is nothing to resume. Ask for the work again.",
    );
  }
  const taken = atWorkElsewhere(session.remote, context);
  if (taken !== undefined) return refuse(context, taken);
  const { stored } = session;
  const { change, outcome } = stored.state;
  const isOver = outcome !== undefined && hasTrait(outcome.outcome, "final");
  // Held files do not stop a run that still has work to do.
  if (stored.state.held.length > 0 && (change === undefined || isOver)) {
    const waits = stored.state.held.map(({ digest }) => `\`${digest.slice(0, 12)}\``).join(", ");
    return reply(context, `This session waits for an answer to ${waits}. Approve or reject it, and the run continues.`);
  }
  const now = change?.answer === undefined ? await currentBase(context, open, session) : undefined;
  const gone = now && voidBy(session, now);
  if (gone !== undefined) return refuse(context, gone);
  return await resumeWithin(context, open, { session, now });
}

interface Resumable {
  readonly session: ThreadSession;
  /** Undefined where an answer about files is carried out, which needs no room in any limit. */
  readonly now: CurrentBase | undefined;
}

/** Takes up a session that has no open question, within its limits. Throws as `resumeNewest`. */
export async function resumeWithin(
  context: DecisionContext,
  open: OpenThreadSessions["open"],
  { session, now }: Resumable,
): Promise<SessionDecision> {
  const { outcome } = session.stored.state;
  const isOver = outcome !== undefined && hasTrait(outcome.outcome, "final");
  const raised = now?.raised;
  // A run that is over is only published, so it needs no room in its limits.
  const limits = now === undefined || isOver ? undefined : (raised ?? { policy: now.policy.limits });
  const problem = limits && limitsProblem(context, session, limits);
  if (problem !== undefined) return reply(context, problem);
  if (context.inputs.publish !== "github") return reply(context, notPublishing("The run would go on"));
  return resumeStopped(context, open, session, raised);
}

/** Why the session cannot go on within its limits. It goes into a reply, so that the comment of the run stays as it is. */
function limitsProblem(
  { trigger }: DecisionContext,
  { stored }: ThreadSession,
  { policy, raised }: Pick<ResumedLimits, "policy" | "raised">,
): string | undefined {
  try {
    const given = trigger.kind === "resume" ? trigger.overrides : {};
    const limits = resumedLimits({ policy, session: stored.limits, given, raised, option: "--" });
    const most = (raised ?? policy).steps;
    const hint =
      limits.steps < most
        ? `Give more with \`--steps\`, up to the policy's ${most}; limits span the whole session.`
        : "Raise `limits.steps` in the policy, then resume; limits span the whole session.";
    requireRoomInLimits(stored.state, limits, hint);
    return undefined;
  } catch (error) {
    if (!(error instanceof RunnerError) || error.code !== "config.invalid") throw error;
    return `The run was not resumed. ${error.message} ${error.hint ?? ""}`.trim();
  }
}
