/**
 * What a test file leaves open: a server or a program. One of them keeps its worker alive after the last test, and the whole run waits
 * for it without a word.
 */

import { setTimeout as sleep } from "node:timers/promises";

/** A program that was killed is gone a moment later. */
const PATIENCE_MS = 10_000;
const POLL_MS = 20;

type Counts = Readonly<Record<string, number>>;

/** Timers are of node's runner too, and a connection that nobody uses ends with its keep-alive time. */
const PASSING: ReadonlySet<string> = new Set(["Timeout", "Immediate", "TCPSocketWrap"]);

/** What keeps this process alive now, counted by node's name of its kind. */
export function openResources(): Counts {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    if (!PASSING.has(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Waits until no more is open than before. Throws an error that names what is. */
export async function nothingLeftOpen(before: Counts): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    const left = Object.entries(openResources()).filter(([kind, count]) => count > (before[kind] ?? 0));
    if (left.length === 0) return;
    if (waited >= PATIENCE_MS) {
      throw new Error(
        `the file leaves open: ${left.map(([kind, count]) => `${kind} × ${count - (before[kind] ?? 0)}`).join(", ")}`,
      );
    }
    await sleep(POLL_MS);
  }
}
