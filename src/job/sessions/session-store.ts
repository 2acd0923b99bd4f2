/**
 * Sessions on the server: claimed, saved, taken up, given up. Every change is compare-and-set, so that two jobs never go on with
 * one session; what is saved is always a journal and the workspace of the same moment.
 */

import type { Clock } from "../../base/clock.ts";
import { describeError } from "../../protocol/error.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import type { RemoteRef } from "../../workspace/push-refs.ts";
import type { StoredCommit } from "../../workspace/read-stored.ts";
import { createCancelRequests, type CancelRequest, type CancelRequests } from "./cancel-requests.ts";
import { parseLease, writeLease, type LeaseOwner, type Lease, type LeaseState } from "./lease.ts";
import { isPermanentRefusal } from "./is-permanent.ts";
import { createClaims, commitOf, type Claimed } from "./session-claims.ts";
import { ANSWERS, CLAIMS, SESSIONS } from "./session-refs.ts";
import { SEAL, type SessionSeal } from "./session-seal.ts";

const [LEASE, BUNDLE] = ["lease.json", "bundle/"] as const;

export interface StoreOptions {
  readonly refs: RemoteRefs;
  /** Who holds a session while this job works on it. */
  readonly holder: LeaseOwner;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly seal: SessionSeal;
}

/** A moment of a session. */
export interface SavePoint {
  /** Path in the bundle → content. */
  readonly files: ReadonlyMap<string, Buffer | string>;
  readonly tree: string;
  /** The commit the session started from. */
  readonly parent: string;
}

export type Saved =
  | { readonly kind: "saved" }
  | { readonly kind: "lost" }
  | { readonly kind: "unsaved"; readonly said: string };

/** A session as it was read. */
export interface RemoteSession {
  readonly id: string;
  readonly stored: StoredCommit;
  readonly lease: Lease | undefined;
}

export interface SessionStore {
  /** Works over another git directory from now on: the one that has the snapshots. */
  readonly use: (refs: RemoteRefs) => void;
  /** Everything under `refs/kimi/` of a kind, as ids. Throws `git.failed`. */
  readonly list: () => Promise<{
    readonly sessions: readonly string[];
    readonly claims: readonly string[];
    readonly answers: readonly string[];
  }>;
  /** Takes an id for this job, once and for all. Never throws for what the server says. */
  readonly claim: (id: string, parent: string) => Promise<Claimed>;
  /** The same for a comment that decides about a session which is there. */
  readonly claimAnswer: (id: string, parent: string) => Promise<Claimed>;
  /** Undefined when it is gone. Throws `git.failed`, `session.corrupt`. */
  readonly read: (id: string) => Promise<RemoteSession | undefined>;
  /** Why it cannot be believed, a sentence; undefined for what a job of this repository wrote. */
  readonly problemIn: (session: RemoteSession) => string | undefined;
  /** From now on `save` continues what was read. */
  readonly adopt: (session: RemoteSession) => void;
  /** One after the other, in the order of the calls. A server that stumbles is asked again unless `isLast` is false: then there is a next time. */
  readonly save: (point: SavePoint, state: LeaseState, more?: { readonly isLast?: boolean }) => Promise<Saved>;
  /** Whether nobody else took the session up; true as well where the server does not say. Never throws. */
  readonly isMine: () => Promise<boolean>;
  /** Deletes the session, and a request to cancel it; false when somebody else has it by now. Never throws. */
  readonly finish: () => Promise<boolean>;
  /** Says that nobody works on the session any more; deletes it when nothing but its claim was saved. Never throws. */
  readonly abandon: () => Promise<void>;
  readonly requestCancel: CancelRequests["create"];
  /** The request that the session of this job stops; undefined where there is none. Throws `git.failed`. */
  readonly cancelRequest: () => Promise<CancelRequest | undefined>;
  /** Deletes the cancel request. Never throws. */
  readonly clearCancelRequest: () => Promise<void>;
  /** Deletes names; never throws. */
  readonly sweep: (names: {
    readonly sessions: readonly string[];
    readonly claims: readonly string[];
  }) => Promise<void>;
}

/** Of the ten seconds that a cancelled job has, some are for telling people. */
const WAITS_MS = [500, 2_000] as const;

interface Writing extends Pick<SavePoint, "files"> {
  readonly tree?: string | undefined;
  readonly parent?: string | undefined;
}

