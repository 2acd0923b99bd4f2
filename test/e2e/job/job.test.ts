/** A job as GitHub starts it: `dist/main.js` on a checkout, from the event's payload to the pull request. */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createScratch } from "../../doubles/scratch.ts";
import { CANARY, FILES, NO_BWRAP } from "../harness.ts";
import { createJobScene, ownComments, REPOSITORY, TOKEN } from "./job-scene.ts";

test(
  "/kimi fix on an issue: branch, draft pull request, comment, reaction, summary, outputs",
  { skip: NO_BWRAP },
  async () => {
    await using scene = await createJobScene({ isProcess: true });
    const { github, model } = scene;
    const issue = github.addIssue(REPOSITORY, { title: "add subtracts", body: "`add(2, 3)` is -1.", user: "mallory" });

    const end = await scene.command(issue.number, "/kimi fix keep it small");

    assert.equal(end.code, 0, end.log);
    assert.deepEqual(github.violations, []);
    assert.deepEqual(model.violations, []);
    const { outcome, branch, "pr-url": url, steps, files } = end.outputs;
    assert.deepEqual({ outcome, steps, files }, { outcome: "completed", steps: "3", files: '["src/add.js"]' });
    assert.match(branch ?? "", /^kimi\/issue-1-[0-9a-f]{8}$/);
    assert.match(url ?? "", /\/octo\/demo\/pull\/2$/);
    assert.equal(await github.git(REPOSITORY, "show", `${branch}:src/add.js`), "export const add = (a, b) => a + b;");
    const message = await github.git(REPOSITORY, "log", "-1", "--format=%B", branch ?? "");
    assert.match(message, /Co-authored-by: alice </);
    const pull = github.thread(REPOSITORY, 2);
    assert.match(pull.body ?? "", /Closes #1|Fixes #1/);
    const [comment, ...others] = ownComments(github, 1);
    assert.deepEqual(others, []);
    assert.match(comment ?? "", /Fixed the sign; the test passes\./);
    assert.match(end.summary, /Pull request #2 opened/);

    const asked = JSON.stringify(model.requests[0]?.json);
    assert.ok(asked.includes("add subtracts") && asked.includes("keep it small"));
    const calls = github.requests.filter(({ path }) => !path.includes(".git/"));
    assert.ok(
      calls.length <= 25,
      `${calls.length} API calls: ${calls.map(({ method, path }) => `${method} ${path}`).join("\n")}`,
    );
    for (const secret of [CANARY, TOKEN]) {
      assert.ok(
        ![end.log, end.summary, JSON.stringify(end.outputs), comment, pull.body, asked].join("\n").includes(secret),
      );
    }
  },
);

test(
  "a stranger, a bot and an edited comment start nothing, and say so; a listed bot may ask until it is a loop",
  { skip: NO_BWRAP },
  async () => {
    await using scene = await createJobScene({ replies: () => ({ text: "It adds." }) });
    const { github, model } = scene;
    const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
    const stranger = await scene.command(number, "/kimi fix", "mallory");
    assert.equal(stranger.code, 0);
    assert.equal(
      stranger.summary,
      'kimi-runner had nothing to do: mallory has the permission "read" here; write is needed.\n',
    );
    assert.equal(stranger.outputs["outcome"], "skipped");
    assert.equal(model.requests.length, 0);
    assert.deepEqual(ownComments(github, number), []);

    const chatter = await scene.command(number, "what does /kimi fix do?");
    assert.match(chatter.summary, /^kimi-runner had nothing to do: The comment has no \/kimi command\.\n$/);

    const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
    const edited = await scene.run({ event: "issue_comment", action: "edited", number, comment, sender: "alice" });
    assert.equal(
      edited.summary,
      "kimi-runner had nothing to do: Only new comments are commands; this one was edited.\n",
    );
    github.addUser("helper[bot]", "Bot");
    const bot = await scene.command(number, "/kimi fix", "helper[bot]");
    assert.equal(
      bot.summary,
      "kimi-runner had nothing to do: helper[bot] may not give commands: only people may, and its type is Bot.\n",
    );
    assert.deepEqual([model.requests.length, ownComments(github, number)], [0, []]);

    const inputs = { "allowed-bots": "helper[bot]" };
    const chain = [];
    for (let asked = 0; asked < 3; asked += 1) {
      const createdAt = `${new Date(Date.now() - 1000).toISOString().slice(0, 19)}Z`; // not in the second of the command
      if (asked === 2) github.addComment(REPOSITORY, number, { body: "Go on.", user: "alice", createdAt });
      chain.push(await scene.command(number, "/kimi ask what does it do?", "helper[bot]", { inputs }));
    }
    assert.deepEqual(
      chain.map(({ outputs }) => outputs["outcome"]),
      ["no_change", "skipped", "no_change"],
      chain.map(({ log }) => log).join("\n"),
    );
    assert.match(chain[1]?.summary ?? "", /helper\[bot\] asked 2 times since a person last wrote here \(limit 2\)/);
  },
);

test("an unknown verb gets one helpful reply", async () => {
  await using scene = await createJobScene();
  const { github, model } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const end = await scene.command(number, "/kimi fxi");
  assert.equal(end.code, 0, end.log);
  const [reply, ...others] = ownComments(github, number);
  assert.deepEqual(others, []);
  assert.match(reply ?? "", /fxi[\s\S]*\/kimi fix/);
  assert.equal(model.requests.length, 0);
});

test(
  "a pull request: the run works on its head, under the policy of its base, and pushes to its branch",
  { skip: NO_BWRAP },
  async () => {
    await using scene = await createJobScene({ isProcess: true });
    const { github } = scene;
    await github.addCommit(REPOSITORY, {
      branch: "feature",
      from: "main",
      files: {
        "notes.md": "new\n",
        ".github/kimi-policy.yml": "version: 1\ndefault: reject\nsandbox: { minimum: none, unsealed: patterns }\n",
      },
      user: "alice",
    });
    const pull = await github.addPull(REPOSITORY, { head: "feature", title: "Notes", user: "alice" });
    const end = await scene.command(pull.number, "/kimi fix");
    assert.equal(end.code, 0, end.log);
    assert.deepEqual(github.violations, []);
    assert.equal(end.outputs["branch"], "feature");
    assert.equal(await github.git(REPOSITORY, "show", "feature:src/add.js"), "export const add = (a, b) => a + b;");
    assert.equal(await github.git(REPOSITORY, "show", "feature:notes.md"), "new");
  },
);

test("/kimi ask answers in the thread and changes nothing", async () => {
  const edit = { calls: [{ name: "write_to_file", arguments: { path: "src/new.js", content: "x\n" } }] };
  await using scene = await createJobScene({ replies: [edit, { text: "It subtracts because of a typo." }] });
  const { github } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "why", body: "Why -1?", user: "alice" });
  const end = await scene.command(number, "/kimi ask why is it -1?", "alice", { inputs: { sandbox: "none" } });
  assert.equal(end.code, 0, end.log);
  assert.equal(end.outputs["branch"], "");
  assert.match(ownComments(github, number).join("\n"), /It subtracts because of a typo\./);
  assert.match(end.log, /rejected by builtin:read-only/);
  assert.equal(await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/heads"), "refs/heads/main");
});

/** Both once ended green, and who asked heard nothing. */
test("a job whose answer or reply cannot be posted does not end as a success", async () => {
  const scopes = { contents: "write", issues: "read", pull_requests: "read" } as const;
  await using scene = await createJobScene({ replies: [{ text: "It subtracts." }], token: { scopes } });
  const { number } = scene.github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });

  const asked = await scene.command(number, "/kimi ask what does add do?", "alice", { inputs: { sandbox: "none" } });
  assert.deepEqual([asked.code, asked.outputs["outcome"]], [6, "published_partially"], asked.log);
  assert.match(asked.summary, /Not fully published[\s\S]*permissions: issues: write[\s\S]*It subtracts\./);

  const helped = await scene.command(number, "/kimi help");
  assert.deepEqual([helped.code, helped.outputs["outcome"]], [1, "failed"], helped.log);
  assert.match(
    helped.outputs["reason"] ?? "",
    /^The token may not write issues: Resource not accessible by integration\. Add `permissions: issues: write`/,
  );
});

