/** `comment`: asks for a comment on an issue or pull request. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { MAX_ASKED_CHARS } from "./create-issue.ts";
import { defineOutputTool, NUMBER, threadOf } from "./output.ts";

export const commentTool = defineOutputTool({
  name: "comment",
  action: "comment",
  description:
    "Comment on an issue or pull request on GitHub when the run has ended, besides your closing answer, which is posted anyway.",
  input: z.strictObject({
    body: z.string().check(z.minLength(1), z.maxLength(MAX_ASKED_CHARS), z.describe("Markdown")),
    number: NUMBER,
  }),
  ask: ({ body, number: given }, reach) => {
    const number = threadOf(given, reach);
    return {
      output: { action: "comment", number, body },
      summary: `comment on #${number}: ${oneLine(body, 100)}`,
      preview: body,
    };
  },
});
