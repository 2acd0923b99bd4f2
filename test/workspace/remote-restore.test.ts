/** A workspace that was saved under refs/kimi/ in one clone is restored in another one, under any rules of the repository. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createRemoteRefs, type RemoteRefs } from "../../src/workspace/remote-refs.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { createTrustedGit, type TrustedGit } from "../../src/workspace/trusted-git.ts";
import { runGit } from "../doubles/git-client.ts";
import { startGitHub, type GitHub } from "../doubles/github/server.ts";
import { createScratch } from "../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";
const TOKEN = "ghs_remoteRestoreTestToken01";
const REF = "refs/kimi/sessions/t1-20260102-aaaa";

interface Clone {
  readonly dir: string;
  readonly start: string;
  readonly trusted: TrustedGit;
  readonly refs: RemoteRefs;
  readonly write: (path: string, content: string | Uint8Array, mode?: number) => void;
  /** `git status` of the user's own repository. */
  readonly status: () => Promise<string>;
  readonly [Symbol.dispose]: () => void;
}

async function clone(hub: GitHub, { depth, token = TOKEN }: { depth?: number; token?: string } = {}): Promise<Clone> {
  const scratch = createScratch();
  const dir = join(scratch.dir, "clone");
  const url = hub.cloneUrl("o", "r");
  const shallow = depth === undefined ? [] : [`--depth=${depth}`];
  const { code, err } = await runGit(scratch.dir, "clone", "-q", ...shallow, url, dir);
  assert.equal(code, 0, err);
  const repository = await openRepository(dir, pathVar);
  const trusted = createTrustedGit({ repository, scratchDir: scratch.dir, pathVar, clock: systemClock });
  const identity = { name: "bot", email: "bot@example.invalid" };
  return {
    dir,
    start: repository.headCommit,
    trusted,
    refs: createRemoteRefs({
      gitDir: trusted.gitDir,
      path: pathVar,
      remote: { url, token },
      identity,
      clock: systemClock,
    }),
    write(path, content, mode = 0o644) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
      chmodSync(join(dir, path), mode);
    },
    status: async () => (await runGit(dir, "status", "--porcelain", "-z", "--untracked-files=all")).out,
    [Symbol.dispose]: scratch[Symbol.dispose],
  };
}

/** Path → executable or not, and content. */
function contents(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(dir, ".git/")))
    .map((path) => {
      const stats = lstatSync(path);
      if (stats.isSymbolicLink()) return [path.slice(dir.length), `-> ${readlinkSync(path)}`] as const;
      const digest = createHash("sha1").update(readFileSync(path)).digest("hex");
      return [path.slice(dir.length), `${stats.mode & 0o100} ${digest}`] as const;
    });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Bytes of the last push. */
function pushedBytes(hub: GitHub): number {
  const push = hub.requests.findLast(({ method, path }) => method === "POST" && path.endsWith("/git-receive-pack"));
  return Number(push?.headers["content-length"] ?? 0);
}

/** Saves the workspace as it is; returns what the reference holds then. */
async function save({ trusted, refs, start }: Clone, expected: string | null, journal: string): Promise<string> {
  const commit = await refs.write({
    files: new Map([["bundle/journal.jsonl", journal]]),
    trees: new Map([["workspace", await trusted.snapshot()]]),
    parent: start,
    message: "session",
    atSeconds: 1_767_323_045,
  });
  const result = await refs.update([{ ref: REF, commit, expected }], { isAtomic: true });
  assert.equal(result.kind, "updated", JSON.stringify(result));
  return result.kind === "updated" ? (result.refs[0]?.commit ?? "") : "";
}

