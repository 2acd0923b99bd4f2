/** The session that a job works on, as it is on the server. Every change is compare-and-set, and a save has journal and workspace of the same moment. */

import { createInTurn } from "../../base/in-turn.ts";
import type { Clock } from "../../base/clock.ts";
import { describeError } from "../../protocol/error.ts";
import { hasTrait } from "../../protocol/outcome.ts";
import type { StoredCommit } from "../../workspace/read-stored.ts";
import type { RefUpdate, RemoteRef } from "../../workspace/push-refs.ts";
import type { RemoteRefs, UpdateResult } from "../../workspace/remote-refs.ts";
import { DONE, writeDone, type DoneRecord } from "./done-record.ts";
import { BUNDLE, CLAIMS, JOURNAL, LEASE, SESSIONS, CANCELS } from "./session-refs.ts";
import { parseLease, writeLease, type AttemptState, type Lease, type LeaseOwner, type LeaseState } from "./lease.ts";
import { SEAL, type SessionSeal } from "./session-seal.ts";
import { member, parseJson } from "../../base/member.ts";

export interface StoreOptions {
  readonly refs: RemoteRefs;
  /** This job, which holds the lease of a session while it works on it. */
  readonly holder: LeaseOwner;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly seal: SessionSeal;
  /** Asks the server whether the attempt that wrote a lease goes on; undefined where it does not say. */
  readonly attemptState: (lease: Lease) => Promise<AttemptState | undefined>;
}

interface SavePoint {
  /** Path in the bundle → content. */
  readonly files: ReadonlyMap<string, Buffer | string>;
  readonly tree: string;
  readonly parent: string;
}

export type Saved =
  | { readonly kind: "saved" }
  /** Another job has the session now. */
  | { readonly kind: "lost" }
  | { readonly kind: "unsaved"; readonly said: string };

export interface RemoteSession {
  readonly id: string;
  readonly stored: StoredCommit;
  readonly lease: Lease | undefined;
  /** Why its content cannot be trusted, a sentence; undefined where the seal holds. */
  readonly sealProblem: string | undefined;
}

interface Current {
  readonly id: string;
  readonly ref: string;
  commit: string;
  readonly claim: string | undefined;
}

type Held = Pick<Lease, "state"> & Partial<Omit<Lease, "attempt">>;

interface Writing extends Pick<SavePoint, "files"> {
  readonly tree?: string | undefined;
  readonly parent?: string | undefined;
}

