/** `batch collect --publish github` on a laptop, which knows the repository by its remote only. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../../doubles/checkout.ts";
import { runCli } from "../../doubles/cli.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { CANARY, NO_BWRAP } from "../harness.ts";
import { createJobScene, REPOSITORY, TOKEN } from "../job/job-scene.ts";
import { BATCH_FILES, obedient, type Json } from "./batch-scene.ts";

test("a batch that ran on a laptop is delivered from there once, and has a dashboard", { skip: NO_BWRAP }, async () => {
  const file = (BATCH_FILES[".github/kimi-batch/mend.yml"] ?? "").replace("src/*.ts", "src/[12].ts");
  await using scene = await createJobScene({
    files: { ...BATCH_FILES, ".github/kimi-batch/mend.yml": file },
    replies: (request) => obedient((request as { readonly json: Json }).json),
  });
  const { github, model } = scene;
  using scratch = createScratch();
  const cwd = join(scratch.dir, "checkout");
  await checkout({ github, repository: REPOSITORY, dir: cwd, token: TOKEN });
  const env = {
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: github.serverUrl,
    KIMI_API_KEY: CANARY,
    KIMI_BASE_URL: model.url,
    HOME: scratch.dir,
  };
  const batch = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCli(["batch", ...args], { cwd, env });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  await batch("plan", ".github/kimi-batch/mend.yml", "--model", "kimi/test-model");
  await batch("run", "latest");
  for (const again of [1, 2]) {
    const said = await batch("collect", "--publish", "github");
    assert.match(said, /2 done\n {2}changes: 0 ready, 2 open, 0 merged/, `collect ${again}`);
    const titles = github.repository(REPOSITORY).threads.map(({ title }) => title);
    assert.deepEqual(titles.toSorted(), ["Batch mend", "src/1.ts", "src/2.ts"]);
  }
  assert.deepEqual([github.violations, model.violations], [[], []]);
});
