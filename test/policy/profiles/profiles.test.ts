/** What the profiles take and refuse, under a policy that approves them all: hostile lines, and those of every day. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decideCommand } from "../decide-command.ts";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { PROFILE_NAMES } from "../../../src/policy/profiles/profiles.ts";
import { MORE_BYPASSES } from "../bypasses-git.ts";
import { SHELL_BYPASSES } from "../bypasses-shell.ts";
import { BYPASSES } from "../bypasses.ts";
import { EVERYDAY_TOOLS, HELD } from "../everyday-tools.ts";
import { EVERYDAY } from "../everyday.ts";
import { HOSTILE_FLAGS } from "../hostile-flags.ts";
import { HOSTILE } from "../hostile.ts";
import { TOOLS_POLICY } from "../sample-policy.ts";

const policy = await loadPolicy(TOOLS_POLICY, { file: "tools.yml" });
const RUNGS = ["sealed", "separate", "none"] as const;
const isApproved = (command: string): boolean =>
  RUNGS.some((rung) => decideCommand(policy, command, { rung }).verdict === "approve");
const verdictOf = (command: string): string => decideCommand(policy, command, { rung: "sealed" }).verdict;

test("the policy names every profile", () => {
  for (const name of PROFILE_NAMES) assert.match(TOOLS_POLICY, new RegExp(`[ [,]${name}[,\\]]`));
});

const hostile = { ...HOSTILE, ...HOSTILE_FLAGS };
for (const [kind, commands] of Object.entries(hostile)) {
  test(`${commands.length} hostile lines, none approved: ${kind}`, () => {
    assert.deepEqual(commands.filter(isApproved), []);
  });
}

test("nor behind or before an approved command, in a substitution or a wrapper", () => {
  const lines = Object.values(hostile).flat();
  assert.ok(lines.length >= 150, `${lines.length} hostile lines`);
  assert.equal(new Set(lines).size, lines.length);
  const shapes = [
    (line: string) => `npm test && ${line}`,
    (line: string) => `${line}\nnpm test`,
    (line: string) => `echo "$(${line}\n)"`,
    (line: string) => `timeout 5 bash -c '${line.replaceAll("'", `'\\''`)}'`,
  ];
  // A here-document's end and a heredoc line need lines of their own, which some shapes do not give.
  const wrapped = lines.filter((line) => !line.includes("\n")).flatMap((line) => shapes.map((shape) => shape(line)));
  assert.deepEqual(
    wrapped.filter((line) => verdictOf(line) === "approve"),
    [],
  );
});

test("of the other corpus, exactly what the further profiles are for is approved", () => {
  assert.deepEqual([...new Set([...BYPASSES, ...MORE_BYPASSES, ...SHELL_BYPASSES])].filter(isApproved), [
    "sed -i s/a/b/ src/x",
    "git commit -m x",
    "git stash",
    "git stash pop",
    "npm run evil",
    "npm run testevil",
    "npm install left-pad",
    "npm i left-pad",
    "node src/x.js",
    "go run .",
    "cargo run",
    "make",
    "make evil",
    "make test evil",
  ]);
});

test("95 % of the everyday commands need no human", () => {
  const commands = [...EVERYDAY, ...EVERYDAY_TOOLS];
  assert.equal(new Set(commands).size, commands.length);
  assert.ok(EVERYDAY_TOOLS.length >= 100, `${EVERYDAY_TOOLS.length} everyday commands`);
  const held = commands.filter((command) => verdictOf(command) !== "approve");
  assert.ok(held.length <= commands.length * 0.05, `${held.length} of ${commands.length} wait`);
  assert.deepEqual(held, HELD);
});
