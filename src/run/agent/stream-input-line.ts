/** The input of a driving process: one JSON object per line, `prompt`, `steer` or `cancel` (Kimi CLI's wire methods). */

import { member, parseJson } from "../../base/member.ts";

export type StreamInputLine = { readonly id?: string | undefined; readonly line: number } & (
  | { readonly type: "prompt" | "steer"; readonly text: string }
  | { readonly type: "cancel" }
);

/** What the driving process is told besides the events of the run. */
export type StreamInputNote =
  /** An input with an id has taken effect: its turn begins, the model reads it, or the turn is being stopped. */
  | { readonly kind: "taken"; readonly input: StreamInputLine }
  /** A line that is refused; the run goes on. `line` counts from 1. */
  | { readonly kind: "refused"; readonly line: number; readonly id?: string | undefined; readonly message: string };

/** Description of accepted lines, for error messages. */
export const ACCEPTED_INPUT =
  '{"type":"prompt","text":"…"}, {"type":"steer","text":"…"} or {"type":"cancel"}, each with an optional "id" of text.';

/** Reads one line. A string says what is wrong with it. */
export function parseInput(text: string, line: number): StreamInputLine | string {
  const value = parseJson(text);
  if (value === undefined) return "It is not JSON.";
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "It is not a JSON object.";
  const [type, id, words] = [member(value, "type"), member(value, "id"), member(value, "text")];
  if (id !== undefined && typeof id !== "string") return "Its id is not a string.";
  if (type === "cancel") return { type, id, line };
  if (type !== "prompt" && type !== "steer") return `Its type is not known: ${JSON.stringify(type) ?? "none"}.`;
  if (typeof words !== "string" || words.trim() === "") return `Its text is missing or empty: a ${type} needs one.`;
  return { type, id, line, text: words };
}
