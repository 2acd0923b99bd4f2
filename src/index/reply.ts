/** Reads the lines of the index program, which come from inside the cell: what does not have the shape of a reply is none. */

import * as z from "zod/mini";
import type { IndexReply } from "./frames.ts";

/** Beyond what the program ever sends. */
const MAX_FILES = 1_000;
const MAX_RANGES = 2_000;

const line = z.int().check(z.minimum(1));
const range = z.object({ start: line, end: line });
const path = z.string().check(z.minLength(1), z.maxLength(4096));
const note = z.optional(z.string().check(z.maxLength(1000)));
const id = z.int();

const reply = z.union([
  z.object({ id, kind: z.literal("at"), path: z.optional(path) }),
  z.object({
    id,
    kind: z.literal("search"),
    found: z.object({
      places: z
        .array(z.object({ path, start: line, end: line, others: z.array(range).check(z.maxLength(MAX_RANGES)) }))
        .check(z.maxLength(MAX_FILES)),
      files: z.int(),
      note,
    }),
  }),
  z.object({
    id,
    kind: z.literal("definitions"),
    files: z
      .array(z.object({ path, ranges: z.array(range).check(z.maxLength(MAX_RANGES)), note }))
      .check(z.maxLength(MAX_FILES)),
  }),
  z.object({ id, kind: z.literal("failed"), reason: z.string() }),
]);

/** Undefined for a line that is no reply. */
export function replyIn(text: string): IndexReply | undefined {
  try {
    const parsed = z.safeParse(reply, JSON.parse(text));
    return parsed.success ? (parsed.data as IndexReply) : undefined;
  } catch {
    return undefined;
  }
}
