/**
 * Gitea's API behind GitHub's: what is asked of the server, and what its answers become. The answers are those of a Gitea 1.26, cut to
 * the fields that count. The server refuses every route that is not in its published description (`templates/swagger`).
 */

import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { createGitHub, type GitHubClient } from "../../../src/github/api/client.ts";
import { jumpClock } from "../../doubles/clock.ts";

/** Of its description: what this program asks for. */
const DESCRIBED = [
  "GET /user",
  "GET /repos/o/r",
  "GET /repos/o/r/collaborators/{}/permission",
  "GET /repos/o/r/collaborators/{}",
  "GET /repos/o/r/teams",
  "GET /repos/o/r/assignees",
  "GET /repos/o/r/git/refs/{}",
  "GET /repos/o/r/git/commits/{}",
  "GET /repos/o/r/git/trees/{}",
  "GET /repos/o/r/compare/{}",
  "GET /repos/o/r/branches/{}",
  "GET /repos/o/r/pulls",
  "POST /repos/o/r/pulls",
  "GET /repos/o/r/pulls/{}",
  "GET /repos/o/r/pulls/{}/files",
  "GET /repos/o/r/pulls/{}/reviews",
  "GET /repos/o/r/pulls/{}/reviews/{}/comments",
  "GET /repos/o/r/issues",
  "POST /repos/o/r/issues",
  "GET /repos/o/r/issues/{}",
  "PATCH /repos/o/r/issues/{}",
  "POST /repos/o/r/issues/{}/labels",
  "GET /repos/o/r/issues/{}/comments",
  "POST /repos/o/r/issues/comments/{}/reactions",
  "DELETE /repos/o/r/issues/comments/{}/reactions",
  "GET /repos/o/r/labels",
  "GET /orgs/{}/teams/search",
  "GET /teams/{}/members/{}",
].map((route) => new RegExp(`^${route.replaceAll("{}", "[^/]+")}$`));

type Answers = Readonly<Record<string, unknown>>;

let server: Server;
let client: GitHubClient;
let answers: Answers = {};
const asked: string[] = [];