/** One per job. It has no session before `adopt`. Its functions do not throw for what the server says, except where a line says so. */
export function createOwnSession({ refs: first, holder, clock, seal }: Omit<StoreOptions, "attemptState">) {
  let refs = first;
  const from = clock.now();
  let current: Current | undefined;
  let comment: RemoteRef | undefined;
  /** The commit of a save that the server did not answer, so that it may hold it or not. */
  let unanswered: string | undefined;
  const inTurn = createInTurn();

  /** Finds out whether the server took the unanswered save. Throws `git.failed`. */
  const settle = async (): Promise<void> => {
    if (current === undefined || unanswered === undefined) return;
    const [stored] = await refs.list(current.ref);
    if (stored?.commit === unanswered) current.commit = unanswered;
    unanswered = undefined;
  };
  /** Writes a sealed commit; `files` by their paths in it. Throws `git.failed`. */
  const write = ({ files, tree, parent }: Writing, held: Held, message: string): Promise<string> => {
    const at = clock.now();
    const sealed = new Map<string, Buffer | string>(files).set(LEASE, writeLease({ ...holder, at, from, ...held }));
    return refs.write({
      files: sealed.set(SEAL, seal.write({ files: sealed, tree })),
      trees: tree === undefined ? undefined : new Map([["workspace", tree]]),
      parent,
      message,
      atSeconds: Math.floor(at / 1000),
    });
  };
  /** Moves the reference to a commit. Throws `git.failed`. */
  const put = async (commit: string, isOptional: boolean): Promise<Saved> => {
    await settle();
    if (current === undefined) return { kind: "lost" };
    const { ref, commit: expected } = current;
    if (expected === commit) return { kind: "saved" };
    const result = await refs.update([{ ref, commit, expected }], { isAtomic: true, isOptional, known: first.head() });
    if (result.kind === "moved") return { kind: "lost" };
    if (result.kind === "refused") {
      unanswered = commit;
      return { kind: "unsaved", said: result.said };
    }
    current.commit = commitOf(result, ref, commit);
    return { kind: "saved" };
  };
  const remove = async (done?: DoneRecord): Promise<boolean> => {
    if (current === undefined) return false;
    await settle().catch(() => {}); // a session that is not deleted now is swept in a week
    const update = { ref: current.ref, commit: null, expected: current.commit };
    const records = done === undefined ? [] : await recordsOf(current, done).catch(() => []);
    const result = await refs.update([...records, update], { isAtomic: false }).catch(() => undefined);
    await clearCancelRequest(); // one that came too late
    return result?.kind === "updated";
  };
  const clearCancelRequest = async (): Promise<void> => {
    if (current === undefined) return;
    const name = `${CANCELS}${current.id}`;
    const found = (await first.list(name).catch(() => [])).filter(({ ref }) => ref === name); // listed by the prefix
    const updates = found.map(({ ref, commit }) => ({ ref, commit: null, expected: commit }));
    await first.update(updates, { isAtomic: false }).catch(() => {}); // the next job of the session tries again
  };
  /** The changes of the claims on the comment and, where it ended well, on the session. Throws `git.failed`. */
  const recordsOf = async ({ id, claim: own }: Current, done: DoneRecord): Promise<readonly RefUpdate[]> => {
    const claims = comment === undefined ? [] : [comment];
    const ref = `${CLAIMS}${id}`;
    if (hasTrait(done.outcome, "good"))
      claims.push(...(own === undefined ? await refs.list(ref).catch(() => []) : [{ ref, commit: own }]));
    return await doneIn(claims, id, done);
  };
  /** The changes of claims that record what was done. Throws `git.failed`. */
  const doneIn = async (claims: readonly RemoteRef[], id: string, done: DoneRecord): Promise<readonly RefUpdate[]> => {
    if (claims.length === 0) return [];
    const at = clock.now();
    const files = new Map([
      [LEASE, writeLease({ ...holder, at, state: "stopped" })],
      [DONE, writeDone(done)],
    ]);
    const commit = await refs.write({ files, message: `session ${id} is done`, atSeconds: Math.floor(at / 1000) });
    return claims.map((claim) => ({ ref: claim.ref, commit, expected: claim.commit }));
  };
  const release = async (): Promise<void> => {
    if (current === undefined) return;
    const { id, ref } = current;
    const stored = await refs.read(ref);
    if (stored === undefined || ![current.commit, unanswered].includes(stored.commit)) return;
    current.commit = stored.commit;
    if (!stored.files.has(JOURNAL)) return void (await remove());
    const left = leftBy(parseLease(stored.files.get(LEASE), holder));
    if (left === undefined) return;
    const { files, workspaceTree: tree } = stored;
    // The commit that the session started from may be missing on this disk; the second try leaves it out.
    for (const parent of [stored.parent, undefined]) {
      const commit = await write({ files, tree, parent }, left, `session ${id}: left`);
      const result = await refs.update([{ ref, commit, expected: current.commit }], { isAtomic: true });
      if (result.kind !== "refused") return;
    }
  };

  return {
    /** From now on saves go through another git directory: the one that has the snapshots. */
    use: (next: RemoteRefs): void => {
      refs = next;
    },
    /** From now on `save` continues this commit of the session. `claim` is the commit of its claim, where this job made it. */
    adopt: (id: string, commit: string, claim?: string): void => {
      current = { id, ref: `${SESSIONS}${id}`, commit, claim };
    },
    /** Saves run one after the other, in the order of the calls. A busy server is asked again, unless `isLast` is false because a later save follows. */
    save: (point: SavePoint, state: LeaseState, { isLast = true }: { readonly isLast?: boolean } = {}) =>
      inTurn(async (): Promise<Saved> => {
        if (current === undefined) return { kind: "unsaved", said: "the session was not claimed" };
        const files = new Map([...point.files].map(([path, content]) => [`${BUNDLE}${path}`, content]));
        try {
          const commit = await write({ ...point, files }, { state }, `session ${current.id}: ${state}`);
          return await put(commit, !isLast);
        } catch (error) {
          return { kind: "unsaved", said: describeError(error) };
        }
      }),
    /** Whether the session is still this job's; also true where the server does not say. */
    isMine: () =>
      inTurn(async () => {
        if (current === undefined) return false;
        const stored = await refs.list(current.ref).catch(() => undefined);
        if (stored === undefined) return true;
        return stored.some(({ commit }) => commit === current?.commit || commit === unanswered);
      }),
    /** This job carries out the comment of this claim. */
    carryOut: (claim: RemoteRef): void => {
      comment = claim;
    },
    /**
     * Deletes the session and a request to cancel it; returns false when another job has it by now. `done` is written into the claim of
     * the comment that this job carried out, and, where the end is a good one, into the claim of the session, for a job that gets the same
     * request again.
     */
    finish: (done?: DoneRecord) => inTurn(async () => await remove(done)),
    /** The comment was carried out, and the session goes on with another one. */
    carriedOut: (done: DoneRecord) =>
      inTurn(async () => {
        if (current === undefined || comment === undefined) return;
        const records = await doneIn([comment], current.id, done).catch(() => []);
        await refs.update(records, { isAtomic: false }).catch(() => {}); // then another attempt finds the answer in the session
      }),
    /** Says in the lease that this job works on the session no longer, and deletes one of which only the claim was saved. */
    leave: () => inTurn(async () => await release().catch(() => {})), // a lease that stays runs out by itself
    /** Leaves the session when the git directory of the run is gone. */
    abandon: () =>
      inTurn(async () => {
        refs = first; // the git directory of the run is removed with it
        await release().catch(() => {}); // a lease that stays runs out by itself
      }),
    /** Asks the job of a session to stop: `refs/kimi/cancel/<session id>` exists while a request is open. `by` is the login of its author. Throws `git.failed`. */
    requestCancel: async (id: string, parent: string, by: string) => {
      const atSeconds = Math.floor(clock.now() / 1000);
      const files = new Map([[CANCEL_FILE, `${JSON.stringify({ v: 1, by })}\n`]]);
      const commit = await first.write({ files, parent, message: `session ${id} is to stop`, atSeconds });
      return await first.update([{ ref: `${CANCELS}${id}`, commit, expected: null }], { isAtomic: false });
    },
    /** Login of the author of the open request to cancel the session, empty where it cannot be read. Throws `git.failed`. */
    cancelRequest: async () => {
      if (current === undefined) return undefined;
      const ref = `${CANCELS}${current.id}`;
      if (!(await first.list(ref)).some((one) => one.ref === ref)) return undefined;
      const stored = await first.read(ref).catch(() => undefined);
      return loginIn(stored?.files.get(CANCEL_FILE));
    },
    /** Deletes the open request to cancel the session, so that it stops no later run. */
    clearCancelRequest,
  };
}

/** How a job leaves a session with this lease; undefined where the lease says already that no job works on it. */
function leftBy(lease: Lease | undefined): Held | undefined {
  if (lease?.state === "running") return { state: "stopped" };
  if (lease?.state !== "unpublished" || lease.isLeft === true) return undefined;
  const { runUrl, runId, runAttempt } = lease; // by which the artifact of the run is found
  return { state: "unpublished", isLeft: true, runUrl, runId, runAttempt };
}

/** The commit that a reference holds after a push: the server may have taken it without its parent. */
export function commitOf(result: Extract<UpdateResult, { kind: "updated" }>, ref: string, sent: string): string {
  return result.refs.find((stored) => stored.ref === ref)?.commit ?? sent;
}

const CANCEL_FILE = "cancel.json";

/** The login is shown to people, so it is checked: any account with the right to push could have written the request. */
function loginIn(bytes: Buffer | undefined): string {
  const by = member(parseJson(bytes?.toString("utf8") ?? ""), "by");
  return typeof by === "string" && /^[\w-]{1,39}$/.test(by) ? by : "";
}
