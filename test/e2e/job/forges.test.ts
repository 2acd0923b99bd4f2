/** Servers other than github.com: a command, a held call and its answer, without the features that each server lacks. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../../doubles/checkout.ts";
import { startArtifactService } from "../../doubles/artifact-service.ts";
import { startGiteaFace } from "../../doubles/gitea-face.ts";
import { runAction, type ActionEnd, type ActionOptions } from "../../doubles/runner.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { CANARY, FIX } from "../harness.ts";
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
    /::warning::No artifact was uploaded: kimi-runner cannot use the artifact service of GitHub Enterprise Server\./,
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

const FINDING = {
  name: "report_finding",
  arguments: {
    path: "src/add.js",
    quote: "export const add = (a, b) => a + b;",
    severity: "risk",
    title: "Overflows",
    evidence: "E",
  },
};

test("Gitea: everything works by REST alone; only administrators may ask for permissions, and an edited request does not count", async () => {
  await using scene = await createJobScene({
    replies: [held("mkdir -p src/new"), ...FIX, { calls: [FINDING] }, { text: "It adds." }, { text: "It adds." }],
    repository: { roles: { alice: "write", mallory: "read", robot: "admin" } },
  });
  const { github, model } = scene;
  await using face = await startGiteaFace(github);
  using scratch = createScratch();
  github.addUser("robot");
  const token = "0123456789abcdef0123456789abcdef01234567";
  github.addToken(token, {
    kind: "user",
    login: "robot",
    scopes: { contents: "write", issues: "write", pull_requests: "write" },
  });
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "It should add.", user: "mallory" });
  let runs = 0;
  const say = async (user: string, body: string, number: number): Promise<ActionEnd> => {
    const comment = github.addComment(REPOSITORY, number, { body, user });
    const event = await github.event({ event: "issue_comment", repository: REPOSITORY, number, comment, sender: user });
    const workspace = join(scratch.dir, `workspace-${(runs += 1)}`);
    return await runAction({
      event: { name: event.name, payload: face.shown(event.payload) },
      repository: REPOSITORY,
      workspace,
      sha: await checkout({ github, repository: REPOSITORY, dir: workspace }),
      apiUrl: `${face.url}/api/v1`,
      serverUrl: `${face.url}/`,
      token,
      env: { GITHUB_GRAPHQL_URL: "", GITEA_ACTIONS: "true", GITHUB_RUN_ID: String(5000 + runs) },
      inputs: { model: "openai/test-model", "api-key": CANARY, "base-url": model.url, sandbox: "none" },
    });
  };
  const outcomeOf = async (user: string, body: string, thread = number): Promise<unknown> => {
    using end = await say(user, body, thread);
    assert.deepEqual(face.violations, [], end.log);
    return [end.code, end.outputs["outcome"], end.outputs["findings"] || end.outputs["reason"]?.slice(0, 50)];
  };
  const own = (): readonly { body: string; readonly id: number }[] =>
    github.thread(REPOSITORY, number).comments.filter(({ user }) => user.login === "robot");

  const refused = 'mallory has the permission "read" here; write is n';
  assert.deepEqual(await outcomeOf("mallory", "/kimi fix"), [0, "skipped", refused]);
  assert.deepEqual([own(), model.requests.length], [[], 0]);
  assert.deepEqual(await outcomeOf("alice", "/kimi fix"), [0, "deferred", "1 action waits for an answer."]);
  const request = own().find(({ body }) => body.includes(":deferral")) ?? assert.fail("no request was posted");
  const digest = /`([0-9a-f]{12})`/.exec(request.body)?.[1] ?? "";
  const { body } = request;
  request.body = body.replace("mkdir -p src/new", "ls src");
  assert.deepEqual(await outcomeOf("alice", `/kimi approve ${digest}`), [0, "skipped", "A short reply was enough."]);
  assert.match(
    own()
      .map((comment) => comment.body)
      .join("\n"),
    /edited by an unknown account/,
  );
  assert.equal(model.requests.length, 1);
  assert.deepEqual(await outcomeOf("alice", `/kimi approve ${digest}`), [0, "completed", "The model finished."]);

  const pull = github.thread(REPOSITORY, 2);
  assert.deepEqual([pull.title, pull.pull?.draft, pull.user.login], ["add subtracts", true, "robot"]);
  assert.deepEqual(await outcomeOf("alice", "/kimi review", 2), [0, "completed", "1"]);
  const reviewed = github.thread(REPOSITORY, 2).comments.filter((comment) => comment.user.login === "robot");
  assert.equal(reviewed.length, 1, "a review is one comment");
  assert.match(reviewed[0]?.body ?? "", /> - \*\*Risk\*\* `src\/add.js:1`: Overflows\. E\n>\n> It adds\./);
  assert.deepEqual(await outcomeOf("alice", "/kimi review", 2), [0, "completed", "0"]);
  const bodies = github
    .thread(REPOSITORY, 2)
    .comments.map((one) => one.body.split("\n")[0]?.replace(/request=\w+/, ""));
  assert.deepEqual(
    bodies,
    ["/kimi review", "<!-- kimi-runner:answer  -->", "/kimi review"],
    "nothing was found, nothing is said",
  );

  const foreign = face.requests.filter((route) => /graphql/.test(route));
  assert.deepEqual([foreign, github.violations, model.violations], [[], [], []]);
});
