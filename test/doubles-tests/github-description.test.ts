/** The GitHub double: every operation that it describes is served, and answers as the official description says. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Octokit } from "@octokit/rest";
import { loadDescription } from "../doubles/github/openapi.ts";
import { startGitHub } from "../doubles/github/server.ts";

type Json = Readonly<Record<string, unknown>>;

const SUBSET = new URL("../doubles/github/openapi-subset.json", import.meta.url);
const { operations } = JSON.parse(readFileSync(SUBSET, "utf8")) as {
  readonly operations: Readonly<Record<string, { readonly method: string; readonly path: string }>>;
};

test("every described operation is served as described", async () => {
  await using github = await startGitHub();
  const all = { contents: "write", issues: "write", pull_requests: "write", workflows: "write" } as const;
  const scopes = { ...all, actions: "write", checks: "write", administration: "write", members: "read" } as const;
  github.addTeam("octo/core", { alice: "active" });
  github.addToken("owner", { kind: "user", login: "octo", scopes });
  github.addToken("app", { scopes });
  await github.addRepository({
    name: "octo/demo",
    files: { "src/a.txt": "1\n", "src/b.txt": "b\n" },
    roles: { alice: "write" },
    protectedBranches: ["main"],
  });
  const sha = await github.addCommit("octo/demo", { branch: "fix", files: { "src/a.txt": "2\n" } });
  const tree = await github.git("octo/demo", "rev-parse", "fix^{tree}");
  const blob = await github.git("octo/demo", "rev-parse", "fix:src/a.txt");
  const { number } = github.addIssue("octo/demo", { labels: ["old", "gone"] });
  const comment = github.addComment("octo/demo", number, { body: "hello" }).id;
  const last = github.addComment("octo/demo", number, { body: "to delete" }).id;
  const pull = (await github.addPull("octo/demo", { head: "fix" })).number;
  github.addReview("octo/demo", pull, { body: "fine", user: "mona" });
  const line = github.addReviewComment("octo/demo", pull, { body: "why?", path: "src/a.txt", line: 1 }).id;
  github.addCheckRun("octo/demo", { sha, name: "build", conclusion: "failure" });
  await github.addCommit("octo/demo", { branch: "free", files: { "c.txt": "c\n" } });

  const octokit = new Octokit({ baseUrl: github.url, auth: "owner" });
  const asked = new Set<string>();
  const app = new Octokit({ baseUrl: github.url, auth: "app" });
  const call = async (id: string, params: Json, client = octokit): Promise<Json> => {
    const { method, path } = operations[id] ?? { method: "", path: "" };
    asked.add(id);
    const place = path.startsWith("/repos/") ? { owner: "octo", repo: "demo" } : {};
    const { data } = await client.request(`${method} ${path}`, { ...place, ...params });
    return data as Json;
  };
  const issue = { issue_number: number };
  const request = { pull_number: pull };

  await call("rate-limit/get", {});
  await call("users/get-authenticated", {});
  await call("users/get-by-username", { username: "alice" });
  await call("teams/get-membership-for-user-in-org", { org: "octo", team_slug: "core", username: "alice" });
  await call("repos/get", {});
  await call("search/issues-and-pull-requests", { q: "repo:octo/demo is:issue hello" });
  await call("repos/get-collaborator-permission-level", { username: "alice" });
  await call("actions/get-github-actions-default-workflow-permissions-repository", {});
  await call("checks/create", { name: "c", head_sha: sha, status: "completed", conclusion: "neutral" }, app);
  await call("checks/list-for-ref", { ref: sha });
  await call("repos/get-combined-status-for-ref", { ref: "fix" });
  await call("repos/create-dispatch-event", { event_type: "go", client_payload: { a: 1 } });
  github.setWorkflowRun("octo/demo", { id: 7, attempt: 2, status: "completed" });
  await call("actions/get-workflow-run", { run_id: 7 });
  await call("actions/create-workflow-dispatch", { workflow_id: "ci.yml", ref: "main", inputs: { x: "1" } });
  await call("git/create-blob", { content: "text" });
  await call("git/get-blob", { file_sha: blob });
  await call("git/get-tree", { tree_sha: tree, recursive: "1" });
  await call("git/create-tree", { base_tree: tree, tree: [{ path: "n", mode: "100644", type: "blob", content: "n" }] });
  await call("git/create-commit", { message: "m", tree, parents: [sha] });
  await call("git/get-commit", { commit_sha: sha });
  await call("git/get-ref", { ref: "heads/fix" });
  await call("git/list-matching-refs", { ref: "heads/f" });
  await call("git/create-ref", { ref: "refs/heads/new", sha });
  await call("git/update-ref", { ref: "heads/new", sha, force: true });
  await call("git/delete-ref", { ref: "heads/new" });
  await call("repos/get-commit", { ref: "fix" });
  await call("repos/compare-commits-with-basehead", { basehead: "main...fix" });
  await call("repos/get-content", { path: "src" });
  await call("repos/list-branches", {});
  await call("repos/get-branch", { branch: "main" });
  await call("repos/get-branch-protection", { branch: "main" });
  await call("repos/get-branch-rules", { branch: "main" });
  await call("repos/list-pull-requests-associated-with-commit", { commit_sha: sha });
  await call("issues/create", { title: "New", labels: ["old", { name: "new" }] });
  await call("issues/list-for-repo", { state: "all", labels: "old" });
  await call("issues/update", { ...issue, state: "closed", state_reason: "completed", assignees: ["alice"] });
  await call("issues/get", issue);
  await call("issues/add-labels", { ...issue, labels: ["new"] });
  await call("issues/get-label", { name: "old" });
  await call("issues/add-assignees", { ...issue, assignees: ["alice"] });
  await call("issues/remove-label", { ...issue, name: "gone" });
  await call("issues/list-events", issue);
  await call("issues/create-comment", { ...issue, body: "hi" });
  await call("issues/list-comments", { ...issue, since: "2020-01-01T00:00:00Z" });
  await call("issues/list-comments-for-repo", { since: "2020-01-01T00:00:00Z", sort: "created", direction: "desc" });
  await call("issues/get-comment", { comment_id: comment });
  await call("issues/update-comment", { comment_id: comment, body: "new" });
  await call("issues/delete-comment", { comment_id: last });
  await call("pulls/create", { head: "free", base: "main", title: "Free" });
  await call("pulls/get", request);
  await call("pulls/list", { state: "all", sort: "updated" });
  await call("pulls/update", { ...request, title: "Better" });
  await call("pulls/list-files", request);
  await call("pulls/list-commits", request);
  await call("pulls/list-reviews", request);
  await call("pulls/create-review", { ...request, event: "COMMENT", body: "ok" });
  await call("pulls/list-review-comments", request);
  await call("pulls/list-review-comments-for-repo", { sort: "created", direction: "desc" });
  await call("pulls/get-review-comment", { comment_id: line });
  await call("pulls/create-reply-for-review-comment", { ...request, comment_id: line, body: "so" });
  await call("pulls/update-review-comment", { comment_id: line, body: "so it is" });
  const targets = [
    ["issue", "issue", issue],
    ["issue-comment", "issue-comment", { comment_id: comment }],
    ["pull-request-review-comment", "pull-request-comment", { comment_id: line }],
  ] as const;
  for (const [name, removed, place] of targets) {
    const { id } = await call(`reactions/create-for-${name}`, { ...place, content: "eyes" });
    await call(`reactions/list-for-${name}`, place);
    await call(`reactions/delete-for-${removed}`, { ...place, reaction_id: id });
  }
  await call("pulls/delete-review-comment", { comment_id: line });

  assert.deepEqual([...asked].toSorted(), Object.keys(operations).toSorted());
  assert.deepEqual(github.violations, []);
  assert.deepEqual(
    github.repository("octo/demo").dispatches.map(({ kind, name }) => [kind, name]),
    [
      ["repository", "go"],
      ["workflow", "ci.yml"],
    ],
  );
});

test("an answer that GitHub would never give is noticed", () => {
  const description = loadDescription();
  const comment = { id: "1", body: 2 };
  const found = description.checkAnswer("issues/get-comment", 200, comment);
  assert.ok(found.includes("answer 200/id must be integer"), found.join("\n"));
  assert.ok(found.includes("answer 200 must have required property 'created_at'"), found.join("\n"));
  assert.deepEqual(description.checkAnswer("issues/get-comment", 204, undefined), ["status 204 is not described"]);
  assert.deepEqual(description.checkAnswer("issues/get-comment", 502, {}), ["an error answer without a message"]);
  assert.deepEqual(description.checkRequest("issues/create", {}, undefined), ["the body is missing"]);
});

test("GraphQL pages threads and checks the official schema", async () => {
  await using github = await startGitHub();
  github.addToken("token");
  await github.addRepository({ name: "octo/demo" });
  const { number } = github.addIssue("octo/demo", { title: "Long" });
  for (let n = 0; n < 150; n += 1) github.addComment("octo/demo", number, { body: `comment ${n}` });
  const octokit = new Octokit({ baseUrl: github.url, auth: "token" });
  const query = `query ($number: Int!, $after: String) {
    repository(owner: "octo", name: "demo") {
      defaultBranchRef { name }
      issue(number: $number) { comments(first: 100, after: $after) { totalCount nodes { body } pageInfo { hasNextPage endCursor } } }
    }
  }`;
  type Answer = {
    repository: {
      defaultBranchRef: { name: string };
      issue: { comments: { nodes: unknown[]; pageInfo: { endCursor: string } } };
    };
  };
  const first = await octokit.graphql<Answer>(query, { number });
  const after = first.repository.issue.comments.pageInfo.endCursor;
  const second = await octokit.graphql<Answer>(query, { number, after });
  assert.deepEqual(
    [first, second].map(({ repository }) => [repository.defaultBranchRef.name, repository.issue.comments.nodes.length]),
    [
      ["main", 100],
      ["main", 50],
    ],
  );
  await assert.rejects(octokit.graphql(query, { number: 99 }), /Could not resolve to an Issue with the number of 99/);
  assert.deepEqual(github.violations, []);
});
