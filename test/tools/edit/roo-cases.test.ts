/**
 * What Roo Code's own tests ask of apply_diff and write_to_file, in other words: what a model writes, and what comes of it here. Rows
 * with `differs` are told in docs/kimi-cli.md.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeError, RunnerError } from "../../../src/protocol/error.ts";
import { applyBlocks } from "../../../src/tools/edit/apply-blocks.ts";
import { parseDiff } from "../../../src/tools/edit/diff-blocks.ts";
import { openWorkbench } from "../workbench.ts";

/** `|` stands for a line break, `¦` for a bar. */
const lines = (text: string): string => text.replaceAll("|", "\n").replaceAll("¦", "|");
const block = (search: string, replace: string, head = ""): string =>
  `<<<<<<< SEARCH|${head}${search}|=======|${replace}${replace === "" ? "" : "|"}>>>>>>> REPLACE`;
const at = (line: number): string => `:start_line:${line}|-------|`;

const ADD = "const add = (a, b) => {|    return a - b|}|";
const LOOP = "\tfor (;;) {|\t\tstep();|\t}";
const SHOP =
  "class Shop {|    open() {|        this.isOpen = 0;|        if (true) {|            this.greet();|        }|    }|}";
const MODE =
  "def run(jobs):|    if jobs:|        begin()|        for job in jobs:|            work(job)|    return True";
const TWICE = "one|same||two|same||three|same||four|same|";
const ABC = "a|b|c";
const SUM = "function sum(a, b) {|    return a + b;|}";

type Row = readonly [file: string, diff: string, after: string | undefined, differs?: true];

