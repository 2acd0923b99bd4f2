/** The first job that gets a comment or an opening creates `refs/kimi/claims/<id>`. Only a further attempt of its workflow run may carry it out again. */

import type { RefUpdate } from "../../workspace/push-refs.ts";
import type { StoredCommit } from "../../workspace/read-stored.ts";
import type { UpdateResult } from "../../workspace/remote-refs.ts";
import { DONE, parseDone, type DoneRecord } from "./done-record.ts";
import { askedLease, isEarlierAttempt, isActive, parseLease, writeLease, type Lease } from "./lease.ts";
import { ANSWERS, CANCELS, CLAIMS, LEASE, SESSIONS } from "./session-refs.ts";
import { commitOf, type StoreOptions } from "./own-session.ts";

export type Claimed =
  /** `commit` is what the reference holds. `isFirst`: no job had the request before, so nothing of it was published. */
  | { readonly kind: "claimed"; readonly commit: string; readonly isFirst?: true }
  | { readonly kind: "done"; readonly done: DoneRecord }
  /** A run of the request ended and was not published, or waits for answers; no job works on it. `takeOver` begins it anew. */
  | { readonly kind: "ended"; readonly stored: StoredCommit; readonly takeOver: () => Promise<Claimed> }
  /** Another job has the request: the one that `lease` names. `commit` is what the reference of a comment's claim holds. */
  | { readonly kind: "taken"; readonly lease: Lease | undefined; readonly commit?: string }
  /** The server does not let this job create the reference; `said` is why. */
  | { readonly kind: "refused"; readonly said: string };

export function createClaims({ refs, holder, clock, attemptState }: Omit<StoreOptions, "seal">) {
  const update = async (updates: readonly RefUpdate[]): Promise<UpdateResult> =>
    refs.update(updates, { isAtomic: true });
  // The commit has no parent: with one, git would first ask the server which history it has, and a person waits for this.
  const write = async (id: string): Promise<string> => {
    const now = clock.now();
    const files = new Map([[LEASE, writeLease({ ...holder, at: now, state: "running" })]]);
    return refs.write({ files, message: `session ${id} begins`, atSeconds: Math.floor(now / 1000) });
  };
  const read = async (ref: string): Promise<StoredCommit | undefined> => refs.read(ref).catch(() => undefined);
  const leaseOf = (stored: StoredCommit | undefined): Lease | undefined => parseLease(stored?.files.get(LEASE), holder);
  /** Two jobs of the same attempt have the same number, so the second of them does not count as a repetition of the first. */
  const isEarlier = (lease: Lease | undefined): boolean => isEarlierAttempt(lease, holder);
  /** Creates the references; `again` answers where one exists already. The job works on the last one. */
  const take = async (id: string, prefixes: readonly string[], again: Again): Promise<Claimed> => {
    const commit = await write(id);
    const names = prefixes.map((prefix) => `${prefix}${id}`);
    const result = await update(names.map((ref) => ({ ref, commit, expected: null })));
    if (result.kind === "moved") return again(id, commit);
    const claimed = claimedBy(result, names.at(-1) ?? "", commit);
    return claimed.kind === "claimed" ? { ...claimed, isFirst: true } : claimed;
  };

  /** The existing claim may be this job's own, from a push whose answer was lost, or an earlier attempt's. */
  const sessionAgain: Again = async (id, commit) => {
    const [claim, session] = [await read(`${CLAIMS}${id}`), await read(`${SESSIONS}${id}`)];
    const first = leaseOf(claim);
    const now = await askedLease(leaseOf(session), clock.now(), attemptState);
    const taken = { kind: "taken", lease: first ?? now } as const;
    if (session !== undefined && session.commit === commit) return { kind: "claimed", commit };
    const done = parseDone(claim?.files.get(DONE));
    if (done !== undefined) return { kind: "done", done };
    // By now another job may hold the session, because a person answered or resumed it.
    const isOpen = isEarlier(first) && (!isActive(now, clock.now()) || isEarlier(now));
    const takeOver = async (): Promise<Claimed> => {
      if (!isOpen) return taken;
      const ref = `${SESSIONS}${id}`;
      // A session that ended may have left a request to cancel it.
      const late = session === undefined ? await refs.list(`${CANCELS}${id}`).catch(() => []) : [];
      const deletions = late.map((cancel) => ({ ref: cancel.ref, commit: null, expected: cancel.commit }));
      await refs.update(deletions, { isAtomic: false }).catch(() => {}); // then it stops this run
      const result = await update([{ ref, commit, expected: session?.commit ?? null }]);
      return result.kind === "moved" ? taken : claimedBy(result, ref, commit);
    };
    const isLeft = now?.state === "unpublished" && (!isActive(now, clock.now()) || isEarlier(now));
    const isEnded = isLeft || (now?.state === "waiting" && isOpen);
    return session !== undefined && isEnded ? { kind: "ended", stored: session, takeOver } : await takeOver();
  };
  const answerAgain: Again = async (id, commit) => {
    const claim = await read(`${ANSWERS}${id}`);
    const lease = leaseOf(claim);
    if (claim === undefined || claim.commit === commit) return { kind: "claimed", commit };
    const done = parseDone(claim.files.get(DONE));
    if (done !== undefined) return { kind: "done", done };
    return { kind: isEarlier(lease) ? "claimed" : "taken", lease, commit: claim.commit };
  };

  return {
    /** Claims an id and creates a session of that name. Never throws for what the server says. */
    session: (id: string) => take(id, [CLAIMS, SESSIONS], sessionAgain),
    /** Claims the id of a comment that decides about an existing session. */
    answer: (id: string) => take(id, [ANSWERS], answerAgain),
  };
}

/** Answers for a claim that exists already; `commit` is the one that this job wrote. */
type Again = (id: string, commit: string) => Promise<Claimed>;

function claimedBy(result: Exclude<UpdateResult, { kind: "moved" }>, ref: string, sent: string): Claimed {
  if (result.kind === "refused") return { kind: "refused", said: result.said };
  return { kind: "claimed", commit: commitOf(result, ref, sent) };
}
