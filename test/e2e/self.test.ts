/** kimi-runner works on its own repository: a planted bug, found by its own test, fixed in a sealed cell. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import { outcomeOf, runCli, temporaryDir } from "../doubles/cli.ts";
import { gitIn } from "../doubles/repository.ts";
import { NO_BWRAP } from "./harness.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FILE = "src/base/backoff.ts";
const RIGHT = "const exponential = initialMs * 2 ** (attempt - 1);";
const WRONG = "const exponential = initialMs * 2 ** attempt;";
const TEST = "node --test test/base/text.test.ts";
const POLICY = `version: 1
default: reject
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**"] } }
  - { id: tests, approve: { exec: ["node --test **", "git {status,diff,log,show} **"] } }
`;

test("fixes a planted bug in its own clone", { skip: NO_BWRAP }, async () => {
  using temporary = temporaryDir();
  const clone = join(temporary.dir, "kimi-runner");
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", ROOT, clone]);
  const whole = readFileSync(join(clone, FILE), "utf8");
  assert.ok(whole.includes(RIGHT), "the line to break is there");
  writeFileSync(join(clone, FILE), whole.replace(RIGHT, WRONG));
  writeFileSync(join(temporary.dir, "policy.yml"), POLICY);
  gitIn(clone, ["commit", "--quiet", "--all", "--message", "a bug"]);

  const llm = new LLMock({ port: 0, logLevel: "silent" });
  await llm.start();
  try {
    const call = (name: string, args: object) => ({ name, arguments: JSON.stringify(args) });
    const diff = `<<<<<<< SEARCH\n  ${WRONG}\n=======\n  ${RIGHT}\n>>>>>>> REPLACE`;
    const turns = [
      [call("execute_command", { command: TEST })],
      [call("search_files", { regex: "exponential", path: "src" }), call("read_file", { files: [{ path: FILE }] })],
      [call("apply_diff", { path: FILE, diff })],
      [call("execute_command", { command: TEST }), call("execute_command", { command: "git diff --stat" })],
    ];
    for (const [index, toolCalls] of turns.entries()) llm.onTurn(index, /text\.test/, { toolCalls });
    llm.onTurn(turns.length, /text\.test/, {
      content: "The first wait was twice as long as it should be; it is the initial one again.",
    });

    const end = await runCli(
      [
        "run",
        "test/base/text.test.ts fails; fix src",
        "--model",
        "openai/mock",
        "--policy",
        "../policy.yml",
        "--bundle",
        "../bundle",
      ],
      {
        cwd: clone,
        env: {
          OPENAI_API_KEY: "mock-key-0001",
          OPENAI_BASE_URL: `${llm.url}/v1`,
          HOME: temporary.dir,
          // The tests of this repository need its own node, which must be in sight of the cell.
          PATH: `${dirname(realpathSync(process.execPath))}:${process.env["PATH"]}`,
        },
      },
    );
    assert.equal(end.code, 0, end.stderr);
    const bundle = join(temporary.dir, "bundle");
    const { outcome, steps, filesChanged } = outcomeOf(bundle);
    assert.deepEqual({ outcome, steps, filesChanged }, { outcome: "completed", steps: 5, filesChanged: 1 });
    assert.equal(readFileSync(join(clone, FILE), "utf8"), whole);
    const transcript = readFileSync(join(bundle, "transcript.md"), "utf8");
    assert.match(transcript, /✗ run node --test[\s\S]*fail 1/, "the test failed before");
    assert.match(transcript, /✓ run node --test[\s\S]*fail 0/, "and passes after");
  } finally {
    await llm.stop();
  }
});
