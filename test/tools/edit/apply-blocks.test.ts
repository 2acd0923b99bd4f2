import assert from "node:assert/strict";
import { test } from "node:test";
import { describeError } from "../../../src/protocol/error.ts";
import { applyBlocks } from "../../../src/tools/edit/apply-blocks.ts";
import { parseDiff } from "../../../src/tools/edit/diff-blocks.ts";

/** `|` stands for a line break. */
const lines = (text: string): string => text.replaceAll("|", "\n");
const block = (search: string, replace: string, startLine?: number): string =>
  [
    "<<<<<<< SEARCH",
    ...(startLine === undefined ? [] : [`:start_line:${startLine}`, "-------"]),
    ...(search === "" ? [] : [lines(search)]),
    "=======",
    ...(replace === "" ? [] : [lines(replace)]),
    ">>>>>>> REPLACE",
  ].join("\n");
const apply = (text: string, ...blocks: readonly string[]) => applyBlocks(lines(text), parseDiff(blocks.join("\n\n")));
const done = (text: string, applied = 1) => ({ text: lines(text), applied, failures: [], notes: [] });

test("blocks are parsed with and without a start line", () => {
  assert.deepEqual(parseDiff(`${block("a|b", "c", 12)}\n${block("d", "")}\n`), [
    { search: ["a", "b"], replace: ["c"], startLine: 12 },
    { search: ["d"], replace: [], startLine: undefined },
  ]);
});

test("escaped markers become content, other backslashes stay", () => {
  const diff = block("\\<<<<<<< SEARCH|\\=======|\\-------|\\n", "\\>>>>>>> REPLACE|\\:start_line:1");
  assert.deepEqual(parseDiff(diff), [
    {
      search: ["<<<<<<< SEARCH", "=======", "-------", "\\n"],
      replace: [">>>>>>> REPLACE", ":start_line:1"],
      startLine: undefined,
    },
  ]);
});

for (const [label, diff, message] of [
  ["no block", "  \n", "diff line 1: the diff has no block."],
  ["a block without its beginning", `hello\n=======\nb\n>>>>>>> REPLACE`, "diff line 2: expected <<<<<<< SEARCH."],
  ["a second end", `${block("a", "b")}\nc\n>>>>>>> REPLACE`, "diff line 7: expected <<<<<<< SEARCH."],
  [
    "a start line among the new lines",
    block("a", "b|:start_line:2|c"),
    "diff line 5: :start_line:2 stands in the new or old lines; leave it out, or escape it with a backslash.",
  ],
  [
    "an end line among the old lines",
    block("a|:end_line:2", "b"),
    "diff line 3: :end_line:2 stands in the new or old lines; leave it out, or escape it with a backslash.",
  ],
  [
    "the end of a header before the new lines",
    block("a", "-------|b"),
    "diff line 4: ------- stands in the new or old lines; leave it out, or escape it with a backslash.",
  ],
  ["an empty search", block("", "b"), "diff line 1: the SEARCH part is empty; include a line next to the place."],
  [
    "no divider",
    "<<<<<<< SEARCH\na\n>>>>>>> REPLACE",
    "diff line 3: expected ======= before >>>>>>> REPLACE; escape such a line of the file with a backslash.",
  ],
  [
    "two dividers",
    "<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE",
    "diff line 5: expected >>>>>>> REPLACE before =======; escape such a line of the file with a backslash.",
  ],
  ["a torn block", "<<<<<<< SEARCH\na\n=======\nb", "diff line 4: the diff ends before >>>>>>> REPLACE."],
] as const) {
  test(`broken diff: ${label}`, () => {
    assert.throws(
      () => parseDiff(diff),
      (error) => describeError(error).startsWith(`${message} Write each block as:`),
    );
  });
}

test("several blocks are matched against the text as it was", () => {
  assert.deepEqual(apply("a|b|c|d|", block("c", "C1|C2"), block("a", "")), done("b|C1|C2|d|", 2));
});

test("line endings are not compared and stay the file's own", () => {
  assert.deepEqual(applyBlocks("a\r\nb\r\nc", parseDiff(block("b", "x|y"))), done("a\r\nx\r\ny\r\nc"));
  assert.deepEqual(applyBlocks("a\r\nb\r\nc", parseDiff(block("c", "x|y"))), done("a\r\nb\r\nx\r\ny"));
  assert.deepEqual(applyBlocks("a\nb\n", parseDiff(block("b", "c").replaceAll("\n", "\r\n"))), done("a\nc\n"));
});

test("ends of the text: no final newline is invented, deletion leaves whole lines", () => {
  assert.deepEqual(apply("a|b", block("b", "c")), done("a|c"));
  assert.deepEqual(apply("a|b|c", block("c", "")), done("a|b|"));
  assert.deepEqual(apply("a|", block("a", "")), done(""));
  assert.deepEqual(apply("\ufeffa|b|", block("a", "c")), done("\ufeffc|b|"));
});

const twice = `x|same|${"y|".repeat(60)}same|z|`;

test("a repeated text is refused without a hint and names its lines", () => {
  assert.deepEqual(apply(twice, block("same", "new")), {
    text: lines(twice),
    applied: 0,
    failures: [
      "block 1: SEARCH text found 2 times, at lines 2, 63. Add surrounding lines to SEARCH, or give the exact :start_line:.",
    ],
    notes: [],
  });
});

test("a hint chooses the nearest place within 40 lines", () => {
  assert.deepEqual(apply(twice, block("same", "new", 60)), done(twice.replace("same|z", "new|z")));
  assert.deepEqual(apply(twice, block("same", "new", 20)), done(twice.replace("x|same", "x|new")));
});

