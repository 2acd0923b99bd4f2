/** A wish to go on with a session that stopped: at a limit, interrupted, after an outage, with its runner gone. */

import { currentBase } from "./current-base.ts";
import type { DecideOptions, Deciding, Decision, KeptOfThread } from "../sessions/session-decision.ts";
import { begunBy, onlyLooked, refuse, reply, takenBy, voidBy } from "./reply-without-run.ts";
import { takeUpStopped } from "./take-session.ts";

type Resuming = DecideOptions & { readonly trigger: Extract<Deciding, { kind: "resume" }> };

/** Takes up the newest session of the thread. Throws `github.denied` when the server does not let it. */
export async function resume(options: Resuming, { open, sessions, begun, problems }: KeptOfThread): Promise<Decision> {
  const working = begunBy({ begun }, options);
  if (working !== undefined) return refuse(options, working);
  const [session] = sessions;
  if (session === undefined) {
    const [said] = problems;
    if (said !== undefined) return refuse(options, { kind: "unreadable", said });
    return reply(
      options,
      "No session of this thread is kept, so there is nothing to go on with. Ask for the work again.",
    );
  }
  const taken = takenBy(session.kept, options);
  if (taken !== undefined) return refuse(options, taken);
  const { stored } = session;
  if (stored.state.held.length > 0) {
    const waits = stored.state.held.map(({ digest }) => `\`${digest.slice(0, 12)}\``).join(", ");
    return reply(options, `This session waits for an answer to ${waits}. Approve or reject it, and it goes on.`);
  }
  const gone = voidBy(session, await currentBase(options, open, session));
  if (gone !== undefined) return refuse(options, gone);
  if (options.inputs.publish !== "github") return reply(options, onlyLooked("The run would go on"));
  return takeUpStopped(options, open, session);
}
