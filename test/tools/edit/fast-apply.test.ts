/** `edit_file` with `code_edit`: what a model's answer must be, so that it may become the file. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApplySketch } from "../../../src/protocol/tools/apply.ts";
import { openWorkbench } from "../workbench.ts";

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index};\n`).join("");
const FILE = lines(1, 40);
const SKETCH = "// ... existing code ...\nline 7;\nline seven and a half;\nline 8;\n// ... existing code ...\n";
const MERGED = `${lines(1, 7)}line seven and a half;\n${lines(8, 40)}`;
const REST = " The file is as it was. Make the edit with apply_diff.";

/** What the model answers, the sketch, the file before (undefined: none), and the file after or the refusal. */
type Row = readonly [
  name: string,
  answer: string | undefined,
  sketch: string,
  before: string | undefined,
  after: string | RegExp,
];

const ROWS: readonly Row[] = [
  ["the whole file", MERGED, SKETCH, FILE, MERGED],
  ["in a fence", `\`\`\`js\n${MERGED}\`\`\`\n`, SKETCH, FILE, MERGED],
  ["in a tag", `<code>\n${MERGED}</code>`, SKETCH, FILE, MERGED],
  ["without its last line end", MERGED.trimEnd(), SKETCH, FILE, MERGED],
  ["with one that the file has not", MERGED, SKETCH, FILE.trimEnd(), MERGED.trimEnd()],
  [
    "CRLF and a mark stay",
    MERGED,
    SKETCH,
    `\ufeff${FILE.replaceAll("\n", "\r\n")}`,
    `\ufeff${MERGED.replaceAll("\n", "\r\n")}`,
  ],
  [
    "a sketch that removes lines",
    `${lines(1, 6)}${lines(9, 40)}`,
    "// ... existing code ...\nline 6;\nline 9;\n# ... rest of file ...",
    FILE,
    `${lines(1, 6)}${lines(9, 40)}`,
  ],
  ["a whole file as sketch may be short", "only;\n", "only;\n", FILE, "only;\n"],
  ["a new file needs no model", undefined, "a;\nb;\n", undefined, "a;\nb;\n"],
  ["an empty one neither", undefined, "a;\n", "\n", "a;\n"],
  [
    "a new file with a part left out",
    undefined,
    "// ... existing code ...\na;\n",
    undefined,
    /^f\.txt is new or empty, and code_edit leaves out a part of it: \/\/ \.\.\. existing code \.\.\.\. Give the whole text\.$/,
  ],
  [
    "no model",
    undefined,
    SKETCH,
    FILE,
    /^edit_file: code_edit needs a model that applies it, and none is configured\. Use apply_diff/,
  ],
  ["an empty sketch", MERGED, " \n", FILE, /^f\.txt: code_edit is empty\./],
  ["an empty answer", "", SKETCH, FILE, /its answer was empty or cut off/],
  ["a fence around nothing", "```\n\n```", SKETCH, FILE, /its answer was empty or cut off/],
  ["the marks are still there", SKETCH, SKETCH, FILE, /its answer leaves out a part: \/\/ \.\.\. existing code/],
  [
    "a mark of its own",
    `${lines(1, 7)}line seven and a half;\nline 8;\n# … rest of the file\n`,
    SKETCH,
    FILE,
    /leaves out a part: # … rest/,
  ],
  ["shrunk", `line 7;\nline seven and a half;\nline 8;\n`, SKETCH, FILE, /its answer lost 38 of the file's 40 lines/],
  [
    "equal lines are counted",
    `line 7;\nline seven and a half;\nline 8;\n`,
    SKETCH,
    `line 7;\nline 8;\n`.repeat(30),
    /lost 58 of the file's 60 lines/,
  ],
  ["nothing done", FILE, SKETCH, FILE, /nothing in the file is different/],
  [
    "a line of the sketch forgotten",
    `${lines(1, 40)}// new\n`,
    SKETCH,
    FILE,
    /a line of code_edit is not in its answer: line seven and a half;/,
  ],
  [
    "words around it",
    `Here is your file:\nI changed it.\nEnjoy.\nBye.\n${MERGED}`,
    SKETCH,
    FILE,
    /4 lines that are neither in the file nor in code_edit/,
  ],
  [
    "a mask in place of a secret",
    MERGED.replace("line 40;", "line 40;\n[redacted:key]"),
    SKETCH,
    FILE,
    /^The new content holds \[redacted:key\]/,
  ],
];

test("the answer of the model is checked against file and sketch; what does not fit leaves the file as it was", async (t) => {
  let answer: string | undefined;
  const asked: string[] = [];
  const applySketch: ApplySketch = async (edit) => {
    asked.push(JSON.stringify(Object.keys(edit)));
    return { text: answer ?? "", model: "fast/apply" };
  };
  const files = Object.fromEntries(
    ROWS.flatMap(([name, , , before]) => (before === undefined ? [] : [[`${name}/f.txt`, before]])),
  );
  await using bench = await openWorkbench(files, {
    applySketch: () => (answer === undefined ? undefined : applySketch),
  });
  for (const [name, given, sketch, before, after] of ROWS) {
    await t.test(name, async () => {
      answer = given;
      const path = `${name}/f.txt`;
      if (before !== undefined) await bench.see(path);
      const args = { path, instructions: "add a line", code_edit: sketch };
      const result = await bench
        .call("edit_file", args)
        .catch((error: unknown) => error as { message: string; hint?: string });
      if (typeof after === "string") {
        assert.equal("text" in result && result.isError !== true, true, JSON.stringify(result));
        assert.equal(bench.repository.read(path), after);
        return;
      }
      const said = "message" in result ? `${result.message} ${result.hint ?? ""}` : result.text;
      assert.match(said.replaceAll(`${name}/`, ""), after);
      if (given !== undefined && !name.startsWith("an empty sketch") && !name.startsWith("a mask"))
        assert.ok(said.endsWith(REST), said);
      if (before !== undefined) assert.equal(bench.repository.read(path), before);
    });
  }
  assert.deepEqual(new Set(asked), new Set(['["text","sketch","instructions"]']));
});
