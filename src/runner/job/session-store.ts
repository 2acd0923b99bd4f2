/**
 * Sessions on the server: claimed, saved, taken up, given up. Every change is compare-and-set, so that two jobs never go on with
 * one session; what is saved is always a journal and the workspace of the same moment.
 */

import type { Clock } from "../../base/clock.ts";
import { describeError } from "../../protocol/error.ts";
import type { RemoteRefs, UpdateResult } from "../../workspace/remote-refs.ts";
import type { RemoteRef } from "../../workspace/push-refs.ts";
import type { StoredCommit } from "../../workspace/read-stored.ts";
import { parseLease, writeLease, type Lease, type LeaseState } from "./lease.ts";

const SESSIONS = "refs/kimi/sessions/";
const CLAIMS = "refs/kimi/claims/";
const CANCELS = "refs/kimi/cancel/";

export interface StoreOptions {
  readonly refs: RemoteRefs;
  /** Who holds a session while this job works on it. */
  readonly holder: Pick<Lease, "runUrl" | "runId">;
  readonly clock: Pick<Clock, "now">;
}

/** A moment of a session. */
export interface SavePoint {
  /** Path in the bundle → content. */
  readonly files: ReadonlyMap<string, Buffer | string>;
  readonly tree: string;
  /** The commit the session started from. */
  readonly parent: string;
}

type Claimed =
  | { readonly kind: "claimed" }
  /** Somebody has it already. */
  | { readonly kind: "taken"; readonly lease: Lease | undefined }
  /** The server keeps nothing for us; `said` is why. */
  | { readonly kind: "unkept"; readonly said: string };

export type Saved =
  | { readonly kind: "saved" }
  | { readonly kind: "lost" }
  | { readonly kind: "unkept"; readonly said: string };

/** A session as it was read. */
export interface KeptSession {
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
    readonly cancels: readonly string[];
  }>;
  /** Takes an id for this job, once and for all. Never throws for what the server says. */
  readonly claim: (id: string, parent: string) => Promise<Claimed>;
  /** Undefined when it is gone. Throws `git.failed`, `session.corrupt`. */
  readonly read: (id: string) => Promise<KeptSession | undefined>;
  /** From now on `save` continues what was read. */
  readonly adopt: (session: KeptSession) => void;
  /** One after the other, in the order of the calls. */
  readonly save: (point: SavePoint, state: LeaseState) => Promise<Saved>;
  /** Deletes the session, and a wish to cancel it. Never throws. */
  readonly finish: () => Promise<void>;
  readonly wishCancel: (id: string, parent: string) => Promise<UpdateResult>;
  readonly isCancelWished: () => Promise<boolean>;
  /** Deletes names; never throws. */
  readonly sweep: (names: {
    readonly sessions: readonly string[];
    readonly claims: readonly string[];
  }) => Promise<void>;
}

