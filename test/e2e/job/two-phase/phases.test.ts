/** A run in one job and its publishing in another: the result is the same as in one job, and the first job writes nothing. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../../../doubles/checkout.ts";
import { runCli } from "../../../doubles/cli.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { sized } from "../../../doubles/size.ts";
import { forge } from "./forged-bundle.ts";
import { CANARY, FILES, FIX, NO_BWRAP, POLICY } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, TOKEN } from "../job-scene.ts";
import { createTwoJobs, writesIn } from "./two-jobs.ts";

test(
  "an issue: the agent's job writes nothing, the publishing one what one job would have",
  { skip: NO_BWRAP },
  async () => {
    await using jobs = await createTwoJobs();
    const { scene } = jobs;
    const { github, model } = scene;
    const { number } = github.addIssue(REPOSITORY, {
      title: "add subtracts",
      body: "`add(2, 3)` is -1.",
      user: "mallory",
    });
    const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix keep it small", user: "alice" });
    const event = { event: "issue_comment", number, comment, sender: "alice" } as const;

    const worked = await jobs.agent(event);
    assert.equal(worked.code, 0, worked.log);
    assert.deepEqual(writesIn(github.requests), []);
    const { outcome, branch, artifact } = worked.outputs;
    assert.deepEqual([outcome, branch, worked.artifacts.toSorted()], ["completed", "", [artifact, `${artifact}.html`]]);
    const bundle = jobs.download(artifact);
    const all = filesIn(worked.outputs["bundle"] ?? "");
    assert.deepEqual(filesIn(bundle), all);
    const delivery = readFileSync(join(bundle, "delivery.json"), "utf8");
    assert.deepEqual((JSON.parse(delivery) as { readonly expects: unknown }).expects, {
      repository: REPOSITORY,
      thread: "issue 1",
      requester: `alice (${github.addUser("alice").id})`,
      verb: "fix",
      request: /-([0-9a-f]{8})$/.exec(worked.outputs["session"] ?? "")?.[1],
      event: "issue_comment",
      comment: String(comment.id),
      run: `${github.serverUrl}/${REPOSITORY}/actions/runs/4242`,
      destination: "a branch of its own, into main",
    });
    assert.ok(!delivery.includes(TOKEN));

    const calls = model.requests.length;
    const published = await jobs.publish(event, bundle);
    assert.equal(published.code, 0, published.log);
    assert.equal(model.requests.length, calls);
    assert.deepEqual(
      [published.outputs["outcome"], published.outputs["branch"], published.outputs["session"]],
      ["completed", `kimi/issue-1-${worked.outputs["session"]?.slice(-8)}`, worked.outputs["session"]],
    );
    assert.match(published.outputs["pr-url"] ?? "", /\/octo\/demo\/pull\/2$/);
    const seen = await seenIn(scene);

    const again = await jobs.publish(event, bundle);
    assert.equal(again.code, 0, again.log);
    assert.deepEqual(await seenIn(scene), seen);
    assert.deepEqual(github.violations, []);

    await using single = await createJobScene();
    single.github.addIssue(REPOSITORY, { title: "add subtracts", body: "`add(2, 3)` is -1.", user: "mallory" });
    await single.command(number, "/kimi fix keep it small", "alice");
    const { body, comments, ...rest } = neutral(seen);
    const { body: _body, comments: _comments, ...alone } = neutral(await seenIn(single));
    assert.deepEqual(rest, alone);
    // What it did itself is stated, what the bundle says is quoted.
    const words = "> **From the model, as the agent's job reports:**\n>\n> Fixed the sign; the test passes.\n\n";
    const report = [
      "> **The agent's job reports (this job did not see the run):**",
      ">",
      "> ✅ Completed: The model finished.",
      ">",
      "> Sandbox: sealed (all probes held).",
      ">",
      "> 3 of 100 steps · 360 tokens · cost unknown · openai/test-model\n\n",
    ].join("\n");
    const files = "- src/add.js +1 −1\n\n";
    const run = "server/octo/demo/actions/runs/4242";
    const link = `<sub>[Page of the run](${run}/artifacts/page) · [Run](${run})</sub>\n`;
    assert.equal(
      body,
      `<!-- kimi-runner:pull-request session=session depth=0 -->\n${words}Fixes #1\n\n<details><summary>Files (1)</summary>\n\n${files}</details>\n\n${report}Requested by alice.\n\n${link}`,
    );
    const pushed = "[`kimi/issue-1-key`](server/octo/demo/tree/kimi/issue-1-key)";
    assert.deepEqual(
      comments.map((comment) => comment.replace(/request=\w{8} /, "request=key ")),
      [
        `<!-- kimi-runner:status request=key -->\n### 📦 Pull request #2 opened\n\n1 file +1 −1 · asked by alice · ${pushed}\n\n${words}<details><summary>Files (1)</summary>\n\n${files}</details>\n\n${report}${link}`,
      ],
    );
  },
);

function filesIn(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).toSorted((a, b) => a.localeCompare(b));
}

/** What people see in the end. */
async function seenIn({ github }: Pick<Awaited<ReturnType<typeof createJobScene>>, "github">) {
  const branches = await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/heads/kimi/");
  const messages = await github.git(REPOSITORY, "log", "--branches=kimi/*", "--format=%B%T", "main..");
  const pull = github.thread(REPOSITORY, 2);
  const reactions = github.thread(REPOSITORY, 1).comments[0]?.reactions.map(({ content }) => content);
  return { branches, messages, title: pull.title, body: pull.body, comments: ownComments(github, 1), reactions };
}

