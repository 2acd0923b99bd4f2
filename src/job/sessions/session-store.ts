/** Sessions on the server: lists, claims, reads and sweeps them by their references. `own-session.ts` has the one that this job works on. */

import type { RemoteRef } from "../../workspace/push-refs.ts";
import { createOwnSession, type OwnSession, type RemoteSession, type StoreOptions } from "./own-session.ts";
import { askedLease, parseLease } from "./lease.ts";
import { createClaims, type Claimed } from "./session-claims.ts";
import { ANSWERS, CANCELS, CLAIMS, LEASE, REVIEWS, SESSIONS } from "./session-refs.ts";

export interface KeptIds {
  readonly sessions: readonly string[];
  readonly claims: readonly string[];
  /** Claims on comments that decide about a session. */
  readonly answers: readonly string[];
  readonly reviews: readonly string[];
}

export interface SessionStore extends Omit<OwnSession, "adopt" | "carryOut"> {
  /** The ids of everything that is kept. Throws `git.failed`. */
  readonly list: () => Promise<KeptIds>;
  /** Claims an id for this job. Never throws for what the server says. */
  readonly claim: (id: string) => Promise<Claimed>;
  /** Claims the id of a comment that decides about an existing session. */
  readonly claimAnswer: (id: string) => Promise<Claimed>;
  /** Undefined when it is gone. Throws `git.failed`, `session.corrupt`. */
  readonly read: (id: string) => Promise<RemoteSession | undefined>;
  /** The session, with what the server says of the attempt that wrote its lease. */
  readonly withAttempt: (session: RemoteSession) => Promise<RemoteSession>;
  /** Checks the seal of a session that was fetched already. */
  readonly readingOf: (fetched: Pick<RemoteSession, "id" | "stored">) => RemoteSession;
  /** From now on this job works on the session that was read. */
  readonly adopt: (session: RemoteSession) => void;
  /** Deletes sessions, claims and reviews, and the requests to cancel sessions that are gone. Never throws. */
  readonly sweep: (names: Pick<KeptIds, "sessions" | "claims" | "reviews">) => Promise<void>;
}

export function createSessionStore(options: StoreOptions): SessionStore {
  const { refs, holder, clock, seal, attemptState } = options;
  const own = createOwnSession(options);
  const claims = createClaims({ refs, holder, clock, attemptState });
  let known: readonly RemoteRef[] = [];
  const adopted = (id: string, claimed: Claimed): Claimed => {
    if (claimed.kind === "claimed") own.adopt(id, claimed.commit, claimed.isFirst && claimed.commit);
    if (claimed.kind !== "ended") return claimed;
    return { ...claimed, takeOver: async () => adopted(id, await claimed.takeOver()) };
  };
  const readingOf: SessionStore["readingOf"] = ({ id, stored }) => {
    const { files, workspaceTree: tree } = stored;
    return { id, stored, lease: parseLease(files.get(LEASE), holder), sealProblem: seal.problemIn({ files, tree }) };
  };
  return {
    ...own,
    async list() {
      known = await refs.list("refs/kimi/");
      const idsOf = (prefix: string): readonly string[] =>
        known.flatMap(({ ref }) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : []));
      return { sessions: idsOf(SESSIONS), claims: idsOf(CLAIMS), answers: idsOf(ANSWERS), reviews: idsOf(REVIEWS) };
    },
    claim: async (id) => adopted(id, await claims.session(id)),
    async claimAnswer(id) {
      const claimed = await claims.answer(id);
      const commit = claimed.kind === "claimed" || claimed.kind === "taken" ? claimed.commit : undefined;
      if (commit !== undefined) own.carryOut({ ref: `${ANSWERS}${id}`, commit });
      return claimed;
    },
    async read(id) {
      const stored = await refs.read(`${SESSIONS}${id}`);
      return stored === undefined ? undefined : readingOf({ id, stored });
    },
    withAttempt: async (session) => ({
      ...session,
      lease: await askedLease(session.lease, clock.now(), attemptState),
    }),
    readingOf,
    adopt: ({ id, stored }) => own.adopt(id, stored.commit),
    async sweep(names) {
      const wanted = new Set([
        ...names.sessions.map((id) => `${SESSIONS}${id}`),
        ...names.claims.map((id) => `${CLAIMS}${id}`),
        ...names.reviews.map((id) => `${REVIEWS}${id}`),
      ]);
      const all = new Set(known.map(({ ref }) => ref));
      const isLate = (ref: string): boolean => ref.startsWith(CANCELS) && !all.has(ref.replace(CANCELS, SESSIONS));
      const old = known.filter(({ ref }) => wanted.has(ref) || isLate(ref));
      if (old.length === 0) return;
      const updates = old.map(({ ref, commit }) => ({ ref, commit: null, expected: commit }));
      await refs.update(updates, { isAtomic: false }).catch(() => {}); // the next job sweeps what is left
    },
  };
}
