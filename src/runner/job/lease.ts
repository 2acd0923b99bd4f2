/** Who works on a kept session: `lease.json` beside its bundle. A job that vanished leaves one that is not renewed. */

import { member } from "../../base/member.ts";

export type LeaseState =
  /** A job works on it. */
  | "running"
  /** It waits for answers. */
  | "waiting"
  /** It stopped and can go on. */
  | "stopped";

export interface Lease {
  readonly runUrl: string;
  readonly runId: number;
  /** When it was written, ms since the epoch. */
  readonly at: number;
  readonly state: LeaseState;
}

/** A running job renews its lease every few minutes; four times that without news, and it is gone. */
export const RENEW_MS = 5 * 60_000;
export const DEAD_AFTER_MS = 4 * RENEW_MS;

const STATES: readonly LeaseState[] = ["running", "waiting", "stopped"];

export function writeLease(lease: Lease): string {
  return `${JSON.stringify({ v: 1, ...lease, at: new Date(lease.at).toISOString() })}\n`;
}

/** Undefined for what we did not write. */
export function parseLease(bytes: Buffer | undefined): Lease | undefined {
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    const [runUrl, runId, at, state] = ["runUrl", "runId", "at", "state"].map((name) => member(value, name));
    const known = STATES.find((one) => one === state);
    if (typeof runUrl !== "string" || typeof runId !== "number" || typeof at !== "string" || known === undefined) {
      return undefined;
    }
    return { runUrl, runId, at: Date.parse(at), state: known };
  } catch {
    return undefined; // foreign bytes
  }
}

/** Whether somebody is working on it right now. */
export function isHeld(lease: Lease | undefined, now: number): boolean {
  return lease?.state === "running" && now - lease.at < DEAD_AFTER_MS;
}