/** Without what differs between two servers and two runs: addresses, times, commits, names of artifacts. */
function neutral<T>(value: T): T {
  const text = JSON.stringify(value)
    .replace(/http:\/\/[\w.:]+/g, "server")
    .replace(/t1-\d{14}-[0-9a-f]{8}/g, "session")
    .replace(/issue-1-[0-9a-f]{8}/g, "issue-1-key")
    .replace(/, commit [0-9a-f]{12}/g, "")
    .replace(/\(\d+ of \d+ probes held\)/g, "(all probes held)")
    .replace(/artifacts\/\d+/g, "artifacts/page")
    .replace(/ · bundle \(diff, transcript\): (?:artifact `[^`]*`|\[artifact `[^`]*`\]\([^)]*\))/g, "");
  return JSON.parse(text) as T;
}

const QUICK = { inputs: { sandbox: "none" } } as const;

test("a pull request: pushed to its head once; a head that moved on keeps what is there, one that was replaced refuses", async () => {
  await using jobs = await createTwoJobs();
  const { github } = jobs.scene;
  const commit = async (files: Record<string, string>): Promise<string> =>
    await github.addCommit(REPOSITORY, { branch: "feature", files, user: "alice" });
  const first = await commit({ "notes.md": "new\n" });
  const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Notes", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const worked = await jobs.agent(event, QUICK);
  const bundle = jobs.download(worked.outputs["artifact"]);

  for (const _ of ["first", "again"]) {
    const end = await jobs.publish(event, bundle);
    assert.deepEqual([end.code, end.outputs["branch"]], [0, "feature"], end.log);
    const log = await github.git(REPOSITORY, "log", "--format=%P %an", "-1", "feature");
    assert.equal(log, `${first} github-actions[bot]`);
  }

  const theirs = await commit({ "theirs.md": "x\n" });
  const moved = await jobs.publish(event, bundle);
  assert.deepEqual([moved.code, moved.outputs["outcome"]], [0, "completed"], moved.log);
  assert.equal(await github.git(REPOSITORY, "rev-parse", "feature"), theirs);

  await github.git(REPOSITORY, "update-ref", "refs/heads/feature", "refs/heads/main");
  const other = await commit({ "other.md": "x\n" });
  const seen = github.requests.length;
  const replaced = await jobs.publish(event, bundle);
  assert.deepEqual([replaced.code, replaced.outputs["outcome"]], [2, "config_error"], replaced.log);
  const reason = `its start commit is ${first}, that of this job is ${other}`;
  assert.ok(replaced.outputs["reason"]?.includes(reason) === true && replaced.summary.includes(reason));
  assert.deepEqual(writesIn(github.requests.slice(seen)), []);
});

