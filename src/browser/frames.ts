/** The lines of the controller and the browser program. Answers come from inside the cell, so their shape is checked. */

import * as z from "zod/mini";
import { parseJson } from "../base/member.ts";
import type { BrowserAct } from "../protocol/tools/browser.ts";

export interface BrowserRequest extends BrowserAct {
  readonly id: number;
  /** The browser's program, in the cell. */
  readonly file: string;
}

/** More than the program ever sends. */
const MAX_LINES = 300;
const MAX_EVENTS = 60;

const id = z.int();
const line = z.string().check(z.maxLength(2_000));
const lines = (most: number) => z.readonly(z.array(line).check(z.maxLength(most)));
const pixels = z.number();

const BrowserReply = z.union([
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
      lines: lines(MAX_LINES),
      note: z.optional(line),
      events: lines(MAX_EVENTS),
      picture: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]+=*$/), z.maxLength(1_000_000))),
    }),
  }),
  z.object({ id, kind: z.literal("closed") }),
  /** Nothing was done, and no browser is open. */
  z.object({ id, kind: z.literal("failed"), reason: z.string() }),
]);
export type BrowserReply = z.infer<typeof BrowserReply>;

/** Undefined for a line that is no reply. */
export function browserReplyIn(text: string): BrowserReply | undefined {
  const parsed = z.safeParse(BrowserReply, parseJson(text));
  return parsed.success ? parsed.data : undefined;
}
