/** Shortens text. Output is cut in the middle: causes are at its beginning, test failures at its end. */

/** The index for a cut, moved out of the middle of a surrogate pair, half of which would become U+FFFD in UTF-8. */
export function safeCut(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
}

/** The longest beginning of at most `maxBytes` of UTF-8 that splits no character. */
export function firstBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text).subarray(0, Math.max(0, maxBytes));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** Keeps at most `maxChars` UTF-16 units of the beginning, up to the end of a line if one is in their second half. */
export function beginningOf(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const line = text.lastIndexOf("\n", maxChars);
  return text.slice(0, line > maxChars / 2 ? line : safeCut(text, maxChars));
}

/** The line that takes the place of the characters that were cut out. */
type CutNote = (dropped: number) => string;

const leftOutHere: CutNote = (dropped) => `[${dropped} characters left out here]`;

/** Keeps at most `maxChars` units: two thirds from the beginning, a note, one third from the end. */
export function headTail(text: string, maxChars: number, note = leftOutHere): string {
  const head = Math.ceil((maxChars * 2) / 3);
  return headAndTail(text, { head, tail: maxChars - head, note });
}

export interface HeadAndTail {
  /** UTF-16 units kept at the beginning. */
  readonly head: number;
  /** UTF-16 units kept at the end. */
  readonly tail: number;
  readonly note?: CutNote;
}

/** As `headTail`, with a length of its own for each end. */
export function headAndTail(text: string, { head, tail, note = leftOutHere }: HeadAndTail): string {
  if (text.length <= head + tail) return text;
  const headEnd = safeCut(text, Math.floor(head));
  const tailStart = safeCut(text, text.length - Math.floor(tail));
  return `${text.slice(0, headEnd)}\n${note(tailStart - headEnd)}\n${text.slice(tailStart)}`;
}

/** `text` on one line of at most `maxChars`, with an ellipsis where it was cut. */
export function oneLine(text: string, maxChars: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= maxChars ? flat : `${flat.slice(0, safeCut(flat, maxChars - 1))}…`;
}
