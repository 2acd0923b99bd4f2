/** The phase collect as a step of a job: after the shards of its workflow run, and on its own. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startArtifactService, type ArtifactService } from "../../doubles/artifact-service.ts";
import { NO_BWRAP } from "../harness.ts";
import { createJobScene, REPOSITORY, type JobScene } from "../job/job-scene.ts";
import { BATCH_FILES, obedient, type Json } from "./batch-scene.ts";

/** Waits on the dashboard for its answer: the title of the task, and the digest. */
const ANSWERED_BY = /src\/1\.ts: .*: comment `\/kimi approve ([0-9a-f]{12})`/;

async function phase(
  scene: JobScene,
  artifacts: ArtifactService | undefined,
  inputs: Readonly<Record<string, string>>,
  sha?: string,
) {
  const event = { event: "workflow_dispatch", inputs: { batch: "mend" } } as const;
  const service = artifacts === undefined ? {} : { artifacts };
  return await scene.run(event, {
    inputs: { model: "kimi/test-model", ...inputs },
    ...service,
    ...(sha === undefined ? {} : { sha }),
  });
}

const pulls = ({ github }: JobScene) =>
  github.repository(REPOSITORY).threads.filter(({ pull, state }) => pull !== undefined && state === "open");

test(
  "what shards left is delivered once, a lost shard is infra and runs again; a scheduled collect asks no model and opens the rest",
  { skip: NO_BWRAP },
  async () => {
    await using artifacts = await startArtifactService();
    const file = (BATCH_FILES[".github/kimi-batch/mend.yml"] ?? "").replace("per-task }", "per-task, open: 1 }");
    await using scene = await createJobScene({
      files: { ...BATCH_FILES, ".github/kimi-batch/mend.yml": file },
      replies: (request) => obedient((request as { readonly json: Json }).json),
    });
    const { outputs } = await phase(scene, artifacts, { phase: "plan", batch: "mend" });
    const { batch = "" } = outputs;
    assert.equal((await phase(scene, artifacts, { phase: "shard", batch, shard: "0" })).code, 0);
    const asked = scene.model.requests.length;

    const collected = await phase(scene, artifacts, { phase: "collect", batch });
    assert.equal(collected.code, 1, collected.log);
    assert.match(
      collected.outputs["reason"] ?? "",
      /1 batch collected, 4 tasks, 1 in open pull requests\. 2 tasks need a look\./,
    );
    assert.equal(pulls(scene).length, 1);
    assert.match(collected.summary, /\*\*4\*\* tasks: \*\*2\*\* done, \*\*2\*\* failed outside of the task\./);
    assert.deepEqual(
      artifacts
        .unpack(`kimi-batch-${batch}-reports-1`)
        .map(({ path }) => path)
        .toSorted(),
      ["junit.xml", "report.csv", "report.md", "retry.txt"],
    );
    const board = scene.github.repository(REPOSITORY).threads.find(({ title }) => title === "Batch mend");
    assert.match(board?.body ?? "", /No bundle arrived from http\S+, attempt 1\./);

    const [first] = pulls(scene);
    first!.state = "closed";
    first!.pull!.mergedAt = "2026-11-22T12:00:00Z";
    const later = await phase(scene, undefined, { phase: "collect" });
    assert.equal(later.code, 0, later.log);
    assert.equal(pulls(scene).length, 1);
    assert.notEqual(pulls(scene)[0]?.number, first?.number);
    assert.equal(scene.model.requests.length, asked);

    // What the lost shard may have cost is counted; what the other one left of the total is there for it.
    await using second = await startArtifactService();
    const again = await phase(scene, second, { phase: "plan", batch });
    assert.deepEqual([again.code, again.outputs["shards"]], [0, "[1]"], again.log);
    const lost = await phase(scene, second, { phase: "shard", batch, shard: "1" }, again.outputs["base"]);
    assert.equal(lost.code, 0, lost.log);
    const end = await phase(scene, second, { phase: "collect", batch });
    assert.equal(end.code, 0, end.log);
    assert.match(end.summary, /\*\*4\*\* tasks: \*\*4\*\* done\./);
    assert.deepEqual([artifacts.violations, second.violations, scene.github.violations], [[], [], []]);
  },
);

