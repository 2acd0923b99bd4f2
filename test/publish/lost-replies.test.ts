/** The server did what was asked and the answer never came: nothing is done twice, and the end is right all the same. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deliverBranch } from "../../src/publish/branch/branch.ts";
import type { BranchRequest } from "../../src/publish/branch/branch-state.ts";
import { createOwnComment } from "../../src/publish/comments/status-comment.ts";
import { commitMessage, noReply } from "../../src/publish/branch/commit-message.ts";
import { PULL_REQUEST_MARK, statusMark } from "../../src/publish/result/markers.ts";
import { publish } from "../../src/publish/publish.ts";
import type { PublishRequest } from "../../src/publish/publish-request.ts";
import { deliverPullRequest, type PullRequestRequest } from "../../src/publish/branch/pull-request.ts";
import { deliverOutputs } from "../../src/publish/outputs/deliver-outputs.ts";
import type { GitHubOutput } from "../../src/protocol/result.ts";
import { createReaction } from "../../src/publish/comments/reaction.ts";
import { startArtifactService } from "../doubles/artifact-service.ts";
import { secondaryRateLimit, type FaultKind } from "../doubles/github/faults.ts";
import { createScratch } from "../doubles/scratch.ts";
import { sized } from "../doubles/size.ts";
import { branchParts, change, facts, openBench, OUTCOME, REPO, type Bench } from "./workbench.ts";

const STATUS = statusMark("key");

const TIMES = sized(3, 10);
const ROUNDS = Array.from({ length: TIMES }, (_, round) => round);

type Way = BranchRequest["way"];

const NEW_BRANCH: readonly (readonly [string, Way, RegExp])[] = [
  ["push", "git", /git-receive-pack$/],
  ["tree", "verified", /\/git\/trees$/],
  ["commit", "verified", /\/git\/commits$/],
  ["reference", "verified", /\/git\/refs$/],
];

for (const [name, way, path] of NEW_BRANCH) {
  test(`${name} of a new branch: ${TIMES} times the answer is lost, each time there is one commit`, async () => {
    await using bench = await openBench();
    for (const round of ROUNDS) {
      const branch = `kimi/run-${round}`;
      bench.hub.fault({ kind: "lostReply", match: { method: "POST", path } });
      const { kind } = await deliverBranch({ ...branchRequest(bench.request), way, branch });
      assert.deepEqual([kind, await branchState(bench, branch)], ["created", [bench.request.run.tree, "2"]]);
    }
    assert.deepEqual(bench.hub.violations, []);
  });
}

for (const [name, way, method, path] of [
  ["push", "git", "POST", /git-receive-pack$/],
  ["reference", "verified", "PATCH", /\/git\/refs\//],
] as const) {
  test(`${name} of a branch that goes on: ${TIMES} times the answer is lost, each time it is one commit more`, async () => {
    await using bench = await openBench();
    const branch = "kimi/run-1";
    const base = { ...branchRequest(bench.request), way, branch };
    await deliverBranch(base);
    for (const round of ROUNDS) {
      const { tree } = (await bench.again({ "b.txt": `${round}` })).run;
      bench.hub.fault({ kind: "lostReply", match: { method, path } });
      const { kind } = await deliverBranch({ ...base, tree });
      assert.deepEqual([kind, await branchState(bench, branch)], ["updated", [tree, String(3 + round)]]);
    }
    assert.deepEqual(bench.hub.violations, []);
  });
}

function branchRequest(request: PublishRequest): Omit<BranchRequest, "way" | "branch"> {
  const { self } = request.github;
  const parts = branchParts(request);
  const message = commitMessage({ title: "t", sessionId: parts.sessionId });
  return {
    ...parts,
    mayCreate: true,
    identity: { name: self.login, email: noReply(self, "https://github.com") },
    message,
  };
}

/** Tree and number of commits. */
async function branchState({ hub }: Bench, branch: string): Promise<string[]> {
  return [await hub.git(REPO, "rev-parse", `${branch}^{tree}`), await hub.git(REPO, "rev-list", "--count", branch)];
}

