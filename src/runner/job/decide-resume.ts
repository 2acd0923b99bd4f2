/** A wish to go on with a session that stopped: at a limit, interrupted, after an outage, with its runner gone. */

import { RunnerError } from "../../protocol/error.ts";
import { currentBase } from "./current-base.ts";
import type { DecideOptions, Deciding, Decision, KeptOfThread } from "./deciding.ts";
import { keptFiles } from "./kept.ts";
import { onlyLooked, refuse, reply, takenBy, voidBy } from "./refuse.ts";

type Resuming = DecideOptions & { readonly trigger: Extract<Deciding, { kind: "resume" }> };

/** Takes up the newest session of the thread. Throws `github.denied` when the server does not let it. */
export async function resume(options: Resuming, { open, sessions, problems }: KeptOfThread): Promise<Decision> {
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
  if (options.inputs.publish !== "github") return reply(options, onlyLooked("The run would go on"));
  open.store.adopt(kept);
  const point = { files: keptFiles(session.bundle), tree: session.tree, parent: session.begin.headCommit };
  const saved = await open.store.save(point, "running");
  if (saved.kind === "lost") return { kind: "overtaken" };
  if (saved.kind === "unkept") {
    await open.store.abandon(); // the server may have it all the same
    throw new RunnerError({
      code: "github.denied",
      message: `The session could not be taken up: ${saved.said}`,
      hint: "Nothing was carried out. Give the token `contents: write`, and write it again.",
    });
  }
  return { kind: "goes on", session, limits: options.trigger.overrides };
}