/** The store of one job. */
export function createSessionStore({ refs: first, holder, clock }: StoreOptions): SessionStore {
  let refs = first;
  let current: { readonly id: string; commit: string } | undefined;
  let known: readonly RemoteRef[] = [];
  /** A save that the server may have taken although it never said so. */
  let unanswered: string | undefined;
  const holds = async (ref: string, commit: string): Promise<boolean> =>
    (await refs.list(ref)).some((held) => held.ref === ref && held.commit === commit);
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work);
    tail = result.catch(() => {}); // the caller hears of it
    return result;
  };
  const commitOf = async (point: Partial<SavePoint>, state: LeaseState, message: string): Promise<string> => {
    const { files = new Map<string, Buffer | string>(), tree, parent } = point;
    const atSeconds = Math.floor(clock.now() / 1000);
    const lease = writeLease({ ...holder, at: clock.now(), state });
    const inside = [...files].map(([path, content]) => [`bundle/${path}`, content] as const);
    return refs.write({
      files: new Map<string, Buffer | string>([["lease.json", lease], ...inside]),
      trees: tree === undefined ? undefined : new Map([["workspace", tree]]),
      parent,
      message,
      atSeconds,
    });
  };
  const idsOf = (all: readonly RemoteRef[], prefix: string): readonly string[] =>
    all.flatMap(({ ref }) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : []));

  /** A workflow run that somebody started once more may do its own request again; nobody else may. */
  const again = async (id: string, commit: string): Promise<Claimed> => {
    const read = async (ref: string): Promise<StoredCommit | undefined> => refs.read(ref).catch(() => undefined);
    const [claim, session] = [await read(`${CLAIMS}${id}`), await read(`${SESSIONS}${id}`)];
    const claimed = parseLease(claim?.files.get("lease.json"));
    const lease = parseLease(session?.files.get("lease.json")) ?? claimed;
    if (holder.runId === 0 || claimed?.runId !== holder.runId) return { kind: "taken", lease };
    const ref = `${SESSIONS}${id}`;
    const result = await refs.update([{ ref, commit, expected: session?.commit ?? null }], { isAtomic: true });
    if (result.kind === "refused") return { kind: "unkept", said: result.said };
    if (result.kind === "moved") return { kind: "taken", lease };
    current = { id, commit: heldBy(result, ref, commit) };
    return { kind: "claimed" };
  };

  return {
    use: (next) => {
      refs = next;
    },
    async list() {
      known = await refs.list("refs/kimi/");
      return { sessions: idsOf(known, SESSIONS), claims: idsOf(known, CLAIMS), cancels: idsOf(known, CANCELS) };
    },
    async claim(id, parent) {
      const commit = await commitOf({ parent }, "running", `session ${id} begins`);
      const result = await refs.update(
        [
          { ref: `${CLAIMS}${id}`, commit, expected: null },
          { ref: `${SESSIONS}${id}`, commit, expected: null },
        ],
        { isAtomic: true },
      );
      if (result.kind === "refused") return { kind: "unkept", said: result.said };
      if (result.kind === "moved") return again(id, commit);
      current = { id, commit: heldBy(result, `${SESSIONS}${id}`, commit) };
      return { kind: "claimed" };
    },
    async read(id) {
      const stored = await refs.read(`${SESSIONS}${id}`);
      return stored && { id, stored, lease: parseLease(stored.files.get("lease.json")) };
    },
    adopt({ id, stored }) {
      current = { id, commit: stored.commit };
    },
    save: (point, state) =>
      inTurn(async (): Promise<Saved> => {
        if (current === undefined) return { kind: "unkept", said: "the session was not claimed" };
        const ref = `${SESSIONS}${current.id}`;
        try {
          const commit = await commitOf(point, state, `session ${current.id}: ${state}`);
          if (unanswered !== undefined && (await holds(ref, unanswered))) current.commit = unanswered;
          unanswered = undefined;
          const result = await refs.update([{ ref, commit, expected: current.commit }], { isAtomic: true });
          if (result.kind === "moved") return { kind: "lost" };
          if (result.kind === "refused") {
            unanswered = commit;
            return { kind: "unkept", said: result.said };
          }
          current.commit = heldBy(result, ref, commit);
          return { kind: "saved" };
        } catch (error) {
          return { kind: "unkept", said: describeError(error) };
        }
      }),
    finish: () =>
      inTurn(async () => {
        if (current === undefined) return;
        const { id, commit } = current;
        await refs
          .update([{ ref: `${SESSIONS}${id}`, commit: null, expected: commit }], { isAtomic: false })
          .catch(() => {});
        const wish = (await refs.list(`${CANCELS}${id}`).catch(() => []))[0];
        if (wish !== undefined) {
          await refs
            .update([{ ref: wish.ref, commit: null, expected: wish.commit }], { isAtomic: false })
            .catch(() => {});
        }
      }),
    async wishCancel(id, parent) {
      const commit = await commitOf({ parent }, "stopped", `session ${id} is to stop`);
      return refs.update([{ ref: `${CANCELS}${id}`, commit, expected: null }], { isAtomic: false });
    },
    async isCancelWished() {
      if (current === undefined) return false;
      return (await refs.list(`${CANCELS}${current.id}`)).length > 0;
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

/** The commit that a reference holds now: a server may have taken another form of it. */
function heldBy(result: Extract<UpdateResult, { kind: "updated" }>, ref: string, sent: string): string {
  return result.refs.find((held) => held.ref === ref)?.commit ?? sent;
}
