/** The branch that a pull request of our own goes into: the one that the work starts from, or the one of the input `base`. */

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sha256 } from "../../../../src/base/sha256.ts";
import { runGit } from "../../../doubles/git-client.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { held, NO_WALLS } from "../answers/answer-scene.ts";
import { FILES, POLICY } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene, type JobSceneOptions } from "../job-scene.ts";

/** A run that adds a file. */
const ADD = [
  { calls: [{ name: "write_to_file", arguments: { path: "src/sum.js", content: "export const sum = 1;\n" } }] },
  { text: "Title: Add sum\n\nDone." },
];
const RELEASE = "refs/heads/release/1.x";
const DASHBOARD = { ...FILES, ".github/kimi-policy.yml": `${POLICY}publish: { dashboard: true }\n` };

/** main and release/1.x, which have a file each that the other one lacks. */
async function createScene(options: JobSceneOptions = {}): Promise<JobScene> {
  const scene = await createJobScene(options);
  const add = async (branch: string, path: string): Promise<string> =>
    await scene.github.addCommit(REPOSITORY, { branch, from: "main", files: { [path]: "1\n" }, user: "alice" });
  await add("release/1.x", "release.txt");
  await add("main", "main.txt");
  return scene;
}

/** Each pull request: state, base, and the files that it changes. */
async function pullsOf({ github }: JobScene): Promise<readonly string[]> {
  const pulls = github.repository(REPOSITORY).threads.flatMap(({ pull, state }) => (pull ? [{ ...pull, state }] : []));
  return await Promise.all(
    pulls.map(async ({ state, base, head }) => {
      const files = await github.git(REPOSITORY, "diff", "--name-only", `${base.ref}...${head.ref}`);
      return `${state} ${base.ref}: ${files}`;
    }),
  );
}

/** A dispatch of the workflow on a branch, which is checked out. */
const dispatch = async (scene: JobScene, ref: string, inputs: Readonly<Record<string, string>> = {}) =>
  await scene.run(
    { event: "workflow_dispatch", sender: "alice" },
    { ref, checkout: { ref }, inputs: { sandbox: "none", prompt: "fix add", ...inputs } },
  );

