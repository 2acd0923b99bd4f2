/** The lease says which job works on a stored session: `lease.json` beside its bundle. The lease of a job that vanished is not renewed. */

import { member, parseJson } from "../../base/member.ts";
import type { Lifetime } from "../../session/lock.ts";

/** A job works on the session (`running`), it waits for answers, its run ended and is not yet published, or it stopped and can be resumed. */
const STATES = ["running", "waiting", "unpublished", "stopped"] as const;
export type LeaseState = (typeof STATES)[number];

export interface Lease {
  readonly runUrl: string;
  readonly runId: number;
  /** Counts from 1; a person may start a workflow run again. */
  readonly runAttempt: number;
  /** When the lease was written, ms since the epoch. */
  readonly at: number;
  /** When its job began, ms since the epoch. */
  readonly from?: number | undefined;
  readonly state: LeaseState;
  /** The job that wrote an `unpublished` lease has ended its work on the session, though its workflow run may go on. */
  readonly isLeft?: boolean | undefined;
  /** What the server said of the attempt that wrote the lease, when it was read. It is not stored. */
  readonly attempt?: AttemptState | undefined;
}

/** Whether an attempt of a workflow run goes on. Other jobs of it may go on after the one that wrote a lease. */
export type AttemptState = "at-work" | "over";

export type LeaseOwner = Pick<Lease, "runUrl" | "runId" | "runAttempt">;

/** A running job renews its lease every two minutes, one of an earlier version every five. After 20 minutes without that it counts as gone. */
export const DEAD_AFTER_MS = 20 * 60_000;

export function writeLease(lease: Omit<Lease, "attempt">): string {
  const from = lease.from === undefined ? undefined : new Date(lease.from).toISOString();
  return `${JSON.stringify({ v: 1, ...lease, at: new Date(lease.at).toISOString(), from })}\n`;
}

/** Matches only the page of a workflow run, because the address is shown to people. Empty outside of a workflow. */
const RUN_URL = /^(?:https?:\/\/[\w.:-]+(?:\/[\w.-]+)+\/actions\/runs\/\d{1,20})?$/;
const RUN_NUMBER = /\d+$/;

/** Undefined for a file of another program or repository. It is checked because any account that may push can write it, and replies link to its address. */
export function parseLease(bytes: Buffer | undefined, reader?: Pick<LeaseOwner, "runUrl">): Lease | undefined {
  const value = parseJson(bytes?.toString("utf8") ?? "");
  const [runUrl, at, state] = ["runUrl", "at", "state"].map((name) => member(value, name));
  const [runId, runAttempt] = ["runId", "runAttempt"].map((name) => member(value, name));
  const known = STATES.find((one) => one === state);
  if (typeof runUrl !== "string" || !RUN_URL.test(runUrl) || typeof at !== "string" || known === undefined) {
    return undefined;
  }
  if (reader !== undefined && !isOfOneRepository(runUrl, reader.runUrl)) return undefined;
  if (typeof runId !== "number" || typeof runAttempt !== "number" || Number.isNaN(Date.parse(at))) return undefined;
  const from = Date.parse(String(member(value, "from")));
  const begun = Number.isNaN(from) ? {} : { from };
  const left = member(value, "isLeft") === true ? { isLeft: true } : {};
  return { runUrl, runId, runAttempt, at: Date.parse(at), ...begun, state: known, ...left };
}

/** A run outside of a workflow has no page, and could be of any repository. */
function isOfOneRepository(one: string, other: string): boolean {
  return one === "" || other === "" || one.replace(RUN_NUMBER, "") === other.replace(RUN_NUMBER, "");
}

/** From when to when a vanished job worked; undefined for a job that stopped by itself. */
export function livedBy({ state, at, from = at }: Lease): Lifetime | undefined {
  return state === "running" ? { fromMs: from, toMs: at } : undefined;
}

/** Whether a job works on the session right now, or publishes it. The clocks of two machines differ by less than a lease lasts. */
export function isActive(lease: Lease | undefined, now: number): boolean {
  if (lease === undefined || !isFresh(lease, now)) return false;
  if (lease.state === "running") return lease.attempt !== "over";
  return isPublishing(lease) && lease.attempt === "at-work";
}

function isFresh({ at }: Lease, now: number): boolean {
  return Math.abs(now - at) < DEAD_AFTER_MS;
}

function isPublishing({ state, isLeft }: Lease): boolean {
  return state === "unpublished" && isLeft !== true;
}

/** The lease with what the server says of its attempt, which is asked only where that decides whether a job works. */
export async function askedLease(
  lease: Lease | undefined,
  now: number,
  ask: (lease: Lease) => Promise<AttemptState | undefined>,
): Promise<Lease | undefined> {
  if (lease === undefined || !isFresh(lease, now)) return lease;
  if (lease.state !== "running" && !isPublishing(lease)) return lease;
  return { ...lease, attempt: await ask(lease) };
}

/** Whether an earlier attempt of the same workflow run wrote the lease. That attempt is over, or this one could not have been started. */
export function isEarlierAttempt(lease: Lease | undefined, holder: LeaseOwner): boolean {
  return (
    lease !== undefined && holder.runId !== 0 && lease.runId === holder.runId && lease.runAttempt < holder.runAttempt
  );
}

/** Why a job does nothing when another one has its request. */
export function takenReason(lease: Lease | undefined): string {
  return `Another job has this request: ${lease?.runUrl || "it is done"}.`;
}
