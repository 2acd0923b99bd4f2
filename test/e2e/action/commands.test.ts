/** Text of a model, a repository, a hook, a server and a provider in the log of the action: none of it works as a workflow command. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../doubles/command-files.ts";
import { HOSTILE_LINES } from "../../doubles/hostile-lines.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { NO_WALLS } from "../job/answers/answer-scene.ts";
import { CANARY, FILES } from "../harness.ts";
import { createJobScene, REPOSITORY, TOKEN } from "../job/job-scene.ts";

const TEXT = HOSTILE_LINES.join("\n");
/** What can be in the name of a file. */
const NAMES = [...new Set(HOSTILE_LINES.filter((line) => !/[/\0\r]/.test(line) && line.trim() !== ""))];
const POLICY = `version: 1
default: approve
limits: { verify: [ "cat hostile.txt; exit 1" ] }
rules:
  - { id: no-net, reject: { exec: ["curl **"] }, reason: "::error::PWNED" }
hooks:
  - { event: PostToolUse, command: "cat hostile.txt >&2; exit 3" }
  - { event: PreToolUse, matcher: "^list_files", command: "cat hostile.txt >&2; exit 2" }
mcp: { optional: [docs] }
sandbox: { minimum: none, unsealed: patterns }
`;

const run = (command: string) => ({ name: "execute_command", arguments: { command } });
const REPLIES: readonly DoubleReply[] = [
  {
    text: TEXT,
    calls: [
      run("cat hostile.txt; exit 3"),
      run("cat hostile.txt 'no such file ::error::PWNED' >&2"),
      run("sh names.sh"),
      run("curl '::error::PWNED ##[error]PWNED'"),
      { name: "list_files", arguments: { path: "." } },
      { name: "read_file", arguments: { files: [{ path: "::error::PWNED" }, { path: "##[error]PWNED" }] } },
      {
        name: "update_todo_list",
        arguments: { todos: HOSTILE_LINES.map((line) => `[ ] ${line.replace(/\s/g, " ")}`).join("\n") },
      },
      { name: TEXT.slice(0, 40).replace(/[^\w-]/g, "_"), arguments: {} },
    ],
  },
  ...HOSTILE_LINES.slice(0, 8).map((line) => ({ calls: [run(`echo '${line}'; exit 3`)] })),
  { calls: [{ name: "attempt_completion", arguments: { result: TEXT } }] },
  { calls: [{ name: "attempt_completion", arguments: { result: TEXT } }] },
  { calls: [{ name: "attempt_completion", arguments: { result: TEXT } }] },
  { calls: [{ name: "attempt_completion", arguments: { result: TEXT } }] },
];

const FILES_HERE = {
  ...FILES,
  "hostile.txt": `${TEXT}\n`,
  "names.sh": NAMES.map((name) => `touch -- '${name.replaceAll("'", String.raw`'\''`)}'\n`).join(""),
  ".github/kimi-policy.yml": POLICY,
  ".kimi/mcp.json": JSON.stringify({
    mcpServers: { docs: { command: "sh", args: ["-c", "cat hostile.txt >&2; exit 1"] } },
  }),
};

/** What the action itself says to the runner. */
function ours({ name, properties, value, line }: Command): boolean {
  if (Object.keys(properties).length > 0 || value.startsWith("PWNED")) return false;
  if (name === "add-mask") return value === CANARY || value === TOKEN;
  if (name === "group") return value === "kimi-runner";
  if (name === "endgroup") return true;
  return ["warning", "notice", "error"].includes(name) && line.startsWith(`::${name}::`);
}

test("a run that prints workflow commands of all of them obeys none, and its outputs are right", async () => {
  await using scene = await createJobScene({ isProcess: true, replies: REPLIES, files: FILES_HERE });
  const title = HOSTILE_LINES[1] ?? "";
  const { number } = scene.github.addIssue(REPOSITORY, { title, body: TEXT, user: "alice" });
  const end = await scene.command(number, `/kimi fix ${TEXT}`, "alice", NO_WALLS);
  assert.ok(scene.model.requests.length > 8, end.log);
  assert.match(end.raw, /PWNED/, "it was said");
  assert.deepEqual(
    end.commands.filter((command) => !ours(command)),
    [],
  );
  assert.equal(end.commands.filter(({ name }) => name === "endgroup").length, 1);
  assert.deepEqual(Object.keys(end.outputs).toSorted(), [
    "artifact",
    "branch",
    "bundle",
    "cost-usd",
    "files",
    "findings",
    "findings-json",
    "json",
    "outcome",
    "pr-url",
    "reason",
    "result",
    "session",
    "steps",
    "tokens",
  ]);
  assert.deepEqual(end.state, {});
});

/** The delimiter of a value cannot be guessed, so that no value of an output ends early. */
const FORGED = `EOF\nbranch=PWNED\nghadelimiter_x\npr-url<<EOF\nPWNED\nEOF\n${"y".repeat(50)}`;

test("a run that fails with the message of a server obeys none of them either, and its outputs keep their values", async () => {
  const said = { error: { type: "invalid_request_error", message: TEXT } };
  for (const body of [JSON.stringify(said), `${FORGED}\n${TEXT}`]) {
    await using scene = await createJobScene({ isProcess: true, replies: [{ status: 400, body }], files: FILES });
    const { number } = scene.github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
    const end = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
    assert.equal(end.code, 1, end.log);
    assert.deepEqual(
      end.commands.filter((command) => !ours(command)),
      [],
    );
    const { outcome, branch, "pr-url": pull } = end.outputs;
    assert.deepEqual([outcome, branch, pull], ["failed", "", ""]);
  }
});
