/** A job claims the request that started it, so that no other job carries it out too, and saves its session where the server lets it. */

import { systemClock } from "../../base/clock.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import { createSessionSync, type SessionSync } from "./session-sync.ts";
import type { DoneRecord } from "./done-record.ts";
import { openStore, type OpenStore } from "./job-session-store.ts";
import type { Lease } from "./lease.ts";
import { destinationOf, requesterOf, type JobContext } from "../context/job-context.ts";
import { parseSessionId, sessionId } from "./session-id.ts";
import type { RemoteSession, Saved } from "./own-session.ts";
import type { KeptIds, SessionStore } from "./session-store.ts";
import { checkSession, type ThreadSession } from "./thread-sessions.ts";
import { requestKeyOf } from "../context/request-keys.ts";

export type ClaimedIds = Pick<KeptIds, "claims" | "answers">;

/** A request of a thread that this job claimed. */
export interface ClaimedRequest {
  readonly thread: number;
  readonly ids: Promise<ClaimedIds>;
}

export type Claim =
  | {
      readonly kind: "mine";
      readonly sessionId: string;
      readonly origin: SessionOrigin;
      /** Undefined where the session is not saved on the server: without a thread, without publishing, or without the right. */
      readonly sync?: SessionSync;
      readonly claimed?: ClaimedRequest;
      readonly isFirst?: boolean;
      /** Why the server does not save the session. */
      readonly unsaved?: Saved;
      readonly close: () => void;
    }
  /** Another job has the request, or had it. */
  | { readonly kind: "taken"; readonly lease: Lease | undefined }
  | { readonly kind: "done"; readonly done: DoneRecord }
  /** Its run ended in an earlier job and is still to be published. */
  | { readonly kind: "ended"; readonly session: ThreadSession; readonly open: OpenStore };

/** Most old sessions that one job fetches beside its run; the next job continues. */
const MAX_SWEPT = 20;
/** GitHub delivers no event again that is older than this, so older claims and sessions are swept. */
const KEPT_MS = 8 * 24 * 3_600_000;
/** A pull request that rests for longer is reviewed whole again. */
const KEPT_REVIEW_MS = 90 * 24 * 3_600_000;

/** Claims the request. Where the server does not let this job write references, it warns and goes on without a stored session. */
export async function claimRequest(context: JobContext, depth: number): Promise<Claim> {
  const { trigger, thread, inputs, world } = context;
  const at = Date.parse(trigger.before ?? "") || systemClock.now();
  const id = sessionId({ thread: thread?.number, at }, requestKeyOf(trigger));
  const mine = { kind: "mine", sessionId: id, origin: sessionOriginOf(context, depth), close: () => {} } as const;
  if (thread === undefined || inputs.publish !== "github") return mine;
  const open = await openStore(context);
  const listing = open.store.list(); // beside the claim, so it may miss that claim
  listing.catch(() => {}); // those who await it handle the rejection
  const first = await open.store.claim(id);
  const session = first.kind === "ended" ? endedSession(context, open.store, { id, stored: first.stored }) : undefined;
  if (session !== undefined) return { kind: "ended", session, open };
  const claim = first.kind === "ended" ? await first.takeOver() : first;
  if (claim.kind !== "claimed") open[Symbol.dispose]();
  if (claim.kind === "taken" || claim.kind === "done") return claim;
  if (claim.kind === "refused") {
    world.warn(
      `The session is not kept on the server, so held actions cannot be answered in the thread: ${claim.said} Give the token \`contents: write\`.`,
    );
    const said = `The server refused to store it; the token needs \`contents: write\`. It said: ${claim.said.trim()}`;
    return { ...mine, unsaved: { kind: "unsaved", said } };
  }
  const ids = listing.then((all) => ({ ...all, claims: [...new Set([...all.claims, id])] }));
  ids.catch(() => {});
  void sweep(open.store, listing, id);
  const sync = createSessionSync(context, open.store);
  return {
    ...mine,
    sync,
    claimed: { thread: thread.number, ids },
    isFirst: claim.kind === "claimed" && claim.isFirst === true,
    close: () => {
      sync.close();
      open[Symbol.dispose]();
    },
  };
}

/** The session that an earlier job left; undefined, with a warning, where it cannot be read. */
function endedSession(
  { thread, job, inputs, world }: JobContext,
  store: SessionStore,
  remote: Pick<RemoteSession, "id" | "stored">,
): ThreadSession | undefined {
  try {
    const session = store.readingOf(remote);
    return checkSession(session, { thread: thread?.number ?? 0, job, dir: inputs.bundleDir });
  } catch (error) {
    world.warn(`The run of an earlier job cannot be published: ${describeError(error)}`);
    return undefined;
  }
}

/** Where a session that this job begins comes from: thread, requester and verb. */
export function sessionOriginOf(context: JobContext, depth = 0): SessionOrigin {
  const { trigger, thread, job, outsider } = context;
  const destination = destinationOf(context);
  return {
    repository: `${job.owner}/${job.repo}`,
    thread: thread?.number,
    isPull: thread?.pull !== undefined,
    requester: requesterOf(trigger),
    outsider,
    verb: trigger.verb,
    title: thread?.title,
    replyTo: trigger.replyTo,
    key: requestKeyOf(trigger),
    into: destination.kind === "own" ? destination.into : undefined,
    depth: depth === 0 ? undefined : depth,
  };
}

/** Removes old claims and sessions. Its name says when a request was made, its lease when a job last worked on it. */
async function sweep(store: SessionStore, listed: ReturnType<SessionStore["list"]>, own: string): Promise<void> {
  const isPast = (at: number, keptMs = KEPT_MS): boolean => systemClock.now() - at > keptMs;
  const isOld = (id: string, keptMs = KEPT_MS): boolean =>
    id !== own && isPast(parseSessionId(id)?.at ?? Infinity, keptMs);
  const { sessions, claims, reviews } = await listed.catch(() => ({ sessions: [], claims: [], reviews: [] }));
  const old = sessions.filter((id) => isOld(id));
  const useless = new Set<string>();
  for (const id of old.slice(0, MAX_SWEPT)) {
    try {
      const kept = await store.read(id);
      if (isPast(kept?.lease?.at ?? 0)) useless.add(id);
    } catch (error) {
      if (error instanceof RunnerError && error.code === "session.corrupt") useless.add(id); // other errors are the server's
    }
  }
  const isLeft = (id: string): boolean => old.includes(id) && !useless.has(id);
  await store.sweep({
    sessions: [...useless],
    claims: claims.filter((id) => isOld(id) && !isLeft(id)),
    reviews: reviews.filter((id) => isOld(id, KEPT_REVIEW_MS)),
  });
}
