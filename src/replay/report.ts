/** The result of a replay for people: one line where everything was reproduced, else the place of the first difference. */

import { VERSION } from "../base/version.ts";
import type { JournalRecord } from "../protocol/wire.ts";
import type { Stopped } from "./record.ts";
import type { Replayed } from "./replay.ts";
import { canonicalJson } from "../base/canonical-json.ts";
import { isRecord, member } from "../base/member.ts";
import { counted } from "../base/words.ts";

/** The exit code, which is 1 where anything was not reproduced, the text, and notes about what may explain a difference. */
export function reportOf(
  { records, requests, divergence, isSameFile, isSameTools }: Replayed,
  all: readonly JournalRecord[],
) {
  const notes = notesOf(all, isSameTools);
  if (divergence !== undefined) return { code: 1, text: describe(divergence), notes };
  const count = `${counted(records, "record")}, ${counted(requests, "request")}`;
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

/** Characters of a text that are shown, and how many of them are before the difference. */
const SHOWN_CHARS = 160;
const BEFORE_CHARS = 40;

interface Difference {
  /** `result.text`, `messages[1].content`; empty where the whole values differ. */
  readonly path: string;
  readonly recorded: string;
  readonly now: string;
}

/** The first difference of two JSON values in the order of their canonical form; undefined where they are equal. */
function firstDifference(recorded: unknown, now: unknown, path = ""): Difference | undefined {
  if (canonicalJson(recorded ?? null) === canonicalJson(now ?? null)) return undefined;
  if (typeof recorded === "string" && typeof now === "string") return { path, ...excerpts(recorded, now) };
  const areLists = Array.isArray(recorded) && Array.isArray(now);
  if (areLists || (isRecord(recorded) && isRecord(now))) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(now)])];
    for (const key of areLists ? keys : keys.toSorted()) {
      const inner = areLists ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
      const found = firstDifference(member(recorded, key), member(now, key), inner);
      if (found !== undefined) return found;
    }
  }
  return { path, recorded: shown(recorded), now: shown(now) };
}

function excerpts(recorded: string, now: string): Pick<Difference, "recorded" | "now"> {
  let at = 0;
  while (at < recorded.length && recorded[at] === now[at]) at += 1;
  const from = Math.max(0, at - BEFORE_CHARS);
  return { recorded: shown(recorded, from), now: shown(now, from) };
}

function shown(value: unknown, from = 0): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? value : canonicalJson(value);
  const part = JSON.stringify(text.slice(from, from + SHOWN_CHARS));
  return `${from > 0 ? "…" : ""}${typeof value === "string" ? part : text.slice(0, SHOWN_CHARS)}${from + SHOWN_CHARS < text.length ? "…" : ""}`;
}
