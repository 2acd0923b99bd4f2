/** The workflows a user copies, word for word, under the real act in host mode, with act's own artifact server. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readJournal } from "../../../src/session/journal.ts";
import { POLICY_PATH } from "../../../src/run/open/request.ts";
import { cliHere } from "../../doubles/cli-here.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch, type Scratch } from "../../doubles/scratch.ts";
import type { ZipEntry } from "../../doubles/zip.ts";
import { act, NO_ACT, workflow } from "./act-run.ts";
import { CANARY, FILES } from "../harness.ts";
import { createJobScene, ownComments, REPOSITORY, TOKEN } from "../job/job-scene.ts";

/** The artifact is a bundle that verifies. */
function verifyArtifact(artifact: readonly ZipEntry[], scratch: Scratch): void {
  const names = artifact.map(({ path }) => path.split("/").at(-1) ?? "").toSorted();
  assert.deepEqual(names, [
    "changes.patch",
    "context.jsonl",
    "journal.jsonl",
    "outcome.json",
    "report.html",
    "session.json",
    "transcript.md",
  ]);
  const dir = join(scratch.dir, "downloaded");
  mkdirSync(dir);
  for (const { path, bytes } of artifact) writeFileSync(join(dir, path.split("/").at(-1) ?? path), bytes);
  assert.equal(readJournal(join(dir, "journal.jsonl")).problem, undefined);
  assert.match(readFileSync(join(dir, "changes.patch"), "utf8"), /^\+export const add = \(a, b\) => a \+ b;$/m);
  for (const { bytes } of artifact) {
    for (const secret of [CANARY, TOKEN]) assert.ok(!bytes.includes(secret));
  }
}

/** A repository with the policy and the workflow that `init` writes for it. */
async function initialised(): Promise<Readonly<Record<string, string>>> {
  const { [POLICY_PATH]: _, ...rest } = FILES;
  const ci = "on: pull_request\njobs: { a: { steps: [{ run: sh test/add.sh }] } }\n";
  const files = { ...rest, ".github/workflows/ci.yml": ci };
  using repository = createRepository({ files });
  const { code, stderr } = await cliHere(["init", "--no-try"], { cwd: repository.dir, env: {} });
  assert.equal(code, 0, stderr);
  const made = [POLICY_PATH, ".github/workflows/kimi.yml"].map((path) => [path, repository.read(path)]);
  return { ...files, ...(Object.fromEntries(made) as object) };
}

test("what init writes: from the comment to the pull request and the artifact", { skip: NO_ACT }, async () => {
  await using scene = await createJobScene({ isProcess: true, files: await initialised() });
  using scratch = createScratch();
  const { github } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = await github.event({
    event: "issue_comment",
    repository: REPOSITORY,
    number,
    comment,
    sender: "alice",
  });

  const { code, log, artifact } = await act({ scene, scratch, file: "kimi.yml", event });

  assert.equal(code, 0, log);
  assert.deepEqual(github.violations, []);
  const pull = github.thread(REPOSITORY, 2);
  assert.equal(pull.title.includes("add subtracts"), true, pull.title);
  assert.equal(ownComments(github, number).length, 1);
  verifyArtifact(artifact, scratch);
  for (const secret of [CANARY, TOKEN]) assert.ok(!log.includes(secret));
});

test("maintenance.yml: the schedule", { skip: NO_ACT }, async () => {
  await using scene = await createJobScene({
    isProcess: true,
    files: { ...FILES, ".github/workflows/maintenance.yml": workflow("maintenance.yml") },
  });
  using scratch = createScratch();
  const { github } = scene;
  const event = await github.event({ event: "schedule", repository: REPOSITORY, schedule: "17 5 * * 1" });
  const { code, log, artifact } = await act({ scene, scratch, file: "maintenance.yml", event });
  assert.equal(code, 0, log);
  assert.match(github.thread(REPOSITORY, 1).body ?? "", /./);
  verifyArtifact(artifact, scratch);
});
