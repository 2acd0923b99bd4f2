/** `report_bug` (Kilo's): records a fault of this program or its environment for people. It is not sent anywhere. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { defineTool } from "../define/define-tool.ts";

/** Characters of the description, which is shown in a comment. */
const MAX_CHARS = 4000;

export const reportBugTool = defineTool({
  name: "report_bug",
  offeredTo: ["agent files"],
  needs: [],
  description:
    "Report a fault of the tools or the surroundings to the people who read the result. It is not sent anywhere.",
  input: z.strictObject({
    title: z.string().check(z.minLength(1), z.describe("one line")),
    description: z.string().check(z.minLength(1), z.describe("what happened, what was expected, how to see it")),
  }),
  make: () => ({
    plan: ({ title, description }) => ({
      access: "read",
      capabilities: [],
      summary: `report: ${oneLine(title, 100)}`,
      run: async () => ({
        text: "Recorded for the people who read the result. Go on with the task.",
        events: [{ type: "bug.report", title: oneLine(title, 200), description: description.slice(0, MAX_CHARS) }],
      }),
    }),
  }),
});
