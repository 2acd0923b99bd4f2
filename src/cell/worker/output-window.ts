/** Keeps the beginning and the end of a stream in bounded memory. */

import type { OutputSoFar } from "../../protocol/cell.ts";

export type OutputWindow = ReturnType<typeof createOutputWindow>;

/** The lines that one call returns have this many bytes at most. */
const MAX_LINES_BYTES = 1_000_000;
const LAST_LINE_BYTES = 4000;

/** A window of `maxBytes`: two thirds for the beginning, which has causes, and one third for the end, which has results. */
export function createOutputWindow(maxBytes: number) {
  const headMax = Math.ceil((maxBytes * 2) / 3);
  const tailMax = maxBytes - headMax;
  const head: Buffer[] = [];
  let headBytes = 0;
  /** A ring, allocated when the head is full. */
  let ring: Buffer | undefined;
  let tailBytes = 0;

  const pushTail = (chunk: Uint8Array): void => {
    ring ??= Buffer.allocUnsafe(tailMax);
    const kept = chunk.subarray(Math.max(0, chunk.length - tailMax));
    const start = tailMax === 0 ? 0 : (tailBytes + chunk.length - kept.length) % tailMax;
    const beforeWrap = kept.subarray(0, tailMax - start);
    ring.set(beforeWrap, start);
    ring.set(kept.subarray(beforeWrap.length), 0);
    tailBytes += chunk.length;
  };

  /** The ring in the order of arrival. */
  const tailNow = (): Buffer => {
    if (ring === undefined) return Buffer.alloc(0);
    const start = tailBytes > tailMax && tailMax > 0 ? tailBytes % tailMax : 0;
    return Buffer.concat([ring.subarray(start, Math.min(tailBytes, tailMax)), ring.subarray(0, start)]);
  };

  return {
    /** Copies the bytes it keeps, so that the caller may reuse the buffer. */
    push: (chunk: Uint8Array): void => {
      const room = headMax - headBytes;
      if (room > 0) {
        const piece = Buffer.from(chunk.subarray(0, room)); // a copy
        head.push(piece);
        headBytes += piece.length;
      }
      if (chunk.length > room) pushTail(chunk.subarray(Math.max(0, room)));
    },
    /** The kept text so far, with a line for the dropped middle. */
    read: (): { readonly text: string; readonly droppedBytes: number } => {
      const tail = tailNow();
      const droppedBytes = tailBytes - tail.length;
      if (droppedBytes === 0) return { text: Buffer.concat([...head, tail]).toString("utf8"), droppedBytes };
      const first = cutEnd(Buffer.concat(head));
      const last = cutStart(tail);
      const missing = droppedBytes + headBytes - first.length + tail.length - last.length;
      const note = `\n[${missing} bytes left out here]\n`;
      return { text: `${first.toString("utf8")}${note}${last.toString("utf8")}`, droppedBytes: missing };
    },
    /** Whole lines of the beginning from byte `from` on, and the newest line of all. */
    outputSoFar: (from: number): OutputSoFar => {
      const begun = Buffer.concat(head);
      const next = begun.subarray(0, from + MAX_LINES_BYTES).lastIndexOf("\n") + 1;
      const end = tailBytes > 0 ? tailNow() : begun;
      const newest = end.subarray(-LAST_LINE_BYTES).toString("utf8").trimEnd();
      const lastLine = newest.split(/[\n\r]/).at(-1) ?? "";
      return { text: begun.toString("utf8", from, next), next: Math.max(from, next), lastLine };
    },
  };
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Drops an incomplete character at the end, which has at most three bytes. */
function cutEnd(bytes: Buffer): Buffer {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  const first = bytes[lead] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead + length > bytes.length ? bytes.subarray(0, Math.max(0, lead)) : bytes;
}

/** Drops the rest of a character at the start, which has at most three bytes. */
function cutStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}
