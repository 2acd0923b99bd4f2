/** The GitHub double: pull requests with their diffs, reviews, forks and refusals; faults on order. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Octokit } from "@octokit/rest";
import { secondaryRateLimit } from "../doubles/github/faults.ts";
import { startGitHub, type GitHub } from "../doubles/github/server.ts";

const REPO = { owner: "octo", repo: "demo" };

async function scene(): Promise<GitHub> {
  const github = await startGitHub();
  github.addToken("token");
  await github.addRepository({
    name: "octo/demo",
    files: { "a.txt": "1\n2\n3\n", "b.txt": "b\n" },
    roles: { alice: "write" },
  });
  await github.addCommit("octo/demo", {
    branch: "fix",
    files: { "a.txt": "1\ntwo\n3\n", "b.txt": null, "c.txt": "c\n" },
  });
  return github;
}

function client(github: GitHub): Octokit {
  return new Octokit({ baseUrl: github.url, auth: "token", log: { debug() {}, info() {}, warn() {}, error() {} } });
}

/** Status and the messages of a refused call. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as {
      status: number;
      response?: { data: { message: string; errors?: unknown } };
    };
    return [status, response?.data.errors ?? response?.data.message ?? "no answer"];
  }
  return "nothing was refused";
}

test("a pull request is created once, listed, edited and closed", async () => {
  await using github = await scene();
  const octokit = client(github);
  const wanted = { ...REPO, title: "Fix", head: "fix", base: "main", draft: true, body: "Closes #1" };
  const { data: made } = await octokit.pulls.create(wanted);
  assert.deepEqual(
    [made.number, made.draft, made.changed_files, made.additions, made.deletions, made.commits, made.mergeable],
    [1, true, 3, 2, 2, 1, true],
  );
  assert.equal(await github.git("octo/demo", "rev-parse", "refs/pull/1/head"), made.head.sha);
  assert.deepEqual(await refusal(octokit.pulls.create(wanted)), [
    422,
    [{ resource: "PullRequest", code: "custom", message: "A pull request already exists for octo:fix." }],
  ]);
  assert.deepEqual(await refusal(octokit.pulls.create({ ...wanted, head: "nowhere" })), [
    422,
    [{ resource: "PullRequest", field: "head", code: "invalid" }],
  ]);
  await github.addCommit("octo/demo", { branch: "same", files: {}, from: "main" });
  await github.git("octo/demo", "update-ref", "refs/heads/same", "refs/heads/main");
  assert.deepEqual(await refusal(octokit.pulls.create({ ...wanted, head: "same" })), [
    422,
    [{ resource: "PullRequest", code: "custom", message: "No commits between main and same" }],
  ]);
  const listed = await octokit.pulls.list({ ...REPO, head: "octo:fix", state: "open" });
  assert.deepEqual(
    listed.data.map(({ number, title }) => [number, title]),
    [[1, "Fix"]],
  );
  const head = await github.addCommit("octo/demo", { branch: "fix", files: { "d.txt": "d\n" } });
  assert.equal((await octokit.pulls.get({ ...REPO, pull_number: 1 })).data.head.sha, head);
  await octokit.pulls.update({ ...REPO, pull_number: 1, title: "Fixed", state: "closed" });
  const { data: issue } = await octokit.issues.get({ ...REPO, issue_number: 1 });
  assert.deepEqual(
    [issue.title, issue.state, issue.pull_request?.url],
    ["Fixed", "closed", `${github.url}/repos/octo/demo/pulls/1`],
  );
  assert.deepEqual(github.violations, []);
});

test("diff, files and commits of a pull request come from git", async () => {
  await using github = await scene();
  const octokit = client(github);
  const { number: pull_number } = await github.addPull("octo/demo", { head: "fix", user: "alice" });
  const files = await octokit.pulls.listFiles({ ...REPO, pull_number });
  assert.deepEqual(
    files.data.map(({ filename, status, additions, deletions, patch }) => [
      filename,
      status,
      additions,
      deletions,
      patch,
    ]),
    [
      ["a.txt", "modified", 1, 1, "@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3"],
      ["b.txt", "removed", 0, 1, "@@ -1 +0,0 @@\n-b"],
      ["c.txt", "added", 1, 0, "@@ -0,0 +1 @@\n+c"],
    ],
  );
  const diff = await octokit.pulls.get({ ...REPO, pull_number, mediaType: { format: "diff" } });
  assert.equal((diff.data as unknown as string).match(/^diff --git /gm)?.length, 3);
  const commits = await octokit.pulls.listCommits({ ...REPO, pull_number });
  assert.deepEqual(
    commits.data.map(({ commit, author }) => [commit.message, author?.login]),
    [["a commit", "alice"]],
  );
  assert.deepEqual(github.violations, []);
});

test("a large diff is refused whole and listed in pages", async () => {
  await using github = await scene();
  const octokit = client(github);
  const files = Object.fromEntries(Array.from({ length: 3100 }, (_, n) => [`many/${n}.txt`, `${n}\n`]));
  await github.addCommit("octo/demo", { branch: "many", files });
  const { number: pull_number } = await github.addPull("octo/demo", { head: "many" });
  const whole = octokit.pulls.get({ ...REPO, pull_number, mediaType: { format: "diff" } });
  assert.deepEqual(await refusal(whole), [406, [{ resource: "PullRequest", field: "diff", code: "too_large" }]]);
  const listed = await octokit.paginate(octokit.pulls.listFiles, { ...REPO, pull_number, per_page: 100 });
  assert.equal(listed.length, 3000);
  assert.deepEqual(github.violations, []);
});

test("a review comments on lines that the diff shows", async () => {
  await using github = await scene();
  const octokit = client(github);
  const { number: pull_number } = await github.addPull("octo/demo", { head: "fix", user: "alice" });
  const review = (line: number): Promise<unknown> =>
    octokit.pulls.createReview({
      ...REPO,
      pull_number,
      event: "COMMENT",
      body: "see",
      comments: [{ path: "a.txt", line, body: "why?" }],
    });
  assert.deepEqual(await refusal(review(99)), [422, ["Line could not be resolved"]]);
  await review(2);
  const { data: comments } = await octokit.pulls.listReviewComments({ ...REPO, pull_number });
  assert.deepEqual(
    comments.map(({ path, line, body }) => [path, line, body]),
    [["a.txt", 2, "why?"]],
  );
  const comment_id = comments[0]!.id;
  const reply = await octokit.pulls.createReplyForReviewComment({ ...REPO, pull_number, comment_id, body: "because" });
  assert.equal(reply.data.in_reply_to_id, comment_id);
  await octokit.reactions.createForPullRequestReviewComment({ ...REPO, comment_id, content: "eyes" });
  const reviews = await octokit.pulls.listReviews({ ...REPO, pull_number });
  assert.deepEqual(
    reviews.data.map(({ state, body }) => [state, body]),
    [["COMMENTED", "see"]],
  );
  assert.deepEqual(github.violations, []);
});

test("a fork's pull request has its commits in refs/pull", async () => {
  await using github = await scene();
  await github.addRepository({ name: "bob/demo", forkOf: "octo/demo" });
  const sha = await github.addCommit("bob/demo", { branch: "patch", files: { "x.txt": "x\n" }, user: "bob" });
  const { number: pull_number } = await github.addPull("octo/demo", { head: "patch", from: "bob/demo", user: "bob" });
  const { data } = await client(github).pulls.get({ ...REPO, pull_number });
  assert.deepEqual(
    [data.head.label, data.head.repo.full_name, data.head.repo.fork, data.head.sha, data.author_association],
    ["bob:patch", "bob/demo", true, sha, "NONE"],
  );
  assert.equal(await github.git("octo/demo", "show", `refs/pull/${pull_number}/head:x.txt`), "x");
  const write = client(github).git.createRef({ owner: "bob", repo: "demo", ref: "refs/heads/x", sha });
  assert.deepEqual(await refusal(write), [403, "Resource not accessible by integration"]);
  assert.deepEqual(github.violations, []);
});

test("Actions may be forbidden to create pull requests", async () => {
  await using github = await scene();
  github.repository("octo/demo").actionsMayCreatePullRequests = false;
  const made = client(github).pulls.create({ ...REPO, title: "Fix", head: "fix", base: "main" });
  assert.deepEqual(await refusal(made), [403, "GitHub Actions is not permitted to create or approve pull requests."]);
  assert.deepEqual(github.violations, []);
});

test("faults hit the calls that they name", async () => {
  await using github = await scene();
  const octokit = client(github);
  const issue_number = github.addIssue("octo/demo").number;
  const path = `/repos/octo/demo/issues/${issue_number}/comments`;
  const comment = (body: string): Promise<unknown> => octokit.issues.createComment({ ...REPO, issue_number, body });
  github.fault({ match: { method: "POST", path }, ...secondaryRateLimit({ "retry-after": "7" }, 429) });
  github.fault({ match: { method: "POST", path }, after: 1, kind: "lostReply" });
  github.fault({ match: { method: "POST", path }, after: 2, kind: "drop" });
  await assert.rejects(comment("first"), { status: 429 });
  assert.deepEqual(await refusal(comment("second")), [500, "no answer"]);
  assert.deepEqual(await refusal(comment("third")), [500, "no answer"]);
  await comment("fourth");
  assert.deepEqual(
    github.thread("octo/demo", issue_number).comments.map(({ body }) => body),
    ["second", "fourth"],
  );
  assert.deepEqual(
    github.requests.map(({ status }) => status),
    [429, 201, 0, 201],
  );
  assert.deepEqual(github.violations, []);
});

test("a token's allowance ends", async () => {
  await using github = await startGitHub({ rateLimit: 2 });
  github.addToken("token");
  await github.addRepository({ name: "octo/demo" });
  const octokit = client(github);
  const { headers } = await octokit.repos.get(REPO);
  assert.deepEqual([headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]], ["2", "1"]);
  await octokit.repos.get(REPO);
  assert.deepEqual(await refusal(octokit.repos.get(REPO)), [403, "API rate limit exceeded for installation."]);
  assert.deepEqual(github.violations, []);
});

test("of two equal creates at once one is refused", async () => {
  await using github = await scene();
  const octokit = client(github);
  const create = (): Promise<unknown> => octokit.pulls.create({ ...REPO, title: "Fix", head: "fix", base: "main" });
  const ends = await Promise.allSettled([create(), create(), create()]);
  assert.deepEqual(ends.map(({ status }) => status).toSorted(), ["fulfilled", "rejected", "rejected"]);
  assert.equal(github.repository("octo/demo").threads.length, 1);
  assert.deepEqual(github.violations, []);
});

test("events carry what the API would answer", async () => {
  await using github = await scene();
  const octokit = client(github);
  const { number } = github.addIssue("octo/demo", { title: "Broken", user: "bob", labels: ["kimi"] });
  const comment = github.addComment("octo/demo", number, { body: "/kimi fix", user: "alice" });
  const { name, payload } = await github.event({ event: "issue_comment", repository: "octo/demo", number, comment });
  const asked = await octokit.issues.getComment({ ...REPO, comment_id: comment.id });
  assert.deepEqual([name, payload["action"], payload["comment"]], ["issue_comment", "created", asked.data]);
  assert.deepEqual(payload["issue"], (await octokit.issues.get({ ...REPO, issue_number: number })).data);
  const { number: pull_number } = await github.addPull("octo/demo", { head: "fix" });
  const opened = await github.event({
    event: "pull_request",
    repository: "octo/demo",
    number: pull_number,
    action: "opened",
  });
  const { repo: _, ...head } = (opened.payload["pull_request"] as { head: { repo: unknown; ref: string } }).head;
  assert.equal(head.ref, "fix");
  const labeled = await github.event({
    event: "issues",
    repository: "octo/demo",
    number,
    action: "labeled",
    label: "kimi",
  });
  assert.equal((labeled.payload["label"] as { name: string }).name, "kimi");
  assert.deepEqual(github.violations, []);
});
