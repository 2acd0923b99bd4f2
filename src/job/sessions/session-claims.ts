/**
 * Who does what a comment or an opening asks for: `refs/kimi/claims/<id>`, created once by the first job that hears of it. Only a
 * further attempt of the same workflow run may do it again.
 */

import type { Clock } from "../../base/clock.ts";
import type { RefUpdate } from "../../workspace/push-refs.ts";
import type { StoredCommit } from "../../workspace/read-stored.ts";
import type { RemoteRefs, UpdateResult } from "../../workspace/remote-refs.ts";
import { isEarlierAttempt, isActive, parseLease, writeLease, type LeaseOwner, type Lease } from "./lease.ts";
import { isPermanentRefusal } from "./is-permanent.ts";
import { ANSWERS, CLAIMS, SESSIONS } from "./session-refs.ts";

export interface ClaimsOptions {
  readonly refs: RemoteRefs;
  /** Who claims. */
  readonly holder: LeaseOwner;
  readonly clock: Pick<Clock, "now" | "sleep">;
}

export type Claimed =
  /** `commit`: what the reference of the session holds, where one was made. */
  | { readonly kind: "claimed"; readonly commit: string }
  /** Somebody has it already: `lease` says who asked first. */
  | { readonly kind: "taken"; readonly lease: Lease | undefined }
  /** The server keeps nothing for us; `said` is why. */
  | { readonly kind: "refused"; readonly said: string };

export interface Claims {
  /** Takes an id with a session of that name, whose start commit is `parent`. Never throws for what the server says. */
  readonly session: (id: string, parent: string) => Promise<Claimed>;
  /** Takes the id of a comment that decides about a session which is there. */
  readonly answer: (id: string, parent: string) => Promise<Claimed>;
}

/** A server that is busy, or gone for a moment, has room again within these; without a claim a request could be done twice. */
const WAITS_MS = [500, 2_000, 5_000] as const;

/** The claims of one job. */
export function createClaims({ refs, holder, clock }: ClaimsOptions): Claims {
  const update = async (updates: readonly RefUpdate[]): Promise<UpdateResult> => {
    let result = await refs.update(updates, { isAtomic: true });
    for (const waitMs of WAITS_MS) {
      if (result.kind !== "refused" || isPermanentRefusal(result.said)) break;
      await clock.sleep(waitMs);
      result = await refs.update(updates, { isAtomic: true });
    }
    return result;
  };
  const write = async (id: string, parent: string): Promise<string> => {
    const now = clock.now();
    const files = new Map([["lease.json", writeLease({ ...holder, at: now, state: "running" })]]);
    return refs.write({ files, parent, message: `session ${id} begins`, atSeconds: Math.floor(now / 1000) });
  };
  const read = async (ref: string): Promise<StoredCommit | undefined> => refs.read(ref).catch(() => undefined);
  const leaseOf = (stored: StoredCommit | undefined): Lease | undefined =>
    parseLease(stored?.files.get("lease.json"), holder);
  /** Jobs of one attempt have one number: of two that hear of the same comment, one is enough. */
  const isEarlier = (lease: Lease | undefined): boolean => isEarlierAttempt(lease, holder);

  /** Somebody was first. That may have been this job, in a push whose answer was lost, or an earlier attempt of it. */
  const again = async (id: string, commit: string): Promise<Claimed> => {
    const [claim, session] = [await read(`${CLAIMS}${id}`), await read(`${SESSIONS}${id}`)];
    const [first, now] = [leaseOf(claim), leaseOf(session)];
    const lease = first ?? now;
    if (session !== undefined && session.commit === commit) return { kind: "claimed", commit };
    // A session of this request may be somebody else's by now: who answered or resumed it.
    if (!isEarlier(first) || (isActive(now, clock.now()) && !isEarlier(now))) return { kind: "taken", lease };
    const ref = `${SESSIONS}${id}`;
    const result = await update([{ ref, commit, expected: session?.commit ?? null }]);
    if (result.kind === "refused") return { kind: "refused", said: result.said };
    if (result.kind === "moved") return { kind: "taken", lease };
    return { kind: "claimed", commit: commitOf(result, ref, commit) };
  };

  return {
    async session(id, parent) {
      const commit = await write(id, parent);
      const names = [`${CLAIMS}${id}`, `${SESSIONS}${id}`];
      const result = await update(names.map((ref) => ({ ref, commit, expected: null })));
      if (result.kind === "refused") return { kind: "refused", said: result.said };
      if (result.kind === "moved") return again(id, commit);
      return { kind: "claimed", commit: commitOf(result, `${SESSIONS}${id}`, commit) };
    },
    async answer(id, parent) {
      const commit = await write(id, parent);
      const ref = `${ANSWERS}${id}`;
      const result = await update([{ ref, commit, expected: null }]);
      if (result.kind === "refused") return { kind: "refused", said: result.said };
      if (result.kind === "updated") return { kind: "claimed", commit: commitOf(result, ref, commit) };
      const claim = await read(ref);
      const lease = leaseOf(claim);
      return claim?.commit === commit || isEarlier(lease) ? { kind: "claimed", commit } : { kind: "taken", lease };
    },
  };
}

/** The commit that a reference holds now: a server may have taken another form of it. */
export function commitOf(result: Extract<UpdateResult, { kind: "updated" }>, ref: string, sent: string): string {
  return result.refs.find((stored) => stored.ref === ref)?.commit ?? sent;
}