test("two thousand files and every kind of change, from a full clone to a shallow one", async () => {
  await using hub = await startGitHub();
  hub.addToken(TOKEN);
  const many = Array.from({ length: 2000 }, (_, n) => [`src/d${n % 97}/f${n}.txt`, `file ${n}\n`] as const);
  await hub.addRepository({
    name: "o/r",
    files: { ...Object.fromEntries(many), "run.sh": "#!/bin/sh\n", "gone.txt": "x\n", swap: "a file\n" },
  });
  using from = await clone(hub);
  from.write("new/deep/file.txt", "new\n");
  from.write("binary.bin", Uint8Array.from([0, 255, 254, 10, 13, 0, 7]));
  from.write("run.sh", "#!/bin/sh\n", 0o644);
  from.write("src/d1/f1.txt", "file 1\n", 0o755);
  from.write("src/d2/f2.txt", "two\r\nlines\r\n");
  from.write('ünï cødé/naïve "file".txt', "unicode\n");
  rmSync(join(from.dir, "gone.txt"));
  rmSync(join(from.dir, "swap"));
  from.write("swap/inner.txt", "a folder where a file was\n");
  symlinkSync("../run.sh", join(from.dir, "src/link"));
  // The branch goes on meanwhile: the server has the start commit, but names it no more.
  const main = await hub.addCommit("o/r", { branch: "main", files: { "later.txt": "later\n" } });
  // Claimed over another git directory, as a job does before it has a workspace.
  using early = await clone(hub);
  const claim = await early.refs.write({
    files: new Map([["lease.json", "{}"]]),
    parent: early.start,
    message: "claim",
    atSeconds: 1_767_323_045,
  });
  const claimed = await early.refs.update([{ ref: REF, commit: claim, expected: null }], { isAtomic: true });
  assert.equal(claimed.kind, "updated");
  const first = await save(from, claim, "one\n");
  assert.ok(pushedBytes(hub) < 20_000, "files that the server has were sent");
  // A journal that does not compress well, and grows.
  const journal = Array.from({ length: 2000 }, (_, n) => createHash("sha1").update(`${n}`).digest("base64")).join("\n");
  const second = await save(from, first, journal);
  const last = await save(from, second, `${journal}\nmore`);
  assert.ok(pushedBytes(hub) < 3000, "the journal was sent again");

  using to = await clone(hub, { depth: 1 });
  assert.equal(to.start, main);
  const read = await to.refs.read(REF);
  assert.deepEqual([...(read?.files ?? [])], [["bundle/journal.jsonl", Buffer.from(`${journal}\nmore`)]]);
  assert.deepEqual([read?.commit, read?.parent], [last, from.start]);
  const { code } = await runGit(to.dir, "fetch", "-q", "--depth=1", hub.cloneUrl("o", "r"), from.start);
  assert.equal(code, 0);
  await runGit(to.dir, "checkout", "-q", "--detach", from.start);
  await to.trusted.restore(read?.workspaceTree ?? "");
  assert.equal(await to.status(), await from.status());
  assert.deepEqual(contents(to.dir), contents(from.dir));
  assert.equal(await to.trusted.snapshot(), await from.trusted.snapshot());

  // The other side goes on where this one stopped.
  to.write("new/more.txt", "more\n");
  const mine = { ...to, start: from.start };
  await save(mine, last, `${journal}\nmore\nand more`);
  assert.ok(pushedBytes(hub) < 5000, "the journal was sent again");
  assert.deepEqual(hub.violations, []);
});

const WORKFLOW = ".github/workflows/ci.yml";

test("a session with workflow files can be saved", async () => {
  await using hub = await startGitHub();
  hub.addToken(TOKEN);
  hub.addToken("app", { login: "app[bot]", scopes: { contents: "write", workflows: "write" } });
  await hub.addRepository({ name: "o/r", files: { [WORKFLOW]: "on: push\n", "a.txt": "a\n" } });
  using from = await clone(hub, { depth: 1 });
  from.write(WORKFLOW, "on: issues\n");
  from.write(".github/workflows/more.yml", "on: push\n");
  const first = await save(from, null, "one\n");
  const second = await save(from, first, "two\n");
  assert.notEqual(first, second);
  for (const commit of [first, second]) assert.equal(await hub.git("o/r", "log", "--format=%P", commit), "");
  const pushes = hub.requests.filter(({ method, path }) => method === "POST" && path.endsWith("receive-pack"));
  assert.equal(pushes.length, 3); // refused once, remembered after that
  using to = await clone(hub, { depth: 1 });
  const read = await to.refs.read(REF);
  assert.equal(read?.parent, undefined);
  await to.trusted.restore(read?.workspaceTree ?? "");
  assert.deepEqual(contents(to.dir), contents(from.dir));
  assert.equal(await to.status(), await from.status());

  using allowed = await clone(hub, { token: "app" });
  const linked = await save(allowed, second, "three\n");
  assert.equal(await hub.git("o/r", "rev-parse", `${linked}^`), allowed.start);
});

test("a session can be saved although the server has lost its start commit", async () => {
  await using hub = await startGitHub();
  hub.addToken(TOKEN);
  await hub.addRepository({ name: "o/r", files: { "a.txt": "a\n" } });
  await hub.addCommit("o/r", { branch: "main", files: { "a.txt": "b\n" } });
  using from = await clone(hub, { depth: 1 });
  await hub.git("o/r", "update-ref", "refs/heads/main", `${from.start}^`);
  const saved = await save(from, null, "one\n");
  using to = await clone(hub);
  const read = await to.refs.read(saved);
  await to.trusted.restore(read?.workspaceTree ?? "");
  assert.equal(readFileSync(join(to.dir, "a.txt"), "utf8"), "b\n");
});
