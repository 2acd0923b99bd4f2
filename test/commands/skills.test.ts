import assert from "node:assert/strict";
import { test } from "node:test";
import { isSkillFile } from "../../src/commands/skill.ts";
import { loadSkills } from "../../src/commands/skills.ts";
import { describeError } from "../../src/protocol/error.ts";

function load(files: Readonly<Record<string, string>>) {
  return loadSkills(new Map(Object.entries(files)));
}

/** `name: description (path)` of what was loaded. */
function shown(files: Readonly<Record<string, string>>): readonly string[] {
  const { skills, warnings } = load(files);
  assert.deepEqual(warnings, []);
  return skills.map(({ name, description, path }) => `${name}: ${description} (${path})`);
}

test("a skill, whole: every key that is used, those of other programs read over", () => {
  const text = [
    "---",
    "name: Review",
    'description: "Reviews: a pull request"',
    "type: standard",
    "license: MIT",
    "compatibility: [any]",
    "metadata: { author: someone }",
    "allowed-tools: Read",
    "disableModelInvocation: true",
    "arguments: [pull, <usage>, mode]",
    "---",
    "",
    "# Review",
    "Look at $pull.",
    "",
  ].join("\r\n");
  assert.deepEqual(load({ ".kimi/skills/review/SKILL.md": `\uFEFF${text}` }), {
    skills: [
      {
        name: "Review",
        description: "Reviews: a pull request",
        path: ".kimi/skills/review/SKILL.md",
        folder: ".kimi/skills/review",
        body: "# Review\nLook at $pull.",
        argumentNames: ["pull", "mode"],
        disableModelInvocation: true,
        type: "standard",
      },
    ],
    warnings: [],
  });
});

test("a flow is read with the lines of its file", () => {
  const { skills, warnings } = load({
    ".kimi/skills/release.md": "---\ntype: flow\ndescription: d\n---\nHow to release.\n```d2\nBEGIN -> END\n```\n",
  });
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    skills.map((skill) => [skill.name, skill.type === "flow" && [...skill.flow.nodes.keys()]]),
    [["release", ["BEGIN", "END"]]],
  );
});

test("a flow that cannot be read is a standard skill, and keeps the reason", () => {
  const { skills, warnings } = load({
    ".kimi/skills/f/SKILL.md": "---\ntype: flow\n---\nText\n```mermaid\nflowchart TD\nBEGIN ==> END\n```\n",
  });
  const reason =
    '.kimi/skills/f/SKILL.md:7: "==> END" is not understood. Accepted: nodes A, A[text], A(text), A{text}, A([text]), ' +
    'with A["text"] for text with brackets; edges A --> B, A --- B, A -- label --> B, A -->|label| B.';
  assert.deepEqual(warnings, [`${reason} The flow cannot run; the skill is a standard one.`]);
  assert.deepEqual(
    skills.map((skill) => [skill.name, skill.type, skill.type === "standard" && describeError(skill.flowError)]),
    [["f", "standard", reason]],
  );
});

const LONG = "x".repeat(241);
for (const [name, files, expected] of [
  [
    "the four folders of a project, the first one winning; names compared without case, sorted without it too",
    {
      ".agents/skills/d.md": "agents",
      ".codex/skills/c.md": "codex",
      ".claude/skills/B/SKILL.md": "claude",
      ".kimi/skills/a.md": "kimi",
      ".claude/skills/A.md": "hidden",
      ".codex/skills/b.md": "hidden",
      ".agents/skills/C/SKILL.md": "hidden",
    },
    [
      "a: kimi (.kimi/skills/a.md)",
      "B: claude (.claude/skills/B/SKILL.md)",
      "c: codex (.codex/skills/c.md)",
      "d: agents (.agents/skills/d.md)",
    ],
  ],
  [
    "a folder wins over a flat file",
    { ".kimi/skills/a.md": "flat", ".kimi/skills/z/SKILL.md": "---\nname: A\n---\nfolder" },
    ["A: folder (.kimi/skills/z/SKILL.md)"],
  ],
  [
    "what lies deeper, beside or outside is no skill",
    {
      ".kimi/skills/a/SKILL.md": "a",
      ".kimi/skills/a/references/SKILL.md": "x",
      ".kimi/skills/a/notes.md": "x",
      ".kimi/skills/a.txt": "x",
      ".kimi/skills-old/b.md": "x",
      "docs/.kimi/skills/b.md": "x",
    },
    ["a: a (.kimi/skills/a/SKILL.md)"],
  ],
  [
    "the first line of the body describes; a long one is cut to 240 characters",
    { ".kimi/skills/a.md": "\n\n# Title\nmore", ".kimi/skills/b.md": `---\ndescription:\n---\n${LONG}\n` },
    ["a: # Title (.kimi/skills/a.md)", `b: ${"x".repeat(239)}… (.kimi/skills/b.md)`],
  ],
  [
    "a description of the front matter is whole",
    { ".kimi/skills/a.md": `---\ndescription: ${LONG}\n---\nbody` },
    [`a: ${LONG} (.kimi/skills/a.md)`],
  ],
  [
    "newer names of the types",
    { ".kimi/skills/a.md": "---\ntype: prompt\n---\na", ".kimi/skills/b.md": "---\ntype: inline\n---\nb" },
    ["a: a (.kimi/skills/a.md)", "b: b (.kimi/skills/b.md)"],
  ],
] as const) {
  test(`skills: ${name}`, () => assert.deepEqual(shown(files), expected));
}