test(`pull request: ${TIMES} times the answer is lost, each time there is one`, async () => {
  await using bench = await openBench();
  const { hub } = bench;
  for (const round of ROUNDS) {
    const branch = `kimi/run-${round}`;
    await hub.addCommit(REPO, { branch, files: { "a.txt": `${round}` } });
    hub.fault({ kind: "lostReply", match: { method: "POST", path: /\/pulls$/ } });
    const result = await deliverPullRequest({ ...pullRequest(bench), branch });
    const found = hub.repository(REPO).threads.filter(({ pull }) => pull?.head.ref === branch);
    assert.deepEqual(
      [result.kind, found.map(({ number }) => number)],
      ["created", ["number" in result ? result.number : 0]],
    );
  }
  assert.deepEqual(hub.violations, []);
});

test(`body of a pull request: ${TIMES} times the answer is lost, each time the new one is there`, async () => {
  await using bench = await openBench();
  const { hub } = bench;
  const branch = "kimi/run-1";
  await hub.addCommit(REPO, { branch, files: { "a.txt": "2" } });
  const created = await deliverPullRequest({ ...pullRequest(bench), branch });
  for (const round of ROUNDS) {
    hub.fault({ kind: "lostReply", match: { method: "PATCH", path: /\/pulls\/\d+$/ } });
    const body = `${PULL_REQUEST_MARK} -->\n${round}\n`;
    const result = await deliverPullRequest({ ...pullRequest(bench), branch, body });
    const pulls = hub.repository(REPO).threads.filter(({ pull }) => pull !== undefined);
    assert.deepEqual([result, pulls.map((pull) => pull.body)], [{ ...created, kind: "updated" }, [body]]);
  }
  assert.deepEqual(hub.violations, []);
});

function pullRequest({ client, request }: Bench): Omit<PullRequestRequest, "branch"> {
  const { clock } = request;
  const { repo } = request.github;
  const body = `${PULL_REQUEST_MARK} -->\nfirst\n`;
  return { client, repo, clock, into: "main", state: "draft", title: "t", body, outgoing: (text) => text };
}

test(`comment: ${TIMES} times the answers to the create and to the edit are lost, each time there is one`, async () => {
  await using bench = await openBench();
  const { hub, client, request } = bench;
  const { clock } = request;
  const { repo, self } = request.github;
  for (const round of ROUNDS) {
    const { number: thread } = hub.addIssue(REPO, { title: "It breaks" });
    const outgoing = (text: string): string => text;
    const own = createOwnComment({ client, repo, self, thread, mark: STATUS, outgoing, clock });
    hub.fault({ kind: "lostReply", match: { method: "POST", path: /\/comments$/ } });
    hub.fault({ kind: "lostReply", match: { method: "PATCH", path: /\/comments\/\d+$/ } });
    const kinds = [(await own.put("one")).kind, (await own.put(`two ${round}`)).kind];
    const bodies = hub.thread(REPO, thread).comments.map(({ body }) => body);
    assert.deepEqual([kinds, bodies], [["created", "updated"], [`${STATUS}\ntwo ${round}`]]);
  }
  assert.deepEqual(hub.violations, []);
});

/** GitHub's ways to fail: after the work was done, before it, and as a limit. */
const FAULTS: readonly (readonly [name: string, FaultKind])[] = [
  ["lost answer", { kind: "lostReply" }],
  ["dropped connection", { kind: "drop" }],
  ["502", { kind: "answer", status: 502, body: "<html>bad gateway</html>" }],
  ["429", { kind: "answer", status: 429, headers: { "retry-after": "7" }, body: { message: "slow down" } }],
  ["secondary limit", secondaryRateLimit({ "retry-after": "60" })],
];

