/**
 * What Kimi CLI's own tests ask of Grep and ReadFile: its calls as a model writes them, and what they must show here. Rows with
 * `differs` are told in docs/kimi-cli.md.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { callArguments } from "../../src/engine/arguments.ts";
import { describeError } from "../../src/protocol/error.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

interface Case {
  readonly call: object;
  /** Parts of the result. */
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** How many lines with a number, or names of files, the result has. */
  readonly count?: number;
  readonly isError?: true;
  readonly differs?: true;
}

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at + 1)}\n`).join("");
const SAMPLE = many(5, (at) => `Line ${at}: ${["Hello", "test", "lines", "purposes", "End"][at - 1]}`).trimEnd();
const sampled = (...lines: readonly number[]) => lines.map((at) => `     ${at}\t${SAMPLE.split("\n")[at - 1]}`);

const FILES = {
  ".gitignore": "build.log\n",
  "g/test1.py":
    'def hello_world():\n    print("Hello, World!")\n    return "hello"\n\nclass TestClass:\n    def __init__(self):\n        self.message = "hello there"\n',
  "g/test2.js":
    'function helloWorld() {\n    console.log("Hello, World!");\n    return "hello";\n}\n\nclass TestClass {\n    constructor() {\n        this.message = "hello there";\n    }\n}\n',
  "g/readme.txt": "This is a readme file.\nIt contains some text.\nHello world example is here.\n",
  "g/subdir/subtest.py": "def sub_hello():\n    return 'hello from subdir'\n",
  "big/big.txt": "match line with filler content that keeps growing for truncation purposes\n".repeat(2000),
  "pages/data.txt": many(10, (at) => `line${at} word`),
  "hidden/.eslintrc.json": '{"rule": "marker"}\n',
  "hidden/visible.txt": "marker\n",
  "words/f1.txt": "word\n".repeat(3),
  "words/f2.txt": "word\n".repeat(3),
  "words/f3.txt": "word\n".repeat(3),
  "near/a.txt": "aaa\nbbb\nccc\n",
  "kept/.env": "SECRET=hunter2\n",
  "kept/.env.example": "API_KEY=placeholder\n",
  "kept/visible.txt": "lineA\nSECRET=visible\nlineC\n",
  "lines/multiline.py": "def function():\n    '''This is a\n    multiline docstring'''\n    pass\n",
  "sample.txt": SAMPLE,
  "empty.txt": "",
  "unicode.txt": "Hello 世界 🌍\nUnicode test: café, naïve, résumé",
  "sample.png": Buffer.from("\x89PNG\r\n\x1a\npngdata", "latin1"),
  sample: Buffer.from("\x89PNG\r\n\x1a\npngdata", "latin1"),
  "time/a-new.txt": "sortme\n",
  "time/b-old.txt": "sortme\n",
  "sample.mp4": Buffer.from("\0\0\0\u0018ftypmp42\0\0\0\0mp42isom", "latin1"),
  "long.txt": `${"A".repeat(2500)}\nShort line\n${"B".repeat(3000)}`,
  "large.txt": many(1500, (at) => `Line ${at}`),
  "bytes.txt": many(122, (at) => `${String(at).padStart(4, "0")}${"B".repeat(996)}`),
  "tail.txt": many(500, (at) => `${String(at).padStart(4, "0")}${"X".repeat(1900)}`),
};

const GREP: readonly Case[] = [
  {
    call: { pattern: "sortme", path: "time", output_mode: "files_with_matches" },
    has: ["time/a-new.txt\ntime/b-old.txt"],
    differs: true,
  },
  {
    call: { pattern: "Hello", path: "g", output_mode: "files_with_matches" },
    has: ["test1.py", "test2.js", "readme.txt"],
  },
  {
    call: { pattern: "hello", path: "g", output_mode: "content", "-n": true, "-i": true },
    has: ['2:     print("Hello'],
  },
  { call: { pattern: "HELLO", path: "g", output_mode: "files_with_matches", "-i": true }, has: ["test1.py"] },
  {
    call: { pattern: "TestClass", path: "g", output_mode: "content", "-C": 1, "-n": true },
    has: ["4- ", "5: class", "6- "],
  },
  {
    call: { pattern: "hello", path: "g", output_mode: "count_matches", "-i": true },
    has: ["test1.py: 4", "test2.js: 4"],
  },
  {
    call: { pattern: "hello", path: "g", output_mode: "files_with_matches", glob: "*.py", "-i": true },
    has: ["test1.py", "subtest.py"],
    lacks: ["test2.js", "readme.txt"],
  },
  {
    call: { pattern: "hello", path: "g", output_mode: "files_with_matches", type: "py", "-i": true },
    has: ["test1.py", "subtest.py"],
    lacks: ["test2.js", "readme.txt"],
  },
  {
    call: { pattern: "hello", path: "g", output_mode: "files_with_matches", head_limit: 2, "-i": true },
    has: ["cut after 2 results", "offset 2"],
  },
  {
    call: { pattern: "match", path: "big", output_mode: "content", head_limit: 0, "-n": true },
    has: ["cut after 300 results"],
  },
  {
    call: { pattern: "This is a\\n    multiline", path: "lines", output_mode: "content", multiline: true },
    isError: true,
    differs: true,
  },
  { call: { pattern: "nonexistent_pattern", output_mode: "files_with_matches" }, has: ["No match."] },
  { call: { pattern: "[invalid", path: "." }, isError: true },
  {
    call: { pattern: "hello", path: "g/subdir/subtest.py", output_mode: "content", "-n": true },
    has: ["2:     return 'hello"],
  },
  {
    call: { pattern: "TestClass", path: "g", output_mode: "content", "-B": 2, "-n": true },
    has: ["TestClass", "}", 'return "hello"'],
    lacks: ["Hello, World!"],
  },
  {
    call: { pattern: "TestClass", path: "g", output_mode: "content", "-A": 2, "-n": true },
    has: ["constructor()", "this.message"],
    lacks: ["}"],
  },
  { call: { pattern: "Line", path: "large.txt", output_mode: "content" }, has: ["cut after 300", "offset 300"] },
  {
    call: { pattern: "word", path: "pages", output_mode: "content", head_limit: 3, offset: 0 },
    has: ["1: line1 word\n2: line2 word\n3: line3 word", "offset 3"],
    lacks: ["line4"],
  },
  {
    call: { pattern: "word", path: "pages", output_mode: "content", head_limit: 3, offset: 3 },
    has: ["4: line4", "6: line6"],
    lacks: ["line3", "line7"],
  },
  {
    call: { pattern: "word", path: "pages", output_mode: "content", head_limit: 3, offset: 5 },
    has: ["6: line6", "8: line8"],
    lacks: ["line5", "line9"],
  },
  { call: { pattern: "word", path: "pages", output_mode: "files_with_matches", offset: 100 }, has: ["No match"] },
  {
    call: { pattern: "marker", path: "hidden", output_mode: "files_with_matches" },
    has: ["hidden/.eslintrc.json", "hidden/visible.txt"],
  },
  { call: { pattern: "repositoryformatversion", output_mode: "files_with_matches" }, has: ["No match."] },
  {
    call: { pattern: "hello", path: "g", output_mode: "files_with_matches", "-i": true },
    has: ["g/test1.py"],
    lacks: ["\n/"],
  },
  { call: { pattern: "hello", path: "g", output_mode: "content", "-i": true }, has: ["g/test1.py"], lacks: ["\n/"] },
  {
    call: { pattern: "hello", path: "g", output_mode: "count_matches", "-i": true },
    has: ["g/test1.py"],
    lacks: ["\n/"],
  },
  { call: { pattern: "aaa", path: "near", output_mode: "content" }, has: ["1: aaa"] },
  { call: { pattern: "aaa", path: "near", output_mode: "content", "-n": false }, has: ["aaa"], lacks: ["1:"] },
  {
    call: { pattern: "word", path: "words", output_mode: "count_matches", head_limit: 2 },
    has: ["words/f1.txt: 3", "words/f2.txt: 3", "cut after 2"],
    lacks: ["f3.txt"],
  },
  {
    call: { pattern: "bbb", path: "near", output_mode: "content", "-C": 1 },
    has: ["near/a.txt\n1- aaa\n2: bbb\n3- ccc"],
  },
  { call: { pattern: "def", path: "g/test1.py", output_mode: "content" }, has: ["g/test1.py\n1: def"] },
  { call: { pattern: "built", output_mode: "files_with_matches" }, has: ["No match."] },
  { call: { pattern: "built", output_mode: "files_with_matches", include_ignored: true }, has: ["build.log"] },
  {
    call: { pattern: "SECRET", path: "kept", output_mode: "content" },
    has: ["kept/visible.txt", "keeps from you"],
    lacks: ["hunter2", ".env\n"],
  },
  {
    call: { pattern: "SECRET", path: "kept", output_mode: "content", "-C": 1 },
    has: ["1- lineA", "3- lineC"],
    lacks: ["hunter2"],
  },
  { call: { pattern: "hunter2", path: "kept", output_mode: "content" }, has: ["keeps from you"], lacks: ["SECRET"] },
  { call: { pattern: "API_KEY", path: "kept", output_mode: "files_with_matches" }, has: ["kept/.env.example"] },
];

const READ: readonly Case[] = [
  { call: { path: "sample.txt" }, has: sampled(1, 2, 3, 4, 5), count: 5 },
  { call: { path: "./sample.txt" }, has: sampled(1, 5), count: 5 },
  { call: { path: "sample.txt", line_offset: 3 }, has: sampled(3, 4, 5), count: 3 },
  { call: { path: "sample.txt", n_lines: 2 }, has: sampled(1, 2), count: 2 },
  { call: { path: "sample.txt", line_offset: 2, n_lines: 2 }, has: [...sampled(2, 3), "of 5"], count: 2 },
  { call: { path: "sample.txt", line_offset: 1 }, count: 5 },
  { call: { path: "sample.txt", line_offset: 5 }, has: sampled(5), count: 1 },
  { call: { path: "sample.txt", line_offset: 2, n_lines: 1 }, has: sampled(2), count: 1 },
  { call: { path: "sample.txt", line_offset: 3, n_lines: 1 }, has: [...sampled(3), "of 5"], count: 1 },
  { call: { path: "nonexistent.txt" }, isError: true, has: ["does not exist"] },
  { call: { path: "g" }, isError: true },
  { call: { path: "../outside_file.txt" }, isError: true },
  { call: { path: "empty.txt" }, has: ["0 lines"], count: 0 },
  { call: { path: "sample.png" }, isError: true },
  { call: { path: "sample" }, isError: true },
  { call: { path: "sample.mp4" }, isError: true },
  { call: { path: "sample.txt", line_offset: 10 }, has: ["5 lines"], count: 0 },
  {
    call: { path: "unicode.txt" },
    has: ["     1\tHello 世界 🌍", "     2\tUnicode test: café, naïve, résumé"],
    count: 2,
  },
  { call: { path: "long.txt" }, has: [`${"A".repeat(2000)}…`, "     2\tShort line", `${"B".repeat(2000)}…`], count: 3 },
  { call: { path: "sample.txt", line_offset: 0 }, isError: true },
  { call: { path: "sample.txt", line_offset: -1001 }, isError: true },
  { call: { path: "sample.txt", line_offset: -1000 }, count: 5 },
  { call: { path: "sample.txt", n_lines: 0 }, isError: true },
  { call: { path: "sample.txt", n_lines: -1 }, isError: true },
  { call: { path: "large.txt", n_lines: 1005 }, has: ["cut"], count: 1000 },
  { call: { path: "bytes.txt" }, has: ["cut: read on"] },
  { call: { path: "~/.test_expanduser_temp" }, isError: true, differs: true },
  { call: { path: ".gitignore" }, has: ["build.log"] },
  { call: { path: "sample.txt", line_offset: -3 }, has: [...sampled(3, 4, 5), "of 5"], count: 3 },
  { call: { path: "sample.txt", line_offset: -5, n_lines: 2 }, has: sampled(1, 2), count: 2 },
  { call: { path: "sample.txt", line_offset: -100 }, has: sampled(1, 5), count: 5 },
  { call: { path: "empty.txt", line_offset: -10 }, has: ["0 lines"], count: 0 },
  { call: { path: "sample.txt", line_offset: -1 }, has: sampled(5), count: 1 },
  { call: { path: "large.txt", line_offset: -1000 }, has: ["   501\tLine 501\n", "  1500\tLine 1500"], count: 1000 },
  { call: { path: "bytes.txt", line_offset: -122 }, has: ["   122\t0122"], lacks: ["     1\t"] },
  { call: { path: "tail.txt", line_offset: -200, n_lines: 1 }, has: ["   301\t0301"], count: 1 },
  { call: { path: "long.txt", line_offset: -1 }, has: [`     3\t${"B".repeat(2000)}…`], count: 1 },
];

async function said(bench: Workbench, tool: string, { call }: Case): Promise<string> {
  const tools = new Map([[tool, bench.tool(tool)]]);
  const read = callArguments({ name: tool, arguments: JSON.stringify(call) }, tools);
  if (read.kind === "invalid") return `Error: ${read.reason}`;
  try {
    return (await bench.call(tool, read.input)).text;
  } catch (error) {
    return `Error: ${describeError(error)}`;
  }
}

test("Kimi CLI's cases for Grep and ReadFile", async () => {
  await using bench = await openWorkbench(FILES, { mayRead: (path) => !path.endsWith("/.env") });
  bench.repository.write("build.log", "built\n");
  const cases = [
    ...GREP.map((one) => ["search_files", one] as const),
    ...READ.map((one) => ["read_file", one] as const),
  ];
  for (const [tool, one] of cases) {
    const text = await said(bench, tool, one);
    const label = `${JSON.stringify(one.call)}: ${text.slice(0, 300)}`;
    for (const part of one.has ?? []) assert.ok(text.includes(part), `${label}\nlacks ${part.slice(0, 99)}`);
    for (const part of one.lacks ?? []) assert.ok(!text.includes(part), `${label}\nhas ${part}`);
    if (one.count !== undefined) assert.equal(text.match(/^ *\d+\t/gm)?.length ?? 0, one.count, label);
    if (one.isError === true) assert.match(text, /^Error: /, label);
    else assert.doesNotMatch(text, /^Error: /, label);
  }
  const [all, differing] = [cases.length, cases.filter(([, { differs }]) => differs === true).length];
  assert.deepEqual([all, differing], [74, 3]);
});
