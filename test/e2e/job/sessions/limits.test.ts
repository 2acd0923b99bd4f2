/** Limits that runs share: money for a day and a thread, and runs for an hour. Each is shown to people, and a refused run pays nothing. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { ActionOptions } from "../../../doubles/runner.ts";
import { createScene, FILES, FIX, POLICY } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene } from "../job-scene.ts";

/** With a price: each call of the double is 100 tokens in, 40 of them cached, and 20 out. */
const PRICED: Partial<ActionOptions> = { inputs: { sandbox: "none", model: "openai/gpt-6-sol" } };

const withLimits = (limits: string) => ({ ...FILES, ".github/kimi-policy.yml": `${POLICY}limits: { ${limits} }\n` });

async function createLimited(limits: string, options: Parameters<typeof createJobScene>[0] = {}) {
  const scene = await createJobScene({ replies: [...FIX, ...FIX, ...FIX], files: withLimits(limits), ...options });
  const { number } = scene.github.addIssue(REPOSITORY, {
    title: "add subtracts",
    body: "It should add.",
    user: "alice",
  });
  return { scene, number };
}

async function ledgerOf({ github }: JobScene) {
  const ledger = JSON.parse(await github.git(REPOSITORY, "show", "refs/kimi/ledger:ledger.json")) as {
    readonly entries: readonly {
      readonly session: string;
      readonly thread?: number;
      readonly reservedUsd: number;
      readonly costUsd: number;
    }[];
  };
  return ledger.entries;
}

/** A run that ends with its first call, which cost half a dollar. */
const DEAR = { ...FIX[2]!, usage: { input_tokens: 240_000, output_tokens: 2_000, total_tokens: 242_000 } };

test("a run's money is reserved, settled and shown; the next run gets the rest, and asks no model when nothing is left", async () => {
  const { scene, number } = await createLimited("cost_usd: 0.75, cost_usd_per_day: 0.8, cost_usd_per_thread: 20", {
    replies: [DEAR, DEAR, DEAR],
  });
  await using _ = scene;
  const { github, model } = scene;
  const first = await scene.command(number, "/kimi fix", "alice", PRICED);
  assert.equal(first.outputs["outcome"], "no_change", first.log);
  const session = first.outputs["session"] ?? "";
  assert.deepEqual(
    (await ledgerOf(scene)).map(({ session: id, thread, reservedUsd, costUsd }) => [id, thread, reservedUsd, costUsd]),
    [[session, number, 0, 0.5]],
  );
  const totals = /\$0\.50 of \$0\.75 · today \$0\.50 of \$0\.80 · this thread \$0\.50 of \$20\.00/;
  assert.match(first.summary, totals);
  assert.match(ownComments(github, number)[0] ?? "", totals);

  const second = await scene.command(number, "/kimi fix", "alice", PRICED);
  assert.match(second.summary, /\$0\.50 of \$0\.30 · today \$1\.00 of \$0\.80/, second.log); // the double counts more than it was sent
  assert.equal(model.requests.length, 2);

  const third = await scene.command(number, "/kimi fix", "alice", PRICED);
  assert.equal(third.code, 3, third.log);
  assert.equal(third.outputs["outcome"], "limit_cost");
  assert.equal(model.requests.length, 2, "no model was asked");
  const said = /The limit of \$0\.80 for a day is used up: \$1\.00 spent, \$0\.00 reserved/;
  assert.match(third.outputs["reason"] ?? "", said);
  assert.match(third.summary, said);
  assert.match(
    ownComments(github, number).join("\n"),
    /Cost limit reached[^]*raise limits\.cost\\?_usd\\?_per\\?_day in the policy/,
  );
  assert.equal((await ledgerOf(scene)).length, 2, "what is refused is not counted");
  const kept = await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/kimi/sessions");
  assert.equal(kept, "", "there is nothing to go on with");
  assert.deepEqual(github.violations, []);
});

