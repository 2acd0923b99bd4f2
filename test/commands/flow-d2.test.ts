import assert from "node:assert/strict";
import { test } from "node:test";
import { parseD2Flow } from "../../src/commands/flow-d2.ts";
import type { Flow } from "../../src/protocol/prompt.ts";
import { outline } from "./outline.ts";

const ACCEPTED =
  'Accepted: a, a: label, a: "label", a: |md text |, a -> b, a -> b: label, a -> b -> c: label of b -> c.';

/** The diagram begins in line 20 of its file. */
const parse = (code: string): Flow => parseD2Flow(code, { file: "flow.md", line: 20 });

const task = (label: string, id = "a"): readonly string[] => [
  `BEGIN begin "BEGIN" → ${id}`,
  `${id} task "${label}" → END`,
  `END end "END"`,
];

for (const [name, code, expected] of [
  ["a chain", "BEGIN -> a -> END", task("a")],
  ["a label", "BEGIN -> a -> END\na: do it", task("do it")],
  [
    "a label first",
    "a: do it\nBEGIN -> a\na -> END",
    ['a task "do it" → END', 'BEGIN begin "BEGIN" → a', 'END end "END"'],
  ],
  ["a container", "BEGIN -> work.do it -> END\nwork: Work {\n  shape: page\n  do it\n}", task("do it", "work.do it")],
  [
    "containers within containers, edges inside, and the way out",
    "BEGIN -> one.two.a\none {\n  style.fill: red\n  two: Two {\n    a: do it\n    a -> _._.END\n    (a -> _._.END)[0].style.animated: true\n  }\n}",
    [`BEGIN begin "BEGIN" → one.two.a`, `one.two.a task "do it" → END`, `END end "END"`],
  ],
  [
    "all of a flow in a container",
    "flow: {\n  BEGIN -> a -> END\n  a.label: do it\n}",
    [`flow.BEGIN begin "BEGIN" → flow.a`, `flow.a task "do it" → flow.END`, `flow.END end "END"`],
  ],
  ["quotes and escapes", 'BEGIN -> a -> END\na: "say \\"hi\\"\\nand # go {on}" # why', task('say "hi"\nand # go {on}')],
  ["single quotes", "BEGIN -> a -> END\na: 'it''s: done'", task("it's: done")],
  ["quoted keys", 'BEGIN -> "a -> b: c" -> END', task("a -> b: c", "a -> b: c")],
  ["keys with blanks", "BEGIN -> run tests -> END", task("run tests", "run tests")],
  ["keys with hyphens and dots", "BEGIN->step-1.a->END", task("step-1.a", "step-1.a")],
  ["a longer arrow", "BEGIN --> a ---> END", task("a")],
  ["a number sign that is no comment", "BEGIN -> a -> END # flow\na: fix #12 in C# # soon", task("fix #12 in C#")],
  ["an arrow in a label", "BEGIN -> a -> END\na: rename x -> y", task("rename x -> y")],
  ["braces in a label", "BEGIN -> a -> END\na: use {name} here", task("use {name} here")],
  ["a block on one line", "BEGIN -> a -> END\na: |md do it |", task("do it")],
  ["a block without a tag", "BEGIN -> a -> END\na: | do it |", task("do it")],
  [
    "a block over lines keeps its inner indentation",
    "BEGIN -> a -> END\na: |md\n  # Fix\n    code\n\n  - and # more\n|",
    task("# Fix\n  code\n\n- and # more"),
  ],
  ["more pipes hold fewer", "BEGIN -> a -> END\na: ||md\n  x | y\n||", task("x | y")],
  ["a block with properties behind it", "BEGIN -> a -> END\na: |md\n do it\n| {\n  shape: page\n}", task("do it")],
  ["properties on one line", "BEGIN -> a -> END\na: do it { shape: diamond; style.fill: red }", task("do it")],
  ["a label among the properties", "BEGIN -> a -> END\na: {\n  # why\n  label: do it\n  shape: page\n}", task("do it")],
  ["a label among them on one line", "BEGIN -> a -> END\na: { label: do it }", task("do it")],
  ["a label as a path", "BEGIN -> a -> END\na.label: do it", task("do it")],
  [
    "properties are read over",
    [
      "# a comment",
      "direction: right",
      "vars: {",
      "  d2-config: {",
      "    theme-id: 4",
      "  }",
      "}",
      "classes.hot.style.fill: red",
      "BEGIN -> a -> END",
      "BEGIN.shape: oval",
      "a.style.fill: red",
      'a.style: {\n  stroke: "#f00"\n}',
      "(BEGIN -> a)[0].style.animated: true",
      "(a -> END)[0]: {\n  style: {\n    opacity: 0.5\n  }\n}",
    ].join("\n"),
    task("a"),
  ],
  [
    "branches; a chain's label belongs to its last edge",
    'BEGIN -> ok?\nok?: Do all tests pass?\nok? -> END: yes\nok? -> a: "no, \\"again\\"" {\n  style.stroke: red\n}\na -> b -> ok?: back\nok? -> END: {\n  label: enough\n}',
    [
      'BEGIN begin "BEGIN" → ok?',
      'ok? decision "Do all tests pass?" → END:yes, a:no, "again", END:enough',
      'END end "END"',
      'a task "a" → b',
      'b task "b" → ok?:back',
    ],
  ],
  // The cases below are Kimi CLI's own.
  [
    "a step with nodes in it, which are no part of the flow",
    'a: "append a line"\na.shape: rectangle\na.foo.bar\nb: "more than 3?" {\n  sub1 -> sub2\n  sub2: {\n    1\n  }\n}\nBEGIN -> a -> b\nb -> a: no\nnot_used\nb -> END: yes\nb -> END: yes2',
    [
      'a task "append a line" → b',
      'b decision "more than 3?" → a:no, END:yes, END:yes2',
      'BEGIN begin "BEGIN" → a',
      'END end "END"',
    ],
  ],
  ["a comment behind the opening of a block", "BEGIN -> a -> END\na: |md # kept as Markdown\n  A: B\n|", task("A: B")],
  ["a table in a block", "BEGIN -> a -> END\na: |md\n  | x | y |\n  do it |\n|", task("| x | y |\ndo it |")],
  ["a quoted text over lines", 'BEGIN -> a -> END\na: "do\nit" # why', task("do\nit")],
  ["a line that goes on", "BEGIN -> a \\\n  -> END\na: do \\\nit", task("do it")],
  ["labels in any case", "x: Begin\ny: end\nx -> y", ['x begin "Begin" → y', 'y end "end"']],
  ["an empty value", "BEGIN -> a -> END:\na:", task("a")],
] as const) {
  test(`d2: ${name}`, () => assert.deepEqual(outline(parse(code)), expected));
}

