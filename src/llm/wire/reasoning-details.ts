/**
 * Assembles `reasoning_details`, in which OpenRouter and other gateways send the reasoning of all vendors, and LiteLLM's
 * `thinking_blocks`. Entries come in pieces, which belong together by their index, and go back unmodified.
 */

import { unusable } from "./unusable.ts";
import { asArray, asString } from "./wire-value.ts";

/** Most entries of one answer. Each piece is compared with all of them. */
const MAX_ENTRIES = 2_000;

type Entry = Record<string, unknown>;

/** Fields whose pieces are joined to one text. */
const TEXTS: ReadonlySet<string> = new Set(["text", "summary", "thinking"]);

/** Adds the pieces of one delta, and returns their text. */
export function addDetails(entries: Entry[], pieces: unknown): string {
  return asArray(pieces)
    .filter((piece) => typeof piece === "object" && piece !== null)
    .map((piece) => add(entries, piece as Entry))
    .join("");
}

function add(entries: Entry[], piece: Entry): string {
  const last = entries.at(-1);
  const same = piece["index"] === undefined ? last : entries.findLast((entry) => entry["index"] === piece["index"]);
  // Without an index, text after a signature begins another entry.
  const isSealed = piece["index"] === undefined && wordsOf(piece) !== "" && typeof same?.["signature"] === "string";
  const isMore = same !== undefined && same["type"] === piece["type"] && !isWhole(piece) && !isSealed;
  if (!isMore) {
    if (entries.length === MAX_ENTRIES) throw unusable(`it has more than ${MAX_ENTRIES} pieces of reasoning`);
    entries.push({ ...piece });
  } else {
    for (const [key, value] of Object.entries(piece)) {
      const before = same[key];
      const isText = TEXTS.has(key) && typeof value === "string" && typeof before === "string";
      if (isText) same[key] = before + value;
      else if (value !== null) same[key] = value;
    }
  }
  return wordsOf(piece);
}

function wordsOf(piece: Entry): string {
  return [...TEXTS].flatMap((key) => asString(piece[key]) ?? []).join("");
}

/** Whether the piece is a whole entry, as encrypted entries are. */
function isWhole({ data }: Entry): boolean {
  return data !== undefined;
}
