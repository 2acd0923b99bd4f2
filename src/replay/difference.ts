/** Where two events part: the first member that differs, with what stands there on both sides. */

import { canonicalJson } from "../base/canonical-json.ts";
import { isObject } from "./json.ts";

/** Of a text, the characters shown from a little before the place where it differs. */
const SHOWN_CHARS = 160;
const BEFORE_CHARS = 40;

export interface Difference {
  /** `result.text`, `messages[1].content`; empty when the whole differs. */
  readonly path: string;
  readonly recorded: string;
  readonly now: string;
}

/** The first difference of two JSON values in the order of their canonical form; undefined when there is none. */
export function firstDifference(recorded: unknown, now: unknown, path = ""): Difference | undefined {
  if (canonicalJson(recorded ?? null) === canonicalJson(now ?? null)) return undefined;
  if (typeof recorded === "string" && typeof now === "string") return { path, ...excerpts(recorded, now) };
  if (isObject(recorded) && isObject(now) && Array.isArray(recorded) === Array.isArray(now)) {
    const keys = Array.isArray(recorded)
      ? Array.from({ length: Math.max(recorded.length, Object.keys(now).length) }, (_, at) => String(at))
      : [...new Set([...Object.keys(recorded), ...Object.keys(now)])].toSorted();
    for (const key of keys) {
      const inner = Array.isArray(recorded) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
      const found = firstDifference(recorded[key], now[key], inner);
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
