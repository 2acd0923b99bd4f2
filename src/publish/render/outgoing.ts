/**
 * The gate that every text passes before it is sent to GitHub: it removes secrets, breaks workflow commands and caps the length.
 * Renderers have made foreign text harmless before.
 */

import { breakCommands } from "../../base/plain-text.ts";
import type { Redact } from "../../base/redact.ts";
import { beginningOf } from "../../base/truncate.ts";

/** GitHub accepts 65,536 characters for an issue, pull request or comment; the difference leaves a margin. */
export const MAX_BODY_CHARS = 65_000;
/** GitHub accepts 1 MiB for a job summary and drops a larger one completely. */
export const MAX_SUMMARY_BYTES = 900_000;

export type Outgoing = (text: string) => string;

const NOTE = "*Shortened. The run's bundle has the full text.*";

/** The gate for bodies of issues, pull requests and comments. */
export function createOutgoing(redact: Redact): Outgoing {
  return (text) => cap(breakCommands(redact(text)), MAX_BODY_CHARS);
}

/** The gate for a job summary, whose limit counts bytes. */
export function createSummaryGate(redact: Redact): Outgoing {
  return (text) => {
    const clean = breakCommands(redact(text));
    const bytes = Buffer.byteLength(clean);
    if (bytes <= MAX_SUMMARY_BYTES) return clean;
    // A UTF-16 unit is at most three bytes in UTF-8, so this many units always fit.
    return cap(clean, Math.floor(MAX_SUMMARY_BYTES / 3));
  };
}

/** Cuts at a line, closes a code block that the cut left open, and appends the note. */
function cap(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const room = maxChars - NOTE.length - 100; // for a closing fence and line breaks
  const head = beginningOf(text, room);
  const open = openFence(head);
  return `${head}\n${open === undefined ? "" : `${open}\n`}\n${NOTE}\n`;
}

/** The fence of the code block that `text` ends in. Renderers start fences at the first column and close them with an equal one. */
function openFence(text: string): string | undefined {
  let open: string | undefined;
  for (const [, ticks = "", rest = ""] of text.matchAll(/^(`{3,})(.*)$/gm)) {
    if (open === undefined) open = ticks;
    else if (ticks.length >= open.length && rest.trim() === "") open = undefined;
  }
  return open !== undefined && open.length > 80 ? "`".repeat(80) : open;
}
