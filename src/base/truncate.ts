/** Cutting long text so that both ends survive: test failures stand at the end, causes at the beginning. */

/** Moves a cut off the middle of a surrogate pair: a lone half becomes U+FFFD on the wire. */
function safeCut(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
}

/**
 * Keeps at most `maxChars` UTF-16 units of `text`, two thirds from the head and one third from the tail, with
 * `note(dropped)` on a line of its own between them. Returns `text` itself when it fits. The note comes on top.
 */
export function headTail(text: string, maxChars: number, note: (dropped: number) => string): string {
  if (text.length <= maxChars) return text;
  const headEnd = safeCut(text, Math.ceil((maxChars * 2) / 3));
  const tailStart = safeCut(text, text.length - (maxChars - Math.ceil((maxChars * 2) / 3)));
  return `${text.slice(0, headEnd)}\n${note(tailStart - headEnd)}\n${text.slice(tailStart)}`;
}

/** First line of `text`, at most `maxChars` long, with an ellipsis where something was cut. */
export function oneLine(text: string, maxChars: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= maxChars ? flat : `${flat.slice(0, safeCut(flat, maxChars - 1))}…`;
}
