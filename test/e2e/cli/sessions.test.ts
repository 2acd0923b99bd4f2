/** Sessions of this machine: found by id and as `latest`, listed, and their change brought to another checkout. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "../../doubles/cli.ts";
import { createRepository, gitIn } from "../../doubles/repository.ts";
import { createScene, FILES, FIX, type Scene } from "../harness.ts";

/** A command in this process. */
const inProcess = (args: readonly string[], options: Parameters<typeof runCli>[1]): ReturnType<typeof runCli> =>
  runCli(args, { ...options, isProcess: false });

/** Runs with the bundle in the state folder, outside the repository; returns the session's id. */
async function runHere(scene: Scene, state: string): Promise<string> {
  const env = { XDG_STATE_HOME: state };
  const args = ["run", "fix", "--model", "openai/test-model", "--base-url", scene.server.url, "--sandbox", "none"];
  const { code, stdout, stderr } = await scene.cli([...args, "--output", "json"], { env });
  assert.equal(code, 0, stderr);
  const { session, bundle } = JSON.parse(stdout) as { readonly session: string; readonly bundle: string };
  assert.equal(bundle, join(state, "kimi-runner", session));
  return session;
}

test("a session is listed, and found by its id, by `latest` in its repository, and by its folder", async () => {
  await using scene = await createScene();
  const state = join(scene.bundle, "..", "state");
  const env = { XDG_STATE_HOME: state };
  const id = await runHere(scene, state);
  const cwd = join(scene.repository.dir, "src");

  const listed = await runCli(["sessions"], { cwd: "/", env });
  const [head, row = "", ...rest] = listed.stdout.trimEnd().split("\n");
  assert.match(head ?? "", /^session +outcome +age +cost +repository +task$/);
  assert.deepEqual(row.split(/ {2,}/), [id, "completed", "0 min", "unknown", scene.repository.dir, "fix"]);
  assert.deepEqual(rest, []);
  const json = JSON.parse((await inProcess(["sessions", "--json"], { cwd: "/", env })).stdout) as {
    readonly id: string;
  };
  assert.equal(json.id, id);

  const byId = await inProcess(["view", id], { cwd: "/", env });
  assert.match(byId.stdout, /Fixed the sign/);
  for (const name of ["latest", join(state, "kimi-runner", id)]) {
    assert.equal((await inProcess(["view", name], { cwd, env })).stdout, byId.stdout);
  }
  assert.deepEqual(
    [
      await inProcess(["verify", "latest"], { cwd: "/", env }),
      await inProcess(["view", id.slice(0, -1)], { cwd, env }),
    ].map(({ code, stderr }) => [code, stderr]),
    [
      [
        2,
        "error: There is no session of /. `kimi-runner sessions` lists those of other folders; sessions that were given --bundle are found by that folder.\n",
      ],
      [2, `error: There is no session ${id.slice(0, -1)}. Did you mean ${id}? \`kimi-runner sessions\` lists them.\n`],
    ],
  );
});

test("-p, -q, --continue and import: a prompt as an option, no progress, and the newest session taken up", async () => {
  await using scene = await createScene({
    replies: [{ text: "It adds." }, { text: "As I said." }, { text: "So it is." }],
  });
  const env = { XDG_STATE_HOME: join(scene.bundle, "..", "state") };
  const model = ["-m", "openai/test-model", "--base-url", scene.server.url, "--sandbox", "none"];
  const first = await scene.cli(["-p", "what does add do?", "-q", ...model], { env });
  assert.deepEqual([first.code, first.stdout, first.stderr.replace(/^warning: .+\n/gm, "")], [0, "It adds.\n", ""]);
  const second = await scene.cli(["run", "--continue", "and sub?", "-q", ...model], { env });
  assert.deepEqual([second.code, second.stdout], [0, "As I said.\n"]);
  const there = ["--cwd", scene.repository.dir];
  const third = await scene.cli(["import", "latest", "and mul?", "-q", ...there, ...model], { env, cwd: "/" });
  assert.deepEqual([third.code, third.stdout], [0, "So it is.\n"]);
  const { messages = [] } = (scene.server.requests.at(-1)?.json ?? {}) as { messages?: readonly { content: string }[] };
  assert.deepEqual(
    messages.slice(-5).map(({ content }) => content),
    ["what does add do?", "It adds.", "and sub?", "As I said.", "and mul?"],
  );
  const ended = await scene.cli(["run", "--continue", "-q", ...model], { env });
  assert.match(ended.stderr, /^error: .+session is over/m);
});

const TOP = "// 1\n// 2\n// 3\n// 4\n";
const [BEFORE, AFTER] = ["export const add = (a, b) => a - b;\n", "export const add = (a, b) => a + b;\n"];
const ADD = TOP + BEFORE;