test("what a run asks for on GitHub and a reply on a line lose each answer and meet other faults: done once, all of it", async () => {
  await using bench = await openBench();
  const { hub, request } = bench;
  const { clock } = request;
  const { repo, self } = request.github;
  await hub.addCommit(REPO, { branch: "topic", files: { "a.txt": "two\n" }, message: "two" });
  hub.addIssue(REPO, { title: "has the labels", labels: ["bug", "later"] });
  const { number: pull } = await hub.addPull(REPO, { title: "two", head: "topic" });
  const line = hub.addReviewComment(REPO, pull, { path: "a.txt", line: 1, body: "/kimi ask", user: "mona" });
  for (const [fault, after] of FAULTS.flatMap((each, at) =>
    (at === 0 ? [0, 1, 2, 3, 4, 5, 6] : [at, (at * 3) % 7]).map((after) => [each, after] as const),
  )) {
    const place = { client: bench.connect(), repo, self, clock, outgoing: (text: string): string => text };
    const key = `${fault[0]} at write ${after + 1}`;
    const { number } = hub.addIssue(REPO, { title: key });
    const outputs: readonly GitHubOutput[] = [
      { action: "label", number, labels: ["bug"] },
      { action: "assign", number, logins: ["octo"] },
      { action: "comment", number, body: "one" },
      { action: "comment", number, body: "two" },
      { action: "issue", title: `made by ${key}`, body: "x", labels: ["later"] },
      { action: "close", number, reason: "completed" },
    ];
    const { threads } = hub.repository(REPO);
    const before = threads.length;
    const isAtReply = after === 6;
    const path = isAtReply ? /\/pulls\/.*comments/ : /\/issues/;
    const isLast = after === 5;
    hub.fault({
      ...fault[1],
      match: { method: isLast ? "PATCH" : "POST", path },
      after: isLast || isAtReply ? 0 : after,
    });
    if (isAtReply) {
      const own = createOwnComment({ ...place, thread: pull, replyTo: line.id, mark: statusMark(key) });
      assert.deepEqual([(await own.put("one")).kind, (await own.put("two")).kind], ["created", "updated"], key);
      const comments = hub.thread(REPO, pull).pull?.reviewComments ?? [];
      const replies = comments.filter(({ body }) => body.startsWith(statusMark(key)));
      assert.deepEqual(
        replies.map(({ body, replyTo }) => [body, replyTo]),
        [[`${statusMark(key)}\ntwo`, line.id]],
        key,
      );
      continue;
    }
    for (const _ of [1, 2]) {
      const results = await deliverOutputs({ ...place, outputs, key, footer: "f", refusalOf: () => undefined });
      const refused = results.filter(({ kind }) => kind !== "done");
      const { labels, assignees, state, comments } = hub.thread(REPO, number);
      assert.deepEqual(
        [refused, labels.map(({ name }) => name), assignees.map(({ login }) => login), state, comments.length],
        [[], ["bug"], ["octo"], "closed", 2],
        key,
      );
      assert.equal(threads.length, before + 1, key);
    }
  }
  assert.deepEqual(hub.violations, []);
});

test(`notice and plan: ${TIMES} times the answer is lost, never is there a second one`, async () => {
  await using bench = await openBench({ edits: {} });
  const { hub } = bench;
  for (const round of ROUNDS) {
    const { number } = hub.addIssue(REPO, { title: "It breaks" });
    const plan = round % 2 === 0 ? { command: "/kimi fix" } : undefined;
    // The plan is posted before the status, the notice after it.
    hub.fault({
      kind: "lostReply",
      match: { method: "POST", path: `/repos/${REPO}/issues/${number}/comments` },
      after: plan === undefined ? 1 : 0,
    });
    const outcome = { ...OUTCOME, ...(plan === undefined ? { outcome: "stuck" as const } : {}) };
    const thread = { kind: "issue", number } as const;
    const { refusals } = await publish(
      change(bench.request, { origin: { thread }, reply: { plan }, run: { facts: facts({ outcome }) } }),
    );
    const marks = hub.thread(REPO, number).comments.map(({ body }) => /^<!-- kimi-runner:(\w+)/.exec(body)?.[1]);
    assert.deepEqual([refusals, marks], [[], plan === undefined ? ["status", "notice"] : ["plan", "status"]]);
  }
});