test("a hint that decides nothing is refused: too far off, or halfway", () => {
  for (const [text, hint] of [
    [twice, 104],
    ["same|x|same|", 2],
  ] as const) {
    assert.match(
      apply(text, block("same", "new", hint)).failures[0] ?? "",
      /2 times.*none clearly nearest to line \d+\./,
    );
  }
});

test("a wrong hint does not matter where the text stands once", () => {
  assert.deepEqual(apply("a|b|", block("b", "c", 900)), done("a|c|"));
});

test("what fits is applied, what does not is reported with the closest text", () => {
  const text = "function add(a, b) {|  return a - b;|}|";
  assert.deepEqual(apply(text, block("  return a + b;", "  return 1;"), block("}", "};")), {
    text: lines("function add(a, b) {|  return a - b;|};|"),
    applied: 1,
    failures: ["block 1: SEARCH text not found. The closest text is:\n     2\t  return a - b;"],
    notes: [],
  });
});

const SPACE =
  "SEARCH was there with other white space, quotation marks or dashes only; check the indentation of what you wrote.";

test("white space may differ where the lines are there once; new lines move with the old ones", () => {
  const python = "def f():|    if x:|        y()|    return|";
  for (const [text, search, replace, after] of [
    ["if (x)|\treturn;|", "if (x)|  return;", "y", "y|"],
    [python, "if x:|    y()", "if z:|    y()||    w()", "def f():|    if z:|        y()||        w()|    return|"],
    [python, "            if x:", "            if z:|        a", "def f():|    if z:|a|        y()|    return|"],
    ["a|say(\u201chi\u201d)|", 'say("hi")', 'say("ho")', 'a|say("ho")|'],
    ["x  |", "x", "y", "y|"],
    // A file of tabs stays one, also in deeper lines, and 4 blanks are no 2.
    [
      "f:|\tif x:|\t\ta|\t\tb|",
      "    if x:|        a",
      "    if x:|        if y:|            a",
      "f:|\tif x:|\t\tif y:|\t\t\ta|\t\tb|",
    ],
    ["\ta|", "    a", "    b|        c|d", "\tb|\t\tc|d|"],
    [
      "{|    a {|        b|    }|}|",
      "  a {|    b|  }",
      "  a {|    if {|      b|    }|  }",
      "{|    a {|        if {|            b|        }|    }|}|",
    ],
    // Only the first line lost its indentation.
    [
      "def f(x):|    if x:  |        y()|",
      "if x:|        y()",
      "if x:|        y()|    else:|        z()",
      "def f(x):|    if x:  |        y()|    else:|        z()|",
    ],
    [
      "class A:|    def f(self):  |        return 1|",
      "def f(self):|        return 1",
      "def f(self, x):|        return 2||    def g(self):|        return 3",
      "class A:|    def f(self, x):|        return 2||    def g(self):|        return 3|",
    ],
    [
      "class A:|    if x:  |        y()|",
      "if x:|        y()",
      "if x:|        y()|else:|        z()",
      "class A:|    if x:  |        y()|    else:|        z()|",
    ],
    ["f:|  b()  |    c()|", "      b()|    c()", "      b()|      d()|    c()", "f:|  b()  |  d()|    c()|"],
    // What stays is not written anew.
    [
      "a  |say(\u201chi\u201d)|b\u00a0\u2013 c|",
      'a|say("hi")|b - c',
      'a|say("hi")|new|b - c',
      "a  |say(\u201chi\u201d)|new|b\u00a0\u2013 c|",
    ],
  ] as const) {
    assert.deepEqual(apply(text, block(search, replace)), { ...done(after), notes: [SPACE] }, search);
  }
  const same = "block 1: SEARCH and REPLACE are the same, so that nothing would change.";
  assert.deepEqual(apply("\u2018a\u2019|", block("'a'", "'a'")).failures, [same]);
  assert.match(apply(" a|b|  a|", block("a", "c")).failures[0] ?? "", /found 2 times, at lines 1, 3\./);
  assert.deepEqual(apply(" a|b|  a|", block("a", "c", 3)), { ...done(" a|b|  c|"), notes: [SPACE] });
  assert.match(apply("a||b|", block(" ", "c")).failures[0] ?? "", /not found/);
});

test("a long indentation of the file is no measure of the new lines' depth", () => {
  const file = `a|${" ".repeat(4000)}b|c|`;
  const deep = `${" ".repeat(900)}x`;
  const { text } = apply(file, block("a| b", `a| b|${deep}|${deep}`));
  assert.equal(text, lines(`a|${" ".repeat(4000)}b|${" ".repeat(4899)}x|${" ".repeat(4899)}x|c|`));
  const many = block("a| b", `a| b|${" x|".repeat(2000)}y`);
  assert.throws(() => apply(file, many), /indented as the file is, the new lines would be too long/);
});

test("nothing alike is not guessed at", () => {
  assert.deepEqual(apply("a|b|", block("entirely other words", "y")).failures, [
    "block 1: SEARCH text not found. Nothing in the file is like it. Read the file again and copy the lines exactly.",
  ]);
});

test("overlapping blocks: the first one wins", () => {
  assert.deepEqual(apply("a|b|c|", block("a|b", "x"), block("b|c", "y")), {
    text: lines("x|c|"),
    applied: 1,
    failures: ["block 2: overlaps an earlier block. Join the two."],
    notes: [],
  });
});
