/** What the program in the cell answers, as one line of JSON. What does not have this shape is no answer. */

import * as z from "zod/mini";
import { parseJson } from "../base/member.ts";

const text = (maxChars: number) => z.string().check(z.maxLength(maxChars));

const PageReply = z.union([
  z.object({
    kind: z.literal("page"),
    /** After redirects on the same host. */
    url: text(4_000),
    title: text(1_000),
    /** As it came, or Markdown made of HTML. */
    text: text(1_000_000),
    /** Without its parameters. */
    mediaType: text(200),
    /** Parts of the page that a reader does not see. */
    hiddenParts: z.int(),
    /** Why it is not all of the page. */
    cut: z.optional(text(500)),
  }),
  /** To another host, or to an address that is not opened. */
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
