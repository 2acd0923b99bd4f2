/** Reads the lines of the browser program, which come from inside the cell: what does not have the shape of a reply is none. */

import * as z from "zod/mini";
import type { BrowserReply } from "./frames.ts";

/** Beyond what the program ever sends. */
const MAX_LINES = 300;
const MAX_EVENTS = 60;

const id = z.int();
const line = z.string().check(z.maxLength(2_000));
const pixels = z.number();

const reply = z.union([
  z.object({
    id,
    kind: z.literal("done"),
    view: z.object({
      problem: z.optional(line),
      url: z.string().check(z.maxLength(100_000)),
      title: line,
      status: z.optional(z.int()),
      width: pixels,
      height: pixels,
      scrollY: pixels,
      pageHeight: pixels,
      lines: z.array(line).check(z.maxLength(MAX_LINES)),
      note: z.optional(line),
      events: z.array(line).check(z.maxLength(MAX_EVENTS)),
      picture: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]+=*$/), z.maxLength(1_000_000))),
    }),
  }),
  z.object({ id, kind: z.literal("closed") }),
  z.object({ id, kind: z.literal("failed"), reason: z.string() }),
]);

/** Undefined for a line that is no reply. */
export function browserReplyIn(text: string): BrowserReply | undefined {
  try {
    const parsed = z.safeParse(reply, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
