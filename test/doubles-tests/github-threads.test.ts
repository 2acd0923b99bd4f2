/** The GitHub double: issues, comments, reactions, permissions, tokens, paging, as Octokit sees them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Octokit } from "@octokit/rest";
import { startGitHub, type GitHub } from "../doubles/github/server.ts";

const REPO = { owner: "octo", repo: "demo" };

async function scene(): Promise<GitHub> {
  const github = await startGitHub();
  github.addToken("token");
  await github.addRepository({ name: "octo/demo", roles: { alice: "write", mona: "maintain", tom: "triage" } });
  return github;
}

function client(github: GitHub, auth = "token"): Octokit {
  return new Octokit({ baseUrl: github.url, auth, log: { debug() {}, info() {}, warn() {}, error() {} } });
}

/** Status and message of a refused call. */
async function refusal(call: Promise<unknown>): Promise<readonly [number, string]> {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as { status: number; response?: { data: { message: string } } };
    return [status, response?.data.message ?? String(error)];
  }
  return [0, "nothing was refused"];
}

test("comments are created, paged, edited and deleted", async () => {
  await using github = await scene();
  const octokit = client(github);
  const { number } = github.addIssue("octo/demo", { title: "Broken", body: "It is", user: "bob" });
  for (let n = 1; n <= 205; n += 1) github.addComment("octo/demo", number, { body: `comment ${n}`, user: "bob" });

  const created = await octokit.issues.createComment({ ...REPO, issue_number: number, body: "<!-- kimi --> hello" });
  assert.deepEqual(
    [created.status, created.data.user?.login, created.data.user?.type],
    [201, "github-actions[bot]", "Bot"],
  );
  const first = await octokit.issues.listComments({ ...REPO, issue_number: number, per_page: 100 });
  const next = `<${github.url}/repos/octo/demo/issues/1/comments?per_page=100&page=2>; rel="next"`;
  const last = `<${github.url}/repos/octo/demo/issues/1/comments?per_page=100&page=3>; rel="last"`;
  assert.equal(first.headers.link, `${next}, ${last}`);
  const all = await octokit.paginate(octokit.issues.listComments, { ...REPO, issue_number: number, per_page: 100 });
  assert.deepEqual([all.length, all[0]?.body, all.at(-1)?.body], [206, "comment 1", "<!-- kimi --> hello"]);

  const comment_id = created.data.id;
  await octokit.issues.updateComment({ ...REPO, comment_id, body: "edited" });
  assert.equal((await octokit.issues.getComment({ ...REPO, comment_id })).data.body, "edited");
  await octokit.issues.deleteComment({ ...REPO, comment_id });
  assert.deepEqual(await refusal(octokit.issues.getComment({ ...REPO, comment_id })), [404, "Not Found"]);
  assert.deepEqual(github.violations, []);
});

test("a body holds 65,536 characters", async () => {
  await using github = await scene();
  const octokit = client(github);
  const issue_number = github.addIssue("octo/demo").number;
  const write = (body: string): Promise<unknown> => octokit.issues.createComment({ ...REPO, issue_number, body });
  await write("x".repeat(65_536));
  assert.deepEqual(await refusal(write("x".repeat(65_537))), [422, "Validation Failed"]);
  assert.deepEqual(await refusal(write("   ")), [422, "Validation Failed"]);
  assert.deepEqual(
    github.thread("octo/demo", issue_number).comments.map(({ body }) => body.length),
    [65_536],
  );
  assert.deepEqual(github.violations, []);
});

test("reactions are there once per person and kind", async () => {
  await using github = await scene();
  const octokit = client(github);
  const issue_number = github.addIssue("octo/demo").number;
  const comment_id = github.addComment("octo/demo", issue_number, { body: "/kimi fix" }).id;
  const first = await octokit.reactions.createForIssueComment({ ...REPO, comment_id, content: "eyes" });
  const again = await octokit.reactions.createForIssueComment({ ...REPO, comment_id, content: "eyes" });
  assert.deepEqual([first.status, again.status, again.data.id], [201, 200, first.data.id]);
  await octokit.reactions.createForIssue({ ...REPO, issue_number, content: "rocket" });
  await octokit.reactions.deleteForIssueComment({ ...REPO, comment_id, reaction_id: first.data.id });
  const left = await octokit.reactions.listForIssueComment({ ...REPO, comment_id });
  const onIssue = await octokit.reactions.listForIssue({ ...REPO, issue_number });
  assert.deepEqual([left.data, onIssue.data.map(({ content }) => content)], [[], ["rocket"]]);
  assert.deepEqual(github.violations, []);
});

