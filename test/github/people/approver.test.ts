/** Who may answer: the matrix of permissions, people and owners, and the comment as it stands when the answer is used. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { jumpClock } from "../../doubles/clock.ts";
import type { Access } from "../../../src/github/people/access.ts";
import { checkApprover, type ApproverQuestion } from "../../../src/github/people/approver.ts";
import { createGitHub, type GitHubClient } from "../../../src/github/api/client.ts";
import { answerIn } from "../../../src/github/event/answer-in-comment.ts";
import { startGitHub, type GitHub } from "../../doubles/github/server.ts";
import type { Comment } from "../../doubles/github/state.ts";

const clock = jumpClock();
const REPO = "acme/demo";
const ROLES = ["none", "read", "triage", "write", "maintain", "admin"] as const;
const DIGEST = "0123abcd4567";
const AT = "2026-03-01T10:00:00Z";

let github: GitHub;
let client: GitHubClient;
let issue: number;
let pull: number;
before(async () => {
  github = await startGitHub({ rateLimit: 100_000 });
  for (const role of ROLES) {
    github.addUser(role);
    github.addUser(`${role}-bot`, "Bot");
  }
  const roles = Object.fromEntries(
    ROLES.flatMap((role) => [
      [role, role],
      [`${role}-bot`, role],
    ]),
  );
  await github.addRepository({ name: REPO, roles, private: true });
  github.addToken("t");
  github.addToken("app", { scopes: { issues: "write", pull_requests: "write", members: "read" } });
  github.addTeam("acme/core", { write: "active", maintain: "pending" });
  client = clientOf("t");
  issue = github.addIssue(REPO).number;
  await github.addCommit(REPO, { branch: "topic", files: { a: "1" } });
  pull = (await github.addPull(REPO, { head: "topic" })).number;
});
after(async () => github.close());

function clientOf(token: string): GitHubClient {
  return createGitHub({ token, apiUrl: github.url, userAgent: "test", timeoutMs: 1_000, clock });
}

interface Case extends Partial<Omit<ApproverQuestion, "approvers" | "author" | "comment">> {
  /** Login. */
  readonly by?: string;
  readonly approvers?: Partial<ApproverQuestion["approvers"]>;
  readonly kind?: "issue" | "review";
  readonly body?: string;
  /** What happened to the comment since it was read. */
  readonly since?: (comment: Comment) => void;
  readonly codeOwners?: string;
}

async function check(options: Case, asking = client): Promise<Access> {
  const { by = "write", kind = "issue", body = `/kimi approve ${DIGEST}`, since, codeOwners, approvers } = options;
  const { id, login, type } = github.addUser(by);
  const seed = { body, user: by, createdAt: AT };
  const comment =
    kind === "issue"
      ? github.addComment(REPO, issue, seed)
      : github.addReviewComment(REPO, pull, { ...seed, path: "a", line: 1 });
  const answer = answerIn(body, "/kimi");
  assert.ok(answer !== undefined);
  since?.(comment);
  return checkApprover(asking, {
    repository: { owner: "acme", name: "demo" },
    author: { id, login, type },
    requesters: [{ id: github.addUser("admin").id }],
    ownIds: [],
    comment: { kind, id: comment.id, createdAt: AT },
    answer,
    trigger: "/kimi",
    paths: ["src/a.ts"],
    readBase: async (path) => (path === "CODEOWNERS" ? codeOwners : undefined),
    ...options,
    approvers: { permission: "write", twoPerson: false, codeOwners: false, ...approvers },
  });
}

test("permissions × bot or person × requester or not × owner or not", async () => {
  let passed = 0;
  for (const [rank, role] of ROLES.entries()) {
    for (const [need, permission] of (["write", "maintain", "admin"] as const).entries()) {
      for (const isBot of [false, true]) {
        for (const isRequester of [false, true]) {
          for (const isOwner of [false, true]) {
            const by = isBot ? `${role}-bot` : role;
            const access = await check({
              by,
              requesters: [{ id: github.addUser(isRequester ? by : "someone").id }],
              approvers: { permission, twoPerson: true, codeOwners: true },
              codeOwners: `* @someone\n/src/ ${isOwner ? `@${by}` : "@other"}\n`,
            });
            const expected = rank >= need + 3 && !isBot && !isRequester && isOwner;
            assert.equal(access.allowed, expected, `${by} for ${permission}, ${isRequester}, ${isOwner}`);
            if (access.allowed) passed += 1;
            else assert.equal(access.isUnchecked, undefined, access.reason);
          }
        }
      }
    }
  }
  assert.equal(passed, 6);
  assert.deepEqual(github.violations, []);
});