test("a schedule, a plan and an answer are published alike", async () => {
  const plan = "1. Turn the sign in src/add.js.";
  const policy = { ".github/kimi-policy.yml": `${POLICY}publish: { dashboard: true }\n` };
  await using jobs = await createTwoJobs({ replies: [...FIX, { text: plan }], files: { ...FILES, ...policy } });
  const { github } = jobs.scene;
  const schedule = { event: "schedule", schedule: "17 5 * * 1" } as const;
  const inputs = { sandbox: "none", prompt: "Fix the tests." };
  const worked = await jobs.agent(schedule, { inputs });
  assert.match(worked.log, /::warning::The maintenance dashboard is not kept by a workflow of two jobs/);
  const published = await jobs.publish(schedule, jobs.download(worked.outputs["artifact"]), { inputs });
  assert.deepEqual([published.code, published.outputs["outcome"]], [0, "completed"], published.log);
  assert.match(published.outputs["branch"] ?? "", /^kimi\/run-[0-9a-f]{8}$/);

  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi plan", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const planned = await jobs.agent(event, QUICK);
  assert.equal(planned.outputs["outcome"], "no_change", planned.log);
  const posted = await jobs.publish(event, jobs.download(planned.outputs["artifact"]));
  assert.deepEqual([posted.code, posted.outputs["branch"]], [0, ""], posted.log);
  const marks = ownComments(github, number).map((body) => /^<!-- kimi-runner:(\w+)/.exec(body)?.[1]);
  assert.deepEqual(marks, ["plan", "status"]);
  assert.ok(ownComments(github, number)[0]?.includes(plan));
});

test("a deferral is posted once, says how to answer it, and does not end as a success", async () => {
  const write = { name: "write_to_file", arguments: { path: "docs/new.md", content: "x\n" } };
  await using jobs = await createTwoJobs({ replies: [{ calls: [write] }] });
  const { github } = jobs.scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const worked = await jobs.agent(event, QUICK);
  assert.deepEqual([worked.code, worked.outputs["outcome"]], [0, "deferred"], worked.log);
  const bundle = jobs.download(worked.outputs["artifact"]);
  for (const _ of ["first", "again"]) {
    const end = await jobs.publish(event, bundle);
    const { outcome, branch } = end.outputs;
    assert.deepEqual([end.code, outcome, branch], [6, "published_partially", ""], end.log);
  }
  const marks = ownComments(github, number).map((body) => /^<!-- kimi-runner:(\w+)/.exec(body)?.[1]);
  assert.deepEqual(marks, ["deferral", "status"]);
  const asked = ownComments(github, number)[0] ?? "";
  assert.match(asked, /cannot be answered in this thread\.\*\* The job that worked had no right to write\./);
  assert.ok(asked.includes(worked.outputs["artifact"] ?? "-"), asked);
  const seen = github.requests.length;
  const answer = github.addComment(REPOSITORY, number, { body: "/kimi approve all", user: "alice" });
  const late = await jobs.agent({ ...event, comment: answer }, QUICK);
  assert.match(late.outputs["reason"] ?? "", /^A workflow of two jobs keeps no sessions/, late.log);
  assert.deepEqual(writesIn(github.requests.slice(seen)), []);
});

