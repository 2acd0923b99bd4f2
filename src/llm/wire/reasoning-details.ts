/**
 * `reasoning_details`, in which OpenRouter and other gateways send the reasoning of every vendor, and LiteLLM's `thinking_blocks`:
 * entries in pieces, which are put together, by index where they have one, and go back unmodified.
 */

import { asArray, asString } from "./wire-value.ts";

type Entry = Record<string, unknown>;

/** Fields whose pieces are one text. */
const TEXTS: ReadonlySet<string> = new Set(["text", "summary", "thinking"]);

/** Adds the pieces of one delta, and returns the text of them. Encrypted entries come whole. */
export function addDetails(entries: Entry[], pieces: unknown): string {
  return asArray(pieces)
    .filter((piece) => typeof piece === "object" && piece !== null)
    .map((piece) => add(entries, piece as Entry))
    .join("");
}

function add(entries: Entry[], piece: Entry): string {
  const last = entries.at(-1);
  const same = piece["index"] === undefined ? last : entries.findLast((entry) => entry["index"] === piece["index"]);
  // Without an index, words behind a signature are another entry.
  const isSealed = piece["index"] === undefined && wordsOf(piece) !== "" && typeof same?.["signature"] === "string";
  const isMore = same !== undefined && same["type"] === piece["type"] && !isWhole(piece) && !isSealed;
  if (!isMore) entries.push({ ...piece });
  else {
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

/** Encrypted entries are in one piece. */
function isWhole({ data }: Entry): boolean {
  return data !== undefined;
}