test("each refusal names the missing requirement", async () => {
  const cases: readonly (readonly [Case, string])[] = [
    [{ by: "read" }, 'read has the permission "read" here; write is needed.'],
    [{ by: "none" }, 'none has the permission "none" here; write is needed.'],
    [{ approvers: { permission: "maintain" } }, 'write has the permission "write" here; maintain is needed.'],
    [
      { by: "maintain", approvers: { permission: "admin" } },
      'maintain has the permission "maintain" here; admin is needed.',
    ],
    [{ by: "admin-bot" }, "admin-bot is not a person."],
    [
      { by: "admin", approvers: { twoPerson: true } },
      "admin asked for the run; the policy requires an answer from another person (`approvers.two_person`).",
    ],
    [{ ownIds: [github.addUser("write").id] }, "write is the account that kimi-runner itself writes with."],
    [{ approvers: { codeOwners: true } }, "The base commit has no CODEOWNERS file, so src/a.ts has no owner."],
    [
      { approvers: { codeOwners: true }, codeOwners: "/docs/ @write" },
      "write does not own src/a.ts, which has no owner in CODEOWNERS.",
    ],
    [
      { approvers: { codeOwners: true }, codeOwners: "* @write\n/src/ @maintain me_@example.com" },
      "write does not own src/a.ts, which CODEOWNERS assigns to @<!-- -->maintain, me\\_@example.com.",
    ],
    [
      { approvers: { codeOwners: true }, codeOwners: "/src/ @WRITE", paths: ["src/a.ts", "x/@org<b>.ts"] },
      "write does not own x/@<!-- -->org\\<b\\>.ts, which has no owner in CODEOWNERS.",
    ],
  ];
  for (const [one, reason] of cases) assert.deepEqual(await check(one), { allowed: false, reason });
  const fine: readonly Case[] = [
    {},
    { kind: "review" },
    { by: "maintain", approvers: { permission: "maintain" } },
    { by: "admin" },
    { by: "admin", requesters: [], approvers: { twoPerson: true } },
    { approvers: { codeOwners: true }, codeOwners: "/src/ @x @WRITE" },
    { approvers: { codeOwners: true }, paths: [] },
  ];
  for (const one of fine) assert.deepEqual(await check(one), { allowed: true });
});

test("the first CODEOWNERS file counts, .github before the root before docs", async () => {
  const files: Record<string, string> = { "docs/CODEOWNERS": "* @write" };
  const ask = async () => check({ approvers: { codeOwners: true }, readBase: async (path) => files[path] });
  assert.equal((await ask()).allowed, true);
  files["CODEOWNERS"] = "";
  assert.equal((await ask()).allowed, false);
  files[".github/CODEOWNERS"] = "* @write";
  assert.equal((await ask()).allowed, true);
});

test("teams: members count where the token is shown them, each team is asked for once", async () => {
  const app = clientOf("app");
  const owned: Case = { approvers: { codeOwners: true }, codeOwners: "* @Acme/core @x", paths: ["a", "b", "c"] };
  const from = github.requests.length;
  assert.deepEqual(await check(owned, app), { allowed: true });
  assert.equal(github.requests.slice(from).filter(({ path }) => path.includes("/memberships/")).length, 1);

  assert.deepEqual(await check({ ...owned, by: "maintain" }, app), {
    allowed: false,
    reason: "maintain does not own a, which CODEOWNERS assigns to @<!-- -->Acme/core, @<!-- -->x.",
  });
  const unseen = (by: string): Access => ({
    allowed: false,
    reason: `${by} does not own a, which CODEOWNERS assigns to @<!-- -->Acme/core, @<!-- -->x. ${by} is not in @<!-- -->Acme/core, or this token may not read the team: that needs an App token with the organization permission \`members: read\`; GITHUB_TOKEN cannot do it.`,
  });
  assert.deepEqual(await check({ ...owned, by: "admin" }, app), unseen("admin"));
  assert.deepEqual(await check(owned), unseen("write"));

  // A path that certainly belongs to another owner is reported before one that is in doubt.
  const both = { ...owned, codeOwners: "* @acme/core\n/c @x" };
  assert.deepEqual(await check(both), {
    allowed: false,
    reason: "write does not own c, which CODEOWNERS assigns to @<!-- -->x.",
  });

  // Another organization's team owns nothing here, so it is not asked for.
  const before = github.requests.length;
  const other = await check({ ...owned, codeOwners: "* @other/core" }, app);
  assert.deepEqual(other, {
    allowed: false,
    reason: "write does not own a, which CODEOWNERS assigns to @<!-- -->other/core.",
  });
  assert.ok(!github.requests.slice(before).some(({ path }) => path.startsWith("/orgs/")));

  github.fault({ kind: "answer", status: 502, body: { message: "oops" }, match: { path: /memberships/ }, times: 3 });
  const down = await check(owned, app);
  assert.ok(!down.allowed && down.isUnchecked === true && /could not be read/.test(down.reason));
});

