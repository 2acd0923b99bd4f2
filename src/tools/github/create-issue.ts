/** `create_issue`: asks for a new issue in the run's repository. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { LABEL } from "./add-labels.ts";
import { defineOutputTool } from "./output.ts";

/** Half of what GitHub accepts, because sanitising the text can double its length. */
export const MAX_ASKED_CHARS = 30_000;

export const createIssueTool = defineOutputTool({
  name: "create_issue",
  action: "issue",
  description: "Open an issue in this repository when the run has ended. Look for an existing one first.",
  input: z.strictObject({
    title: z.string().check(z.minLength(1), z.maxLength(200), z.describe("one line")),
    body: z.string().check(z.minLength(1), z.maxLength(MAX_ASKED_CHARS), z.describe("Markdown")),
    labels: z.optional(z.array(LABEL).check(z.maxLength(10), z.describe("existing labels"))),
  }),
  ask: ({ title, body, labels = [] }) => ({
    output: { action: "issue", title, body, labels },
    summary: `open an issue: ${oneLine(title, 100)}`,
    preview: `${title}\n\n${body}`,
  }),
});