/** The file, the diff, the file after it; undefined where it is refused. */
const DIFFS: readonly Row[] = [
  // Markers
  [ABC, block("b", "x"), "a|x|c"],
  [ABC, block("b", "x").replace("SEARCH", "SEARCH>"), "a|x|c"],
  [ABC, block("b", "x").replace("SEARCH", "SEARCH>>"), undefined],
  [ABC, `${block("a", "x").replace("SEARCH", "SEARCH>")}||${block("b", "y")}`, "x|y|c"],
  [ABC, block("b", "x").replace("SEARCH", "SEARCH>  "), "a|x|c"],
  [ABC, block("b", "x").replace("SEARCH", "SEARCH  >"), undefined],
  [ABC, block("b", "x", at(2)).replace("SEARCH", "SEARCH>"), "a|x|c"],
  [ABC, `${block("a", "x")}||${block("b", "y")}`, "x|y|c"],
  [ABC, `${block("a", "x", at(1))}||${block("b", "y", at(1))}`, "x|y|c"],
  [ABC, "=======|b|>>>>>>> REPLACE", undefined],
  [ABC, "<<<<<<< SEARCH|b|>>>>>>> REPLACE", undefined],
  [ABC, "<<<<<<< SEARCH|b|=======|=======|>>>>>>> REPLACE", undefined],
  [ABC, "<<<<<<< SEARCH|b|>>>>>>>", undefined],
  [ABC, "<<<<<<< SEARCH|b|=======|x", undefined],
  // Texts that are there
  [ADD, `add.ts|${block(ADD.slice(0, -1), ADD.slice(0, -1).replace("-", "+"))}`, ADD.replace("-", "+")],
  [
    ADD,
    `add.ts|${block("const add = (a, b) => {", "const sum = (a, b) => {")}|${block("    return a - b", "    return a + b")}`,
    "const sum = (a, b) => {|    return a + b|}|",
  ],
  [
    ADD,
    `${block("const add = (a, b) => {", "const sum = (a, b) => {", at(1))}|${block("    return a - b", "    return a + b", at(2))}`,
    "const sum = (a, b) => {|    return a + b|}|",
  ],
  [ADD, block("}", "};", ":start_line:3|:end_line:3|-------|"), ADD.replace("|}|", "|};|")],
  [`|${ADD}|`, block(ADD.slice(0, -1), "x"), "|x||"],
  [
    "    if (a) {|        b();|    }|",
    block("if (a) {|    b();|}", "if (c) {|    b();|}"),
    "    if (c) {|        b();|    }|",
  ],
  ["if (a) {|\tb();|}|", block("if (a) {|\tb();|}", "if (a) {|\tc();|}"), "if (a) {|\tc();|}|"],
  [
    "\ta {|\t    b {|\t\tc;|\t    }|\t}",
    block("\ta {|\t    b {|\t\tc;|\t    }|\t}", "\ta {|\t    b {|\t\td;|\t    }|\t}"),
    "\ta {|\t    b {|\t\td;|\t    }|\t}",
  ],
  [
    LOOP,
    block("for (;;) {|\tstep();|}", "for (;;) {|\t// Slowly|\twalk();|}"),
    "\tfor (;;) {|\t\t// Slowly|\t\twalk();|\t}",
  ],
  [LOOP, block(LOOP, LOOP.replace("step", "// 1|\t\t// 2|\t\tstep")), LOOP.replace("step", "// 1|\t\t// 2|\t\tstep")],
  ["a {\r|    b\r|}\r|", block("a {|    b|}", "a {|    c|}"), "a {\r|    c\r|}\r|"],
  [ADD, block("const add = (a, b) => {|    return wrong|}", "x"), undefined],
  [ADD, "add.ts|No block here.", undefined],
  [
    `${SHOP}|// end|`,
    block("        if (true) {|            this.greet();|        }", "        // Friendly|        this.greet();"),
    `${SHOP.replace("if (true) {|            this.greet();|        }", "// Friendly|        this.greet();")}|// end|`,
  ],
  ["    a|        b|    c|", block("    a|        b|    c", "    d|        e|    f"), "    d|        e|    f|"],
  [
    "\t\tonClick={() => go()}",
    block("\t\tonClick={() => go()}", "\t\tonClick={() => go()}|\t\tonKey={() => {|\t\t\tgo()|\t\t}}"),
    "\t\tonClick={() => go()}|\t\tonKey={() => {|\t\t\tgo()|\t\t}}",
  ],
  [
    SHOP,
    block(
      `    ${SHOP.replaceAll("|", "|    ")}`,
      `    ${SHOP.replace("= 0;", "= 1;").replace("greet();", "greet();|            this.bow();").replaceAll("|", "|    ")}`,
    ),
    SHOP.replace("= 0;", "= 1;").replace("greet();", "greet();|            this.bow();"),
  ],
  [
    SHOP,
    block(
      "    open() {|        this.isOpen = 0;|        if (true) {|        this.greet();|        }|    }",
      "    open() {|        this.isOpen = 1;|        if (true) {|        this.greet();|        this.bow();|        }|    }",
    ),
    SHOP.replace("= 0;", "= 1;").replace("greet();", "greet();|            this.bow();"),
    true,
  ],
  [
    MODE,
    block(
      "    if jobs:|        begin()|        for job in jobs:|            work(job)",
      "    if jobs:|        begin()|        while jobs:|            job = jobs.pop()|            work(job)",
    ),
    MODE.replace("for job in jobs:", "while jobs:|            job = jobs.pop()"),
  ],
  [
    "a() {|    b;|    |    c;|}",
    block("    b;|    |    c;", "    b;|    |    // See c|    c;"),
    "a() {|    b;|    |    // See c|    c;|}",
  ],
  [
    SHOP,
    block(
      "        if (true) {|            this.greet();|        }",
      "        try {|            if (true) {|                this.greet();|            }|        } finally {|            this.bow();|        }",
    ),
    SHOP.replace(
      "        if (true) {|            this.greet();|        }",
      "        try {|            if (true) {|                this.greet();|            }|        } finally {|            this.bow();|        }",
    ),
  ],
  [SHOP, block("            this.greet();", "        this.greet();"), SHOP.replace("    this.greet", "this.greet")],
  [SHOP, block("            this.greet();", "this.greet();"), SHOP.replace("            this.greet", "this.greet")],
  [
    SHOP.replace("greet();", "greet();|            this.bow();"),
    block("            this.greet();|            this.bow();", "        this.greet();|    this.bow();"),
    SHOP.replace("            this.greet();", "        this.greet();|    this.bow();"),
  ],
  [TWICE, block("same", "other", at(7)), "one|same||two|same||three|other||four|same|"],
  // Texts that are there in a similar form
  [SUM, block("function sum(a, bb) {|    return a + b;|}", "x"), undefined, true],
  [SUM, block("function add(list) {|    return list.reduce(plus);|}", "x"), undefined],
  [
    SUM,
    block("function   sum(a,   b)    {|    return    a + b;|}", SUM.replace("b;", "b + 1;")),
    SUM.replace("b;", "b + 1;"),
  ],
  ["We can\u2019t wait.|", block("We can't wait.", "We can wait.||Really?"), "We can wait.||Really?|"],
  [
    "function sum(a, b) {||    return a + b;|}",
    block("function sum(a, b) {", 'import "a";|function sum(a, b) {'),
    'import "a";|function sum(a, b) {||    return a + b;|}',
  ],
  // Deletions
  ["a {|    b();|    // Gone|    c();|}", block("    // Gone", ""), "a {|    b();|    c();|}"],
  [
    SHOP,
    block("        this.isOpen = 0;|        if (true) {|            this.greet();|        }", ""),
    "class Shop {|    open() {|    }|}",
  ],
  [SHOP, block("            this.greet();", ""), SHOP.replace("|            this.greet();", "")],
  [ABC, block("2 ¦ b", "", at(2)), "a|c"],
  // Marks of lines in new lines
  [ABC, block("b", ":start_line:5|x"), undefined],
  [ABC, block("b", ":end_line:5|x"), undefined],
  [ABC, block("b", ":start_line:5|:end_line:9|x"), undefined],
  [ABC, `${block("a", "x", ":start_line:1|")}||${block("b", ":start_line:2|y")}`, undefined],
  [ABC, block("b", "x", ":start_line:2|:end_line:2|-------|"), "a|x|c"],
  [ABC, block("b", "x|\\:start_line:5|y"), "a|x|:start_line:5|y|c"],
  [ABC, block("b", "x|\\:end_line:5|y"), "a|x|:end_line:5|y|c"],
  [ABC, block("b", "x|\\:start_line:5|\\:end_line:9|y"), "a|x|:start_line:5|:end_line:9|y|c"],
  [ABC, block("b", "  :start_line:5  |x"), undefined],
  [ABC, block("b", "x|:end_line:15|y"), undefined],
  // Copied line numbers
  [
    SHOP,
    block(
      SHOP.split("|")
        .map((line, index) => `${index + 1} ¦ ${line}`)
        .join("|"),
      SHOP.replace("= 0", "= 1"),
    ),
    SHOP.replace("= 0", "= 1"),
  ],
  ["a {\r|    b\r|}\r|", block("1 ¦ a {|2 ¦     b|3 ¦ }", "a {|    c|}"), "a {\r|    c\r|}\r|"],
  ["a|1||b|2", `${block("1 ¦ a|2 ¦ 1", "a|10")}||${block("4 ¦ b|5 ¦ 2", "b|20")}`, "a|10||b|20"],
  [
    "        a =|            b;",
    block("1476 ¦         a =|1477 ¦             b;", "        // c|        a =|            b;"),
    "        // c|        a =|            b;",
  ],
  [ABC, block("1 ¦ a|2 ¦ b|3 ¦ c", "a|x|c"), "a|x|c"],
  // Marks that are content, with a backslash in front
  ["a|=======|b", block("a|\\=======|b", "x"), "x"],
  ["a|<<<<<<< SEARCH|b", block("a|\\<<<<<<< SEARCH|b", "x"), "x"],
  ["a|>>>>>>> REPLACE|b", block("a|\\>>>>>>> REPLACE|b", "x"), "x"],
  ["<<<<<<< HEAD|a|=======|b|>>>>>>> other", block("\\<<<<<<< HEAD|a|\\=======|b|\\>>>>>>> other", "b"), "b"],
  ["a|-------|b", block("a|\\-------|b", "x"), "x"],
  ["a|=======|b", block("a|=======|b", "x"), undefined],
  ["a|<<<<<<< HEAD|b", block("a|<<<<<<< HEAD|b", "x"), "x", true],
  [ABC, block("b", "\\=======|\\<<<<<<< SEARCH|\\>>>>>>> REPLACE"), "a|=======|<<<<<<< SEARCH|>>>>>>> REPLACE|c"],
  // White space and line ends around the parts
  [ABC, block("b", "x", at(2)).replaceAll(/(SEARCH|-{7}|={7}|REPLACE)/g, "$1   "), "a|x|c"],
  [ABC, block("|b", "x"), "a|x|c"],
  [ABC, block("b|", "x"), "a|x|c"],
  [ABC, block("b", "x").replaceAll("|", "\r|"), "a|x|c"],
  ["a||b|", block("a||b", "c||d"), "c||d|"],
  [ABC, block("||b||", "|x|"), "a|x|c"],
];

