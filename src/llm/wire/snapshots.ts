/**
 * MiniMax documents that each delta of Chat Completions repeats all text so far. Depending on model and day, it sends only the new
 * text. This reader finds out which it is, and leaves only what is new.
 */

import { member } from "../../base/member.ts";
import { asArray, asString, isFields, type Fields } from "./wire-value.ts";

/** Text fields of a delta, and of an entry in `reasoning_details`. */
const TEXTS: ReadonlySet<string> = new Set(["content", "reasoning_content", "reasoning", "text"]);

/** Creates a function that reduces each delta to what is new. Deltas of other vendors stay unchanged. */
export function createSnapshotReader(): (delta: unknown) => unknown {
  const takes = new Map<string, (piece: string) => string>();
  const freshOf = (fields: Fields, place: string): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => {
        if (!TEXTS.has(key) || typeof value !== "string") return [key, value];
        const channel = `${place}.${key}`;
        const take = takes.get(channel) ?? createTake();
        takes.set(channel, take);
        return [key, take(value)];
      }),
    );
  let isMiniMax = false;
  return (delta) => {
    const details = asArray(member(delta, "reasoning_details")).filter(isFields);
    const marks = [member(delta, "name"), ...details.map((entry) => member(entry, "format"))];
    isMiniMax ||= marks.some((mark) => asString(mark)?.startsWith("MiniMax") === true);
    if (!isMiniMax || !isFields(delta)) return delta;
    const entries = details.map((entry) => freshOf(entry, `details ${String(entry["index"])}`));
    return { ...freshOf(delta, "delta"), ...(details.length === 0 ? {} : { reasoning_details: entries }) };
  };
}

/** Creates a function that returns the new part of each piece of a text. The second piece decides which kind the pieces are. */
function createTake(): (piece: string) => string {
  let last = "";
  let kind: "unknown" | "snapshots" | "deltas" = "unknown";
  return (piece) => {
    if (kind === "deltas" || piece === "") return piece;
    // White space alone does not show which kind the pieces are.
    if (kind === "unknown" && last.trim() !== "") kind = piece.startsWith(last) ? "snapshots" : "deltas";
    const isMore = kind === "snapshots" && piece.startsWith(last);
    const fresh = isMore ? piece.slice(last.length) : piece;
    last = piece;
    return fresh;
  };
}
