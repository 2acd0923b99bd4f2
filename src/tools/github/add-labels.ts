/** `add_labels`: asks for labels on an issue or pull request. */

import * as z from "zod/mini";
import { defineOutputTool, NUMBER, threadOf } from "./output.ts";

export const LABEL = z.string().check(z.regex(/^[^,\r\n]{1,50}$/, { error: "a label of at most 50 characters" }));

export const addLabelsTool = defineOutputTool({
  name: "add_labels",
  action: "label",
  description: "Label an issue or pull request on GitHub when the run has ended.",
  input: z.strictObject({
    labels: z.array(LABEL).check(z.minLength(1), z.maxLength(10), z.describe("existing labels")),
    number: NUMBER,
  }),
  ask: ({ labels, number: given }, reach) => {
    const number = threadOf(given, reach);
    return {
      output: { action: "label", number, labels },
      summary: `label #${number}: ${labels.join(", ")}`,
    };
  },
});