test("Roo Code's cases for apply_diff", () => {
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
  assert.deepEqual([DIFFS.length, DIFFS.filter(({ 3: differs }) => differs === true).length], [77, 3]);
});

test("Roo Code's cases for write_to_file", async () => {
  await using bench = await openWorkbench({ "old.txt": "old\n" });
  const write = async (path: string, content: string): Promise<string> => {
    try {
      const plan = await bench.plan("write_to_file", { path, content });
      const { summary } = plan;
      await plan.run(new AbortController().signal, "call");
      return `${summary}: ${bench.repository.read(path)}`;
    } catch (error) {
      return `refused: ${describeError(error)}`;
    }
  };
  await bench.see("old.txt");
  assert.deepEqual(
    [
      await write("old.txt", "new\n"),
      await write("a/b/c.txt", "Line 1\nLine 2"),
      await write("fenced.txt", "```javascript\nLine 1\nLine 2\n```"), // Roo Code writes no line end at the end
      await write("empty.txt", ""),
      await write("numbered.txt", "1 | line one\n2 | line two"),
      await write("large.txt", "Line\n".repeat(10_000)),
      (await write("../outside.txt", "x")).slice(0, 7),
      await write("entities.txt", "&lt;test&gt;"), // Roo Code writes <test>, but not for Claude
    ],
    [
      "write old.txt (+1 −1): new\n",
      "write a/b/c.txt (+2 −0): Line 1\nLine 2",
      "write fenced.txt (+2 −0): Line 1\nLine 2\n",
      "write empty.txt (+0 −0): ",
      "write numbered.txt (+2 −0): line one\nline two",
      `write large.txt (+10000 −0): ${"Line\n".repeat(10_000)}`,
      "refused",
      "write entities.txt (+1 −0): &lt;test&gt;",
    ],
  );
});
