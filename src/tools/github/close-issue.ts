/** `close_issue`: asks for an issue to be closed. */

import * as z from "zod/mini";
import { defineTool } from "../define/define-tool.ts";
import { NUMBER, plannedOutput, threadOf, type GitHubDeps } from "./output.ts";

export const closeIssueTool = defineTool({
  name: "close_issue",
  offeredTo: ["everyone"],
  isMainOnly: true,
  isUseful: ({ github }) => github.has("close"),
  needs: ["github"],
  description: "Close an issue on GitHub when the run has ended. Pull requests are not closed.",
  input: z.strictObject({
    reason: z.enum(["completed", "not_planned"]).check(z.describe("why")),
    number: NUMBER,
  }),
  make: ({ github }: GitHubDeps) => ({
    plan: ({ reason, number: given }) => {
      const number = threadOf(given, github);
      return plannedOutput({
        reach: github,
        output: { action: "close", number, reason },
        summary: `close #${number} as ${reason.replace("_", " ")}`,
      });
    },
  }),
});
