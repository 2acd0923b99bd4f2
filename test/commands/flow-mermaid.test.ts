import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMermaidFlow } from "../../src/commands/flow-mermaid.ts";
import type { Flow } from "../../src/protocol/prompt.ts";
import { cpuMs } from "../doubles/cpu-time.ts";
import { outline } from "./outline.ts";

const ACCEPTED =
  'Accepted: nodes A, A[text], A(text), A{text}, A([text]), with A["text"] for text with brackets; ' +
  "edges A --> B, A --- B, A -- label --> B, A -->|label| B.";
const HEADER = 'It must begin with "flowchart" or "graph", with or without a direction: flowchart TD.';

/** The diagram begins in line 10 of its file. */
const parse = (code: string): Flow => parseMermaidFlow(code, { file: "flow.md", line: 10 });

test("a whole flow: kinds, labels and edges, in the order of the diagram", () => {
  assert.deepEqual(
    parse(
      [
        "flowchart TD",
        "  BEGIN([BEGIN]) --> fix[Fix the failing test]",
        "  fix --> check{Do all tests pass?}",
        "  check -->|yes| END([END])",
        "  check -- no --> fix",
        "  lost[Never reached] --> fix",
      ].join("\n"),
    ),
    {
      begin: "BEGIN",
      nodes: new Map([
        ["BEGIN", { id: "BEGIN", label: "BEGIN", kind: "begin", edges: [{ to: "fix" }] }],
        ["fix", { id: "fix", label: "Fix the failing test", kind: "task", edges: [{ to: "check" }] }],
        [
          "check",
          {
            id: "check",
            label: "Do all tests pass?",
            kind: "decision",
            edges: [
              { to: "END", label: "yes" },
              { to: "fix", label: "no" },
            ],
          },
        ],
        ["END", { id: "END", label: "END", kind: "end", edges: [] }],
      ]),
    } satisfies Flow,
  );
});

const task = (label: string, id = "A"): readonly string[] => [
  `BEGIN begin "BEGIN" → ${id}`,
  `${id} task "${label}" → END`,
  `END end "END"`,
];

