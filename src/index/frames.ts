/** The lines between controller and index program. Answers come from the cell, so a line without this shape is refused. */

import * as z from "zod/mini";
import { parseJson } from "../base/member.ts";
import type { CodeQuery } from "../protocol/tool.ts";

export type IndexRequest =
  | { readonly id: number; readonly op: "search"; readonly query: CodeQuery }
  | { readonly id: number; readonly op: "definitions"; readonly paths: readonly string[] };

/** More than the program ever sends. */
const MAX_FILES = 1_000;
const MAX_RANGES = 2_000;

const line = z.int().check(z.minimum(1));
const range = z.object({ start: line, end: line });
const path = z.string().check(z.minLength(1), z.maxLength(4096));
const note = z.optional(z.string().check(z.maxLength(1000)));
const id = z.int();

function list<S extends z.core.$ZodType>(item: S, most: number) {
  return z.readonly(z.array(item).check(z.maxLength(most)));
}

const IndexReply = z.union([
  // The program still works. `path` is the file that it works on.
  z.object({ id, kind: z.literal("at"), path: z.optional(path) }),
  z.object({
    id,
    kind: z.literal("search"),
    found: z.object({
      places: list(z.object({ path, start: line, end: line, others: list(range, MAX_RANGES) }), MAX_FILES),
      note,
    }),
  }),
  z.object({
    id,
    kind: z.literal("definitions"),
    files: list(z.object({ path, ranges: list(range, MAX_RANGES), note }), MAX_FILES),
  }),
  z.object({ id, kind: z.literal("failed"), reason: z.string() }),
]);

export type IndexReply = Readonly<z.infer<typeof IndexReply>>;

/** Undefined for a line that is no reply. */
export function indexReplyIn(text: string): IndexReply | undefined {
  const parsed = z.safeParse(IndexReply, parseJson(text));
  return parsed.success ? parsed.data : undefined;
}
