import assert from "node:assert/strict";
import { test } from "node:test";
import { BUILTINS, INIT_PROMPT, type ParsedPrompt } from "../../src/commands/builtins.ts";
import { parsePrompt } from "../../src/commands/slash.ts";
import { loadSkills } from "../../src/commands/skills.ts";
import type { Flow } from "../../src/protocol/prompt.ts";

const { skills } = loadSkills(
  new Map([
    [".kimi/skills/Review.md", "---\ndescription: Look at a change\n---\nReview $0."],
    [".kimi/skills/release.md", "---\ndescription: Make a release\ntype: flow\n---\n```d2\nBEGIN -> END\n```"],
    [".kimi/skills/broken.md", "---\ndescription: Half a flow\ntype: flow\n---\n```d2\nBEGIN -> x\n```"],
  ]),
);
const RELEASE: Flow = {
  begin: "BEGIN",
  nodes: new Map([
    ["BEGIN", { id: "BEGIN", label: "BEGIN", kind: "begin", edges: [{ to: "END" }] }],
    ["END", { id: "END", label: "END", kind: "end", edges: [] }],
  ]),
};
const KNOWN =
  "Commands: /init, /compact, /clear, /reset, /plan, /export, /import, /yolo, /afk, /add-dir, /help, " +
  "/skill:broken, /flow:release, /skill:Review. To send text that begins with a slash, put a word in front of it.";

test("text that only looks like a command", () => {
  for (const text of [
    "fix /help",
    " /help",
    "\n/help",
    "/usr/bin/foo fails",
    "/usr/bin",
    "//help",
    "/",
    "/ help",
    "/README.md is old",
    "/help, please",
    "/skill:a/b",
    "/命令",
    "/命令 for all",
    "",
  ]) {
    assert.deepEqual(parsePrompt(text, skills), { kind: "text", text });
  }
});

for (const [prompt, expected] of [
  ["/init", { kind: "text", text: INIT_PROMPT }],
  ["/compact", { kind: "compact" }],
  ["/compact  the API\nand its tests ", { kind: "compact", focus: "the API\nand its tests" }],
  ["/clear", { kind: "clear" }],
  ["/reset\n", { kind: "clear" }],
  ["/CLEAR", { kind: "clear" }],
  ["/plan", { kind: "plan", action: "on" }],
  ["/plan on", { kind: "plan", action: "on" }],
  ["/plan OFF", { kind: "plan", action: "off" }],
  ["/plan view", { kind: "plan", action: "view" }],
  ["/plan clear", { kind: "plan", action: "clear" }],
  ["/plan off the record", { kind: "plan", action: "on", text: "off the record" }],
  ["/plan\nmove the parser", { kind: "plan", action: "on", text: "move the parser" }],
  ["/export", { kind: "export" }],
  ["/export out/my session.md", { kind: "export", path: "out/my session.md" }],
  ["/import notes.md", { kind: "import", path: "notes.md" }],
  ["/skill:review #12 now", { kind: "text", text: "Review #12." }],
  ["/SKILL:REVIEW 1", { kind: "text", text: "Review 1." }],
  ["/skill:release", { kind: "text", text: "```d2\nBEGIN -> END\n```" }],
  ["/skill:broken", { kind: "text", text: "```d2\nBEGIN -> x\n```" }],
  ["/flow:Release", { kind: "flow", name: "release", flow: RELEASE }],
  [
    "/yolo",
    {
      kind: "message",
      text: "There is nothing to switch: the policy file approves, rejects or defers every action in place of a person.",
    },
  ],
  [
    "/afk",
    {
      kind: "message",
      text: "There is nothing to switch: a run is never interactive, and the policy file stands in for the person.",
    },
  ],
  [
    "/help",
    {
      kind: "message",
      text: [
        "/init                           Look at the repository and write its AGENTS.md",
        "/compact [focus]                Replace the conversation by a summary that keeps the focus",
        "/clear (/reset)                 Forget the conversation",
        "/plan [on|off|view|clear|text]  Switch plan mode, show or empty the plan; a text is planned in plan mode",
        "/export [path]                  Write the conversation to a Markdown file",
        "/import <path>                  Put a file or an exported conversation in front of the next prompt",
        "/help                           List the commands, skills and flows",
        "/skill:broken [request]         Half a flow",
        "/flow:release                   Make a release",
        "/skill:Review [request]         Look at a change",
      ].join("\n"),
    },
  ],
] as const satisfies readonly (readonly [string, ParsedPrompt])[]) {
  test(`prompt ${JSON.stringify(prompt)}`, () => assert.deepEqual(parsePrompt(prompt, skills), expected));
}

for (const [prompt, message, hint] of [
  ["/hlep me", '"/hlep" is not a command.', `Did you mean "/help"? ${KNOWN}`],
  ["/model", '"/model" is not a command.', KNOWN],
  ["/TODO: fix", '"/TODO:" is not a command.', KNOWN],
  ["/review 12", '"/review" is not a command.', `Did you mean "/skill:Review"? ${KNOWN}`],
  ["/skil:review", '"/skil:review" is not a command.', `Did you mean "/skill:Review"? ${KNOWN}`],
  ["/skill:revue", 'There is no skill "revue".', 'Did you mean "/skill:Review"? Skills: broken, release, Review.'],
  ["/skill: x", 'There is no skill "".', "Skills: broken, release, Review."],
  ["/flow:relaese", 'There is no flow "relaese".', 'Did you mean "/flow:release"? Flows: release.'],
  ["/flow:other", 'There is no flow "other".', "Flows: release."],
  ["/flow:review", '"Review" is a skill without a flow.', 'Write "/skill:Review" to use it. Flows: release.'],
  [
    "/flow:broken",
    ".kimi/skills/broken.md:6: the flow has no node labelled END.",
    "Exactly one node must be labelled BEGIN and one END.",
  ],
  ["/flow:release 1.2", '"/flow:release" takes no arguments, and got "1.2".', 'Write "/flow:release" alone.'],
  ["/clear all", '"/clear" takes no arguments, and got "all".', 'Write "/clear" alone.'],
  ["/import", '"/import" needs <path>.', 'Write "/import <path>".'],
  [
    "/add-dir ../other",
    '"/add-dir ../other" is refused: a run sees its workspace alone.',
    "Start the run in a folder that holds everything it needs.",
  ],
] as const) {
  test(`refused: ${prompt}`, () => {
    assert.throws(() => parsePrompt(prompt, skills), { code: "config.invalid", message, hint });
  });
}

test("a project without skills is told where they stand", () => {
  assert.throws(() => parsePrompt("/skill:a", []), {
    message: 'There is no skill "a".',
    hint: "Skills: none; they belong in .kimi/skills, .claude/skills, .codex/skills, .agents/skills of the base commit.",
  });
  assert.throws(() => parsePrompt("/flow:a", []), { hint: "Flows: none." });
});

test("names and aliases are in lower case and used once", () => {
  const names = BUILTINS.flatMap(({ name, aliases }) => [name, ...aliases]);
  assert.deepEqual(names, [...new Set(names.map((name) => name.toLowerCase()))]);
});
