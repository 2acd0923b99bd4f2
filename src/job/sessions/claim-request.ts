/** A job takes the request that started it, so that no other job does it again, and keeps its session where the server lets it. */

import { systemClock } from "../../base/clock.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import type { Stopper } from "../../run/open/stopper.ts";
import { createSessionSync, type SessionSync } from "./session-sync.ts";
import { openStore, type JobStoreOptions } from "./job-session-store.ts";
import type { Lease } from "./lease.ts";
import { requestKeyOf, requesterOf, type JobContext } from "../context/job-context.ts";
import { parseSessionId, sessionId } from "./session-id.ts";
import type { SessionStore } from "./session-store.ts";
import type { RunTrigger } from "../context/task.ts";

export interface ClaimOptions extends JobStoreOptions {
  readonly trigger: RunTrigger;
  readonly scene: Pick<JobContext, "thread">;
  readonly stopper: Stopper;
  /** How many runs started each other before this one. */
  readonly depth?: number | undefined;
}

export interface ClaimedIds {
  /** Runs. */
  readonly claims: readonly string[];
  /** Comments that decide about a run. */
  readonly answers: readonly string[];
}

export type Claim =
  | {
      readonly kind: "mine";
      readonly sessionId: string;
      readonly origin: SessionOrigin;
      /** Undefined where nothing is kept: no thread, nothing posted, no right. */
      readonly sync: SessionSync | undefined;
      /** What the server said when it would keep nothing. */
      readonly whyUnsaved?: string | undefined;
      /** Ids of what was claimed, this one among them; undefined where nothing is kept. */
      readonly claimed?: Promise<ClaimedIds> | undefined;
      readonly close: () => void;
    }
  /** Another job has it, or had it. */
  | { readonly kind: "taken"; readonly lease: Lease | undefined };

/** Each is fetched to be looked at, beside the run; the next job goes on. */
const MAX_SWEPT = 20;
/** Requests older than this are not delivered again; their claims and sessions are swept. */
const KEPT_MS = 8 * 24 * 3_600_000;

/** Claims the request. Warns, and goes on without a store, where the server keeps nothing for us. */
export async function claimRequest(options: ClaimOptions): Promise<Claim> {
  const { trigger, scene, inputs, job, world, stopper } = options;
  const { thread } = scene;
  const key = requestKeyOf(trigger);
  const at = Date.parse(trigger.before ?? "") || systemClock.now();
  const id = sessionId({ thread: thread?.number, at, key });
  const origin = sessionOriginOf(options);
  const mine = { kind: "mine", sessionId: id, origin } as const;
  if (thread === undefined || inputs.publish !== "github") return { ...mine, sync: undefined, close: () => {} };
  const open = await openStore(options);
  const claimed = await open.store.claim(id, open.repository.headCommit);
  if (claimed.kind === "taken") {
    open.close();
    return claimed;
  }
  if (claimed.kind === "refused") {
    open.close();
    world.warn(
      `The session is not kept on the server, so that what waits cannot be answered in the thread: ${claimed.said} Give the token \`contents: write\` for that.`,
    );
    return {
      ...mine,
      sync: undefined,
      whyUnsaved: `The server would not keep it; the token needs \`contents: write\`. It said: ${claimed.said.trim()}`,
      close: () => {},
    };
  }
  const listed = open.store.list();
  void sweep(open.store, listed, id);
  listed.catch(() => {}); // who needs it hears of it
  const sync = createSessionSync({ inputs, job, world, store: open.store, stopper, bundleDir: inputs.bundleDir });
  return {
    ...mine,
    sync,
    claimed: listed,
    close: () => {
      sync.close();
      open.close();
    },
  };
}

/** Where a session that this job begins comes from. */
export function sessionOriginOf({
  trigger,
  scene,
  job,
  depth = 0,
}: Pick<ClaimOptions, "trigger" | "scene" | "job" | "depth">): SessionOrigin {
  const { thread } = scene;
  return {
    repository: `${job.owner}/${job.repo}`,
    thread: thread?.number,
    isPull: thread?.pull !== undefined,
    requester: requesterOf(trigger),
    verb: trigger.verb,
    key: requestKeyOf(trigger),
    depth: depth === 0 ? undefined : depth,
  };
}

/** Removes what is too old to be asked for. Names say when a request was made, leases when somebody worked on it last. */
async function sweep(store: SessionStore, listed: ReturnType<SessionStore["list"]>, own: string): Promise<void> {
  const isPast = (at: number): boolean => systemClock.now() - at > KEPT_MS;
  const isOld = (id: string): boolean => id !== own && isPast(parseSessionId(id)?.at ?? Infinity);
  const { sessions, claims } = await listed.catch(() => ({ sessions: [], claims: [] }));
  const old = sessions.filter(isOld);
  const useless = new Set<string>();
  for (const id of old.slice(0, MAX_SWEPT)) {
    try {
      const kept = await store.read(id);
      if (isPast(kept?.lease?.at ?? 0)) useless.add(id);
    } catch (error) {
      if (error instanceof RunnerError && error.code === "session.corrupt") useless.add(id); // else the server did not say
    }
  }
  const isLeft = (id: string): boolean => old.includes(id) && !useless.has(id);
  await store.sweep({ sessions: [...useless], claims: claims.filter((id) => isOld(id) && !isLeft(id)) });
}
