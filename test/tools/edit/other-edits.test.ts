/** The edit tools that models know from elsewhere: insert_content, search_and_replace, edit_file, new_rule, and appending. */

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { RunnerError } from "../../../src/protocol/error.ts";
import { globsOf } from "../../../src/tools/define/pathspec.ts";
import { applyBlocks } from "../../../src/tools/edit/apply-blocks.ts";
import { findLoosely } from "../../../src/tools/edit/find-loosely.ts";
import { executeCommandTool } from "../../../src/tools/execute-command.ts";
import { cpuMs } from "../../doubles/cpu-time.ts";
import { openWorkbench } from "../workbench.ts";

/** Arguments, the file before (undefined: there is none), and after, or the beginning of the refusal. */
type Row = readonly [name: string, tool: string, args: object, before: string | undefined, after: string | RegExp];

const insert = (line: number, content: string) => ({ line, content });
/** More lines than are compared one by one. */
const MIXED = `a\n${"x\r\n".repeat(2000)}b\n`;
const op = (search: string, replace: string, more: object = {}) => ({ search, replace, ...more });
const ops = (...operations: readonly object[]) => ({ operations });
const swap = (old_string: string, new_string: string, more: object = {}) => ({ old_string, new_string, ...more });

const ROWS: readonly Row[] = [
  ["before a line", "insert_content", insert(2, "x"), "a\nb\n", "a\nx\nb\n"],
  ["several lines, the newline at the end adds none", "insert_content", insert(1, "x\ny\n"), "a\n", "x\ny\na\n"],
  ["0 appends and keeps one final newline", "insert_content", insert(0, "x\n"), "a\n", "a\nx\n"],
  ["0 appends where there is no final newline", "insert_content", insert(0, "x"), "a", "a\nx"],
  ["behind the last line", "insert_content", insert(3, "x"), "a\nb\n", "a\nb\nx\n"],
  ["into an empty file", "insert_content", insert(0, "x\n"), "", "x\n"],
  ["a new file", "insert_content", insert(1, "x\n"), undefined, "x\n"],
  ["CRLF stays", "insert_content", insert(2, "x\ny"), "a\r\nb\r\n", "a\r\nx\r\ny\r\nb\r\n"],
  ["behind the mark", "insert_content", insert(1, "x"), "\ufeffa\n", "\ufeffx\na\n"],
  ["an empty line", "insert_content", insert(2, "\n\n"), "a\nb\n", "a\n\n\nb\n"],
  [
    "line 4 of 2",
    "insert_content",
    insert(4, "x"),
    "a\nb\n",
    /^line 4 is past the end of f\.txt, which has 2 lines\. Give 1 to 3/,
  ],
  [
    "line 2 of an empty file",
    "insert_content",
    insert(2, "x"),
    "",
    /^line 2 is past the end of f\.txt, which has 0 lines/,
  ],
  [
    "line 2 of no file",
    "insert_content",
    insert(2, "x"),
    undefined,
    /^cannot insert at line 2 into a file that does not exist/,
  ],

  [
    "operations in order, on the running text",
    "search_and_replace",
    ops(op("a", "b1"), op("b1\n", "c\n")),
    "a\n",
    "c\n",
  ],
  [
    "not found",
    "search_and_replace",
    ops(op("z", "y")),
    "a\n",
    /^f\.txt was not changed\.\nno match\. Nothing in the file is like it/,
  ],
  [
    "three matches",
    "search_and_replace",
    ops(op("a", "y")),
    "a a a",
    /^f\.txt was not changed\.\nfound 3 matches; give more context/,
  ],
  ["$ is literal in an operation", "search_and_replace", ops(op("a", "$& $1 $$")), "a", "$& $1 $$"],
  ["older: every match", "search_and_replace", op("a", "b"), "a a\na\n", "b b\nb\n"],
  ["older: $ is literal", "search_and_replace", op("a.", "$&$1"), "a.ax", "$&$1ax"],
  [
    "older: regex and groups",
    "search_and_replace",
    op("(\\w)(\\d)", "$2$1-$&-$$-$3", { use_regex: true }),
    "a1 b2",
    "1a-a1-$-$3 2b-b2-$-$3",
  ],
  ["older: named groups", "search_and_replace", op("(?<n>x+)", "[$<n>]", { use_regex: true }), "axxb", "a[xx]b"],
  ["older: regex by lines", "search_and_replace", op("^", "> ", { use_regex: true }), "a\nb", "> a\n> b"],
  ["older: case, literal", "search_and_replace", op("A.B", "$1", { ignore_case: true }), "a.b axb A.B", "$1 axb $1"],
  [
    "older: texts as XML sends them",
    "search_and_replace",
    op("a", "b", { start_line: "2", end_line: "2", use_regex: "false" }),
    "a\na\na\n",
    "a\nb\na\n",
  ],
  ["a range is cut at the end", "search_and_replace", op("a", "b", { start_line: 2, end_line: 99 }), "a\na", "a\nb"],
  [
    "a range without a match",
    "search_and_replace",
    op("a", "b", { start_line: 2 }),
    "a\nb\n",
    /no match in lines 2 to the end/,
  ],
  [
    "a range that is none",
    "search_and_replace",
    op("a", "b", { start_line: 3, end_line: 2 }),
    "a\n",
    /end_line 2 is before start_line 3/,
  ],
  [
    "an older form in a list",
    "search_and_replace",
    ops(op("a", "b", { start_line: 1, end_line: 1 })),
    "aa\na\n",
    "bb\na\n",
  ],
  [
    "a regex that is none",
    "search_and_replace",
    op("(", "b", { use_regex: true }),
    "a",
    /Invalid regular expression: \/\(\/gm: Unterminated group\. Give a JavaScript regex/,
  ],
  [
    "a regex without an end",
    "search_and_replace",
    op("(a+)+$", "b", { use_regex: true }),
    `${"a".repeat(40)}!`,
    /the pattern timed out after 2 s/,
  ],
  [
    "a replacement without an end",
    "search_and_replace",
    op(".", `${"b".repeat(5000)}$&`, { use_regex: true }),
    "a".repeat(5000),
    /the file would become too large/,
  ],
  [
    "a literal one",
    "search_and_replace",
    op("a", "b".repeat(5000)),
    "a".repeat(5000),
    /5000 replacements would make a file of 25000000 characters/,
  ],
  ["an empty match moves on", "search_and_replace", op("x*", "-", { use_regex: true }), "ab", "-a-b-"],
  ["CRLF is matched as LF and stays", "search_and_replace", ops(op("a\nb", "c\nd")), "a\r\nb\r\n", "c\r\nd\r\n"],
  [
    "of mixed line ends, a line keeps its own, and a new one has that of the line before it",
    "edit_file",
    swap("b\nc\n", "b\nb2\nC\n"),
    "\ufeffa\nb\r\nc\r\nd\ne",
    "\ufeffa\nb\r\nb2\r\nC\r\nd\ne",
  ],
  [
    "mixed line ends in a long file",
    "edit_file",
    swap("x", "y\nz", { replace_all: true }),
    MIXED,
    MIXED.replaceAll("x", "y\r\nz"),
  ],
  ["a line in between", "insert_content", { line: 2, content: "n" }, "a\r\nb\nc", "a\r\nn\r\nb\nc"],
  ["mixed line ends stay", "search_and_replace", ops(op("b", "c")), "a\r\nb\nd\r\n", "a\r\nc\nd\r\n"],
  ["neither form", "search_and_replace", { search: "a" }, "a", /^search_and_replace: give operations, or one search/],
  [
    "both forms",
    "search_and_replace",
    { ...ops(op("a", "b")), search: "a", replace: "b" },
    "a",
    /^search_and_replace: give operations, or one search/,
  ],
  [
    "no file",
    "search_and_replace",
    op("a", "b"),
    undefined,
    /^file does not exist: f\.txt\. Create it with write_to_file/,
  ],

  ["old and new", "edit_file", swap("b", "$&"), "a b c", "a $& c"],
  ["Gemini's names and count", "edit_file", swap("a", "b", { expected_replacements: 2 }), "a a", "b b"],
  ["replace_all", "edit_file", swap("a", "b", { replace_all: true }), "a a a", "b b b"],
  [
    "Kimi's StrReplaceFile",
    "edit_file",
    {
      edit: [
        { old: "a", new: "b" },
        { old: "b", new: "c", replace_all: true },
      ],
    },
    "a b",
    "c c",
  ],
  ["one edit that is no list", "edit_file", { edit: { old: "a", new: "b" } }, "a", "b"],
  [
    "all or none",
    "edit_file",
    { edits: [swap("a", "b"), swap("z", "y")] },
    "a",
    /^f\.txt: edit 2: old_string was not found/,
  ],
  [
    "twice there",
    "edit_file",
    swap("a", "b"),
    "a a",
    /^f\.txt: old_string is there 2 times, not 1\. Give more lines around it, or set replace_all/,
  ],
  ["the same", "edit_file", swap("a", "a"), "a", /old_string and new_string are the same/],
  ["creates", "edit_file", swap("", "x\n"), undefined, "x\n"],
  ["creates nothing over a file", "edit_file", swap("", "x\n"), "a", /^f\.txt exists already/],
  [
    "not there at any level",
    "edit_file",
    swap("z z", "x"),
    "a",
    /^f\.txt: old_string was not found \(exactly: 0, with other blanks: 0, with any white space: 0\)/,
  ],
  [
    "other blanks",
    "edit_file",
    swap("  if (a) {\n    b();", "\tif (c) {\n\t\tb();"),
    "x\n\tif  (a) {\n\t\tb();\n",
    "x\n\tif (c) {\n\t\tb();\n",
  ],
  [
    "whole lines with other indentation, of which one stays",
    "edit_file",
    swap("if x:\n    'a'\n", "if y:\n    'a'\n    b\n"),
    "def f():\n\tif x:\n\t\t\u2018a\u2019  \n",
    "def f():\n\tif y:\n\t\t\u2018a\u2019  \n\t\tb\n",
  ],
  [
    "whole lines, of which only the first lost its indentation",
    "edit_file",
    swap("if x:\n        y()\n", "if x:\n        y()\n    else:\n        z()\n"),
    "def f(x):\n    if x:  \n        y()\n",
    "def f(x):\n    if x:  \n        y()\n    else:\n        z()\n",
  ],
  [
    "a whole line that is inside of another one, too",
    "edit_file",
    swap("x = f(a,  b)", "x = g()"),
    "x = f(a, b)\nif q: x = f(a, b)\n",
    /exactly: 0, with other blanks: 2/,
  ],
  ["any white space, inside other text", "edit_file", swap("f(a, b)", "g()"), "x = f(a,\n  b);", "x = g();"],
  [
    "loosely there twice",
    "edit_file",
    swap("a  b", "c"),
    "a b a\tb",
    /exactly: 0, with other blanks: 2, with any white space: 2/,
  ],
  ["CRLF of the old text", "edit_file", swap("a\r\nb", "c\r\nd"), "a\nb\n", "c\nd\n"],
  ["CRLF of the file", "edit_file", swap("a\nb", "c\nd"), "a\r\nb\r\n", "c\r\nd\r\n"],
  [
    "a sketch needs a model",
    "edit_file",
    { code_edit: "// ...", instructions: "do" },
    "a",
    /^edit_file: code_edit needs a model that applies it, and none is configured\. Use apply_diff/,
  ],
  ["nothing asked for", "edit_file", {}, "a", /^edit_file: give old_string and new_string/],

  [
    "a rule loses its fence",
    "new_rule",
    { content: "```markdown\n# Tests\n\n- run `x`\n```\n" },
    undefined,
    "# Tests\n\n- run `x`\n",
  ],
  ["a rule with a fence inside", "new_rule", { content: "# T\n```\nx\n```\n" }, undefined, "# T\n```\nx\n```\n"],
  ["appending", "write_to_file", { content: "b\n", mode: "append" }, "a\r\n", "a\r\nb\r\n"],
  ["appending to no file", "write_to_file", { content: "b\n", mode: "append" }, undefined, "b\n"],
  [
    "a part of a file is not the file",
    "write_to_file",
    { content: "b", start_line: 2 },
    "a\n",
    /unknown property start_line/,
  ],
];

test("each form of each tool, and what it says of mistakes", async (t) => {
  await using bench = await openWorkbench({});
  for (const [name, tool, args, before, after] of ROWS) {
    await t.test(`${tool}: ${name}`, async () => {
      bench.repository.write("f.txt", before ?? "");
      await (before === undefined ? bench.call("execute_command", { command: "rm f.txt" }) : bench.see("f.txt"));
      const given = bench.tool(tool).repair?.({ path: "f.txt", ...args }).input;
      if (typeof after === "string") {
        const result = await bench.call(tool, given);
        assert.equal(result.isError ?? false, false, result.text);
        assert.equal(bench.repository.read("f.txt"), after);
        return;
      }
      const said = await bench.call(tool, given).catch((error: unknown) => {
        assert.ok(error instanceof RunnerError && error.code === "tool.input", String(error));
        return { text: `${error.message} ${error.hint ?? ""}` };
      });
      assert.match(said.text, after);
      if (before !== undefined) assert.equal(bench.repository.read("f.txt"), before);
    });
  }
});

test("operations that fit are done, the others are told; nothing to change is no error", async () => {
  await using bench = await openWorkbench({ "f.txt": "a\nb\n" });
  await bench.see("f.txt");
  const { run, ...plan } = await bench.plan("search_and_replace", {
    path: "f.txt",
    ...ops(op("a", "1"), op("z", "2")),
  });
  assert.deepEqual(plan, {
    access: "write",
    capabilities: [{ kind: "write", path: "f.txt" }],
    summary: "edit f.txt (+1 −1)",
    preview: "--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n-a\n+1\n b\n",
  });
  const { text, isError } = await run(new AbortController().signal, "call");
  assert.equal(isError, true);
  assert.match(text, /^Error: did only 1 of 2 operations in f\.txt \(\+1 −1\)\. Not done:\nOperation 2: no match\./);
  assert.equal(bench.repository.read("f.txt"), "1\nb\n");
  const same = await bench.call("search_and_replace", { path: "f.txt", search: "b", replace: "b" });
  assert.deepEqual([same.text, same.isError], ["No changes needed: f.txt reads like that already.", undefined]);
});

test("a tolerant match says that it was one", async () => {
  await using bench = await openWorkbench({ "f.txt": "a\tb\n\u2018c\u2019\n" });
  await bench.see("f.txt");
  for (const [old, difference] of [
    ["a b", "other blanks"],
    ["'c'", "other white space, quotation marks or dashes"],
  ] as const) {
    const { text } = await bench.call("edit_file", { path: "f.txt", ...swap(old, "d") });
    assert.equal(
      text,
      `Edited f.txt (+1 −1). old_string was there with ${difference} only; check the indentation of what you wrote.`,
    );
  }
});

const EDITS = [
  ["insert_content", insert(1, "x")],
  ["search_and_replace", op("one", "1")],
  ["search_and_replace", op("o.e", "1", { use_regex: true })],
  ["edit_file", swap("one", "1")],
  ["new_rule", { content: "x" }],
  ["write_to_file", { content: "x", mode: "append" }],
] as const;

test("every edit asks for the write of the file behind a link, after it was read, and keeps its mode", async () => {
  await using bench = await openWorkbench({ "src/a.sh": "one\n" });
  await bench.call("execute_command", { command: "ln -s src s; ln -s /etc/hostname out" });
  for (const [tool, args] of EDITS) {
    bench.repository.write("src/a.sh", "one\n", 0o755);
    const edit = { path: "s/a.sh", ...args };
    const said = await bench.plan(tool, edit).then(
      () => "planned",
      (error: unknown) => (error as RunnerError).message,
    );
    assert.match(said, /^src\/a\.sh (?:exists and has not been|changed since it was) read/, tool);
    await bench.see("src/a.sh");
    const plan = await bench.plan(tool, edit);
    assert.deepEqual(plan.capabilities, [{ kind: "write", path: "src/a.sh" }], tool);
    await bench.call("execute_command", { command: "echo two >> src/a.sh" });
    await assert.rejects(plan.run(new AbortController().signal, "call"), { code: "workspace.file" }, tool);
    await bench.see("src/a.sh");
    await bench.call(tool, edit);
    assert.equal(statSync(join(bench.repository.dir, "src/a.sh")).mode & 0o777, 0o755, tool);
    for (const path of ["../x", "out", "/etc/hostname", ".git/config"]) {
      const refused = await bench.plan(tool, { ...edit, path }).then(
        ({ capabilities }) => JSON.stringify(capabilities),
        (error: unknown) => (error as RunnerError).code,
      );
      const isJudged = refused === '[{"kind":"write","path":".git/config"}]';
      assert.ok(isJudged || refused === "workspace.outside" || refused === "tool.input", `${tool} ${path}: ${refused}`);
    }
  }
});

test("several edits of one message build on each other", async () => {
  await using bench = await openWorkbench({ "f.txt": "one\ntwo\n" });
  await bench.see("f.txt");
  const plans = [
    await bench.plan("insert_content", { path: "f.txt", ...insert(1, "zero") }),
    await bench.plan("edit_file", { path: "f.txt", ...swap("two", "2") }),
    await bench.plan("search_and_replace", { path: "f.txt", ...op("e$", "E", { use_regex: true }) }),
  ];
  for (const { run } of plans) await run(new AbortController().signal, "call");
  assert.equal(bench.repository.read("f.txt"), "zero\nonE\n2\n");
});

test("what a model asks for takes time that grows with its length, whatever the file is like", () => {
  const text = "a ".repeat(200_000);
  const command = `a &amp; ${'"\\'.repeat(100_000)}`;
  const ms = cpuMs(() => {
    assert.deepEqual(findLoosely(text, `${"a ".repeat(20_000)}b`, "words"), []);
    assert.equal(findLoosely("a\ta\t".repeat(15_000), "a ".repeat(15_000), "blanks").length, 15_001);
    assert.deepEqual(findLoosely("a\n".repeat(30_000), "a ".repeat(15_000), "blanks"), []);
    const blank = { search: Array.from({ length: 100_000 }, () => ""), replace: ["x"] };
    assert.match(applyBlocks("\n".repeat(200_000), [blank]).failures.join(), /found 100001 times/);
    assert.deepEqual(globsOf(".", `{${",".repeat(200_000)}`), [`:(glob){${",".repeat(200_000)}`]);
    const { repair } = executeCommandTool.make({ cell: {} as never, onTimeout: "kill" });
    assert.deepEqual(repair?.({ command }).input, { command });
  });
  assert.ok(ms < 5_000, `${ms} ms`);
});

test("a call names at most a hundred places", async () => {
  await using bench = await openWorkbench({ "f.txt": "one\n" });
  await bench.call("read_file", { files: [{ path: "f.txt" }] });
  const many = <T>(one: T): readonly T[] => Array.from({ length: 101 }, () => one);
  const block = "<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n";
  for (const [tool, input, refusal] of [
    ["apply_diff", { diff: many(block).join("") }, "the diff has 101 blocks; at most 100 are applied at once."],
    ["edit_file", { edits: many({ old_string: "one", new_string: "two" }) }, "edits: expected at most 100 items"],
    ["search_and_replace", { operations: many({ search: "one", replace: "two" }) }, "operations: expected at most 100"],
  ] as const) {
    await assert.rejects(bench.plan(tool, { path: "f.txt", ...input }), (error: Error) =>
      error.message.includes(refusal),
    );
  }
});

test("a large file: a regex in the cell, and no loose search", async () => {
  await using bench = await openWorkbench({ "f.txt": "a b\n".repeat(900_000) });
  await bench.see("f.txt");
  await assert.rejects(bench.plan("edit_file", { path: "f.txt", ...swap("a  b\na  b", "c") }), {
    code: "tool.input",
    message: "f.txt: old_string was not found (exactly: 0).",
  });
  const edit = op("a (b)", "$1", { use_regex: true, start_line: 2, end_line: 40_001 });
  const { text } = await bench.call("search_and_replace", { path: "f.txt", ...edit });
  assert.equal(text, "Replaced 40,000 matches in f.txt (+40000 −40000).");
});