before(async () => {
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    request.on("end", () => {
      const { pathname, search } = new URL(request.url ?? "/", "http://gitea");
      const route = `${request.method} ${pathname.replace("/api/v1", "")}`;
      const isDescribed = DESCRIBED.some((one) => one.test(route.replace(/\.diff$/, "")));
      asked.push(`${route}${search}${text === "" ? "" : ` ${text}`}`);
      const answer = answers[`${route}${search}`] ?? answers[route];
      if (!isDescribed || answer === undefined)
        return void response.writeHead(404, { "content-type": "application/json" }).end('{"message":"not found"}');
      if (typeof answer === "number")
        return void response.writeHead(answer, { "content-type": "application/json" }).end('{"message":"refused"}');
      const isText = typeof answer === "string";
      response.writeHead(200, { "content-type": isText ? "text/plain" : "application/json", "x-total-count": "7" });
      response.end(isText ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`;
  client = createGitHub({ token: "t", apiUrl, userAgent: "test", clock: jumpClock(), noticeGapMs: 0 });
});
after(() => server.close());
beforeEach(() => void asked.splice(0));

const AT = { owner: "o", repo: "r" };

async function ask(route: string, params: object, given: Answers, call = {}): Promise<unknown> {
  answers = given;
  return (await client.request(route, { ...AT, ...params }, call)).data;
}

const SHA = "0a922a209f9105eeb603245ce619a34db751bdbb";
const alice = { id: 2, login: "alice" };
const ALICE = { ...alice, type: "User" };
const may = (word: string): object => ({ permission: word, role_name: word, user: alice });
/** Teams as Forgejo shows them. */
const TRIAGE = { id: 6, permission: "write", units_map: { "repo.issues": "write", "repo.pulls": "write" } };
const CODE = { id: 8, permission: "write", units_map: { "repo.code": "write", "repo.issues": "write" } };

const TO_DO = "GET /repos/o/r/issues?q=&state=open&type=issues&labels=to%20do%2Cbug";
const issue = (number: number, day: string, ...labels: readonly string[]): object => ({
  number,
  created_at: `${day}T10:00:00Z`,
  labels: labels.map((name) => ({ name })),
});

const ROWS: readonly {
  readonly what: string;
  readonly route: string;
  readonly params: object;
  readonly given: Answers;
  readonly wanted: unknown;
  readonly asked: readonly string[];
}[] = [
  {
    what: "an owner is an administrator, and accounts are people unless they are the server's own",
    route: "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
    params: { username: "alice" },
    given: {
      "GET /repos/o/r/collaborators/alice/permission": { permission: "owner", role_name: "owner", user: alice },
    },
    wanted: { permission: "admin", role_name: "admin", user: ALICE },
    asked: ["GET /repos/o/r/collaborators/alice/permission"],
  },
  {
    what: "in the repository of a person, which has no teams, it is the server's answer",
    route: "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
    params: { username: "alice" },
    given: { "GET /repos/o/r/collaborators/alice/permission": may("write"), "GET /repos/o/r/teams": 405 },
    wanted: { ...may("write"), user: ALICE },
    asked: ["GET /repos/o/r/collaborators/alice/permission", "GET /repos/o/r/teams"],
  },
  {
    what: "a member of a team that may write code may write, although the server counts no permission for a single unit",
    route: "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
    params: { username: "alice" },
    given: {
      "GET /repos/o/r/collaborators/alice/permission": may("read"),
      "GET /repos/o/r/teams": [TRIAGE, { id: 7, permission: "none", units_map: { "repo.code": "write" } }, CODE],
      "GET /teams/7/members/alice": 403, // a private team
      "GET /teams/8/members/alice": alice,
    },
    wanted: { ...may("write"), user: ALICE },
    asked: [
      "GET /repos/o/r/collaborators/alice/permission",
      "GET /repos/o/r/teams",
      "GET /teams/7/members/alice",
      "GET /teams/8/members/alice",
    ],
  },
  {
    what: "a person outside of the teams stays a reader",
    route: "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
    params: { username: "alice" },
    given: { "GET /repos/o/r/collaborators/alice/permission": may("read"), "GET /repos/o/r/teams": [TRIAGE, CODE] },
    wanted: { ...may("read"), user: ALICE },
    asked: ["GET /repos/o/r/collaborators/alice/permission", "GET /repos/o/r/teams", "GET /teams/8/members/alice"],
  },
  {
    what: "a team that may write issues and not code gives no permission to write",
    route: "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
    params: { username: "alice" },
    given: { "GET /repos/o/r/collaborators/alice/permission": may("write"), "GET /repos/o/r/teams": [TRIAGE] },
    wanted: { ...may("read"), user: ALICE },
    asked: [
      "GET /repos/o/r/collaborators/alice/permission",
      "GET /repos/o/r/teams",
      "GET /repos/o/r/collaborators/alice",
    ],
  },
  {
    what: "a collaborator of an organisation's repository may write, whatever the teams may",
    route: "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
    params: { username: "alice" },
    given: {
      "GET /repos/o/r/collaborators/alice/permission": may("write"),
      "GET /repos/o/r/teams": [TRIAGE],
      "GET /repos/o/r/collaborators/alice": "",
    },
    wanted: { ...may("write"), user: ALICE },
    asked: [
      "GET /repos/o/r/collaborators/alice/permission",
      "GET /repos/o/r/teams",
      "GET /repos/o/r/collaborators/alice",
    ],
  },
  {
    what: "a reference is the exact one of those that begin so",
    route: "GET /repos/{owner}/{repo}/git/ref/{ref}",
    params: { ref: "heads/kimi/a" },
    given: {
      "GET /repos/o/r/git/refs/heads%2Fkimi%2Fa": [
        { ref: "refs/heads/kimi/a-2", object: { sha: "2" } },
        { ref: "refs/heads/kimi/a", object: { sha: SHA } },
      ],
    },
    wanted: { ref: "refs/heads/kimi/a", object: { sha: SHA } },
    asked: ["GET /repos/o/r/git/refs/heads%2Fkimi%2Fa"],
  },
  {
    what: "no reference with a prefix is an empty list",
    route: "GET /repos/{owner}/{repo}/git/matching-refs/{ref}",
    params: { ref: "heads/kimi" },
    given: {},
    wanted: [],
    asked: ["GET /repos/o/r/git/refs/heads%2Fkimi"],
  },
  {
    what: "the tree of a commit is computed, because the server names the commit in its place",
    route: "GET /repos/{owner}/{repo}/git/commits/{commit_sha}",
    params: { commit_sha: SHA },
    given: {
      [`GET /repos/o/r/git/commits/${SHA}`]: {
        sha: SHA,
        commit: { message: "Initial commit\n", committer: { email: "a@example.com" }, tree: { sha: SHA } },
        parents: [],
      },
      [`GET /repos/o/r/git/trees/${SHA}?page=1`]: {
        sha: SHA,
        truncated: true,
        tree: [{ path: "a.txt", mode: "100644", type: "blob", sha: "ce013625030ba8dba906f756967f9e9ca394464a" }],
      },
      [`GET /repos/o/r/git/trees/${SHA}?page=2`]: {
        sha: SHA,
        truncated: false,
        tree: [{ path: "src", mode: "040000", type: "tree", sha: "aaa96ced2d9a1c8e72c56b253a0e2fe78393feb7" }],
      },
    },
    wanted: {
      sha: SHA,
      message: "Initial commit\n",
      committer: { email: "a@example.com" },
      // printf '100644 blob ce01…464a\ta.txt\n040000 tree aaa9…feb7\tsrc\n' | git mktree
      tree: { sha: "ee48b389f2c8a687366613285f342d1670c498ad" },
      parents: [],
    },
    asked: [
      `GET /repos/o/r/git/commits/${SHA}?stat=false&verification=false&files=false`,
      `GET /repos/o/r/git/trees/${SHA}?page=1`,
      `GET /repos/o/r/git/trees/${SHA}?page=2`,
    ],
  },
  {
    what: "a comparison is asked for in both directions",
    route: "GET /repos/{owner}/{repo}/compare/{basehead}",
    params: { basehead: "a...b", per_page: 1 },
    given: {
      "GET /repos/o/r/compare/a...b": { total_commits: 2, commits: [] },
      "GET /repos/o/r/compare/b...a": { total_commits: 1, commits: [] },
    },
    wanted: { total_commits: 2, commits: [], status: "diverged", ahead_by: 2, behind_by: 1 },
    asked: [
      "GET /repos/o/r/compare/a...b?files=false&verification=false",
      "GET /repos/o/r/compare/b...a?files=false&verification=false",
    ],
  },
  {
    what: "a protected branch that this account may not push to has a rule",
    route: "GET /repos/{owner}/{repo}/rules/branches/{branch}",
    params: { branch: "main", per_page: 100 },
    given: { "GET /repos/o/r/branches/main": { name: "main", protected: true, user_can_push: false } },
    wanted: [{ type: "update" }],
    asked: ["GET /repos/o/r/branches/main"],
  },
  {
    what: "pull requests of a head are chosen here: the server has no such filter",
    route: "GET /repos/{owner}/{repo}/pulls",
    params: { head: "O:kimi/a", state: "all", per_page: 100 },
    given: {
      "GET /repos/o/r/pulls?state=all&sort=recentupdate&page=1&limit=50": [
        { number: 3, head: { ref: "kimi/a", repo: { owner: { id: 9, login: "fork" } } } },
        { number: 2, head: { ref: "kimi/a", repo: { owner: { id: 1, login: "o" } } }, allow_maintainer_edit: true },
        { number: 1, head: { ref: "kimi/b", repo: { owner: { id: 1, login: "o" } } } },
      ],
      "GET /repos/o/r/pulls?state=all&sort=recentupdate&page=2&limit=50": [],
    },
    wanted: [
      {
        number: 2,
        head: { ref: "kimi/a", repo: { owner: { id: 1, login: "o", type: "User" } } },
        maintainer_can_modify: true,
        locked: false,
      },
    ],
    asked: [1, 2].map((page) => `GET /repos/o/r/pulls?state=all&sort=recentupdate&page=${page}&limit=50`),
  },
  {
    what: "a draft is a word in the title",
    route: "POST /repos/{owner}/{repo}/pulls",
    params: { head: "kimi/a", base: "main", title: "Add", body: "b", draft: true },
    given: { "POST /repos/o/r/pulls": { number: 2, draft: true } },
    wanted: { number: 2, draft: true, maintainer_can_modify: false, locked: false },
    asked: ['POST /repos/o/r/pulls {"head":"kimi/a","base":"main","body":"b","title":"WIP: Add"}'],
  },
  {
    what: "the files of a pull request get their parts of its diff",
    route: "GET /repos/{owner}/{repo}/pulls/{number}/files",
    params: { number: 2, per_page: 100, page: 1 },
    given: {
      "GET /repos/o/r/pulls/2/files": [
        { filename: "src/a b.js", status: "changed" },
        { filename: "new.txt", status: "added" },
        { filename: "gone.txt", status: "deleted" },
        { filename: "blob.bin", status: "changed" },
      ],
      "GET /repos/o/r/pulls/2.diff": [
        "diff --git a/src/a b.js b/src/a b.js\nindex 1..2 100644\n--- a/src/a b.js\t\n+++ b/src/a b.js\t\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+diff --git\n",
        "diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        "diff --git a/blob.bin b/blob.bin\nBinary files a/blob.bin and b/blob.bin differ\n",
      ].join(""),
    },
    wanted: [
      { filename: "src/a b.js", status: "modified", patch: "@@ -1 +1 @@\n-a\n+b" },
      { filename: "new.txt", status: "added", patch: "@@ -0,0 +1 @@\n+diff --git" },
      { filename: "gone.txt", status: "removed", patch: "@@ -1 +0,0 @@\n-x" },
      { filename: "blob.bin", status: "modified" },
    ],
    asked: ["GET /repos/o/r/pulls/2/files?page=1&limit=100", "GET /repos/o/r/pulls/2.diff"],
  },
  {
    what: "reviews have GitHub's words for their states, and a request for one is none",
    route: "GET /repos/{owner}/{repo}/pulls/{number}/reviews",
    params: { number: 2 },
    given: {
      "GET /repos/o/r/pulls/2/reviews": [
        { id: 1, state: "REQUEST_REVIEW" },
        { id: 2, state: "REQUEST_CHANGES", user: alice },
        { id: 3, state: "COMMENT" },
      ],
    },
    wanted: [
      { id: 2, state: "CHANGES_REQUESTED", user: ALICE },
      { id: 3, state: "COMMENTED" },
    ],
    asked: ["GET /repos/o/r/pulls/2/reviews"],
  },
  {
    what: "comments on lines are those of the reviews",
    route: "GET /repos/{owner}/{repo}/pulls/{number}/comments",
    params: { number: 2, per_page: 100 },
    given: {
      "GET /repos/o/r/pulls/2/reviews": [
        { id: 4, comments_count: 1 },
        { id: 5, comments_count: 0 },
      ],
      "GET /repos/o/r/pulls/2/reviews/4/comments": [
        { id: 8, body: "Why?", path: "a.txt", position: 12, original_position: 0, pull_request_review_id: 4 },
      ],
    },
    wanted: [{ id: 8, body: "Why?", path: "a.txt", pull_request_review_id: 4, line: 12, original_line: 12 }],
    asked: ["GET /repos/o/r/pulls/2/reviews?limit=100", "GET /repos/o/r/pulls/2/reviews/4/comments"],
  },
  {
    what: "a new issue gets its labels afterwards, by name",
    route: "POST /repos/{owner}/{repo}/issues",
    params: { title: "t", body: "b", labels: ["bug"] },
    given: {
      "POST /repos/o/r/issues": { number: 9, pull_request: null },
      "GET /repos/o/r/labels?page=1&limit=50": [{ id: 2, name: "Other" }],
      "GET /repos/o/r/labels?page=2&limit=50": [{ id: 1, name: "Bug" }],
      "POST /repos/o/r/issues/9/labels": [{ id: 1, name: "bug" }],
    },
    wanted: { number: 9 },
    asked: [
      'POST /repos/o/r/issues {"title":"t","body":"b"}',
      "GET /repos/o/r/labels?page=1&limit=50",
      "GET /repos/o/r/labels?page=2&limit=50",
      'POST /repos/o/r/issues/9/labels {"labels":["Bug"]}',
    ],
  },
  {
    what: "labels are added as the repository spells them",
    route: "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
    params: { issue_number: 9, labels: ["bug", "none"] },
    given: {
      "GET /repos/o/r/labels?page=1&limit=50": [{ id: 1, name: "Bug" }],
      "GET /repos/o/r/labels?page=2&limit=50": [],
      "POST /repos/o/r/issues/9/labels": [{ id: 1, name: "Bug" }],
    },
    wanted: [{ id: 1, name: "Bug" }],
    asked: [
      "GET /repos/o/r/labels?page=1&limit=50",
      "GET /repos/o/r/labels?page=2&limit=50",
      'POST /repos/o/r/issues/9/labels {"labels":["Bug","none"]}',
    ],
  },
  {
    what: "assignees are added to those that are there, without those whom the server would refuse",
    route: "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees",
    params: { issue_number: 9, assignees: ["alice", "nobody-here"] },
    given: {
      "GET /repos/o/r/assignees": [alice, { id: 3, login: "bob" }],
      "GET /repos/o/r/issues/9": { number: 9, assignees: [{ id: 3, login: "bob" }] },
      "PATCH /repos/o/r/issues/9": { number: 9, assignees: [{ id: 3, login: "bob" }, alice] },
    },
    wanted: { number: 9, assignees: [{ id: 3, login: "bob", type: "User" }, ALICE] },
    asked: [
      "GET /repos/o/r/assignees",
      "GET /repos/o/r/issues/9",
      'PATCH /repos/o/r/issues/9 {"assignees":["bob","alice"]}',
    ],
  },
  {
    what: "a label is found by its name",
    route: "GET /repos/{owner}/{repo}/labels/{name}",
    params: { name: "Bug" },
    given: { "GET /repos/o/r/labels": [{ id: 4, name: "bug" }] },
    wanted: { id: 4, name: "bug" },
    asked: ["GET /repos/o/r/labels?page=1&limit=50"],
  },
  {
    what: "a search is a list of the repository's issues",
    route: "GET /search/issues",
    params: { q: 'repo:o/r is:issue is:open label:bug sign "is wrong"', per_page: 20 },
    given: { "GET /repos/o/r/issues": [{ number: 1, title: "t", labels: [{ name: "Bug" }] }] },
    wanted: {
      total_count: 7,
      items: [{ number: 1, title: "t", labels: [{ name: "Bug" }], repository_url: "/repos/o/r" }],
    },
    asked: ["GET /repos/o/r/issues?q=sign%20%22is%20wrong%22&state=open&type=issues&labels=bug&page=1&limit=20"],
  },
  {
    what: "the pages of a whole list are smaller than was asked, newest first, and with any of the labels",
    route: "GET /search/issues",
    params: {
      q: 'repo:o/r is:issue is:open label:"to do" label:bug created:>=2026-01-01T00:00:00Z',
      sort: "created",
      order: "asc",
      per_page: 100,
      page: 1,
    },
    given: {
      [`${TO_DO}&page=1&limit=50`]: [issue(9, "2026-03-01", "to do", "bug"), issue(8, "2026-02-01", "bug")],
      [`${TO_DO}&page=2&limit=50`]: [issue(7, "2026-01-02", "Bug", "To do"), issue(6, "2025-12-31", "bug", "to do")],
      [`${TO_DO}&page=3&limit=50`]: [],
    },
    wanted: {
      total_count: 2,
      items: [issue(7, "2026-01-02", "Bug", "To do"), issue(9, "2026-03-01", "to do", "bug")].map((one) => ({
        ...one,
        repository_url: "/repos/o/r",
      })),
    },
    asked: [1, 2, 3].map((page) => `${TO_DO}&page=${page}&limit=50`),
  },
  {
    what: "a member of a team",
    route: "GET /orgs/{org}/teams/{team_slug}/memberships/{username}",
    params: { org: "acme", team_slug: "core", username: "alice" },
    given: {
      "GET /orgs/acme/teams/search": { ok: true, data: [{ id: 6, name: "Core" }] },
      "GET /teams/6/members/alice": alice,
    },
    wanted: { state: "active" },
    asked: ["GET /orgs/acme/teams/search?q=core", "GET /teams/6/members/alice"],
  },
];

for (const { what, route, params, given, wanted, asked: requests } of ROWS) {
  test(`${route}: ${what}`, async () => {
    assert.deepEqual(JSON.parse(JSON.stringify(await ask(route, params, given))), wanted);
    assert.deepEqual([...asked].toSorted(), [...requests].toSorted());
  });
}

for (const condition of ["no:assignee", "-label:wip", "is:merged", "created:<2026-01-01", "updated:>2026-01-01"]) {
  test(`a search by ${condition} is refused, because the list has no such filter`, async () => {
    await assert.rejects(ask("GET /search/issues", { q: `repo:o/r is:issue ${condition}` }, {}), {
      code: "github.not_found",
      message: `This server has no search by ${condition}.`,
    });
    assert.deepEqual(asked, []);
  });
}

test("a reaction has an id, by which it is removed", async () => {
  const route = "/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions";
  const at = { comment_id: 5 };
  const given = {
    "POST /repos/o/r/issues/comments/5/reactions": { user: alice, content: "eyes" },
    "DELETE /repos/o/r/issues/comments/5/reactions": "",
  };
  const made = await ask(`POST ${route}`, { ...at, content: "eyes" }, given);
  assert.deepEqual(made, { user: ALICE, content: "eyes", id: 8 });
  await ask(`DELETE ${route}/{reaction_id}`, { ...at, reaction_id: 8 }, given);
  assert.deepEqual(asked, [
    'POST /repos/o/r/issues/comments/5/reactions {"content":"eyes"}',
    'DELETE /repos/o/r/issues/comments/5/reactions {"content":"eyes"}',
  ]);
});

test("a feature that the server lacks is not found, and no request is sent", async () => {
  await assert.rejects(client.graphql("query { viewer { login } }"), { code: "github.not_found" });
  await assert.rejects(ask("GET /search/issues", { q: "org:o words" }, {}), { code: "github.not_found" });
  await assert.rejects(ask("GET /repos/{owner}/{repo}/branches/{branch}/protection", { branch: "main" }, {}), {
    code: "github.not_found",
  });
  assert.deepEqual(await ask("GET /repos/{owner}/{repo}/pulls/comments", {}, {}), []);
  assert.deepEqual(asked, []);
  await assert.rejects(ask("GET /repos/{owner}/{repo}/git/ref/{ref}", { ref: "heads/none" }, {}), {
    code: "github.not_found",
  });
});
