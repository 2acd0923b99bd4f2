/** Resumes a session that stopped: at a limit, interrupted, after an outage, or with its runner gone. */

import { hasTrait } from "../../protocol/outcome.ts";
import { currentBase } from "./current-base.ts";
import type {
  DecisionContext,
  DecisionTrigger,
  SessionDecision,
  OpenThreadSessions,
} from "../sessions/thread-sessions.ts";
import { threadAtWorkElsewhere, notPublishing, refuse, reply, atWorkElsewhere, voidBy } from "./reply-without-run.ts";
import { resumeStopped } from "./take-session.ts";

type Resuming = DecisionContext & { readonly trigger: Extract<DecisionTrigger, { kind: "resume" }> };

/** Takes up the newest session of the thread. Throws `github.denied` when the server does not let it. */
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
      "No session of this thread is kept, so there is nothing to go on with. Ask for the work again.",
    );
  }
  const taken = atWorkElsewhere(session.remote, context);
  if (taken !== undefined) return refuse(context, taken);
  const { stored } = session;
  const { change, outcome } = stored.state;
  const isOver = outcome !== undefined && hasTrait(outcome.outcome, "final");
  // Files that wait hold nothing up while there is work to go on with.
  if (stored.state.held.length > 0 && (change === undefined || isOver)) {
    const waits = stored.state.held.map(({ digest }) => `\`${digest.slice(0, 12)}\``).join(", ");
    return reply(context, `This session waits for an answer to ${waits}. Approve or reject it, and it goes on.`);
  }
  const gone = change?.answer === undefined ? voidBy(session, await currentBase(context, open, session)) : undefined;
  if (gone !== undefined) return refuse(context, gone);
  if (context.inputs.publish !== "github") return reply(context, notPublishing("The run would go on"));
  return resumeStopped(context, open, session);
}