/** The store of one job. */
export function createSessionStore({ refs: first, holder, clock, seal }: StoreOptions): SessionStore {
  let refs = first;
  let current: { readonly id: string; commit: string } | undefined;
  let known: readonly RemoteRef[] = [];
  /** A save that the server may have taken although it never said so. */
  let unanswered: string | undefined;
  /** Throws `git.failed`. */
  const settle = async (ref: string): Promise<void> => {
    if (current === undefined || unanswered === undefined) return;
    const [stored] = await refs.list(ref);
    if (stored?.commit === unanswered) current.commit = unanswered;
    unanswered = undefined;
  };
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work);
    tail = result.catch(() => {}); // the caller hears of it
    return result;
  };
  /** Files by their paths in the commit. */
  const write = async ({ files, tree, parent }: Writing, state: LeaseState, message: string): Promise<string> => {
    const sealed = new Map<string, Buffer | string>(files).set(
      LEASE,
      writeLease({ ...holder, at: clock.now(), state }),
    );
    return refs.write({
      files: sealed.set(SEAL, seal.write({ files: sealed, tree })),
      trees: tree === undefined ? undefined : new Map([["workspace", tree]]),
      parent,
      message,
      atSeconds: Math.floor(clock.now() / 1000),
    });
  };
  const idsOf = (all: readonly RemoteRef[], prefix: string): readonly string[] =>
    all.flatMap(({ ref }) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : []));

  /** Never throws for what the server says. */
  const put = async (ref: string, commit: string): Promise<Saved> => {
    if (current === undefined) return { kind: "lost" };
    try {
      await settle(ref);
    } catch (error) {
      return { kind: "unsaved", said: describeError(error) };
    }
    if (current.commit === commit) return { kind: "saved" };
    const result = await refs.update([{ ref, commit, expected: current.commit }], { isAtomic: true });
    if (result.kind === "moved") return { kind: "lost" };
    if (result.kind === "refused") {
      unanswered = commit;
      return { kind: "unsaved", said: result.said };
    }
    current.commit = commitOf(result, ref, commit);
    return { kind: "saved" };
  };

  const cancelRequests = createCancelRequests(() => refs, clock);

  const remove = async (): Promise<boolean> => {
    if (current === undefined) return false;
    const { id } = current;
    const ref = `${SESSIONS}${id}`;
    await settle(ref).catch(() => {}); // then it is swept in a week
    const update = { ref, commit: null, expected: current.commit };
    const result = await refs.update([update], { isAtomic: false }).catch(() => undefined);
    await cancelRequests.clear(id);
    return result?.kind === "updated";
  };
  const letGo = async (): Promise<void> => {
    if (current === undefined) return;
    const ref = `${SESSIONS}${current.id}`;
    const stored = await refs.read(ref);
    if (stored === undefined || ![current.commit, unanswered].includes(stored.commit)) return;
    current.commit = stored.commit;
    if (!stored.files.has(`${BUNDLE}journal.jsonl`)) return void (await remove());
    if (parseLease(stored.files.get(LEASE), holder)?.state !== "running") return;
    const { files, workspaceTree: tree } = stored;
    // The commit that it started from is not always on this disk.
    for (const parent of [stored.parent, undefined]) {
      const commit = await write({ files, tree, parent }, "stopped", `session ${current.id}: left`);
      const result = await refs.update([{ ref, commit, expected: current.commit }], { isAtomic: true });
      if (result.kind !== "refused") return;
    }
  };
  const claims = createClaims({ refs: first, holder, clock });

  return {
    use: (next) => {
      refs = next;
    },
    async list() {
      known = await refs.list("refs/kimi/");
      return { sessions: idsOf(known, SESSIONS), claims: idsOf(known, CLAIMS), answers: idsOf(known, ANSWERS) };
    },
    async claim(id, parent) {
      const claimed = await claims.session(id, parent);
      if (claimed.kind === "claimed") current = { id, commit: claimed.commit };
      return claimed;
    },
    claimAnswer: claims.answer,
    async read(id) {
      const stored = await refs.read(`${SESSIONS}${id}`);
      return stored && { id, stored, lease: parseLease(stored.files.get(LEASE), holder) };
    },
    problemIn: ({ stored: { files, workspaceTree: tree } }) => seal.problemIn({ files, tree }),
    adopt({ id, stored }) {
      current = { id, commit: stored.commit };
    },
    save: (point, state, { isLast = true } = {}) =>
      inTurn(async (): Promise<Saved> => {
        if (current === undefined) return { kind: "unsaved", said: "the session was not claimed" };
        const ref = `${SESSIONS}${current.id}`;
        const files = new Map([...point.files].map(([path, content]) => [`${BUNDLE}${path}`, content]));
        const message = `session ${current.id}: ${state}`;
        try {
          const commit = await write({ ...point, files }, state, message);
          let saved = await put(ref, commit);
          for (const waitMs of isLast ? WAITS_MS : []) {
            if (saved.kind !== "unsaved" || isPermanentRefusal(saved.said)) break;
            await clock.sleep(waitMs);
            saved = await put(ref, commit);
          }
          return saved;
        } catch (error) {
          return { kind: "unsaved", said: describeError(error) };
        }
      }),
    isMine: () =>
      inTurn(async () => {
        if (current === undefined) return false;
        const ref = `${SESSIONS}${current.id}`;
        const stored = await refs.list(ref).catch(() => undefined);
        if (stored === undefined) return true;
        return stored.some(({ commit }) => commit === current?.commit || commit === unanswered);
      }),
    finish: () => inTurn(remove),
    abandon: () =>
      inTurn(async () => {
        refs = first; // the git directory of a run goes with it
        await letGo().catch(() => {}); // the lease runs out by itself
      }),
    requestCancel: cancelRequests.create,
    cancelRequest: async () => (current === undefined ? undefined : await cancelRequests.read(current.id)),
    clearCancelRequest: async () => {
      if (current !== undefined) await cancelRequests.clear(current.id);
    },
    async sweep({ sessions, claims }) {
      const wanted = new Set([...sessions.map((id) => `${SESSIONS}${id}`), ...claims.map((id) => `${CLAIMS}${id}`)]);
      const old = known.filter(({ ref }) => wanted.has(ref));
      if (old.length === 0) return;
      const updates = old.map(({ ref, commit }) => ({ ref, commit: null, expected: commit }));
      await refs.update(updates, { isAtomic: false }).catch(() => {}); // the next job sweeps what is left
    },
  };
}
