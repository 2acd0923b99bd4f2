/** `comment`: asks for a comment on an issue or pull request. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { defineTool } from "../define/define-tool.ts";
import { MAX_ASKED_CHARS } from "./create-issue.ts";
import { NUMBER, plannedOutput, threadOf, type GitHubDeps } from "./output.ts";

export const commentTool = defineTool({
  name: "comment",
  offeredTo: ["everyone"],
  isMainOnly: true,
  isUseful: ({ github }) => github.has("comment"),
  needs: ["github"],
  description:
    "Comment on an issue or pull request on GitHub when the run has ended, besides your closing answer, which is posted anyway.",
  input: z.strictObject({
    body: z.string().check(z.minLength(1), z.maxLength(MAX_ASKED_CHARS), z.describe("Markdown")),
    number: NUMBER,
  }),
  make: ({ github }: GitHubDeps) => ({
    plan: ({ body, number: given }) => {
      const number = threadOf(given, github);
      return plannedOutput({
        reach: github,
        output: { action: "comment", number, body },
        summary: `comment on #${number}: ${oneLine(body, 100)}`,
        preview: body,
      });
    },
  }),
});
