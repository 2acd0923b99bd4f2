/** `close_issue`: asks for an issue to be closed. */

import * as z from "zod/mini";
import { defineOutputTool, NUMBER, threadOf } from "./output.ts";

export const closeIssueTool = defineOutputTool({
  name: "close_issue",
  action: "close",
  description: "Close an issue on GitHub when the run has ended. Pull requests are not closed.",
  input: z.strictObject({
    reason: z.enum(["completed", "not_planned"]).check(z.describe("why")),
    number: NUMBER,
  }),
  ask: ({ reason, number: given }, reach) => {
    const number = threadOf(given, reach);
    return {
      output: { action: "close", number, reason },
      summary: `close #${number} as ${reason.replace("_", " ")}`,
    };
  },
});