test("a session that ran out of money can be resumed when there is money again", async () => {
  const { scene, number } = await createLimited("steps: 5, cost_usd_per_thread: 0.5", {
    replies: [FIX[0]!, DEAR, ...FIX],
  });
  await using _ = scene;
  const { github, model } = scene;
  const first = await scene.command(number, "/kimi fix", "alice", { inputs: { ...PRICED.inputs, "max-steps": "1" } });
  assert.equal(first.outputs["outcome"], "limit_steps", first.log);
  const other = await scene.command(number, "/kimi fix", "alice", PRICED);
  assert.match(other.summary, /this thread \$0\.50 of \$0\.50/, other.log);
  const refused = await scene.command(number, "/kimi resume --steps 5", "alice", PRICED);
  assert.equal(refused.code, 3, refused.log);
  assert.equal(model.requests.length, 2);

  await github.git(REPOSITORY, "update-ref", "-d", "refs/kimi/ledger"); // as if a month had gone by
  const end = await scene.command(number, "/kimi resume --steps 5", "alice", PRICED);
  assert.equal(end.outputs["session"], first.outputs["session"], end.log);
  assert.equal(end.outputs["outcome"], "completed");
});

test("with a token that may not write, the job says that the limit cannot be enforced, and pays nothing", async () => {
  const { scene, number } = await createLimited("cost_usd_per_day: 5", {
    token: { scopes: { contents: "read", issues: "write", pull_requests: "write" } },
  });
  await using _ = scene;
  const end = await scene.command(number, "/kimi ask why?", "alice", PRICED);
  assert.equal(end.code, 1, end.log);
  assert.match(end.outputs["reason"] ?? "", /cannot be enforced, so nothing was spent[^]*`contents: write`/);
  assert.equal(scene.model.requests.length, 0);
});

test("without such a limit no ledger is read or written", async () => {
  const { scene, number } = await createLimited("cost_usd: 2");
  await using _ = scene;
  const end = await scene.command(number, "/kimi fix", "alice", PRICED);
  assert.equal(end.outputs["outcome"], "completed", end.log);
  assert.equal(await scene.github.git(REPOSITORY, "for-each-ref", "refs/kimi/ledger"), "");
  assert.doesNotMatch(end.summary, /today|this thread/);
});

test("runs above the limit of an hour are skipped, and the thread is told once", async () => {
  const { scene, number } = await createLimited("runs_per_hour: 1");
  await using _ = scene;
  const { github, model } = scene;
  const first = await scene.command(number, "/kimi fix", "alice", PRICED);
  assert.equal(first.outputs["outcome"], "completed", first.log);
  const before = ownComments(github, number).length;
  for (const count of [2, 3]) {
    const end = await scene.command(number, "/kimi fix", "alice", PRICED);
    assert.equal(end.code, 0, end.log);
    assert.equal(end.outputs["outcome"], "skipped");
    assert.match(end.summary, new RegExp(`${count} runs were requested in this thread within an hour; 1 may begin\\.`));
    const said = ownComments(github, number).slice(before);
    assert.deepEqual(said.length, 1);
    assert.match(said[0] ?? "", /limits\.runs_per_hour/);
  }
  assert.equal(model.requests.length, FIX.length);
  const other = github.addIssue(REPOSITORY, { title: "another", body: "Do it.", user: "alice" });
  const end = await scene.command(other.number, "/kimi fix", "alice", PRICED);
  assert.equal(end.outputs["outcome"], "completed", "another thread is not counted");
});

test("a run on a laptop keeps the limit of the day in the state folder", async () => {
  await using scene = await createScene({ replies: [DEAR, DEAR], files: withLimits("cost_usd_per_day: 0.5") });
  const model = ["--model", "openai/gpt-6-sol"];
  const first = await scene.run(model);
  assert.equal(first.code, 0, first.stderr);
  const file = join(dirname(scene.bundle), ".local/state/kimi-runner/ledger.json");
  const { entries } = JSON.parse(readFileSync(file, "utf8")) as { readonly entries: readonly object[] };
  assert.partialDeepStrictEqual(entries, [{ root: scene.repository.dir, reservedUsd: 0, costUsd: 0.5 }]);
  const second = await scene.run([...model, "--bundle", `${scene.bundle}-2`]);
  assert.equal(second.code, 3, second.stderr);
  assert.match(second.stderr, /The limit of \$0\.50 for a day is used up: \$0\.50 spent/);
  assert.equal(scene.server.requests.length, 1);
});