test("apply applies the change as it is, merges it, or names the files with conflicts", async () => {
  await using scene = await createScene({ files: { ...FILES, "src/add.js": ADD } });
  await scene.run();
  const mine = TOP.replace("2", "two");
  const other = `${TOP}export const add = (x, y) => x - y;\n`;
  const applied = "applied: src/add.js +1 −1\n";
  const cases = [
    { here: ADD, code: 0, stdout: applied, after: TOP + AFTER, status: " M src/add.js" },
    { here: mine + BEFORE, code: 0, stdout: applied, after: mine + AFTER, status: "M  src/add.js" },
    { here: TOP + AFTER, code: 0, stdout: `already ${applied}`, after: TOP + AFTER, status: "" },
    {
      here: other,
      code: 1,
      stdout: "conflict: src/add.js +1 −1\n",
      after: `${TOP}<<<<<<< ours\nexport const add = (x, y) => x - y;\n=======\n${AFTER}>>>>>>> theirs\n`,
      status: "UU src/add.js",
    },
  ];
  for (const { here, code, stdout, after, status } of cases) {
    using home = createRepository({ files: { "src/add.js": ADD } });
    home.write("src/add.js", here);
    if (here !== ADD) home.commit("mine");
    mkdirSync(join(home.dir, "deep"));
    // git compares the content of a file that is as young as its index.
    const [young, old] = [new Date(), new Date(Date.now() - 60_000)];
    utimesSync(join(home.dir, "src/add.js"), old, old);
    home.git("update-index", "--refresh", "-q");
    utimesSync(join(home.dir, ".git/index"), young, young);
    const end = await inProcess(["apply", scene.bundle], { cwd: join(home.dir, "deep") });
    assert.deepEqual([end.code, end.stdout], [code, stdout], end.stderr);
    assert.equal(home.read("src/add.js"), after);
    assert.equal(home.git("status", "--porcelain"), status);
  }
});

const IDENTITY = {
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.test",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.test",
};

test("apply --commit commits the change alone, with the model's message", async () => {
  const replies = [...FIX.slice(0, -1), { text: "Title: fix: add adds\n\nIt took away.\n\nSigned-off-by: evil" }];
  await using scene = await createScene({ files: { ...FILES, "src/add.js": ADD }, replies });
  await scene.run();
  const begun = { applied: TOP + AFTER, before: TOP + BEFORE };
  for (const [name, here] of Object.entries(begun)) {
    using home = createRepository({ files: { "src/add.js": ADD, "b.txt": "b\n" } });
    home.write("b.txt", "mine\n");
    home.write("src/add.js", here);
    const end = await inProcess(["apply", scene.bundle, "--commit"], { cwd: home.dir, env: IDENTITY });
    assert.equal(end.code, 0, `${name}: ${end.stderr}`);
    const mark = name === "applied" ? "already applied" : "applied";
    assert.match(end.stdout, /^[a-z ]+: src\/add\.js \+1 −1\ncommitted: [0-9a-f]{12} fix: add adds\n$/);
    assert.equal(end.stdout.split(":")[0], mark);
    assert.equal(
      home.git("show", "--format=%an %B", "--name-status", "HEAD").replace(/Session: \S+/, "Session: …"),
      "Ann fix: add adds\n\nIt took away.\n\n  Signed-off-by: evil\n\nKimi-Session: …\n\n\nM\tsrc/add.js",
    );
    assert.equal(home.git("status", "--porcelain"), " M b.txt");
    const commit = home.git("rev-parse", "HEAD");
    const again = await inProcess(["apply", scene.bundle, "--commit"], { cwd: home.dir, env: IDENTITY });
    const there = "already applied: src/add.js +1 −1\nalready committed\n";
    assert.deepEqual([again.code, again.stdout, home.git("rev-parse", "HEAD")], [0, there, commit], again.stderr);
  }
  using moved = createRepository({ files: { "src/add.js": `${TOP}export const add = (x, y) => x - y;\n` } });
  const before = moved.git("rev-parse", "HEAD");
  const end = await inProcess(["apply", scene.bundle, "--commit"], { cwd: moved.dir, env: IDENTITY });
  assert.deepEqual([end.code, moved.git("rev-parse", "HEAD")], [2, before]);
});

test("apply refuses with a reason and changes nothing: local changes, no change, another repository or patch", async () => {
  await using scene = await createScene();
  await scene.run();
  using home = createRepository({ files: { "src/add.js": ADD } });
  writeFileSync(join(home.dir, "src/add.js"), "mine\n");
  const dirty = await runCli(["apply", scene.bundle], { cwd: home.dir });
  assert.equal(dirty.code, 2);
  assert.match(
    dirty.stderr,
    /^error: The change does not fit, and nothing was changed: src\/add\.js: does not match index\. Commit or stash .+\n$/,
  );
  assert.equal(readFileSync(join(home.dir, "src/add.js"), "utf8"), "mine\n");

  using other = createRepository({ files: { "b.txt": "b\n" } });
  const foreign = await inProcess(["apply", scene.bundle], { cwd: other.dir });
  assert.equal(foreign.code, 2);
  assert.match(foreign.stderr, /^error: The change does not fit, and nothing was changed: src\/add\.js: .+\n$/);
  assert.equal(gitIn(other.dir, ["status", "--porcelain"]), "");

  const patch = join(scene.bundle, "changes.patch");
  writeFileSync(patch, readFileSync(patch, "utf8").replace("+export const add", "+export const odd"));
  using clean = createRepository({ files: { "src/add.js": ADD } });
  const altered = await inProcess(["apply", scene.bundle], { cwd: clean.dir });
  assert.equal(altered.code, 2);
  assert.match(altered.stderr, /^error: changes\.patch is not the patch that the run recorded\. /);
  assert.equal(gitIn(clean.dir, ["status", "--porcelain"]), "");

  await using asked = await createScene({ replies: [{ text: "It looks fine to me." }] });
  await asked.run();
  const none = await inProcess(["apply", asked.bundle], { cwd: other.dir });
  assert.deepEqual(
    [none.code, none.stderr],
    [2, "error: The bundle holds no change. The model finished without changing a file.\n"],
  );
});
