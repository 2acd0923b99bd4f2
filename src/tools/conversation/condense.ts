/** `condense` (Kilo's): the model asks for a compaction, which the engine makes after the step. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { defineTool } from "../define/define-tool.ts";

export const condenseTool = defineTool({
  name: "condense",
  offeredTo: ["agent files"],
  needs: [],
  description:
    "Condense the conversation so far into a summary, when a part of the work is done and its details are not needed.",
  input: z.strictObject({
    message: z.string().check(z.minLength(1), z.describe("what the summary must keep, and the next step")),
  }),
  make: () => ({
    plan: ({ message }) => ({
      access: "read",
      capabilities: [],
      summary: `condense: ${oneLine(message, 100)}`,
      run: async () => ({ text: "The conversation is condensed after this step.", condense: message }),
    }),
  }),
});
