/** Everyday slips in edits: texts as models write them, and what must stand in the file. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeError, RunnerError } from "../../../src/protocol/error.ts";
import { applyBlocks } from "../../../src/tools/edit/apply-blocks.ts";
import { parseDiff } from "../../../src/tools/edit/diff-blocks.ts";
import { withoutSlips } from "../../../src/tools/edit/slips.ts";

/** `|` stands for a line break, `¦` for a bar. */
const lines = (text: string): string => text.replaceAll("|", "\n").replaceAll("¦", "|");
const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH|${search}|=======|${replace}${replace === "" ? "" : "|"}>>>>>>> REPLACE`;

const THREE = "line 1|line 2|line 3";

/** The file, the diff, the file after it; undefined where it is refused. */
const DIFFS: readonly (readonly [file: string, diff: string, after: string | undefined])[] = [
  [THREE, `\`\`\`diff|${block("line 2", "x")}|\`\`\`|This changes line 2.`, "line 1|x|line 3"],
  [
    THREE,
    "<<<<<<< SEARCH|:start_line:2|-------|line 2|=======|:start_line:2|-------|x|>>>>>>> REPLACE",
    "line 1|x|line 3",
  ],
  [THREE, "<<<<<<< SEARCH|:start_line:[2]|:end_line: 2|line 2|=======|x|>>>>>>> REPLACE", "line 1|x|line 3"],
  [THREE, "<<<<<< SEARCH|line 2|=======|x|>>>>>>>> REPLACE", "line 1|x|line 3"],
  [THREE, "------- SEARCH|line 2|=======|x|+++++++ REPLACE", "line 1|x|line 3"],
  [THREE, block("     2\tline 2|     3\tline 3", "     2\tx|     3\tline 3"), "line 1|x|line 3"],
  [THREE, block("     2\tline 2", "x|     3\ty"), "line 1|x|y|line 3"],
  ["a|x|a|", block("     3\ta", "     3\tb"), "a|x|b|"],
  [THREE, block("line 2", "     2\tx"), "line 1|x|line 3"],
  [THREE, block("```|line 2|```", "```|x|```"), "line 1|x|line 3"],
  [THREE, block("line 2", "```js|x|```"), "line 1|x|line 3"],
  [
    THREE,
    "<<<<<<< SEARCH|:start_line:2||-------|line 2|=======|:start_line:2||-------|x|>>>>>>> REPLACE",
    "line 1|x|line 3",
  ],
  [THREE, block("line 2", "line 2"), undefined],
  [THREE, block(":start_line:2|line 2", ":start_line:2|x"), "line 1|x|line 3"],
  [THREE, block(":start_line:2|line 2", ":start_line:3|x"), undefined],
  ["a||b|", block("|b|", "|c|"), "a||c|"],
  // What stands in the file is meant.
  ["     1\ta|     2\tb|", block("     2\tb", "     2\tc"), "     1\ta|     2\tc|"],
  ["1\ta|2\tb|", block("2\tb", "2\tc"), "1\ta|2\tc|"],
  ["```js|a|```|", block("a", "b|```|```js|c"), "```js|b|```|```js|c|```|"],
  ["Title|=====|", block("Title", "Title|-------"), "Title|-------|=====|"],
];

test("slips in apply_diff", () => {
  for (const [file, diff, after] of DIFFS) {
    let text: string;
    try {
      const { failures, ...done } = applyBlocks(lines(file), parseDiff(lines(diff)), "a.ts");
      text = failures.length > 0 ? `refused: ${failures.join("; ")}` : done.text;
    } catch (error) {
      if (!(error instanceof RunnerError)) throw error;
      text = `refused: ${describeError(error)}`;
    }
    if (after === undefined) assert.match(text, /^refused: /, diff);
    else assert.equal(text, lines(after), diff);
  }
});

test("a fence of new lines in Markdown is meant", () => {
  const diff = parseDiff(lines(block("b", "```sh|b|```")));
  assert.equal(applyBlocks("a\nb\n", diff, "README.md").text, "a\n```sh\nb\n```\n");
});

/** Path, content, what is written, the content before. */
const WRITES: readonly (readonly [path: string, content: string, written: string, before?: string])[] = [
  ["a.js", "```js|a();|```", "a();|"],
  ["a.js", "```js|a();|```|", "a();|"],
  ["a.js", "|```javascript|a();||b();|```||", "a();||b();|"],
  ["a.js", "~~~|a();|~~~", "a();|"],
  ["a.txt", "```|Line 1|Line 2|```", "Line 1|Line 2|"],
  ["a.py", 'x = """|```|y|```|"""|', 'x = """|```|y|```|"""|'],
  ["a.js", "```js|a|```|text|```js|b|```", "```js|a|```|text|```js|b|```"],
  ["a.rs", "```rust|a|```sh|b|```|c|```", "a|```sh|b|```|c|"],
  ["a.md", "```js|a|```", "```js|a|```"],
  ["a.md", "```markdown|# A|```", "# A|"],
  ["a.js", "     1\ta|     2\t|     3\tb|", "a||b|"],
  ["a.js", "     7\ta|     8\tb", "a|b"],
  ["a.js", "     7\ta|     8|     9\tb", "a||b"],
  ["a.txt", "     5", "     5"],
  ["a.md", "     1\t# A|     2\t|     3\tb|", "# A||b|"],
  ["a.js", "1 ¦ a|2 ¦ b", "a|b"],
  ["a.md", "1 ¦ a|2 ¦ b", "1 ¦ a|2 ¦ b"],
  ["a.psv", "1 ¦ a|2 ¦ b", "1 ¦ a|2 ¦ b"],
  ["a.sql", "1 ¦ a", "1 ¦ a"],
  ["a.js", "     1\ta|     3\tb|", "     1\ta|     3\tb|"],
  ["a.tsv", "1\ta|2\tb|", "1\ta|2\tb|"],
  ["a.txt", "     1\ta|     2\tb|     3\tc|", "     1\ta|     2\tb|     3\tc|", "     1\ta|     2\tb|"],
  ["a.js", "```js|     1\ta|     2\tb|```", "a|b|"],
  ["a.js", "", ""],
];

test("slips in write_to_file", () => {
  for (const [path, content, written, before = ""] of WRITES)
    assert.equal(withoutSlips(path, lines(content), lines(before)).text, lines(written), content);
});