test(
  "an action that a task holds is answered on the dashboard by a person who may, owns the file and did not start the workflow, which goes on from its own commit",
  { skip: NO_BWRAP },
  async () => {
    const policy = (BATCH_FILES[".github/kimi-policy.yml"] ?? "").replace('["out/**"]', '["out/2.txt"]');
    const file = (BATCH_FILES[".github/kimi-batch/mend.yml"] ?? "").replace("src/*.ts", "src/[12].ts");
    await using scene = await createJobScene({
      files: {
        ...BATCH_FILES,
        ".github/kimi-policy.yml": `${policy}approvers: { two_person: true, code_owners: true }\n`,
        ".github/kimi-batch/mend.yml": file,
        ".github/CODEOWNERS": "out/ @alice @carol\n",
      },
      repository: { roles: { alice: "write", bob: "write", carol: "write", mallory: "read" } },
      token: { scopes: { contents: "write", issues: "write", pull_requests: "write", actions: "write" } },
      replies: (request) => obedient((request as { readonly json: Json }).json),
    });
    const board = () => scene.github.repository(REPOSITORY).threads.find(({ title }) => title === "Batch mend");
    await using first = await startArtifactService();
    const planned = await phase(scene, first, { phase: "plan", batch: "mend" });
    const { batch = "", base = "" } = planned.outputs;
    for (const shard of ["0", "1"]) assert.equal((await phase(scene, first, { phase: "shard", batch, shard })).code, 0);
    const collected = await phase(scene, first, { phase: "collect", batch });
    assert.equal(collected.code, 0, collected.log);
    const [, digest = ""] = ANSWERED_BY.exec(board()?.body ?? "") ?? [];
    assert.notEqual(digest, "", board()?.body ?? "");
    const approve = (user: string) =>
      scene.github.addComment(REPOSITORY, board()?.number ?? 0, { body: `/kimi approve ${digest}`, user });

    for (const user of ["mallory", "alice", "bob"]) approve(user);
    await scene.github.addCommit(REPOSITORY, { branch: "main", files: { "more.md": "more\n" } });
    await using second = await startArtifactService();
    const asked = scene.model.requests.length;
    const early = await phase(scene, second, { phase: "plan", batch });
    assert.equal(early.code, 0, early.log);
    assert.deepEqual([early.outputs["base"], early.outputs["shards"]], [base, "[]"], "none of them may approve");
    assert.equal((await phase(scene, second, { phase: "collect", batch })).code, 0);
    const refusals = board()?.body ?? "";
    assert.match(refusals, /\*\*1\*\* done, \*\*1\*\* waiting for an approval/, "one that waits is not lost");
    assert.match(refusals, /An answer did not count: .*mallory/);
    assert.match(refusals, /An answer did not count: alice asked for the run; .*two_person/);
    assert.match(refusals, /An answer did not count: bob does not own out\/1\.txt, which CODEOWNERS assigns to/);
    const { dispatches } = scene.github.repository(REPOSITORY);
    assert.deepEqual(dispatches, [], "nothing was answered");

    approve("carol");
    // A workflow of an older version has no input for the name.
    const unexpected = {
      kind: "answer",
      status: 422,
      body: { message: 'Unexpected inputs provided: ["name"]' },
    } as const;
    scene.github.fault({ ...unexpected, match: { method: "POST", path: /\/dispatches$/ } });
    assert.equal((await phase(scene, undefined, { phase: "collect" })).code, 0);
    assert.match(board()?.body ?? "", /src\/1\.ts: .*: approved by carol/);
    const starts = scene.github.requests.filter(({ path }) => path.endsWith("/dispatches"));
    assert.deepEqual(
      starts.map(({ body }) => body),
      [{ batch, name: "mend" }, { batch }].map((inputs) => ({ ref: "main", inputs })),
    );
    const started = { kind: "workflow", name: "kimi.yml", payload: { ref: "main", inputs: { batch } } };
    assert.deepEqual(dispatches, [started], "the workflow goes on with it");
    assert.equal((await phase(scene, undefined, { phase: "collect" })).code, 0);
    assert.deepEqual(dispatches, [started], "once");

    await using third = await startArtifactService();
    const again = await phase(scene, third, { phase: "plan", batch });
    assert.deepEqual([again.code, again.outputs["shards"]], [0, "[0]"], again.log);
    const shard = await phase(scene, third, { phase: "shard", batch, shard: "0" }, base);
    assert.equal(shard.code, 0, shard.log);
    assert.equal(scene.model.requests.length, asked + 1, "the session goes on behind the write");
    assert.equal((await phase(scene, third, { phase: "collect", batch })).code, 0);
    assert.match(board()?.body ?? "", /\*\*2\*\* done\./);
    assert.equal(pulls(scene).length, 2);
    assert.deepEqual(
      [first.violations, second.violations, third.violations, scene.github.violations],
      [[], [], [], []],
    );
  },
);