test("the publishing job alone answers events that need no run, and refuses a bundle for them", async () => {
  await using jobs = await createTwoJobs();
  const { github } = jobs.scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const said = (body: string, user = "alice") => {
    const comment = github.addComment(REPOSITORY, number, { body, user });
    return { event: "issue_comment", number, comment, sender: user } as const;
  };
  const help = said("/kimi help");
  const worked = await jobs.agent(help);
  assert.deepEqual([worked.code, worked.outputs["outcome"], ownComments(github, number)], [0, "skipped", []]);
  const none = "/dev/null/none/bundle";
  assert.equal((await jobs.publish(help, none)).code, 0);
  assert.equal(ownComments(github, number).length, 1);

  const done = await jobs.agent(said("/kimi fix"), QUICK);
  const bundle = jobs.download(done.outputs["artifact"]);
  const seen = github.requests.length;
  const ends = [await jobs.publish(help, bundle), await jobs.publish(said("/kimi fix"), none)];
  const stranger = await jobs.publish(said("/kimi fix", "mallory"), bundle);
  assert.deepEqual(
    [...ends, stranger].map(({ code, outputs }) => [code, outputs["outcome"]]),
    [
      [2, "config_error"],
      [2, "config_error"],
      [0, "skipped"],
    ],
  );
  assert.match(ends[0]?.outputs["reason"] ?? "", /^The bundle is not published: the event of this job starts no run/);
  assert.match(ends[1]?.outputs["reason"] ?? "", /^No bundle here: \/dev\/null\/none\/bundle/);
  assert.deepEqual(writesIn(github.requests.slice(seen)), []);
});

test("nothing is published for a requester who has lost the right to write", async () => {
  await using jobs = await createTwoJobs();
  const { github } = jobs.scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const worked = await jobs.agent(event, QUICK);
  github.repository(REPOSITORY).roles.set("alice", "read");
  const end = await jobs.publish(event, jobs.download(worked.outputs["artifact"]));
  assert.deepEqual([end.code, end.outputs["outcome"]], [0, "skipped"], end.log);
  assert.match(end.outputs["reason"] ?? "", /alice has the permission "read" here/);
  assert.deepEqual(writesIn(github.requests), []);
});

test("a completely forged bundle cannot change protected files, nor write outside of the repository", async () => {
  await using jobs = await createTwoJobs();
  const { github } = jobs.scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const worked = await jobs.agent(event, QUICK);
  const cases = [
    [".github/workflows/evil.yml", "100644", "on: push\n", /workflow file/],
    ["link", "120000", "../../etc/passwd", /link that points, or could point, outside/],
    ["nested/.gitmodules", "100644", "x\n", /list of submodules/],
  ] as const;
  for (const [path, mode, content, reason] of cases) {
    const bundle = jobs.download(worked.outputs["artifact"]);
    forge(
      bundle,
      await github.git(REPOSITORY, "rev-parse", "main").then((main) => addition(main, { path, mode, content })),
    );
    const end = await jobs.publish(event, bundle);
    assert.deepEqual([end.code, end.outputs["outcome"]], [6, "published_partially"], end.log);
    assert.match(end.outputs["reason"] ?? "", reason);
  }
  assert.equal(await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)"), "refs/heads/main");

  /** The patch that adds a file, and the tree that it makes. */
  async function addition(main: string, file: { path: string; mode: string; content: string }) {
    using scratch = createScratch();
    const run = (...args: readonly string[]) => execFileSync("git", args, { cwd: scratch.dir, encoding: "utf8" });
    run("clone", "-q", "--bare", github.repository(REPOSITORY).dir, ".");
    const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd: scratch.dir, input: file.content });
    run("read-tree", main);
    run("update-index", "--add", "--cacheinfo", `${file.mode},${String(blob).trim()},${file.path}`);
    const tree = run("write-tree").trim();
    return { patch: run("diff-tree", "-r", "-p", "--full-index", main, tree), end: { tree } };
  }
});

