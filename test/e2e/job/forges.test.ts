/** Servers that are not github.com: the whole story of a command, of a held call and of its answer, with what each server lacks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startArtifactService } from "../../doubles/artifact-service.ts";
import type { ActionOptions } from "../../doubles/runner.ts";
import { FIX } from "../harness.ts";
import { held } from "./answers/answer-scene.ts";
import { createJobScene, ownComments, REPOSITORY } from "./job-scene.ts";

test("GitHub Enterprise Server: all requests go to its own addresses, and the missing artifact is named in a green run", async () => {
  await using scene = await createJobScene({ replies: [held("mkdir -p src/new"), ...FIX] });
  await using artifacts = await startArtifactService();
  const { github } = scene;
  const server: Partial<ActionOptions> = {
    apiUrl: `${github.url}/api/v3`,
    serverUrl: github.url,
    artifacts,
    isProcess: true,
    inputs: { sandbox: "none" },
  };
  const env = { GITHUB_GRAPHQL_URL: `${github.url}/api/graphql` };
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "It should add.", user: "alice" });

  const first = await scene.command(number, "/kimi fix", "alice", { ...server, env });
  assert.deepEqual([first.code, first.outputs["outcome"]], [0, "deferred"], first.log);
  const [digest = ""] = /`([0-9a-f]{12})`/.exec(ownComments(github, number).join("\n"))?.slice(1) ?? [];
  const second = await scene.command(number, `/kimi approve ${digest}`, "alice", {
    ...server,
    env: { ...env, GITHUB_RUN_ID: "5001" },
  });
  assert.deepEqual(
    [second.code, second.outputs["outcome"], second.outputs["artifact"]],
    [0, "completed", ""],
    second.log,
  );

  const pull = github.thread(REPOSITORY, 2);
  assert.match(pull.body ?? "", /Closes #1|Fixes #1/);
  const message = await github.git(REPOSITORY, "log", "-1", "--format=%B%ae", second.outputs["branch"] ?? "");
  assert.match(
    message,
    /Co-authored-by: alice <\d+\+alice@users\.noreply\.127\.0\.0\.1>[\s\S]*@users\.noreply\.127\.0\.0\.1$/,
  );
  const said = [first.summary, second.summary, ...ownComments(github, number)].join("\n");
  assert.doesNotMatch(said, /artifact `|github\.com/);
  assert.match(
    second.log,
    /::warning::There is no artifact: kimi-runner does not speak to the artifact service of GitHub Enterprise Server\./,
  );
  assert.deepEqual([artifacts.steps, github.violations], [[], []]);
  const foreign = github.requests.filter(
    ({ path }) => !/^\/(?:api\/(?:v3\/|graphql$)|octo\/demo(?:\.git)?\/)/.test(path),
  );
  assert.deepEqual(
    foreign.map(({ path }) => path),
    [],
  );
});