test("both spellings of disable-model-invocation", () => {
  const { skills } = load({
    ".claude/skills/a.md": "---\ndisable-model-invocation: true\n---\na",
    ".claude/skills/b.md": "---\ndisable_model_invocation: true\n---\nb",
    ".claude/skills/c.md": "c",
  });
  assert.deepEqual(
    skills.map(({ name, disableModelInvocation }) => [name, disableModelInvocation]),
    [
      ["a", true],
      ["b", true],
      ["c", false],
    ],
  );
});

const NAME = 'a name for a command: letters, digits, "_", "-" and ".", at most 64 of them.';
for (const [text, warning] of [
  ["---\nname: a\n", "1:1: the front matter is not closed; expected a line `---` that ends it."],
  [
    "---\nname: a\ndescription: Use when: asked\n---\nbody",
    "3:14: not valid YAML: Nested mappings are not allowed in compact mappings; " +
      "put quotes around a string that contains a colon or begins with a special character.",
  ],
  ["---\nname: a\nname: b\n---\nbody", "3:1: duplicate key; each key may stand once in a mapping."],
  [
    "---\n- a\n---\nbody",
    "2:1: the file: this list is not accepted; expected front matter with one key to a line, such as `description: what it does`.",
  ],
  ["---\n\ntype: flaw\n---\nbody", '3:7: type: "flaw" is not accepted; expected standard or flow.'],
  ["---\nname: 12\n---\nbody", `2:7: name: 12 is not accepted; expected ${NAME}`],
  ["---\ndescription: ' '\n---\nbody", '2:14: description: " " is not accepted; expected a string.'],
  [
    "---\nname: a\ndisable-model-invocation: maybe\n---\nbody",
    '3:27: disable-model-invocation: "maybe" is not accepted; expected true or false.',
  ],
  ["---\narguments: { a: 1 }\n---\nbody", "2:12: arguments: this mapping is not accepted; expected a list of names."],
  ["---\narguments: [a, 1]\n---\nbody", "2:16: arguments[1]: 1 is not accepted; expected a name."],
  ["---\ndescription: d\nname: a b\n---\nbody", `3:7: name: "a b" is not accepted; expected ${NAME}`],
  [`---\nname: ${"n".repeat(65)}\n---\nbody`, `2:7: name: "${"n".repeat(65)}" is not accepted; expected ${NAME}`],
  [
    "---\nlicense: *x\nname: *x\n---\nbody",
    "3:7: the alias *x has no anchor before it; put quotes around a string that contains a colon or begins with a special character.",
  ],
  ["---\nname: a\n---\n\n", "5:1: no text; expected what to do."],
] as const) {
  test(`a bad skill is left out: ${warning.slice(0, 70)}`, () => {
    const files = { ".kimi/skills/bad/SKILL.md": text, ".kimi/skills/good.md": "good" };
    const { skills, warnings } = load(files);
    assert.deepEqual(
      [skills.map(({ name }) => name), warnings],
      [["good"], [`.kimi/skills/bad/SKILL.md:${warning} The skill is left out.`]],
    );
  });
}

test("a bad skill hides nothing; two of one name in one root are told", () => {
  const { skills, warnings } = load({
    ".kimi/skills/a.md": "---\ntype: x\n---\nbad",
    ".claude/skills/a.md": "good",
    ".agents/skills/one/SKILL.md": "---\nname: same\n---\none",
    ".agents/skills/two/SKILL.md": "---\nname: Same\n---\ntwo",
  });
  assert.deepEqual(
    skills.map(({ name, body }) => `${name}: ${body}`),
    ["a: good", "same: one"],
  );
  assert.deepEqual(warnings, [
    '.kimi/skills/a.md:2:7: type: "x" is not accepted; expected standard or flow. The skill is left out.',
    '.agents/skills/two/SKILL.md:1: a second skill "Same"; .agents/skills/one/SKILL.md is used. Names must differ.',
  ]);
});

test("a skill without front matter, and one whose file's name is no command", () => {
  const { skills, warnings } = load({
    ".kimi/skills/a b.md": "text",
    ".kimi/skills/c.md": "",
    ".kimi/skills/d.md": "---\n---\nd",
  });
  assert.deepEqual(
    skills.map(({ name, body }) => `${name}: ${body}`),
    ["d: d"],
  );
  assert.deepEqual(warnings, [
    `.kimi/skills/a b.md:1:1: the file's name "a b" is not accepted; expected ${NAME} The skill is left out.`,
    ".kimi/skills/c.md:1:1: no text; expected what to do. The skill is left out.",
  ]);
});

test("what other programs' keys hold is not looked at", () => {
  assert.deepEqual(
    shown({ ".kimi/skills/a.md": "---\nglobs: *.ts\nmeta: { x: &x 1, <<: 2 }\nname: a\ndescription: A.\n---\nbody" }),
    ["a: A. (.kimi/skills/a.md)"],
  );
});

test("which files are worth reading", () => {
  assert.deepEqual(
    [".kimi/skills/a/SKILL.md", ".kimi/skills/a.md", ".kimi/skills/a/b/SKILL.md", ".kimi/skills/a/x.md", "a.md"].map(
      isSkillFile,
    ),
    [true, true, false, false, false],
  );
});
