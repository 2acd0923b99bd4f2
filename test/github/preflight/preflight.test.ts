/** What is found out before a run: each obstacle with its fix, by reads alone, and never an exception. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import type { PushTarget } from "../../../src/github/preflight/branch-rules.ts";
import { createGitHub } from "../../../src/github/api/client.ts";
import type { PreflightCheck } from "../../../src/github/preflight/preflight-check.ts";
import { preflight, type PreflightRequest } from "../../../src/github/preflight/preflight.ts";
import { startGitHub, type GitHub } from "../../doubles/github/server.ts";

const OWN: PushTarget = { branch: "kimi/issue-1-00000000", shown: "kimi/**" };
const PUSHES = { push: true, pullRequest: true, comment: true };

let github: GitHub;
before(async () => {
  github = await startGitHub();
  github.addUser("alice");
  await github.addRepository({ name: "acme/open", roles: { alice: "write" } });
  await github.addRepository({
    name: "acme/strict",
    protectedBranches: [OWN.branch, "feature"],
    actionsMayCreatePullRequests: false,
  });
  await github.addCommit("acme/strict", { branch: "feature", files: { "a.md": "a\n" } });
  await github.addRepository({ name: "acme/archive", archived: true });
  github.addToken("workflow");
  github.addToken("reader", { scopes: { contents: "read", issues: "read", pull_requests: "read" } });
  github.addToken("admin", { scopes: { contents: "write", issues: "write", administration: "read" } });
  github.addToken("person", {
    kind: "user",
    login: "alice",
    scopes: { contents: "write", issues: "write", administration: "read" },
  });
});
after(async () => github.close());

async function examine(
  repo: string,
  { token = "workflow", to = OWN, ...more }: { token?: string; to?: PushTarget } & Partial<PreflightRequest> = {},
): Promise<readonly PreflightCheck[]> {
  const client = createGitHub({ token, apiUrl: github.url, userAgent: "test", clock: systemClock });
  return preflight(client, {
    owner: "acme",
    repo,
    serverUrl: github.serverUrl,
    token,
    wants: PUSHES,
    target: Promise.resolve(to),
    self: Promise.resolve({ login: token === "person" ? "alice" : "github-actions[bot]" }),
    artifacts: { isThere: true },
    ...more,
  });
}

/** Name → `ok`, in order. */
function verdicts(findings: readonly PreflightCheck[]): Record<string, PreflightCheck["ok"]> {
  return Object.fromEntries(findings.map(({ name, ok }) => [name, ok]));
}

function finding(findings: readonly PreflightCheck[], name: string): PreflightCheck | undefined {
  return findings.find((one) => one.name === name);
}

test("a workflow's own token in an open repository: reads only, and what it is not told is unknown", async () => {
  const from = github.requests.length;
  const findings = await examine("open");
  assert.deepEqual(verdicts(findings), {
    token: true,
    repository: true,
    push: true,
    "branch rules": true,
    "pull requests": "unknown",
    comments: "unknown",
    artifacts: true,
  });
  const asked = github.requests.slice(from).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(asked.toSorted(), [
    "GET /acme/open.git/info/refs?service=git-receive-pack",
    "GET /repos/acme/open",
    "GET /repos/acme/open/actions/permissions/workflow",
    "GET /repos/acme/open/rules/branches/kimi%2Fissue-1-00000000?per_page=100",
  ]);
  assert.deepEqual(github.violations, []);
});

test("a token that may only read: the permission to add, and nothing that would stop the run", async () => {
  const push = finding(await examine("open", { token: "reader" }), "push");
  assert.deepEqual(push, {
    name: "push",
    ok: false,
    detail:
      "The token may not push (403: Permission to acme/open.git denied to github-actions[bot].). The work will be in the run's bundle only.",
    fix: "Add `permissions: contents: write` to the job, or give the token that permission.",
  });
});

test("rules for our branches, and the setting that workflows may open pull requests", async () => {
  const findings = await examine("strict", { token: "admin" });
  assert.deepEqual(finding(findings, "branch rules"), {
    name: "branch rules",
    ok: false,
    detail:
      "Pushing to kimi/** is against the rules, unless this token may bypass them: changes come by pull request only.",
    fix: "Settings → Rules: exclude `kimi/**`, or put the token's account on the bypass list.",
  });
  assert.deepEqual(finding(findings, "pull requests"), {
    name: "pull requests",
    ok: false,
    detail: "GitHub Actions may not open pull requests in this repository.",
    fix: "Settings → Actions → General → Workflow permissions: tick “Allow GitHub Actions to create and approve pull requests”.",
  });
  const person = await examine("strict", { token: "person" });
  assert.equal(finding(person, "pull requests")?.ok, "unknown");
  assert.match(finding(person, "pull requests")?.detail ?? "", /this one \(alice\) may/);
});

