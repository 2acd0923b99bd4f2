/** Without a sandbox a command can write to the files by which a step sets up later ones. They are restored, and the job fails. */

import assert from "node:assert/strict";
import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createScratch } from "../../doubles/scratch.ts";
import { NO_WALLS } from "../job/answers/answer-scene.ts";
import { FILES } from "../harness.ts";
import { createJobScene } from "../job/job-scene.ts";

const POLICY = "version: 1\ndefault: approve\nsandbox: { minimum: none, unsealed: patterns }\n";
const BEFORE = { GITHUB_ENV: "KEPT=yes\n", GITHUB_PATH: "", GITHUB_STATE: "" };

test("lines that a command writes to the files of the runner reach no later step", async () => {
  using scratch = createScratch();
  const files = Object.fromEntries(Object.keys(BEFORE).map((name) => [name, join(scratch.dir, name)]));
  for (const [name, content] of Object.entries(BEFORE)) writeFileSync(files[name] ?? "", content);
  const elsewhere = join(scratch.dir, "elsewhere");
  writeFileSync(elsewhere, "");
  const { GITHUB_ENV: env, GITHUB_PATH: path } = files;
  const attack = `echo LD_PRELOAD=/tmp/evil.so >> ${env}; ln -sf ${elsewhere} ${path}; echo /tmp/evil >> ${path}`;
  await using scene = await createJobScene({
    isProcess: true,
    replies: [
      { calls: [{ name: "execute_command", arguments: { command: "sh attack.sh" } }] },
      { text: "Nothing to do." },
    ],
    files: { ...FILES, "attack.sh": attack, ".github/kimi-policy.yml": POLICY },
  });
  const { number } = scene.github.addIssue("octo/demo", { title: "t", body: "b", user: "alice" });
  const end = await scene.command(number, "/kimi fix", "alice", { ...NO_WALLS, env: files });
  assert.equal(readFileSync(elsewhere, "utf8"), "/tmp/evil\n", "the attack was carried out");
  assert.deepEqual(
    Object.fromEntries(Object.keys(BEFORE).map((name) => [name, readFileSync(files[name] ?? "", "utf8")])),
    BEFORE,
  );
  assert.ok(lstatSync(path ?? "").isFile());
  assert.deepEqual([end.code, end.outputs["outcome"]], [1, "no_change"], end.log);
  assert.match(
    end.log,
    /::error::A command of the run wrote to GITHUB_ENV and GITHUB_PATH, through which a step sets up later ones\./,
  );
});
