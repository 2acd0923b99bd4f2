/** `add_labels`: asks for labels on an issue or pull request. */

import * as z from "zod/mini";
import { defineTool } from "../define/define-tool.ts";
import { NUMBER, plannedOutput, threadOf, type GitHubDeps } from "./output.ts";

export const LABEL = z.string().check(z.regex(/^[^,\r\n]{1,50}$/, { error: "a label of at most 50 characters" }));

export const addLabelsTool = defineTool({
  name: "add_labels",
  offeredTo: ["everyone"],
  isMainOnly: true,
  isUseful: ({ github }) => github.has("label"),
  needs: ["github"],
  description: "Label an issue or pull request on GitHub when the run has ended.",
  input: z.strictObject({
    labels: z.array(LABEL).check(z.minLength(1), z.maxLength(10), z.describe("existing labels")),
    number: NUMBER,
  }),
  make: ({ github }: GitHubDeps) => ({
    plan: ({ labels, number: given }) => {
      const number = threadOf(given, github);
      return plannedOutput({
        reach: github,
        output: { action: "label", number, labels },
        summary: `label #${number}: ${labels.join(", ")}`,
      });
    },
  }),
});
