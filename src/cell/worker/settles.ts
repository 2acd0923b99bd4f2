/** Waits for a promise for a limited time. */

import { setTimeout as delay } from "node:timers/promises";

/** Whether a promise resolves in time. Resolves to false at once when `signal` aborts. */
export async function settlesWithin(
  promise: Promise<unknown>,
  withinMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const late = new AbortController();
  const cut = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
  const winner = await Promise.race([
    promise.then(() => true),
    delay(withinMs, false, { signal: cut }).catch(() => false),
  ]);
  late.abort();
  return winner;
}
