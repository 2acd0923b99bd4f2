/** `think` (Kimi CLI's Think): writes down a thought, for models without reasoning. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { defineTool } from "../define/define-tool.ts";

export const thinkTool = defineTool({
  name: "think",
  offeredTo: ["agent files"],
  aliases: ["Think"],
  calledAs: ["Think"],
  needs: [],
  description: "Think before you act. Nothing happens but that the thought is written down.",
  input: z.strictObject({ thought: z.string().check(z.minLength(1), z.describe("what you think")) }),
  make: () => ({
    plan: ({ thought }) => ({
      access: "read",
      capabilities: [],
      summary: `think: ${oneLine(thought, 100)}`,
      run: async () => ({ text: "Thought logged." }),
    }),
  }),
});
