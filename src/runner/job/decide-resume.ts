/** A wish to go on with a session that stopped: at a limit, interrupted, after an outage, with its runner gone. */

import { currentBase } from "./current-base.ts";
import type { DecideOptions, Deciding, KeptOfThread } from "./deciding.ts";
import { goOn } from "./go-on.ts";
import type { JobEnd } from "./job-end.ts";
import { keptFiles } from "./kept.ts";
import { refuse, reply, takenBy, voidBy } from "./refuse.ts";

type Resuming = DecideOptions & { readonly trigger: Extract<Deciding, { kind: "resume" }> };

/** Goes on with the newest session of the thread. Throws what going on throws. */
export async function resume(options: Resuming, { open, sessions, problems }: KeptOfThread): Promise<JobEnd> {
  const [session] = sessions;
  if (session === undefined) {
    const [said] = problems;
    if (said !== undefined) return refuse(options, { kind: "unreadable", said });
    return reply(
      options,
      "No session of this thread is kept, so there is nothing to go on with. Ask for the work again.",
    );
  }
  const taken = takenBy(session);
  if (taken !== undefined) return refuse(options, taken);
  const { kept, stored } = session;
  if (stored.state.held.length > 0) {
    const waits = stored.state.held.map(({ digest }) => `\`${digest.slice(0, 12)}\``).join(", ");
    return reply(options, `This session waits for an answer to ${waits}. Approve or reject it, and it goes on.`);
  }
  const gone = voidBy(session, await currentBase(options, open, session));
  if (gone !== undefined) return refuse(options, gone);
  open.store.adopt(kept);
  const tree = kept.stored.workspaceTree ?? stored.state.snapshots.at(-1) ?? "";
  const point = { files: keptFiles(session.bundle), tree, parent: session.begin.headCommit };
  const saved = await open.store.save(point, "running");
  if (saved.kind === "lost") return refuse(options, { kind: "taken" });
  return goOn({ ...options, session, open, answers: new Map(), limits: options.trigger.overrides });
}