test("without an artifact service the outputs say where the bundle is, and a failed upload is not a success", async () => {
  await using jobs = await createTwoJobs({ replies: [...FIX, ...FIX] });
  const { github } = jobs.scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const kept = await jobs.agent(event, { ...QUICK, env: { ACTIONS_RUNTIME_TOKEN: undefined } });
  assert.deepEqual([kept.code, kept.outputs["artifact"]], [0, ""], kept.log);
  const published = await jobs.publish(event, kept.outputs["bundle"] ?? "");
  assert.deepEqual([published.code, published.outputs["outcome"]], [0, "completed"], published.log);
  assert.doesNotMatch(ownComments(github, number).join("\n"), /artifact `/);

  const lost = await jobs.agent(event, { ...QUICK, env: { ACTIONS_RESULTS_URL: "http://127.0.0.1:9/" } });
  assert.deepEqual([lost.code, lost.outputs["outcome"]], [6, "published_partially"], lost.log);
  assert.match(lost.outputs["reason"] ?? "", /^The artifact was not uploaded/);
});

/** Each is a process of a second. */
const AT_ONCE = sized(5, 20);

test(`${AT_ONCE} publishing jobs at once: one branch with one commit, one pull request, one comment`, async () => {
  await using jobs = await createTwoJobs();
  const { github } = jobs.scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const worked = await jobs.agent(event, QUICK);
  const bundle = jobs.download(worked.outputs["artifact"]);
  const ends = await Promise.all(Array.from({ length: AT_ONCE }, async () => await jobs.publish(event, bundle)));
  assert.deepEqual(
    ends.filter(({ code }) => code !== 0).map(({ log }) => log),
    [],
  );
  const branches = await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/heads/kimi/");
  assert.equal(branches, `refs/heads/kimi/issue-1-${worked.outputs["session"]?.slice(-8)}`);
  assert.equal(await github.git(REPOSITORY, "rev-list", "--count", `main..${branches}`), "1");
  assert.equal(github.repository(REPOSITORY).threads.filter(({ pull }) => pull !== undefined).length, 1);
  assert.equal(ownComments(github, number).length, 1);
  const reactions = github.thread(REPOSITORY, number).comments[0]?.reactions.map(({ content }) => content);
  assert.deepEqual(reactions, ["rocket"]);
  assert.deepEqual(github.violations, []);
});

test("run --event: a bundle is made, checked, and turned into what would be posted", async () => {
  await using scene = await createJobScene();
  using scratch = createScratch();
  const { github, model } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = await github.event({ event: "issue_comment", repository: REPOSITORY, number, comment });
  const file = join(scratch.dir, "event.json");
  writeFileSync(file, JSON.stringify(event.payload));
  const cwd = join(scratch.dir, "checkout");
  await checkout({ github, repository: REPOSITORY, dir: cwd, token: TOKEN });
  const bundle = join(scratch.dir, "bundle");
  const env = {
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: github.serverUrl,
    OPENAI_API_KEY: CANARY,
    OPENAI_BASE_URL: model.url,
    HOME: scratch.dir,
  };
  const run = async (...args: readonly string[]) =>
    await runCli(["run", "--event", file, "--bundle", bundle, "--sandbox", "none", ...args], { cwd, env });
  const made = await run("--model", "openai/test-model", "--phase", "agent");
  assert.equal(made.code, 0, made.stderr);
  const files = filesIn(bundle);
  assert.ok(files.includes("delivery.json"));
  const calls = model.requests.length;
  const ends = [
    await run("--phase", "publish"),
    await run("--phase", "publish", "--publish", "dry", "--output", "json"),
    await run("--phase", "publish", "--publish", "dry"),
  ];
  assert.deepEqual(
    ends.map(({ code }) => code),
    [0, 0, 0],
    ends.map(({ stderr }) => stderr).join("\n"),
  );
  assert.match(ends[0]?.stderr ?? "", /completed: The model finished\./);
  const said = JSON.parse(ends[1]?.stdout ?? "") as Record<string, unknown>;
  assert.deepEqual([said["outcome"], said["filesChanged"]], ["completed", 1]);
  assert.deepEqual([filesIn(bundle), model.requests.length], [files, calls]);
  const outbox = filesIn(`${bundle}-outbox`).join(" ");
  assert.match(outbox, /git-push.*pulls.*comments/);
  assert.deepEqual(writesIn(github.requests), []);

  const alone = await runCli(["run", "x", "--phase", "agent"], { cwd, env });
  assert.deepEqual([alone.code, /--phase needs --event/.test(alone.stderr)], [2, true], alone.stderr);
});
