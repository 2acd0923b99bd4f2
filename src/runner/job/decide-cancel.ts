/** A wish to stop: a run that works is told so, a session that waits is given up. */

import { systemClock } from "../../base/clock.ts";
import { inline } from "../../base/plain-text.ts";
import { currentBase } from "./current-base.ts";
import type { DecideOptions, KeptOfThread } from "./deciding.ts";
import { follow } from "./deferral-terms.ts";
import type { JobEnd } from "./job-end.ts";
import { isHeld } from "./lease.ts";
import { threadPrefix } from "./session-id.ts";
import { reply } from "./refuse.ts";

/** Stops everything of the thread, and says what became of it. */
export async function cancel(options: DecideOptions, { open, sessions }: KeptOfThread): Promise<JobEnd> {
  const { trigger } = options;
  const { sessions: ids } = await open.store.list();
  const own = ids.filter((id) => id.startsWith(threadPrefix(trigger.thread.number)));
  if (own.length === 0) return reply(options, "Nothing of this thread runs or waits.");
  const said: string[] = [];
  for (const id of own) {
    const session = sessions.find(({ kept }) => kept.id === id);
    const kept = session?.kept ?? (await open.store.read(id).catch(() => undefined));
    if (kept === undefined) continue;
    if (isHeld(kept.lease, systemClock.now())) {
      const wish = await open.store.wishCancel(id, open.repository.headCommit, trigger.author.login);
      said.push(
        wish.kind === "refused"
          ? `The run could not be told to stop: ${inline(wish.said)}`
          : `The run was told to stop: ${kept.lease?.runUrl ?? ""}. What it did until then is kept.`,
      );
      continue;
    }
    if (session !== undefined && session.stored.state.held.length > 0) {
      const { policy } = await currentBase(options, open, session);
      const state = { kind: "cancelled", by: trigger.author.login, at: systemClock.now() } as const;
      await follow(options, session, { policy, shownAt: 0, state });
    }
    open.store.adopt(kept);
    await open.store.finish();
    said.push("A session that waited was given up; nothing of it will be carried out.");
  }
  return reply(options, said.join("\n\n"));
}