/** Both once had one branch, whose pull request into main then had the commits of the release. */
test("one task on two branches has a pull request into each, and rests on one of them alone", async () => {
  await using scene = await createScene({ replies: [...ADD, ...ADD, ...ADD, ...ADD, ...ADD], files: DASHBOARD });
  const { github } = scene;
  const main = await dispatch(scene, "refs/heads/main");
  // The name as it was before the base counted: pull requests that were opened then are found.
  assert.equal(main.outputs["branch"], "kimi/run-0b6a461a", main.log);
  const release = await dispatch(scene, RELEASE);
  assert.equal(release.outputs["outcome"], "completed", release.log);
  assert.deepEqual(await pullsOf(scene), ["open main: src/sum.js", "open release/1.x: src/sum.js"]);
  const board = github.repository(REPOSITORY).threads.find(({ title }) => title.startsWith("Scheduled tasks"));
  assert.deepEqual(
    Array.from((board?.body ?? "").matchAll(/^### (.*)$/gm), ([, name = ""]) => name),
    ["fix add (release/1.x)", "fix add"],
  );

  const pull = github.repository(REPOSITORY).threads.find((thread) => thread.pull?.base.ref === "release/1.x");
  assert.ok(pull !== undefined);
  Object.assign(pull, { state: "closed", closedAt: new Date().toISOString() });
  const [resting, again] = [await dispatch(scene, RELEASE), await dispatch(scene, "refs/heads/main")];
  assert.match(resting.outputs["reason"] ?? "", /was closed without a merge/);
  assert.deepEqual([again.outputs["outcome"], again.outputs["branch"]], ["completed", main.outputs["branch"]]);

  // The same for a key that a person chose, whose name on main is a digest of it alone.
  const keyed = await dispatch(scene, RELEASE, { key: "sum" });
  assert.match(keyed.outputs["branch"] ?? "", /^kimi\/run-/);
  assert.notEqual(keyed.outputs["branch"], `kimi/run-${sha256('{"key":"sum"}').slice(0, 8)}`);
});

test("an issue's pull request goes into the branch that was checked out, also when another job continues", async () => {
  await using scene = await createScene({ replies: [...ADD, held("mkdir made"), ...ADD] });
  const { github } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const end = await scene.command(number, "/kimi fix", "alice", { ...NO_WALLS, checkout: { ref: RELEASE } });
  assert.equal(end.outputs["outcome"], "completed", end.log);
  assert.deepEqual(
    [await pullsOf(scene), end.log.includes("Name their base")],
    [["open release/1.x: src/sum.js"], false],
  );

  const waiting = await scene.command(number, "/kimi fix", "alice", { ...NO_WALLS, checkout: { ref: RELEASE } });
  assert.equal(waiting.outputs["outcome"], "deferred", waiting.log);
  const approved = await scene.command(number, "/kimi approve all", "alice", NO_WALLS);
  assert.equal(approved.outputs["outcome"], "completed", approved.log);
  assert.deepEqual((await pullsOf(scene)).slice(1), ["open release/1.x: src/sum.js"]);
  assert.deepEqual(github.violations, []);
});

const tipOf = async ({ github }: JobScene, name: string): Promise<string> =>
  await github.git(REPOSITORY, "rev-parse", name);
const PROMPTED = { sandbox: "none", prompt: "fix add" };
const SCHEDULE = { event: "schedule", schedule: "17 5 * * 1" } as const;

test("a checkout on no branch of the server: its commit decides, and the guess is told", async () => {
  await using scene = await createScene({ replies: [...ADD, ...ADD, ...ADD, ...ADD] });
  const { github, model } = scene;
  const [release, main] = [await tipOf(scene, "release/1.x"), await tipOf(scene, "main")];
  const atTip = await scene.run(SCHEDULE, { checkout: { ref: main }, inputs: PROMPTED });
  assert.deepEqual([atTip.outputs["outcome"], atTip.log.includes("Name their base")], ["completed", false], atTip.log);

  const atRelease = await scene.run(SCHEDULE, { checkout: { ref: release }, inputs: { ...PROMPTED, key: "a" } });
  const told = `Pull requests go into release/1.x: commit ${release.slice(0, 12)} is its newest. Name their base with the input \`base\` (\`--base\`).`;
  assert.ok(atRelease.log.includes(`::warning::The checkout is on no branch. ${told}`), atRelease.log);
  const old = await tipOf(scene, "main~1");
  const atOld = await scene.run(SCHEDULE, { checkout: { ref: old }, inputs: { ...PROMPTED, key: "b" } });
  assert.ok(atOld.log.includes(`Pull requests go into main: commit ${old.slice(0, 12)} is in it.`), atOld.log);
  const ofWork = await scene.run(SCHEDULE, {
    checkout: { ref: RELEASE },
    earlier: async (dir) => await runGit(dir, "checkout", "-q", "-b", "work"),
    inputs: { ...PROMPTED, key: "c" },
  });
  assert.ok(ofWork.log.includes(`::warning::The server has no branch work. ${told}`), ofWork.log);
  assert.deepEqual(await pullsOf(scene), [
    "open main: src/sum.js",
    "open release/1.x: src/sum.js",
    "open main: src/sum.js",
    "open release/1.x: src/sum.js",
  ]);

  const asked = model.requests.length;
  await github.git(REPOSITORY, "branch", "other", release);
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const several = await scene.command(number, "/kimi fix", "alice", { ...NO_WALLS, checkout: { ref: release } });
  await github.git(REPOSITORY, "tag", "v1.0", release);
  for (const branch of ["other", "release/1.x"]) await github.git(REPOSITORY, "branch", "-D", branch);
  const none = await scene.run(SCHEDULE, { checkout: { ref: "refs/tags/v1.0" }, inputs: PROMPTED });
  const reasons = [several, none].map(({ code, outputs }) => [
    code,
    outputs["outcome"],
    outputs["reason"]?.split(". ")[0],
  ]);
  const where = `The checkout is on no branch, and commit ${release.slice(0, 12)} is`;
  assert.deepEqual(reasons, [
    [2, "config_error", `${where} the newest of other, release/1.x`],
    [2, "config_error", `${where} not in main`],
  ]);
  assert.match(ownComments(github, number).join("\n"), /Name their base with the input `base`/);
  assert.equal(model.requests.length, asked);
});

test("the input base names another branch, which the server must have", async () => {
  await using scene = await createScene({ replies: [...ADD, ...ADD, { text: "It subtracts." }] });
  const { github, model } = scene;
  await github.git(REPOSITORY, "branch", "next", "main");
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const inputs = (base: string) => ({ inputs: { sandbox: "none", base } });
  const end = await scene.command(number, "/kimi fix", "alice", inputs("next"));
  assert.deepEqual([end.outputs["outcome"], await pullsOf(scene)], ["completed", ["open next: src/sum.js"]], end.log);

  const other = await scene.command(number, "/kimi fix", "alice", inputs("release/1.x"));
  const main = (await tipOf(scene, "main")).slice(0, 12);
  const told = `Pull requests into release/1.x show other commits too: the start, commit ${main}, is not in it.`;
  assert.ok(other.log.includes(`::warning::${told}`), other.log);
  assert.match(ownComments(github, number).join("\n"), /show other commits too/);
  const asked = model.requests.length;
  for (const base of ["nxt", "nex*"]) {
    const wrong = await scene.command(number, "/kimi fix", "alice", inputs(base));
    assert.deepEqual(
      [wrong.code, wrong.outputs["reason"]?.split(". ")[0]],
      [2, `The base branch does not exist in ${REPOSITORY}: ${base}`],
    );
  }
  assert.equal(model.requests.length, asked);
  const answer = await scene.command(number, "/kimi ask why?", "alice", inputs("nxt"));
  assert.equal(answer.outputs["outcome"], "no_change", answer.log);
});

test("two jobs agree about the base, or nothing is published", async () => {
  await using scene = await createScene({ replies: [...ADD, ...ADD] });
  using scratch = createScratch();
  const agent = async (inputs: Readonly<Record<string, string>>): Promise<string> => {
    const bundle = mkdtempSync(join(scratch.dir, "bundle-"));
    const checkout = { ref: RELEASE };
    const end = await scene.run(SCHEDULE, { checkout, inputs: { ...PROMPTED, ...inputs, phase: "agent", bundle } });
    assert.equal(end.outputs["outcome"], "completed", end.log);
    return bundle;
  };
  const publish = async (bundle: string, inputs: Readonly<Record<string, string>>) =>
    await scene.run(SCHEDULE, {
      checkout: { ref: RELEASE },
      inputs: { ...PROMPTED, ...inputs, phase: "publish", bundle },
    });
  const release = await publish(await agent({}), {});
  assert.deepEqual([release.code, await pullsOf(scene)], [0, ["open release/1.x: src/sum.js"]], release.log);
  const bundle = await agent({ base: "main" });
  const without = await publish(bundle, {});
  assert.equal(without.code, 2, without.log);
  assert.match(
    without.outputs["reason"] ?? "",
    /its destination is a branch of its own, into main, that of this job is a branch of its own, into release\/1\.x\./,
  );
});