for (const [name, code, expected] of [
  ["a bare node is its own label", "flowchart TD\nBEGIN --> A --> END", task("A")],
  ["square, round, brace and stadium shapes: square", "graph LR\nBEGIN --> A[do it] --> END", task("do it")],
  ["round", "graph TB\nBEGIN --> A(do it) --> END", task("do it")],
  ["brace", "graph RL\nBEGIN --> A{do it} --> END", task("do it")],
  ["stadium", "graph BT\nBEGIN --> A([do it]) --> END", task("do it")],
  ["a header without a direction", "flowchart\nBEGIN --> A[do it] --> END", task("do it")],
  [
    "quotes hold brackets, arrows and pipes",
    'graph TD\nBEGIN --> A["(a) [b] --> |c|"] --> END',
    task("(a) [b] --> |c|"),
  ],
  ["quotes in a stadium, with blanks around", 'graph TD\nBEGIN --> A([ "do it" ]) --> END', task("do it")],
  ["a quote within quotes", 'graph TD\nBEGIN --> A["say #quot;hi#quot;"] --> END', task('say "hi"')],
  ["other brackets in an unquoted label", "graph TD\nBEGIN --> A[run (unit) tests] --> END", task("run (unit) tests")],
  ["arrows without blanks", "graph TD\nBEGIN-->node-1[x]-->END", task("x", "node-1")],
  ["lines without a head, and longer ones", "graph TD\nBEGIN --- A ----> END", task("A")],
  ["statements on one line", "graph TD; BEGIN --> A; A --> END;", task("A")],
  ["a label that comes later", "graph TD\nBEGIN --> A --> END\nA[do it]", task("do it")],
  ["the same label twice", "graph TD\nBEGIN --> A[do it]\nA[do it] --> END", task("do it")],
  ["letters of any script", "graph TD\nBEGIN --> 检查[运行测试] --> END", task("运行测试", "检查")],
  ["labels in any case, ids of any name", "graph TD\nX([Begin]) --> Y[end]", ['X begin "Begin" → Y', 'Y end "end"']],
  [
    "comments and looks are read over",
    [
      "%% a comment",
      "flowchart TD",
      "%%{init: {}}%%",
      "subgraph one [One]",
      "direction LR",
      "BEGIN --> A:::warm --> END %% to the end",
      "end",
      "style A fill:#f9f,stroke:#333",
      "classDef warm fill:#f96;",
      "class A warm",
      'click A "https://example.com"',
      "linkStyle 0 stroke:#ff3",
    ].join("\n"),
    task("A"),
  ],
  ["a node called style", "graph TD\nBEGIN --> style\nstyle --> END", task("style", "style")],
  [
    "an edge's label where it is no branch",
    "graph TD\nBEGIN -->|go| END",
    ['BEGIN begin "BEGIN" → END:go', 'END end "END"'],
  ],
  [
    "every way to label an edge",
    'graph TD\nBEGIN --> D{which?}\nD -->|a| END\nD -->|"b|c"| END\nD -- d e --> END\nD -- "f --> g" --> END\nD --h--- END',
    ['BEGIN begin "BEGIN" → D', 'D decision "which?" → END:a, END:b|c, END:d e, END:f --> g, END:h', 'END end "END"'],
  ],
  [
    "a node without an edge stops the flow, beside a path to END",
    "graph TD\nBEGIN --> D{ok?}\nD -->|yes| END\nD -->|no| stop[give up]",
    ['BEGIN begin "BEGIN" → D', 'D decision "ok?" → END:yes, stop:no', 'END end "END"', 'stop task "give up"'],
  ],
  [
    "what cannot be reached need not be a decision",
    "graph TD\nBEGIN --> END\nX --> END\nX --> BEGIN",
    ['BEGIN begin "BEGIN" → END', 'END end "END"'],
  ],
] as const) {
  test(`mermaid: ${name}`, () => assert.deepEqual(outline(parse(code)), expected));
}

