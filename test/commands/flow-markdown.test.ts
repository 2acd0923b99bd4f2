import assert from "node:assert/strict";
import { test } from "node:test";
import { readFlow } from "../../src/commands/flow-markdown.ts";
import { outline } from "./outline.ts";

const EMPTY = ['BEGIN begin "BEGIN" → END', 'END end "END"'];
const MERMAID = "graph TD\nBEGIN --> END";

for (const [name, text, expected] of [
  ["a mermaid block", `# Flow\n\n\`\`\`mermaid\n${MERMAID}\n\`\`\`\n`, EMPTY],
  ["a d2 block", "```d2\nBEGIN -> END\n```", EMPTY],
  ["tildes, blanks and attributes", `  ~~~~ Mermaid title="x"\n${MERMAID}\n  ~~~~~\n`, EMPTY],
  ["a tag in braces", `\`\`\`{mermaid}\n${MERMAID}\n\`\`\``, EMPTY],
  ["the first block with a tag counts", `\`\`\`d2\nBEGIN -> END\n\`\`\`\n\`\`\`mermaid\nnonsense\n\`\`\``, EMPTY],
  ["other blocks are passed over", `\`\`\`sh\nls\n\`\`\`\n\`\`\`mermaid\n${MERMAID}\n\`\`\``, EMPTY],
  [
    "a block within a block is text",
    `\`\`\`\`md\n\`\`\`mermaid\nnonsense\n\`\`\`\n\`\`\`\`\n\`\`\`d2\nBEGIN -> END\n\`\`\``,
    EMPTY,
  ],
] as const) {
  test(`markdown: ${name}`, () => assert.deepEqual(outline(readFlow(text, "a.md")), expected));
}

for (const [name, text, message, hint] of [
  [
    "a text without a diagram",
    "```sh\nls\n```\n",
    "a.md:1: the flow has no diagram.",
    "Add a fenced block tagged mermaid or d2 with the flow.",
  ],
  [
    "an open block without a tag that hides one",
    "```\n```mermaid\n",
    "a.md:1: the flow has no diagram.",
    "Add a fenced block tagged mermaid or d2 with the flow.",
  ],
  [
    "an open block",
    `text\n~~~d2\nBEGIN -> END\n\`\`\`\n`,
    "a.md:2: the d2 block is not closed.",
    'A line "~~~" must end it.',
  ],
  [
    "a mistake, in the line of the file",
    `---\ntype: flow\n---\ntext\n\`\`\`mermaid\n${MERMAID}\nEND --> X\n\`\`\`\n`,
    'a.md:8: an edge leads from END to "X".',
    "The flow stops at END: remove the edge.",
  ],
] as const) {
  test(`markdown refuses ${name}`, () => {
    assert.throws(() => readFlow(text, "a.md"), { code: "config.invalid", message, hint });
  });
}
