/** `batch.yml` as a user copies it, but for the commit that the shards check out, under the real act in host mode, with act's own artifact server. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { parseResults } from "../../../src/batch/results/results-file.ts";
import type { ResultLine } from "../../../src/batch/results/results-line.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { processesWith } from "../../doubles/processes.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { act, NO_ACT, workflow } from "../action/act-run.ts";
import { CANARY } from "../harness.ts";
import { createJobScene, REPOSITORY, TOKEN } from "../job/job-scene.ts";
import { BATCH_FILES, obedient, type Json } from "./batch-scene.ts";
import { IS_FULL } from "../../doubles/size.ts";

const PACKAGE = resolve(import.meta.dirname, "../../../node_modules/yaml/dist");
/** act checks out by itself, without the network, only where a step names no commit. Here the plan's is the only one. */
const WORKFLOW = workflow("batch.yml").replace('ref: "${{ needs.plan.outputs.base }}", ', "");
const FILES = { ...BATCH_FILES, ".github/workflows/batch.yml": WORKFLOW };

test("batch.yml: plan, a job for each shard, and a pull request for each task", { skip: NO_ACT }, async () => {
  await using scene = await createJobScene({
    isProcess: true,
    files: FILES,
    replies: (request) => obedient((request as { readonly json: Json }).json),
  });
  using scratch = createScratch();
  const event = await scene.github.event({
    event: "workflow_dispatch",
    repository: REPOSITORY,
    inputs: { batch: "mend" },
  } as never);
  const { code, log, artifacts } = await act({ scene, scratch, file: "batch.yml", event });
  assert.equal(code, 0, log);
  const [, id] = /^kimi-batch-([0-9a-f]{12})-plan$/m.exec([...artifacts.keys()].join("\n")) ?? [];
  assert.deepEqual(
    [...artifacts.keys()].toSorted(),
    ([0, 1, "plan", "reports"] as const).map((part) => artifactOf(id, part)),
  );
  const states = resultsIn(artifacts).map(({ state }) => state);
  assert.deepEqual(states, ["done", "done", "done", "done"]);
  const { threads } = scene.github.repository(REPOSITORY);
  assert.equal(threads.filter(({ pull }) => pull !== undefined).length, 4, "a pull request for each task");
  assert.deepEqual(scene.github.violations, []);
  for (const secret of [CANARY, TOKEN]) {
    assert.ok(!log.includes(secret));
    for (const { bytes } of [...artifacts.values()].flat()) assert.ok(!bytes.includes(secret));
  }
});

/** The scripts of a published package are the repository, and each task marks one of them. */
test(
  "batch.yml: fifty tasks on the source of a package; a job that is killed runs again in the next attempt",
  { skip: NO_ACT || (!IS_FULL && "it takes minutes; KIMI_TESTS=full runs it") },
  async () => {
    const paths = globSync("**/*.js", { cwd: PACKAGE })
      .filter((path) => readFileSync(join(PACKAGE, path), "utf8").split("\n").length < 500)
      .toSorted()
      .slice(0, 50);
    const batch = {
      version: 1,
      task: { prompt: "Mark {{path}}.", verify: ["grep -q MARKED -- {{path}}"] },
      source: { list: paths.map((path) => ({ path })) },
      limits: { cost_usd: 0.5, total_usd: 25, minutes: 10, parallel: 10 },
      deliver: { pull_requests: "per-task", open: 20, per_hour: 20 },
    };
    const policy = `version: 1
default: reject
rules: [{ id: all, approve: { read: ["**"], write: ["**"], exec: ["grep **"] } }]
models: { "kimi/test-model": { price: { input: 10, output: 10 } } }
`;
    using scratch = createScratch();
    /** In the middle the job that asks dies, as with its machine. */
    let asked = 0;
    const killOnce = (): void => {
      asked += 1;
      if (asked !== 60) return;
      const processes = processesWith(join(scratch.dir, "home/.cache/act"));
      assert.notEqual(processes.length, 0);
      for (const pid of processes) process.kill(pid, "SIGKILL");
    };
    await using scene = await createJobScene({
      isProcess: true,
      files: {
        ...Object.fromEntries(paths.map((path) => [path, readFileSync(join(PACKAGE, path), "utf8")])),
        ".github/workflows/batch.yml": WORKFLOW,
        ".github/kimi-batch/mend.yml": JSON.stringify(batch),
        ".github/kimi-policy.yml": policy,
      },
      replies: (request) => {
        killOnce();
        return marking((request as { readonly json: Json }).json);
      },
    });
    const event = await scene.github.event({
      event: "workflow_dispatch",
      repository: REPOSITORY,
      inputs: { batch: "mend" },
    } as never);
    const board = () => scene.github.repository(REPOSITORY).threads.find(({ title }) => title === "Batch mend");
    const first = await act({ scene, scratch, file: "batch.yml", event });
    assert.equal(first.code, 1, first.log);
    const [, done, lost] =
      /\*\*50\*\* tasks: \*\*(\d+)\*\* done, \*\*(\d+)\*\* failed outside of the task\./.exec(board()?.body ?? "") ??
      [];
    assert.deepEqual([Number(done) + Number(lost), Number(lost) % 5], [50, 0], board()?.body ?? first.log);
    const second = await act({ scene, scratch, file: "batch.yml", event, attempt: 2 });
    assert.equal(second.code, 0, second.log);
    const green = resultsIn(second.artifacts).filter(
      ({ state, verification }) => state === "done" && verification === "green",
    );
    assert.equal(new Set(green.map(({ task }) => task)).size, 50);
    const { threads } = scene.github.repository(REPOSITORY);
    assert.equal(threads.filter(({ pull }) => pull !== undefined).length, 20, "as many as may be open");
    assert.match(board()?.body ?? "", /\*\*50\*\* tasks: \*\*50\*\* done\./);
    assert.match(board()?.body ?? "", /^### Ready; tick to open now \(30\)$/m);
    assert.deepEqual(scene.github.violations, []);
  },
);

/** The results that the shards left. */
function resultsIn(artifacts: Awaited<ReturnType<typeof act>>["artifacts"]): readonly ResultLine[] {
  return [...artifacts.values()].flatMap((files) => {
    const found = files.find(({ path }) => path === "results.jsonl");
    const lines = found === undefined ? [] : parseResults(found.bytes, "results");
    return lines.filter((line) => line.type === "result");
  });
}

function marking(json: Json): DoubleReply {
  const messages = json["messages"] as readonly { readonly role: string }[];
  const [, path] = /Mark ([^ ]+?\.js)\./.exec(JSON.stringify(messages)) ?? [];
  const answers = messages.filter(({ role }) => role === "assistant").length;
  if (answers === 0) return { calls: [{ name: "read_file", arguments: { path } }] };
  if (answers === 1)
    return { calls: [{ name: "write_to_file", arguments: { path, content: "// MARKED\n", mode: "append" } }] };
  return { calls: [{ name: "attempt_completion", arguments: { result: `Marked ${path}.` } }] };
}

function artifactOf(id: string | undefined, part: number | "plan" | "reports"): string {
  return `kimi-batch-${id}-${part}${part === "plan" ? "" : "-1"}`;
}