test("the comment is read again when it is used", async () => {
  const edit = (body: string) => (comment: Comment) => void Object.assign(comment, { body });
  const stamp = (comment: Comment, edits: Comment["edits"] = []): void => {
    comment.updatedAt = "2026-03-01T10:00:01Z";
    edits.push({ user: comment.user, at: comment.updatedAt });
  };
  const cases: readonly (readonly [Case, string])[] = [
    [{ since: edit("/kimi approve all") }, "The comment's answer changed after it was first read."],
    [{ since: edit("/kimi approve 1123abcd4567") }, "The comment's answer changed after it was first read."],
    [{ since: edit(`/kimi approve ${DIGEST} --session`) }, "The comment's answer changed after it was first read."],
    [{ since: edit(`/kimi reject ${DIGEST}`) }, "The comment's answer changed after it was first read."],
    [{ since: edit("never mind") }, "The comment's answer changed after it was first read."],
    [
      { body: "/kimi reject all because", since: edit("/kimi reject all because not") },
      "The comment's answer changed after it was first read.",
    ],
    [{ since: (comment) => stamp(comment, comment.edits) }, "The comment was edited. Write a new one."],
    [
      { since: (comment) => void Object.assign(comment, { user: github.addUser("admin") }) },
      "The comment is not the one that write wrote.",
    ],
    [
      { since: (comment) => void Object.assign(comment, { createdAt: "2026-03-01T09:59:59Z" }) },
      "The comment is not the one that write wrote.",
    ],
    [
      {
        since: ({ id }) => {
          for (const { comments, pull: { reviewComments } = { reviewComments: [] } } of github.repository(REPO)
            .threads) {
            for (const list of [comments, reviewComments]) {
              const index = list.findIndex((one) => one.id === id);
              if (index >= 0) list.splice(index, 1);
            }
          }
        },
      },
      "The comment was deleted.",
    ],
  ];
  for (const kind of ["issue", "review"] as const) {
    for (const [one, reason] of cases) {
      assert.deepEqual(await check({ ...one, kind }), { allowed: false, reason }, `${kind}: ${reason}`);
    }
  }
  // A comment on a line gets a later time when its review is submitted.
  for (const kind of ["issue", "review"] as const)
    assert.deepEqual(await check({ kind, since: (comment) => stamp(comment) }), { allowed: true });
  github.fault({ kind: "answer", status: 500, body: { message: "oops" }, match: { path: "/graphql" }, times: 3 });
  const down = await check({ kind: "review", since: (comment) => stamp(comment) });
  assert.ok(!down.allowed && down.isUnchecked === true);
  // Words around the command may change nothing, as long as GitHub calls the comment unedited.
  assert.deepEqual(await check({ since: edit(`Yes.\n/kimi approve ${DIGEST}`) }), { allowed: true });
});

test("if GitHub does not answer, the refusal says nothing about the person", async () => {
  for (const path of [/issues\/comments\/\d+$/, /\/permission$/]) {
    for (const fault of [
      { kind: "answer", status: 500, body: { message: "oops" }, times: 3 }, // reads are tried three times
      { kind: "answer", status: 200, body: { id: "x" } },
    ] as const) {
      github.fault({ ...fault, match: { path } });
      const access = await check({});
      assert.ok(!access.allowed && access.isUnchecked === true, String(path));
    }
  }
  // A clear no weighs more than an open question.
  github.fault({
    kind: "answer",
    status: 500,
    body: { message: "oops" },
    match: { path: /issues\/comments/ },
    times: 3,
  });
  const access = await check({ by: "read" });
  assert.ok(!access.allowed && access.isUnchecked === undefined, "a reader");
  const stop = new AbortController();
  stop.abort(new Error("stop"));
  await assert.rejects(check({ signal: stop.signal }), /stop/);
});

test("the account behind a login is compared by its id", async () => {
  const { id, type } = github.addUser("read");
  const comment = github.addComment(REPO, issue, { body: "/kimi approve all", user: "read", createdAt: AT });
  const access = await checkApprover(client, {
    repository: { owner: "acme", name: "demo" },
    author: { id, login: "admin", type },
    requesters: [],
    ownIds: [],
    comment: { kind: "issue", id: comment.id, createdAt: AT },
    answer: { verdict: "approve", digests: "all", isForSession: false },
    trigger: "/kimi",
    paths: [],
    readBase: async () => undefined,
    approvers: { permission: "write", twoPerson: false, codeOwners: false },
  });
  assert.ok(!access.allowed && /is not the one that asked/.test(access.reason));
});
