/** Replies to `status`: reads the stored sessions of the thread and changes nothing. It works while a run of the thread goes on. */

import { systemClock } from "../../base/clock.ts";
import { member } from "../../base/member.ts";
import { OWN_MARKER } from "../../github/event/marker.ts";
import type { Trigger } from "../../github/event/trigger.ts";
import { renderStatus, type SessionStatus } from "../../publish/render/render-status.ts";
import { answerMark, deferralMark, isOwn, statusMark } from "../../publish/result/markers.ts";
import { findOwn } from "../../publish/result/own-text.ts";
import { inRepo } from "../../publish/result/ports.ts";
import { whoAmI } from "../context/job-context.ts";
import type { JobEnd } from "../context/job-end.ts";
import { repoOf } from "../context/job-parts.ts";
import { postReply } from "../context/posts.ts";
import { openStore, type OpenStore } from "../sessions/job-session-store.ts";
import { isActive } from "../sessions/lease.ts";
import type { RemoteSession } from "../sessions/own-session.ts";
import { readThreadSessions, type DecisionContext, type ThreadSession } from "../sessions/thread-sessions.ts";
import { currentBase } from "./gather-facts.ts";
import { lastShownAt } from "./decide.ts";

type StatusContext = Omit<DecisionContext, "trigger"> & { readonly trigger: Extract<Trigger, { kind: "status" }> };

/** Throws `github.denied` when the reply cannot be posted, `git.failed` when the sessions cannot be listed. */
export async function tellStatus(request: Omit<StatusContext, "self">): Promise<JobEnd> {
  const asking = whoAmI(request.client);
  using open = await openStore(request);
  const context = { ...request, self: await asking };
  return await postReply(context, await statusText(context, open));
}

async function statusText(context: StatusContext, open: OpenStore): Promise<string> {
  const { client, inputs, trigger, self } = context;
  const { kind, number } = trigger.thread;
  const place = { ...inRepo(repoOf(context)), number, per_page: 100 };
  const [found, said, onLines] = await Promise.all([
    readThreadSessions(context, open.store),
    client.paginate("GET /repos/{owner}/{repo}/issues/{number}/comments", place),
    kind === "pull" ? client.paginate("GET /repos/{owner}/{repo}/pulls/{number}/comments", place) : [],
  ]);
  const comments = [...said, ...onLines].toSorted((a, b) => timeOf(a) - timeOf(b));
  const own = comments.filter((comment) => isOwn(comment, self, OWN_MARKER));
  const textIn = (comment: unknown, name: "html_url" | "body"): string | undefined => {
    const text = member(comment, name);
    return typeof text === "string" ? text : undefined;
  };
  const ownWith = async (mark: string): Promise<unknown> =>
    await findOwn({ client, repo: repoOf(context), self }, comments, mark);
  const sessions = await Promise.all(
    found.sessions.map(async (session): Promise<SessionStatus> => {
      const { origin, stored, begin, remote } = session;
      const waits = stored.state.held.length > 0;
      const key = origin.key ?? begin.sessionId;
      const comment = (await ownWith(statusMark(key))) ?? (await ownWith(answerMark(key)));
      return {
        kind: kindOf(remote, waits),
        facts: stored.state,
        verb: origin.verb,
        requester: origin.requester?.login,
        runUrl: remote.lease.runUrl,
        commentUrl: textIn(comment, "html_url"),
        comment: textIn(comment, "body"),
        requestUrl: waits ? textIn(await ownWith(deferralMark(begin.sessionId)), "html_url") : undefined,
        expiresAt: waits ? await expiryOf(context, open, session) : undefined,
      };
    }),
  );
  const begun = found.begun.filter(({ lease }) => isActive(lease, systemClock.now()));
  const starting = begun.map(({ lease }): SessionStatus => ({ kind: "working", runUrl: lease?.runUrl ?? "" }));
  return renderStatus({
    sessions: [...starting, ...sessions],
    last: newest(own),
    problems: found.problems,
    command: inputs.start.trigger,
  });
}

/** The state of a session. One whose job vanished counts as stopped. */
function kindOf({ lease }: Pick<RemoteSession, "lease">, waits: boolean): SessionStatus["kind"] {
  if (isActive(lease, systemClock.now())) return "working";
  if (waits) return "waiting";
  return lease?.state === "unpublished" ? "unpublished" : "stopped";
}

/** When the request of the session expires; undefined where the policy cannot be read now. */
async function expiryOf(context: StatusContext, open: OpenStore, session: ThreadSession): Promise<number | undefined> {
  const now = await currentBase(context, open, session).catch(() => undefined);
  return now && lastShownAt(session) + now.policy.approvers.expiresHours * 3_600_000;
}

function timeOf(comment: unknown): number {
  return Date.parse(String(member(comment, "created_at")));
}

function newest(own: readonly unknown[]): { readonly heading: string; readonly url: string } | undefined {
  for (const comment of own.toReversed()) {
    const [, heading] =
      /^<!-- kimi-runner:(?:status|answer) [^\n]*\n(?:[^]*?\n<!-- kimi-runner:text -->\n)?### ([^\n]+)/.exec(
        String(member(comment, "body")),
      ) ?? [];
    const url = member(comment, "html_url");
    if (heading !== undefined && typeof url === "string") return { heading, url };
  }
  return undefined;
}
