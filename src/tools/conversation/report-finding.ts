/** `report_finding`: what a review finds. The answer says at once where the finding stands in the diff, or why it stands nowhere. */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { SEVERITIES, type FindingReports } from "../../protocol/tools/finding.ts";
import { defineTool } from "../define/define-tool.ts";
import { inputMistake } from "../define/input-error.ts";

/** Characters. A comment on GitHub has room for 65,536. */
const MAX_EVIDENCE = 4_000;
const MAX_CODE = 20_000;

export const reportFindingTool = defineTool({
  name: "report_finding",
  offeredTo: ["review"],
  isMainOnly: true,
  isUseful: ({ reviews }) => reviews === true,
  needs: [],
  description:
    "Report one finding of the review. It is shown on the quoted lines; a replacement becomes a suggestion that the author can apply.",
  input: z.strictObject({
    path: z.string().check(z.minLength(1), z.maxLength(4_096), z.describe("as the diff names it")),
    quote: z
      .string()
      .check(z.maxLength(MAX_CODE), z.describe("whole lines of the diff, word for word, without + and -")),
    line: z.optional(
      z
        .int()
        .check(z.minimum(1), z.describe("number of the first quoted line, if the lines stand there more than once")),
    ),
    severity: z.enum(SEVERITIES).check(z.describe("bug: wrong behaviour; risk: can fail; nit: style or clarity")),
    title: z.string().check(z.minLength(1), z.maxLength(200), z.describe("one line")),
    evidence: z.string().check(z.maxLength(MAX_EVIDENCE), z.describe("why it is so: input, path, result")),
    replacement: z.optional(
      z
        .string()
        .check(
          z.maxLength(MAX_CODE),
          z.describe("the lines that take the place of all quoted ones; empty deletes them"),
        ),
    ),
  }),
  make: ({ findings }: { readonly findings: FindingReports | undefined }) => ({
    plan: ({ path, quote, replacement, title, ...asked }) => ({
      access: "write",
      summary: `report ${asked.severity} in ${oneLine(path, 100)}: ${oneLine(title, 100)}`,
      run: async () => {
        if (findings === undefined) throw inputMistake("This run reviews nothing.", "");
        const lines = {
          quote: linesIn(quote),
          replacement: replacement === undefined ? undefined : linesIn(replacement),
        };
        const { text, finding } = await findings.check({ path, ...lines, ...asked, title: oneLine(title, 200) });
        return { text, events: finding === undefined ? [] : [{ type: "finding.reported", finding }] };
      },
    }),
  }),
});

/** A last line end ends a line, and an empty text has no line. */
function linesIn(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
