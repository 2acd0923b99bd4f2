/** `attempt_completion`: the model says that it is done. The engine refuses it when another call of the same message failed. */

import * as z from "zod/mini";
import { oneLine } from "../base/truncate.ts";
import { defineConversationTool } from "./define/define-tool.ts";
import { inputMistake } from "./define/input-error.ts";

export const attemptCompletionTool = defineConversationTool({
  name: "attempt_completion",
  offeredTo: ["default", "every mode", "explore", "plan"],
  description: "End the run once the work is done and checked.",
  input: z.strictObject({
    result: z.string().check(z.describe("the final answer")),
  }),
  ignores: ["command"], // Kilo's command that shows the result
  answer: ({ result }) => {
    const completion = result.trim();
    if (completion === "") {
      throw inputMistake("the result is empty.", "Say in a few sentences what changed and how it was verified.");
    }
    return { summary: `done: ${oneLine(completion, 100)}`, text: "Accepted.", completion };
  },
});