test("people have the permission that they were given", async () => {
  await using github = await scene();
  const octokit = client(github);
  github.addUser("stranger");
  const of = async (username: string): Promise<unknown> => {
    const { data } = await octokit.repos.getCollaboratorPermissionLevel({ ...REPO, username });
    return [data.permission, data.role_name];
  };
  assert.deepEqual(await Promise.all(["octo", "mona", "alice", "tom", "stranger"].map(of)), [
    ["admin", "admin"],
    ["write", "maintain"],
    ["write", "write"],
    ["read", "triage"],
    ["read", "read"],
  ]);
  assert.deepEqual(await refusal(of("nobody")), [404, "nobody is not a user"]);
  assert.deepEqual(await refusal(of("dependabot[bot]")), [404, "dependabot[bot] is not a user"]);
  assert.deepEqual(github.violations, []);
});

test("a token can do what its scopes say", async () => {
  await using github = await scene();
  github.addToken("readonly", { scopes: { contents: "read", issues: "read" } });
  github.addToken("person", { kind: "user", login: "alice", scopes: { contents: "write", issues: "write" } });
  const issue_number = github.addIssue("octo/demo").number;
  const comment = (auth: string): Promise<unknown> =>
    client(github, auth).issues.createComment({ ...REPO, issue_number, body: "hello" });
  const refused = "Resource not accessible by integration";
  assert.deepEqual(await refusal(comment("readonly")), [403, refused]);
  assert.deepEqual(await refusal(comment("unknown")), [401, "Bad credentials"]);
  assert.deepEqual(await refusal(client(github, "readonly").pulls.list(REPO)), [403, refused]);
  assert.deepEqual(await refusal(client(github).users.getAuthenticated()), [403, refused]);
  assert.equal((await client(github, "person").users.getAuthenticated()).data.login, "alice");
  await comment("person");
  github.repository("octo/demo").archived = true;
  assert.deepEqual(await refusal(comment("person")), [403, "Repository was archived so is read-only."]);
  assert.deepEqual(github.violations, []);
});

test("an app cannot comment in a locked thread, a collaborator can", async () => {
  await using github = await scene();
  github.addToken("person", { kind: "user", login: "alice", scopes: { issues: "write" } });
  const { number: issue_number } = github.addIssue("octo/demo", { locked: true });
  const comment = (auth: string): Promise<{ status: number }> =>
    client(github, auth).issues.createComment({ ...REPO, issue_number, body: "hello" });
  assert.deepEqual(await refusal(comment("token")), [403, "Unable to create comment because issue is locked."]);
  assert.equal((await comment("person")).status, 201);
  assert.deepEqual(github.violations, []);
});

test("what GitHub does not know is a violation", async () => {
  await using github = await scene();
  const octokit = client(github);
  const issue_number = github.addIssue("octo/demo").number;
  const place = { ...REPO, issue_number };
  await refusal(
    octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/reactions", {
      ...place,
      content: "tada" as "eyes",
    }),
  );
  await refusal(octokit.request("GET /repos/{owner}/{repo}/nowhere", REPO));
  await octokit.issues.listComments({ ...place, per_page: 500 });
  await octokit.request("PATCH /repos/{owner}/{repo}/issues/{issue_number}", { ...place, ["titel" as string]: "x" });
  assert.deepEqual(github.violations, [
    "POST /repos/octo/demo/issues/1/reactions: body/content must be equal to one of the allowed values",
    "GET /repos/octo/demo/nowhere: not served here",
    "GET /repos/octo/demo/issues/1/comments: query/per_page 500 is over 100",
    "PATCH /repos/octo/demo/issues/1: body/titel is not defined",
  ]);
});
