/** What a run or `apply` that was killed while it changed the checkout leaves behind, and what the next command does with it. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { outcomeOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FILES, FIX, NO_BWRAP, POLICY, type Scene } from "../harness.ts";

const mounted = { skip: NO_BWRAP || SKIP_OVERLAYS };

const SEALED = ["--sandbox", "sealed"];
const FIXED = "export const add = (a, b) => a + b;\n";
const ALL = {
  ...FILES,
  ".github/kimi-policy.yml": POLICY.replace("sandbox: { minimum: none, unsealed: patterns }\n", "").replace(
    "rules:\n",
    'rules:\n  - { id: make, approve: { exec: ["sh make.sh"], write: ["*.txt"] } }\n',
  ),
  "make.sh": "echo ours > a.txt && rm b.txt\n",
  "a.txt": "a\n",
  "b.txt": "b\n",
};

const call = (name: string, args: object): DoubleReply => ({ calls: [{ name, arguments: args }] });
const DONE = call("attempt_completion", { result: "Done." });

/** A run that was killed when it had put two of its three files into the checkout. */
async function createKilled(at = "checkout.put.after:2"): Promise<Scene> {
  const replies = [FIX[0], FIX[1], call("execute_command", { command: "sh make.sh" })];
  const scene = await createScene({ replies: (_, n) => replies[n] ?? DONE, files: ALL });
  const { signal, stderr } = await scene.run(SEALED, { env: { KIMI_CRASH_AT: at } });
  assert.equal(signal, "SIGKILL", stderr);
  return scene;
}

const resume = async (scene: Scene) => await scene.cli(["resume", scene.bundle, ...SEALED]);
/** Files of the checkout; null for one that is not there. */
const filesOf = ({ repository: { dir } }: Scene): object =>
  Object.fromEntries(
    ["a.txt", "b.txt", "src/add.js"].map((name) => {
      const path = join(dir, name);
      return [name, existsSync(path) ? readFileSync(path, "utf8") : null];
    }),
  );
const DONE_FILES = { "a.txt": "ours\n", "b.txt": null, "src/add.js": FIXED };
const HALF_FILES = { "a.txt": "ours\n", "b.txt": null, "src/add.js": FILES["src/add.js"] };
/** Folders of the program in the checkout and its git directory. */
const foldersOf = ({ repository: { dir } }: Scene): readonly string[] =>
  [dir, join(dir, ".git")].flatMap((place) => readdirSync(place).filter((name) => name.includes("kimi-runner-")));
const ended = ({ bundle }: Scene): object => {
  const { outcome, filesChanged, checkout } = outcomeOf(bundle);
  const patch = readFileSync(join(bundle, "changes.patch"), "utf8");
  return {
    outcome,
    filesChanged,
    checkout,
    patched: [...patch.matchAll(/^diff --git a\/(\S+)/gm)].map(([, at]) => at),
  };
};
const ENDED = {
  outcome: "completed",
  filesChanged: 3,
  checkout: { kind: "applied" },
  patched: ["a.txt", "b.txt", "src/add.js"],
};

/** The resumed run took the half changed checkout for its start: no file changed, and the patch was overwritten with nothing. */
test("the resumed run takes the changes back first, and its patch has all of them", mounted, async () => {
  await using scene = await createKilled();
  assert.deepEqual(filesOf(scene), HALF_FILES);
  const end = await resume(scene);
  assert.equal(end.code, 0, end.stderr);
  assert.deepEqual([filesOf(scene), ended(scene), foldersOf(scene)], [DONE_FILES, ENDED, []]);
});

test("a file that a person changed meanwhile is named and stays, until it is out of the way", mounted, async () => {
  await using scene = await createKilled();
  const mine = join(scene.repository.dir, "a.txt");
  writeFileSync(mine, "mine\n");
  const refused = await resume(scene);
  assert.equal(refused.code, 1, refused.stderr);
  assert.match(refused.stderr, /since then these files were changed there: a\.txt\. Move your versions/);
  assert.deepEqual(filesOf(scene), { ...HALF_FILES, "a.txt": "mine\n" });
  renameSync(mine, join(dirname(scene.bundle), "mine.txt"));
  const end = await resume(scene);
  assert.equal(end.code, 0, end.stderr);
  assert.deepEqual([filesOf(scene), ended(scene), foldersOf(scene)], [DONE_FILES, ENDED, []]);
});

test("another run in the checkout warns, and leaves what takes the changes back", mounted, async () => {
  await using scene = await createKilled();
  const kept = foldersOf(scene);
  assert.equal(kept.length, 1);
  const other = join(dirname(scene.bundle), "other");
  const end = await scene.cli(["run", "look", "--model", "openai/test-model", "--bundle", other, ...SEALED]);
  assert.equal(end.code, 0, end.stderr);
  assert.match(end.stderr, /warning: A process was killed while it changed this checkout\. .+ `kimi-runner resume /);
  assert.deepEqual([filesOf(scene), foldersOf(scene)], [HALF_FILES, kept]);
  assert.equal((await resume(scene)).code, 0);
  assert.deepEqual([filesOf(scene), ended(scene), foldersOf(scene)], [DONE_FILES, ENDED, []]);
});

test("what an ended session left is removed by the next run in the checkout", mounted, async () => {
  await using scene = await createKilled("checkout.drop.before:1");
  assert.deepEqual([filesOf(scene), foldersOf(scene).length], [DONE_FILES, 1]);
  const other = join(dirname(scene.bundle), "other");
  const end = await scene.cli(["run", "look", "--model", "openai/test-model", "--bundle", other, ...SEALED]);
  assert.doesNotMatch(end.stderr, /was killed/);
  assert.deepEqual([filesOf(scene), foldersOf(scene)], [DONE_FILES, []]);
});

test("without what takes the changes back, the run goes on only in a checkout as it was", mounted, async () => {
  await using scene = await createKilled();
  const { dir } = scene.repository;
  for (const name of foldersOf(scene)) rmSync(join(dir, ".git", name), { recursive: true });
  const refused = await resume(scene);
  assert.equal(refused.code, 1, refused.stderr);
  assert.match(refused.stderr, /killed while it put its changes into a checkout, and this checkout cannot be restored/);
  scene.repository.git("checkout", "-q", "a.txt", "b.txt");
  const end = await resume(scene);
  assert.equal(end.code, 0, end.stderr);
  assert.deepEqual([filesOf(scene), ended(scene)], [DONE_FILES, ENDED]);
});

test("a killed `apply` leaves nothing in the work tree, and the next one clears the git directory", async () => {
  await using scene = await createScene();
  await scene.run();
  scene.repository.git("checkout", "-q", ".");
  const env = { KIMI_CRASH_AT: "scratch.make.after:1" };
  assert.equal((await scene.cli(["apply", scene.bundle], { env })).signal, "SIGKILL");
  assert.deepEqual([scene.repository.git("status", "--short"), foldersOf(scene).length], ["", 1]);
  const end = await scene.cli(["apply", scene.bundle]);
  assert.deepEqual([end.code, end.stdout], [0, "applied: src/add.js +1 −1\n"], end.stderr);
  assert.deepEqual(foldersOf(scene), []);
});
