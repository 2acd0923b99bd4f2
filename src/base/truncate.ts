/** Cuts long text, mostly in the middle: test failures are at the end, causes at the beginning. */

/** An index for a cut, moved off the middle of a surrogate pair: a lone half becomes U+FFFD on the wire. */
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

/**
 * Keeps at most `maxChars` UTF-16 units of `text`, two thirds from the head and one third from the tail, with
 * `note(dropped)` on a line of its own between them. Returns `text` itself when it fits. The note comes on top.
 */
export function headTail(text: string, maxChars: number, note: (dropped: number) => string): string {
  const head = Math.ceil((maxChars * 2) / 3);
  return headAndTail(text, { head, tail: maxChars - head, note });
}

export interface HeadAndTail {
  /** UTF-16 units kept at the beginning. */
  readonly head: number;
  /** UTF-16 units kept at the end. */
  readonly tail: number;
  readonly note: (dropped: number) => string;
}

/** As `headTail`, with a length of its own for each end. */
export function headAndTail(text: string, { head, tail, note }: HeadAndTail): string {
  if (text.length <= head + tail) return text;
  const headEnd = safeCut(text, Math.floor(head));
  const tailStart = safeCut(text, text.length - Math.floor(tail));
  return `${text.slice(0, headEnd)}\n${note(tailStart - headEnd)}\n${text.slice(tailStart)}`;
}

/** First line of `text`, at most `maxChars` long, with an ellipsis where it was cut. */
export function oneLine(text: string, maxChars: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= maxChars ? flat : `${flat.slice(0, safeCut(flat, maxChars - 1))}…`;
}
