/** Checking out a commit that the clone lacks: the clone has the same depth and the same filter as before. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { checkOut, type CheckOutRequest } from "../../src/workspace/check-out.ts";
import { findCheckout } from "../../src/workspace/checkout.ts";
import { runGit } from "../doubles/git-client.ts";
import { startGitHub, type GitHub } from "../doubles/github/server.ts";
import { createScratch } from "../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";
const TOKEN = "ghs_checkOutTestToken01";

type Asked = Pick<CheckOutRequest, "head" | "base" | "merge" | "withHistory"> & Partial<CheckOutRequest>;

interface Scene {
  readonly hub: GitHub;
  /** The tip of main. */
  readonly main: string;
  /** A commit of main with other files. */
  readonly older: string;
  /** The head of a fork: it began at `older`, and its last commit brings back a file as it was before that. */
  readonly head: string;
  /** A clone of main. */
  readonly clone: (...options: readonly string[]) => Promise<string>;
  readonly checkOut: (dir: string, request: Asked) => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

async function createScene(): Promise<Scene> {
  const hub = await startGitHub();
  const scratch = createScratch();
  hub.addToken(TOKEN);
  await hub.addRepository({ name: "o/r", files: { "a.txt": "zero\n", "b.txt": "b\n", "sub/c.txt": "c\n" } });
  const older = await hub.addCommit("o/r", { branch: "main", files: { "a.txt": "one\n" } });
  await hub.addRepository({ name: "mallory/r", forkOf: "o/r" });
  await hub.addCommit("mallory/r", { branch: "patch", files: { "sub/d.txt": "d\n" } });
  const head = await hub.addCommit("mallory/r", { branch: "patch", files: { "a.txt": "zero\n" } });
  await hub.addPull("o/r", { head: "patch", from: "mallory/r", title: "Zero" });
  await hub.addCommit("o/r", { branch: "main", files: { "sub/c.txt": "later\n" } });
  const main = await hub.addCommit("o/r", { branch: "main", files: { "a.txt": "two\n" } });
  // With a bitmap, as GitHub has, a server leaves out all that an older commit of the client's could have brought.
  await hub.git("o/r", "repack", "-adbq");
  const url = hub.cloneUrl("o", "r");
  let clones = 0;
  return {
    hub,
    main,
    older,
    head,
    async clone(...options) {
      const dir = join(scratch.dir, `clone-${(clones += 1)}`);
      await git(scratch.dir, "clone", "-q", ...options, url, dir);
      return dir;
    },
    async checkOut(dir, request) {
      await checkOut({
        checkout: findCheckout(dir),
        remote: { url, token: TOKEN },
        pathVar,
        clock: systemClock,
        ...request,
      });
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      scratch[Symbol.dispose]();
    },
  };
}

/** git in a clone, which may not ask the server. */
async function git(dir: string, ...args: readonly string[]): Promise<string> {
  const offline = args[0] === "clone" ? [] : ["-c", "protocol.allow=never"];
  const { code, out, err } = await runGit(dir, ...offline, ...args);
  assert.equal(code, 0, err);
  return out;
}

interface State {
  /** Which commits have no parents here. */
  readonly shallow: string;
  /** Commits from HEAD, and from the branch that was cloned. */
  readonly depth: string;
  readonly mainDepth: string;
  readonly files: string;
}

async function stateOf(dir: string): Promise<State> {
  const shallow = join(dir, ".git/shallow");
  assert.equal(await git(dir, "status", "--porcelain"), "");
  await git(dir, "fsck", "--connectivity-only");
  return {
    shallow: existsSync(shallow) ? readFileSync(shallow, "utf8") : "",
    depth: await git(dir, "rev-list", "--count", "HEAD"),
    mainDepth: await git(dir, "rev-list", "--count", "main"),
    files: ["a.txt", "sub/d.txt"].map((path) => readFileSync(join(dir, path), "utf8")).join(""),
  };
}

const KINDS = [
  { options: [], depth: "4", mainDepth: "4" },
  { options: ["--depth=1"], depth: "1", mainDepth: "1" },
  { options: ["--depth=2"], depth: "1", mainDepth: "2" },
  { options: ["--filter=blob:none"], depth: "4", mainDepth: "4" },
  { options: ["--filter=tree:0"], depth: "4", mainDepth: "4" },
  { options: ["--filter=blob:none", "--depth=1"], depth: "1", mainDepth: "1" },
] as const;

/** A complete clone once became a shallow one, in which git shows a single commit. */
test("a clone of each kind gets the head of a fork and keeps its depth", async () => {
  await using scene = await createScene();
  const { head, main } = scene;
  for (const { options, depth, mainDepth } of KINDS) {
    const dir = await scene.clone(...options);
    const before = depth === "1" ? await git(dir, "rev-list", "--max-parents=0", "main") : undefined;
    await scene.checkOut(dir, { head, base: main });
    const shallow =
      before === undefined
        ? ""
        : [before, head]
            .toSorted()
            .map((commit) => `${commit}\n`)
            .join("");
    assert.deepEqual(await stateOf(dir), { shallow, depth, mainDepth, files: "zero\nd\n" }, options.join(" "));
  }
});

/** A review of a shallow clone once saw the whole repository as new. */
test("a shallow clone gets the commits since head and base parted, if the server answers", async () => {
  await using scene = await createScene();
  const { head, main, older } = scene;
  const dir = await scene.clone("--depth=1");
  await scene.checkOut(dir, { head, base: older });
  const cut = await stateOf(dir);
  const remote = { url: "http://127.0.0.1:1/o/r.git", token: TOKEN };
  await scene.checkOut(dir, { head, base: older, withHistory: true, remote });
  assert.deepEqual(await stateOf(dir), cut, "without an answer nothing changes");
  await scene.checkOut(dir, { head, base: older, withHistory: true });
  assert.deepEqual(await stateOf(dir), { ...cut, shallow: "", depth: "4", mainDepth: "4" });
  assert.equal(await git(dir, "merge-base", "origin/main", "HEAD"), older);
  assert.deepEqual(await git(dir, "diff", "--name-only", "origin/main...HEAD"), "a.txt\nsub/d.txt");
  assert.equal(await git(dir, "rev-parse", "main"), main);
});

/** The files of such a commit were once left out of the work tree, as if they had been deleted. */
test("a partial clone gets the files of a commit that it has", async () => {
  await using scene = await createScene();
  const { main, older } = scene;
  const dir = await scene.clone("--filter=blob:none");
  await scene.checkOut(dir, { head: older, base: main });
  assert.deepEqual([await git(dir, "status", "--porcelain"), await git(dir, "show", "HEAD:sub/c.txt")], ["", "c"]);
  const other = await scene.clone("--filter=blob:none");
  await scene.checkOut(other, { head: main, base: older });
  assert.deepEqual([await git(other, "rev-parse", "HEAD"), await git(other, "show", `${older}:a.txt`)], [main, "one"]);
});

test("a merge leaves a complete clone complete, with or without its files", async () => {
  await using scene = await createScene();
  const { head, main } = scene;
  for (const options of [[], ["--filter=blob:none"]]) {
    const dir = await scene.clone(...options);
    await scene.checkOut(dir, { head, base: main, merge: true });
    assert.deepEqual(
      [await git(dir, "log", "-1", "--format=%P"), await git(dir, "rev-parse", "--is-shallow-repository")],
      [`${head} ${main}`, "false"],
    );
    assert.match(readFileSync(join(dir, "a.txt"), "utf8"), /^<<<<<<< .*\nzero\n=======\ntwo\n>>>>>>> /);
  }
});