for (const [name, code, message, hint] of [
  ["an arrow back", "BEGIN -> a\nEND <- a", '21: "<- a" is not understood.', ACCEPTED],
  ["a line without a head", "BEGIN -- END", '20: "-- END" is not understood.', ACCEPTED],
  ["an arrow to nothing", "BEGIN -> a\na ->", '21: "a ->" is not understood.', ACCEPTED],
  ["a stray brace", "BEGIN -> END\n}", '21: "}" is not understood.', ACCEPTED],
  ["two statements on a line", "BEGIN -> a; a -> END", '20: "; a -> END" is not understood.', ACCEPTED],
  ["text behind quotes", 'BEGIN -> END\na: "x" y', '21: "y" is not understood.', ACCEPTED],
  ["text behind a block", "BEGIN -> END\na: |md\nx\n| y", '23: "y" is not understood.', ACCEPTED],
  ["a block of code", "BEGIN -> END\na: |js x |", '21: a block of "js" is not understood.', ACCEPTED],
  ["an open block", "BEGIN -> END\n\na: |md\n  x\n  y", '22: the block is not closed with "|".', ACCEPTED],
  ["open braces", "BEGIN -> END\na: {\n  shape: page", '21: "{" is not closed.', ACCEPTED],
  [
    "nodes within an edge",
    "BEGIN -> END: {\n  b -> c\n}",
    '21: "b -> c" stands inside an edge, which has no nodes.',
    ACCEPTED,
  ],
  [
    "two definitions",
    "BEGIN -> a -> END\na: one\na: |md\n  two\n|",
    '22: "a" is labelled "two" here and "one" in line 21.',
    "A node has one label: write it once, or the same each time.",
  ],
  [
    "a branch without a label",
    "BEGIN -> a\na -> END: yes\na -> b",
    '22: the edge to "b" has no label, and "a" has more than one edge.',
    "Each edge of a decision needs a label: a -> b: label.",
  ],
  [
    "no BEGIN",
    "a -> END",
    "20: the flow has no node labelled BEGIN.",
    "Exactly one node must be labelled BEGIN and one END.",
  ],
  ["nothing", "", "20: the flow has no node labelled BEGIN.", "Exactly one node must be labelled BEGIN and one END."],
] as const) {
  test(`d2 refuses ${name}`, () => {
    assert.throws(() => parse(code), {
      name: "RunnerError",
      code: "config.invalid",
      message: `flow.md:${message}`,
      hint,
    });
  });
}

test("d2 refuses what is nested too deeply", () => {
  assert.throws(() => parse("a: {\n".repeat(20_000)), {
    name: "RunnerError",
    message: 'flow.md:120: "{" is nested more than 100 levels deep.',
  });
  assert.deepEqual(outline(parse("BEGIN -> a -> END\na.style: {\nx: {\n}\n}\n")), task("a"));
});
