/** What came of a replay, for people: one line when everything came again, else where and how it did not. */

import { VERSION } from "../base/version.ts";
import type { JournalRecord } from "../protocol/wire.ts";
import { firstDifference } from "./difference.ts";
import type { Stopped } from "./record.ts";
import type { Replayed } from "./replay.ts";

export interface Report {
  /** Exit code: 1 when anything did not come again. */
  readonly code: 0 | 1;
  readonly text: string;
  /** What may explain it. */
  readonly notes: readonly string[];
}

/** Words for a replay of `all`. */
export function reportOf(
  { records, requests, divergence, isSameFile, isSameTools }: Replayed,
  all: readonly JournalRecord[],
): Report {
  const notes = notesOf(all, isSameTools);
  if (divergence !== undefined) return { code: 1, text: describe(divergence), notes };
  const count = `${records} records, ${requests} requests`;
  if (isSameFile) return { code: 0, text: `✓ ${count}: identical`, notes };
  return { code: 1, text: `✗ ${count}: the events are the same, the bytes of their lines are not`, notes };
}

function notesOf(all: readonly JournalRecord[], isSameTools: boolean): readonly string[] {
  const begin = all.find(({ event }) => event.type === "session.begin")?.event;
  const program = `kimi-runner ${VERSION}`;
  const recordedBy = begin?.type === "session.begin" ? begin.program : program;
  return [
    ...(recordedBy === program ? [] : [`The session was recorded by ${recordedBy}; this is ${program}.`]),
    ...(isSameTools
      ? []
      : ["The tools were described to the model in other words than those of this program's own agents: toolsDigest."]),
  ];
}

function describe({ at, now }: Extract<Stopped, { kind: "diverged" }>): string {
  const title = `✗ record ${at.seq} (${at.event.type})`;
  if (typeof now === "string") return `${title}: the loop asked for ${now}`;
  if (now.type !== at.event.type) {
    return `${title}: ${now.type} came instead\n  recorded: ${JSON.stringify(at.event)}\n  now:      ${JSON.stringify(now)}`;
  }
  const difference = firstDifference(at.event, now);
  if (difference === undefined) return `${title} differs`;
  return `${title} differs: ${difference.path}\n  recorded: ${difference.recorded}\n  now:      ${difference.now}`;
}
