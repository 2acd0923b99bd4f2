/** `insert_content` (Kilo's): inserts whole lines before a line, or at the end of a file. */

import { counted } from "../../base/words.ts";
import * as z from "zod/mini";
import { inputMistake } from "../define/input-error.ts";
import { defineEditTool } from "./plan-edit.ts";
import { textWithin, withLineFeeds } from "./line-ends.ts";
import { withoutSlips } from "./slips.ts";

export const insertContentTool = defineEditTool({
  name: "insert_content",
  offeredTo: ["agent files"],
  group: "edit",
  description: "Insert lines into a file.",
  input: z.strictObject({
    path: z.string().check(z.describe("file")),
    line: z.int().check(z.minimum(0), z.describe("insert before this line; 0 appends")),
    content: z.string().check(z.minLength(1), z.describe("the lines")),
  }),
  edit: ({ path, line, content }) => ({
    path,
    verb: "insert into",
    apply: (before, file) => {
      const { text, notes } = withoutSlips(file, content, before);
      return {
        text: insertLines(before, { line, content: text, path: file }),
        say: (counts) => [`Inserted into ${file} (${counts}).`, ...notes].join(" "),
      };
    },
  }),
});

/** The file ends with a line break only if it did before. Throws `tool.input` for a line past the end. */
function insertLines(
  whole: string | undefined,
  { line, content, path }: { readonly line: number; readonly content: string; readonly path: string },
): string {
  if (whole === undefined) {
    if (line <= 1) return content;
    throw inputMistake(
      `cannot insert at line ${line} into a file that does not exist: ${path}.`,
      "Give line 0 or 1 to create it.",
    );
  }
  const { text, restore } = textWithin(whole);
  if (text === "" && line <= 1) return restore(withLineFeeds(content));
  const lines = text.split("\n");
  const end = lines.length - (text === "" || text.endsWith("\n") ? 1 : 0);
  if (line > end + 1) {
    throw inputMistake(
      `line ${line} is past the end of ${path}, which has ${counted(end, "line")}.`,
      `Give 1 to ${end + 1}, or 0 to append.`,
    );
  }
  const added = withLineFeeds(content).replace(/\n$/, "").split("\n");
  return restore(lines.toSpliced(line === 0 ? end : line - 1, 0, ...added).join("\n"));
}
