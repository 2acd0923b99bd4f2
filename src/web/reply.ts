/** The answer of the program in the cell, which is one line of JSON. A line without this shape is no answer. */

import * as z from "zod/mini";
import { parseJson } from "../base/member.ts";

const text = (maxChars: number) => z.string().check(z.maxLength(maxChars));

const PageReply = z.union([
  z.object({
    kind: z.literal("page"),
    /** After redirects on the same host. */
    url: text(4_000),
    title: text(1_000),
    /** The text as it came, or Markdown that was made from HTML. */
    text: text(1_000_000),
    /** The media type without its parameters. */
    mediaType: text(200),
    /** How many parts of the page a reader does not see. */
    hiddenParts: z.int(),
    /** Why some of the page is missing. */
    cut: z.optional(text(500)),
  }),
  /** A redirect to another host, or to an address that is not opened. */
  z.object({ kind: z.literal("redirect"), from: text(4_000), to: text(20_000) }),
  /** `why` follows "could not be read:". */
  z.object({ kind: z.literal("failed"), why: text(2_000) }),
]);
export type PageReply = z.infer<typeof PageReply>;

/** The reply in the last line of what the program wrote; undefined where there is none. */
export function pageReplyIn(output: string): PageReply | undefined {
  const parsed = z.safeParse(PageReply, parseJson(output.trimEnd().split("\n").at(-1) ?? ""));
  return parsed.success ? parsed.data : undefined;
}