for (const [name, code, message, hint] of [
  ["no header", "BEGIN --> END", '10: the diagram begins with "BEGIN --> END".', HEADER],
  ["another diagram", "\nsequenceDiagram\nA->>B: x", '11: the diagram begins with "sequenceDiagram".', HEADER],
  ["an unknown direction", "flowchart XY\nBEGIN --> END", '10: the diagram begins with "flowchart XY".', HEADER],
  ["nothing", "\n%% only a comment\n", "10: the diagram is empty.", HEADER],
  ["a thick arrow", "graph TD\nBEGIN ==> END", '11: "==> END" is not understood.', ACCEPTED],
  ["a dotted arrow", "graph TD\nBEGIN --> A\nA -.-> END", '12: "-.-> END" is not understood.', ACCEPTED],
  ["two nodes side by side", "graph TD\nBEGIN END", '11: "END" is not understood.', ACCEPTED],
  ["a list of nodes", "graph TD\nBEGIN & A --> END", '11: "& A --> END" is not understood.', ACCEPTED],
  ["an arrow to nothing", "graph TD\nBEGIN -->", "11: the line ends where a node must follow.", ACCEPTED],
  ["a circle", "graph TD\nBEGIN --> END((end))", '11: the shape of "END" is not accepted: "((end))".', ACCEPTED],
  ["a subroutine", "graph TD\nBEGIN --> A[[x]]", '11: the shape of "A" is not accepted: "[[x]]".', ACCEPTED],
  ["a cylinder", "graph TD\nBEGIN --> A[(x)]", '11: the shape of "A" is not accepted: "[(x)]".', ACCEPTED],
  ["a hexagon", "graph TD\nBEGIN --> A{{x}}", '11: the shape of "A" is not accepted: "{{x}}".', ACCEPTED],
  ["an open label", "graph TD\nBEGIN --> A[do it", '11: the label of "A" is not closed with "]".', ACCEPTED],
  ["an open quote", 'graph TD\nBEGIN --> A["do it]" x', '11: the label of "A" is not closed with "]".', ACCEPTED],
  [
    "two definitions",
    "graph TD\nBEGIN --> A[one]\nA[two] --> END",
    '12: "A" is labelled "two" here and "one" in line 11.',
    "A node has one label: write it once, or the same each time.",
  ],
  [
    "no BEGIN",
    "graph TD\nA --> END",
    "10: the flow has no node labelled BEGIN.",
    "Exactly one node must be labelled BEGIN and one END.",
  ],
  [
    "no END",
    "graph TD\nBEGIN --> END[stop]",
    "10: the flow has no node labelled END.",
    "Exactly one node must be labelled BEGIN and one END.",
  ],
  [
    "two BEGINs",
    "graph TD\nBEGIN --> END\nX[begin] --> END",
    '12: "X" is labelled BEGIN, and so is "BEGIN" in line 11.',
    "Exactly one node must be labelled BEGIN.",
  ],
  [
    "two ENDs",
    "graph TD\nBEGIN --> A\nA --> END\nA --> E2([End])",
    '13: "E2" is labelled END, and so is "END" in line 12.',
    "Exactly one node must be labelled END.",
  ],
  [
    "END out of reach",
    "graph TD\nBEGIN --> A\nA --> B\nC --> END",
    "13: no path leads from BEGIN to END.",
    'Draw an edge to "END" from BEGIN or from what it reaches: "A", "B".',
  ],
  [
    "nothing in reach",
    "graph TD\nBEGIN\nEND",
    "12: no path leads from BEGIN to END.",
    'Draw an edge to "END" from BEGIN or from what it reaches: nothing yet.',
  ],
  [
    "a branch without a label",
    "graph TD\nBEGIN --> D\nD -->|yes| END\nD --> BEGIN2[again]",
    '13: the edge to "BEGIN2" has no label, and "D" has more than one edge.',
    "Each edge of a decision needs a label: D -->|label| BEGIN2.",
  ],
  [
    "a branch with an empty label",
    "graph TD\nBEGIN --> D\nD -->|yes| END\nD -->| | A",
    '13: the edge to "A" has no label, and "D" has more than one edge.',
    "Each edge of a decision needs a label: D -->|label| A.",
  ],
  [
    "two branches of one name",
    "graph TD\nBEGIN --> D\nD -->|yes| END\nD -- yes --> A",
    '13: two edges of "D" are labelled "yes"; the first is in line 12.',
    "The labels of a decision's edges must differ.",
  ],
  [
    "a BEGIN that decides",
    "graph TD\nBEGIN -->|a| END\nBEGIN -->|b| A",
    '12: a second edge leads from BEGIN, to "A".',
    "BEGIN asks nothing, so it has one edge; put a decision after it.",
  ],
  [
    "an END that goes on",
    "graph TD\nBEGIN --> END\nEND --> BEGIN",
    '12: an edge leads from END to "BEGIN".',
    "The flow stops at END: remove the edge.",
  ],
  [
    "an empty prompt",
    'graph TD\nBEGIN --> A[""] --> END',
    '11: "A" has an empty label.',
    "A node's label is its prompt: write what to do.",
  ],
] as const) {
  test(`mermaid refuses ${name}`, () => {
    assert.throws(() => parse(code), {
      name: "RunnerError",
      code: "config.invalid",
      message: `flow.md:${message}`,
      hint,
    });
  });
}

/** To look at all edges for each node took a minute. */
test("a chain of 30,000 nodes", () => {
  const chain = Array.from({ length: 30_000 }, (_, at) => `n${at} --> n${at + 1}`);
  const spent = cpuMs(() => {
    assert.equal(parse(`graph\nb[BEGIN] --> n0\n${chain.join("\n")}\nn30000 --> e[END]`).nodes.size, 30_003);
  });
  assert.ok(spent < 10_000, `${spent} ms`);
});
