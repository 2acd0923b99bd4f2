/** Sessions on the server: lists, claims, reads and sweeps them by their references. `own-session.ts` has the one that this job works on. */

import type { RemoteRef } from "../../workspace/push-refs.ts";
import { createOwnSession, type RemoteSession, type StoreOptions } from "./own-session.ts";
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

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(options: StoreOptions) {
  const { refs, holder, clock, seal, attemptState } = options;
  const { adopt, carryOut, ...own } = createOwnSession(options);
  const claims = createClaims({ refs, holder, clock, attemptState });
  let known: readonly RemoteRef[] = [];
  const adopted = (id: string, claimed: Claimed): Claimed => {
    if (claimed.kind === "claimed") adopt(id, claimed.commit, claimed.isFirst && claimed.commit);
    if (claimed.kind !== "ended") return claimed;
    return { ...claimed, takeOver: async () => adopted(id, await claimed.takeOver()) };
  };
  const readingOf = ({ id, stored }: Pick<RemoteSession, "id" | "stored">): RemoteSession => {
    const { files, workspaceTree: tree } = stored;
    return { id, stored, lease: parseLease(files.get(LEASE), holder), sealProblem: seal.problemIn({ files, tree }) };
  };
  return {
    ...own,
    /** The ids of everything that is kept. Throws `git.failed`. */
    async list(): Promise<KeptIds> {
      known = await refs.list("refs/kimi/");
      const idsOf = (prefix: string): readonly string[] =>
        known.flatMap(({ ref }) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : []));
      return { sessions: idsOf(SESSIONS), claims: idsOf(CLAIMS), answers: idsOf(ANSWERS), reviews: idsOf(REVIEWS) };
    },
    /** Claims an id for this job. Never throws for what the server says. */
    claim: async (id: string) => adopted(id, await claims.session(id)),
    /** Claims the id of a comment that decides about an existing session. */
    async claimAnswer(id: string) {
      const claimed = await claims.answer(id);
      const commit = claimed.kind === "claimed" || claimed.kind === "taken" ? claimed.commit : undefined;
      if (commit !== undefined) carryOut({ ref: `${ANSWERS}${id}`, commit });
      return claimed;
    },
    /** Undefined when it is gone. Throws `git.failed`, `session.corrupt`. */
    async read(id: string) {
      const stored = await refs.read(`${SESSIONS}${id}`);
      return stored === undefined ? undefined : readingOf({ id, stored });
    },
    /** The session, with what the server says of the attempt that wrote its lease. */
    withAttempt: async (session: RemoteSession): Promise<RemoteSession> => ({
      ...session,
      lease: await askedLease(session.lease, clock.now(), attemptState),
    }),
    /** Checks the seal of a session that was fetched already. */
    readingOf,
    /** From now on this job works on the session that was read. */
    adopt: ({ id, stored }: RemoteSession): void => adopt(id, stored.commit),
    /** Deletes sessions, claims and reviews, and the requests to cancel sessions that are gone. Never throws. */
    async sweep(names: Pick<KeptIds, "sessions" | "claims" | "reviews">) {
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