test("the branch of a pull request: protection counts where the token is told of it", async () => {
  const wants = { ...PUSHES, pullRequest: false };
  const to = { branch: "feature" };
  const told = await examine("strict", { token: "admin", to, wants });
  assert.match(finding(told, "branch rules")?.detail ?? "", /feature .*changes come by pull request only\.$/);
  const untold = await examine("strict", { to, wants });
  assert.match(
    finding(untold, "branch rules")?.detail ?? "",
    /only, the branch is protected \(this token may not read/,
  );
  assert.match(finding(untold, "branch rules")?.fix ?? "", /ask on an issue/);
  assert.equal(finding(untold, "pull requests"), undefined);
});

const RULES = /\/rules\/branches\//;
const answerRules = (rules: readonly object[]): void =>
  github.fault({ kind: "answer", status: 200, body: rules, match: { path: RULES } });

test("rule types: rules that signed commits satisfy, rules for new branches only, and rules with an unknown effect", async () => {
  answerRules([{ type: "required_signatures" }, { type: "deletion" }, { type: "update" }]);
  const signed = finding(await examine("open"), "branch rules");
  assert.equal(signed?.ok, false);
  assert.match(signed?.fix ?? "", /commit: verified/);
  answerRules([{ type: "required_status_checks", parameters: { do_not_enforce_on_create: true } }]);
  assert.equal(finding(await examine("open"), "branch rules")?.ok, true);
  answerRules([{ type: "creation" }]);
  assert.match(finding(await examine("open"), "branch rules")?.detail ?? "", /only some may create branches/);
  answerRules([{ type: "branch_name_pattern", parameters: { operator: "starts_with", pattern: "feature/" } }]);
  const unforeseen = finding(await examine("open"), "branch rules");
  assert.equal(unforeseen?.ok, "unknown");
  assert.match(unforeseen?.detail ?? "", /branch_name_pattern/);
});

test("archived, not there, a wrong token: one obstacle that blocks, with its fix", async () => {
  const blocking = async (repo: string, token?: string): Promise<string[]> =>
    (await examine(repo, token === undefined ? {} : { token }))
      .filter(({ blocks }) => blocks)
      .map(({ detail, fix }) => `${detail} ${fix}`);
  assert.deepEqual(await blocking("archive"), [
    "acme/archive is archived, so nothing can be written to it. Unarchive it (Settings → General), or run on another repository.",
  ]);
  assert.match((await blocking("nowhere")).join(), /^acme\/nowhere does not exist, or this token may not see it \(404/);
  assert.match((await blocking("open", "stolen")).join(), /^GitHub does not accept the token: Bad credentials\./);
  assert.deepEqual(await blocking("open"), []);
});

test("nothing to push, and no artifact service", async () => {
  const from = github.requests.length;
  const ask = await examine("open", {
    wants: { push: false, pullRequest: false, comment: true },
    artifacts: { isThere: false, why: "None here.", fix: "See `act --artifact-server-path`." },
  });
  assert.deepEqual(verdicts(ask), { token: true, repository: true, comments: "unknown", artifacts: false });
  assert.match(finding(ask, "artifacts")?.fix ?? "", /artifact-server-path/);
  assert.equal(github.requests.length - from, 1);
  const nowhere = await examine("open", { token: "reader", target: Promise.resolve(undefined) });
  assert.deepEqual(Object.keys(verdicts(nowhere)), ["token", "repository", "comments", "artifacts"]);
  const broken = await examine("open", { target: Promise.reject(new Error("the thread is gone")) });
  assert.equal(finding(broken, "push"), undefined);
});

test("a rate limit and a lost connection are not refusals", async () => {
  const body = { message: "API rate limit exceeded for installation ID 1." };
  github.fault({ kind: "answer", status: 403, body, match: { path: "/repos/acme/open" } });
  github.fault({ kind: "drop", match: { path: RULES } });
  github.fault({ kind: "answer", status: 500, body: {}, match: { path: /info.refs$/ } });
  const findings = await examine("open");
  const { repository, push, "branch rules": rules } = verdicts(findings);
  assert.deepEqual({ repository, push, rules }, { repository: "unknown", push: "unknown", rules: "unknown" });
});

test("classic tokens list their scopes", async () => {
  const answer = (scopes: string): void =>
    github.fault({
      kind: "answer",
      status: 200,
      headers: { "x-oauth-scopes": scopes },
      body: { archived: false },
      match: { path: "/repos/acme/open" },
    });
  answer("gist, read:org");
  assert.equal(finding(await examine("open"), "comments")?.ok, false);
  answer("repo, workflow");
  assert.deepEqual(finding(await examine("open"), "comments"), {
    name: "comments",
    ok: true,
    detail: "The token's scopes: repo, workflow.",
  });
});
