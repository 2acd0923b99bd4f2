import assert from "node:assert/strict";
import { test } from "node:test";
import { sized } from "../doubles/size.ts";
import { decideCommand, explainCommand } from "./decide-command.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { MORE_BYPASSES } from "./bypasses-git.ts";
import { HIDDEN, SHELL_BYPASSES } from "./bypasses-shell.ts";
import { BYPASSES } from "./bypasses.ts";
import { EVERYDAY, NOT_EVERYDAY } from "./everyday.ts";
import { PROJECT_POLICY, SAMPLE_POLICY } from "./sample-policy.ts";

const sample = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml" });
const project = await loadPolicy(PROJECT_POLICY, { file: "project.yml" });
const bypasses = [...new Set([...BYPASSES, ...MORE_BYPASSES, ...SHELL_BYPASSES])];

test("no bypass is approved, under any rung", () => {
  assert.ok(bypasses.length >= 150, `${bypasses.length} bypasses`);
  const approved = bypasses.filter((command) =>
    [sample, project].some((policy) =>
      (["sealed", "separate", "none"] as const).some(
        (rung) => decideCommand(policy, command, { rung }).verdict === "approve",
      ),
    ),
  );
  assert.deepEqual(approved, []);
});

test("a bypass stays unapproved behind and before an approved command, and inside a wrapper", () => {
  const shapes = [
    (command: string) => `git status && ${command}`,
    (command: string) => `${command}\ngit status`,
    (command: string) => `timeout 5 bash -c ${quote(command)}`,
  ];
  // Left out: lines that are only broken because they end too early.
  const short = bypasses.filter((command) => command.length < 200 && command !== "ls |" && command !== "cat <<EOF\nx");
  const approved = short.flatMap((command) =>
    shapes
      .map((shape) => shape(command))
      .filter((line) => decideCommand(project, line, { rung: "sealed" }).verdict === "approve"),
  );
  assert.deepEqual(approved, []);
});

test("a line of full length that repeats one piece is judged, and in time", () => {
  const pieces = [
    "$(",
    '"$(',
    "<(",
    "`",
    '"${a:-',
    "{a,",
    "{1..9}",
    "[a-z]",
    "\\",
    "../",
    "a/../",
    "sudo ",
    "<<A ",
    "{ ",
  ];
  // Each line takes a twentieth of a second.
  const heads = ['ls "', "npm test ", "rm ", ""].slice(0, sized(1, 4));
  for (const piece of pieces)
    for (const head of heads) {
      const line = head + piece.repeat(32_000 / piece.length);
      assert.match(
        explainCommand(project, line, { rung: "sealed" }).verdict,
        /^(approve|defer|reject)$/,
        line.slice(0, 20),
      );
    }
});

test("everyday commands need no human", () => {
  assert.ok(EVERYDAY.length >= 60, `${EVERYDAY.length} everyday commands`);
  const held = EVERYDAY.filter((command) => decideCommand(project, command, { rung: "sealed" }).verdict !== "approve");
  assert.deepEqual(held, []);
  const verdicts = NOT_EVERYDAY.map((command) => decideCommand(project, command, { rung: "sealed" }).verdict);
  assert.deepEqual(
    verdicts,
    NOT_EVERYDAY.map(() => "defer"),
  );
});

test("under a policy that approves by default, what is not understood still waits", async () => {
  const open = await loadPolicy("version: 1\ndefault: approve\nsandbox: { minimum: none }\n", { file: "open.yml" });
  const verdictOf = (command: string) => {
    const { verdict, rule } = decideCommand(open, command, { rung: "none" });
    return [verdict, rule];
  };
  assert.deepEqual(verdictOf("echo step-1"), ["approve", "default"]);
  assert.deepEqual(verdictOf("curl http://x | grep y"), ["approve", "default"]);
  assert.deepEqual(verdictOf("echo x > /etc/passwd"), ["defer", "builtin:outside"]);
  assert.deepEqual(verdictOf("cat .env"), ["reject", "builtin:sensitive"]);
  assert.deepEqual(verdictOf("eval ls"), ["defer", "builtin:not-understood"]);
  assert.deepEqual(
    HIDDEN.map((command) => [command, ...verdictOf(command)]),
    HIDDEN.map((command) => [command, "defer", "builtin:not-understood"]),
  );
  for (const command of ["echo x | tee -- /etc/passwd", "tee -p /etc/x", "find . -fprint /etc/x"]) {
    assert.deepEqual([command, ...verdictOf(command)], [command, "defer", "builtin:outside"]);
  }
});

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