test(`reactions: ${TIMES} times each answer is lost, in the end there is one face`, async () => {
  await using bench = await openBench();
  const { hub, client, request, issue } = bench;
  for (const _ of ROUNDS) {
    for (const method of ["POST", "DELETE"]) {
      const { id } = hub.addComment(REPO, issue, { body: "/kimi fix", user: "mona" });
      const target = { kind: "issue-comment", id } as const;
      const reaction = createReaction({ client, repo: request.github.repo, target, warn: assert.fail });
      hub.fault({ kind: "lostReply", match: { method, path: /\/reactions(\/\d+)?$/ } });
      assert.deepEqual([await reaction.seen(), await reaction.done("completed")], [{ kind: "set" }, { kind: "set" }]);
      const faces = hub
        .thread(REPO, issue)
        .comments.at(-1)
        ?.reactions.map(({ content }) => content);
      assert.deepEqual(faces, ["rocket"]);
    }
  }
});

test("after two jobs created the comment at once, the older one stays, with the last text", async () => {
  await using bench = await openBench();
  const { hub, issue, request } = bench;
  const me = request.github.self.login;
  const late: PublishRequest["github"]["client"] = {
    ...request.github.client,
    request: async (route, params, options) => {
      const isPost = route.startsWith("POST") && route.endsWith("/comments");
      if (isPost)
        hub.addComment(REPO, issue, {
          body: "<!-- kimi-runner:status request=20260102-abcd1234 -->\n### ⏳ Working",
          user: me,
        });
      return await request.github.client.request(route, params, options);
    },
  };
  const { comment } = await publish(change(request, { github: { client: late } }));
  const comments = hub.thread(REPO, issue).comments;
  assert.deepEqual(
    comments.map(({ id, body }) => [id, body.split("\n")[1]]),
    [["id" in comment ? comment.id : 0, "### ✅ Pull request #2 opened"]],
  );
});

test(`artifact: ${TIMES} times each answer is lost; it is found by its name, or the refusal says that it is not there`, async () => {
  using scratch = createScratch();
  writeFileSync(join(scratch.dir, "journal.jsonl"), "{}\n");
  await using service = await startArtifactService();
  const source = (path: string): string => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);
  const script = `
    import { uploadBundle } from ${source("publish/artifact.ts")};
    import { systemClock } from ${source("base/clock.ts")};
    const common = { dir: process.argv[1], service: { isThere: true }, clock: systemClock, warn: () => {} };
    const upload = async (name) => console.log("\\n=" + JSON.stringify({ name, ...(await uploadBundle({ ...common, name })) }));
    // All at once: the uploader's own waits take seconds.
    await Promise.all(process.argv.slice(2).map(upload));`;
  const [finalized, created] = ["finalize", "create"].map((step) => ROUNDS.map((round) => `kimi-${step}-${round}`));
  assert.ok(finalized !== undefined && created !== undefined);
  for (const name of finalized) service.loseReply("FinalizeArtifact", name);
  for (const name of created) service.loseReply("CreateArtifact", name);
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, scratch.dir, ...finalized, ...created], {
    env: {
      PATH: process.env["PATH"],
      ACTIONS_RUNTIME_TOKEN: service.token,
      ACTIONS_RESULTS_URL: service.url,
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_WORKSPACE: scratch.dir,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ends = new Map<string, Record<string, unknown>>();
  const { createInterface } = await import("node:readline");
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("=")) continue;
    const { name, ...end } = JSON.parse(line.slice(1)) as Record<string, unknown>;
    ends.set(String(name), end);
  }
  const idOf = (name: string): number | undefined => service.artifacts.find((one) => one.name === name)?.id;
  for (const name of finalized) {
    const { kind, id } = ends.get(name) ?? {};
    assert.deepEqual([name, kind, id], [name, "uploaded", idOf(name)]);
  }
  for (const name of created) {
    const { kind, because } = ends.get(name) ?? {};
    assert.deepEqual([name, kind, because], [name, "directory", "failed"]);
  }
  assert.deepEqual(service.artifacts.map(({ name }) => name).toSorted(), finalized.toSorted());
  assert.deepEqual(service.violations, []);
});