test("a schedule does the same without a thread", { skip: NO_BWRAP }, async () => {
  await using scene = await createJobScene({ isProcess: true });
  const end = await scene.run({ event: "schedule", schedule: "17 5 * * 1" }, { inputs: { prompt: "Fix the tests." } });
  assert.equal(end.code, 0, end.log);
  assert.match(end.outputs["branch"] ?? "", /^kimi\/run-[0-9a-f]{8}$/);
  assert.match(end.outputs["pr-url"] ?? "", /\/pull\/1$/);
  const without = await scene.run({ event: "schedule", schedule: "17 5 * * 1" });
  assert.equal(without.code, 2);
  assert.match(without.log, /The input prompt is missing: a schedule event has no comment with the task\./);
});

test(
  "a token that cannot write: the work is in the bundle and the summary says what is missing",
  { skip: NO_BWRAP },
  async () => {
    await using scene = await createJobScene({
      token: { scopes: { contents: "read", issues: "read", pull_requests: "read" } },
    });
    const { github } = scene;
    const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
    const end = await scene.command(number, "/kimi fix");
    assert.equal(end.code, 6, end.log);
    assert.equal(end.outputs["outcome"], "published_partially");
    assert.equal(
      end.outputs["reason"],
      "The token may not write contents: Permission to octo/demo.git denied to github-actions[bot]. Add `permissions: contents: write` to the job.",
    );
    assert.match(end.summary, /^## kimi-runner: ⚠️[\s\S]*contents: write/);
    assert.deepEqual(ownComments(github, number), []);
  },
);

test("an error before a session exists becomes the only final status in the thread", async () => {
  await using scene = await createJobScene({
    files: { ...FILES, ".github/kimi-policy.yml": "version: 1\ndefualt: defer\n" },
  });
  const { github, model } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const end = await scene.command(number, "/kimi fix");
  assert.equal(end.code, 2, end.log);
  const [comment, ...others] = ownComments(github, number);
  assert.deepEqual(others, []);
  assert.match(comment ?? "", /kimi-policy\.yml:2:1/);
  assert.match(end.summary, /kimi-policy\.yml:2:1/);
  assert.equal(end.outputs["outcome"], "config_error");
  const reactions = github.thread(REPOSITORY, number).comments[0]?.reactions ?? [];
  assert.deepEqual(
    reactions.map(({ content }) => content),
    ["confused"],
  );
  assert.equal(model.requests.length, 0);
});

test("the thread is told that it cannot be read; a job fails without a reply when GitHub does not tell a person's permission", async () => {
  await using scene = await createJobScene();
  const { github, model } = scene;
  const ended = async (path: (number: number) => string | RegExp) => {
    const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
    const down = { kind: "answer", status: 502, body: { message: "down" }, times: 3 } as const;
    github.fault({ match: { method: "GET", path: path(number) }, ...down });
    const end = await scene.command(number, "/kimi fix");
    assert.deepEqual([end.code, end.outputs["outcome"], model.requests.length], [1, "failed", 0], end.log);
    return { ...end, said: ownComments(github, number) };
  };
  const thread = await ended((number) => `/repos/${REPOSITORY}/issues/${number}/comments`);
  assert.equal(thread.said.length, 1);
  for (const text of [thread.said[0] ?? "", thread.summary]) assert.match(text, /❌ Failed[\s\S]*502: down/);

  const person = await ended(() => /\/permission$/);
  assert.match(person.log, /::error.*The permission of alice could not be checked\..*502: down/);
  assert.match(person.summary, /The permission of alice could not be checked\..*502: down/);
  assert.deepEqual(person.said, []);
});

test("when git fails at the end, the status comment does not stay at work", async () => {
  await using scene = await createJobScene({ isProcess: true });
  const { github } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const end = await scene.command(number, "/kimi fix", "alice", {
    inputs: { sandbox: "none" },
    onLog: (text, child) =>
      text.includes("read src") && rmSync(`/proc/${child?.pid}/cwd/.git`, { recursive: true, force: true }),
  });
  assert.equal(end.code, 1, end.log);
  assert.equal(end.outputs["outcome"], "failed");
  assert.match(ownComments(github, number).join("\n"), /❌ Failed/);
  assert.doesNotMatch(ownComments(github, number).join("\n"), /Working/);
  assert.match(end.summary, /❌ Failed/);
  const reactions = github.thread(REPOSITORY, number).comments[0]?.reactions ?? [];
  assert.deepEqual(
    reactions.map(({ content }) => content),
    ["confused"],
  );
});

test("a summary that cannot be written is a warning", async () => {
  await using scene = await createJobScene({ replies: [{ text: "Because." }] });
  const { number } = scene.github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const env = { GITHUB_STEP_SUMMARY: "/dev/null/none/summary" };
  const end = await scene.command(number, "/kimi ask why", "alice", { inputs: { sandbox: "none" }, env });
  assert.equal(end.code, 0, end.log);
  assert.match(end.log, /::warning::The job summary cannot be written: ENOTDIR/);
  const stranger = await scene.command(number, "/kimi fix", "mallory", { env });
  assert.equal(stranger.outputs["outcome"], "skipped", stranger.log);
});

test("`fail-on` decides about every end of a job, also without a run", async () => {
  await using scene = await createJobScene({ isProcess: true });
  const { number } = scene.github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const help = await scene.command(number, "/kimi help", "alice", { inputs: { "fail-on": "skipped" } });
  assert.deepEqual([help.code, help.outputs["outcome"]], [0, "skipped"], help.log);
  const rows = [
    ["mallory", { "fail-on": "skipped" }, 1, "skipped", /^::error::mallory has the permission "read" here/m],
    ["mallory", { "fail-on": "failed" }, 0, "skipped", /^::notice::mallory has the permission "read" here/m],
    ["alice", { "fail-on": "never", profile: "none" }, 0, "config_error", /^::warning::.*profile/m],
    ["alice", { "fail-on": "config_error", profile: "none" }, 2, "config_error", /^::error::.*profile/m],
    ["alice", { "fail-on": "nothing" }, 2, "config_error", /^::error::The input fail-on is not accepted: nothing/m],
  ] as const;
  for (const [user, inputs, code, outcome, said] of rows) {
    const end = await scene.command(number, "/kimi fix", user, { inputs });
    assert.deepEqual([end.code, end.outputs["outcome"]], [code, outcome], end.log);
    assert.match(end.log, said);
  }
});

test("an input that is not accepted, a payload that is not JSON and a job without a repository are reported as such", async () => {
  await using scene = await createJobScene({ isProcess: true });
  const { number } = scene.github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  using scratch = createScratch();
  const broken = join(scratch.dir, "event.json");
  writeFileSync(broken, "{");
  const reasons = [
    [{ INPUT_TRIGGER: "kimi fix" }, /^The input trigger is not accepted: kimi fix\. Accepted: one word, for example/],
    [{ GITHUB_EVENT_PATH: broken }, /^The event that started this job cannot be read: .*JSON/],
    [{ GITHUB_EVENT_PATH: undefined, GITHUB_REPOSITORY: undefined }, /^The event .* GITHUB_REPOSITORY/],
    [{ GITHUB_REPOSITORY: "demo" }, /^GITHUB_REPOSITORY is not owner\/name: demo/],
  ] as const;
  for (const [env, reason] of reasons) {
    const end = await scene.command(number, "/kimi fix", "alice", { env });
    assert.deepEqual([end.code, end.outputs["outcome"]], [2, "config_error"], end.log);
    assert.match(end.outputs["reason"] ?? "", reason);
  }
});
