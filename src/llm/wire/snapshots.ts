/**
 * Deltas that repeat what came before them: MiniMax documents its pieces as all that was said so far, and sends what is new, by
 * model and day. Knows where words are in a delta of Chat Completions.
 */

import { member } from "../../base/member.ts";
import { asArray, asString, isFields, type Fields } from "./wire-value.ts";

/** Texts of a delta, and of an entry in `reasoning_details`. */
const TEXTS: ReadonlySet<string> = new Set(["content", "reasoning_content", "reasoning", "text"]);

/** Returns a function that leaves of each delta only what is new in it. Deltas of other vendors stay as they are. */
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

/** What is new in each piece of one text. The second piece decides which kind they are. */
function createTake(): (piece: string) => string {
  let last = "";
  let kind: "unknown" | "snapshots" | "deltas" = "unknown";
  return (piece) => {
    if (kind === "deltas" || piece === "") return piece;
    // A line break before a paragraph is no sign of anything.
    if (kind === "unknown" && last.trim() !== "") kind = piece.startsWith(last) ? "snapshots" : "deltas";
    const isMore = kind === "snapshots" && piece.startsWith(last);
    const fresh = isMore ? piece.slice(last.length) : piece;
    last = piece;
    return fresh;
  };
}
