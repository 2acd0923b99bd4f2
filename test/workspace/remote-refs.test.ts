/** Commits under refs/kimi/ on a server: made without git, changed by compare-and-set, read back only if we wrote them. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createRemoteRefs, type RemoteRefs } from "../../src/workspace/remote-refs.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { createTrustedGit, type TrustedGit } from "../../src/workspace/trusted-git.ts";
import { startGitHub, type GitHub } from "../doubles/github/server.ts";
import { createRepository, gitIn } from "../doubles/repository.ts";
import { sized } from "../doubles/size.ts";
import { createScratch } from "../doubles/scratch.ts";

const pathVar = process.env["PATH"] ?? "";
const TOKEN = "ghs_remoteRefsTestToken0123";
const WHO = { name: "bot", email: "bot@example.invalid" };
/** Waits take no time. */
const AT_ONCE = { sleep: async () => {} };
const REF = "refs/kimi/sessions/t1-20260102-aaaa";

interface Scene {
  readonly hub: GitHub;
  readonly trusted: TrustedGit;
  readonly refs: RemoteRefs;
  /** The same repository with another token, PATH, server or limits. */
  readonly other: (
    options: Partial<Parameters<typeof createRemoteRefs>[0]> & { readonly token?: string },
  ) => RemoteRefs;
  readonly start: string;
  readonly dir: string;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** A repository on a server and a clone of it. */
async function scene(files: Readonly<Record<string, string>> = { "a.txt": "one\n" }): Promise<Scene> {
  const hub = await startGitHub();
  hub.addToken(TOKEN);
  hub.addToken("readonly", { scopes: { contents: "read" } });
  hub.addToken("workflows", { login: "app[bot]", scopes: { contents: "write", workflows: "write" } });
  await hub.addRepository({ name: "o/r", files });
  const repository = createRepository();
  const scratch = createScratch();
  repository.git("pull", "-q", (await hub.git("o/r", "rev-parse", "--absolute-git-dir")).trim(), "main");
  const trusted = createTrustedGit({
    repository: await openRepository(repository.dir, pathVar),
    scratchDir: scratch.dir,
    pathVar,
    clock: systemClock,
  });
  const url = hub.cloneUrl("o", "r");
  const other: Scene["other"] = ({ token = TOKEN, ...options }) =>
    createRemoteRefs({
      gitDir: trusted.gitDir,
      path: pathVar,
      remote: { url, token },
      identity: WHO,
      clock: AT_ONCE,
      ...options,
    });
  return {
    hub,
    trusted,
    refs: other({}),
    other,
    start: repository.git("rev-parse", "HEAD"),
    dir: repository.dir,
    async [Symbol.asyncDispose]() {
      await hub.close();
      repository.remove();
      scratch[Symbol.dispose]();
    },
  };
}

/** A tiny commit that differs from others by its text. */
function claim(refs: RemoteRefs, text: string): Promise<string> {
  return refs.write({ files: new Map([["claim.json", text]]), message: "claim", atSeconds: 1_767_323_045 });
}

for (const format of ["sha1", "sha256"]) {
  test(`objects are what git itself would make, and none is written twice (${format})`, async () => {
    using repository = createRepository();
    repository.git("init", "-q", "--object-format", format, "inner");
    const dir = join(repository.dir, "inner");
    writeFileSync(join(dir, "f"), "1\n");
    gitIn(dir, ["add", "f"]);
    gitIn(dir, ["commit", "-qm", "start"]);
    using scratch = createScratch();
    const trusted = createTrustedGit({
      repository: await openRepository(dir, pathVar),
      scratchDir: scratch.dir,
      pathVar,
      clock: systemClock,
    });
    const remote = { url: "https://host.invalid/o/r.git", token: TOKEN };
    const refs = createRemoteRefs({ gitDir: trusted.gitDir, path: pathVar, remote, identity: WHO, clock: systemClock });
    const parent = gitIn(dir, ["rev-parse", "HEAD"]);
    const request = {
      files: new Map<string, Buffer | string>([
        ["bundle/session.json", "{}\n"],
        ["bundle/blobs/b.txt", Buffer.from([0, 255, 10])],
        ["bundle/blobs-1", "sorts before the folder\n"],
        ["bundle/blobs.txt", "so does this\n"],
        ["bundle/blobs0", "and this after it\n"],
        ["empty", ""],
      ]),
      trees: new Map([["workspace", gitIn(dir, ["rev-parse", "HEAD^{tree}"])]]),
      parent,
      message: "saved: größer",
      atSeconds: 1_767_323_045.9,
    };
    const commit = await refs.write(request);
    const git = (...args: readonly string[]): string => gitIn(trusted.gitDir, [`--git-dir=${trusted.gitDir}`, ...args]);
    git("fsck", "--strict", "--full", "--no-dangling", commit);
    assert.equal(
      git("cat-file", "commit", commit),
      [
        `tree ${git("rev-parse", `${commit}^{tree}`)}`,
        `parent ${parent}`,
        "author bot <bot@example.invalid> 1767323045 +0000",
        "committer bot <bot@example.invalid> 1767323045 +0000",
        "",
        "saved: größer",
      ].join("\n"),
    );
    assert.deepEqual(git("ls-tree", "-r", "--name-only", commit).split("\n"), [
      "bundle/blobs-1",
      "bundle/blobs.txt",
      "bundle/blobs/b.txt",
      "bundle/blobs0",
      "bundle/session.json",
      "empty",
      "workspace/f",
    ]);
    const objects = (): Record<string, number> =>
      Object.fromEntries(
        readdirSync(join(trusted.gitDir, "objects"), { recursive: true, encoding: "utf8" })
          .filter((name) => /^..\/[0-9a-f]+$/.test(name))
          .map((name) => [name, statSync(join(trusted.gitDir, "objects", name)).ino] as const),
      );
    const before = objects();
    const again = createRemoteRefs({
      gitDir: trusted.gitDir,
      path: pathVar,
      remote,
      identity: WHO,
      clock: systemClock,
    });
    assert.equal(await again.write(request), commit);
    assert.deepEqual(objects(), before);
    await again.write({ ...request, files: new Map([...request.files, ["bundle/journal.jsonl", "{}\n{}\n"]]) });
    // One file, the folder, the root, the commit.
    assert.equal(Object.keys(objects()).length, Object.keys(before).length + 4);
    assert.equal(gitIn(dir, ["status", "--porcelain"]), "");
  });
}

test("a reference changes only from what was expected", async () => {
  await using at = await scene();
  const { refs, hub } = at;
  const [one, two, three] = await Promise.all(["1", "2", "3"].map((text) => claim(refs, text)));
  assert.ok(one !== undefined && two !== undefined && three !== undefined);
  const step = async (commit: string | null, expected: string | null) =>
    (await refs.update([{ ref: REF, commit, expected }], { isAtomic: false })).kind;
  assert.deepEqual(
    [
      await step(one, two), // is not there
      await step(null, two),
      await step(one, null),
      await step(one, null), // the same commit, which another process may have made
      await step(two, null),
      await step(two, three),
      await step(two, one), // unrelated to the first: no history in between
      await step(null, one),
      await step(two, two),
    ],
    ["moved", "moved", "updated", "moved", "moved", "moved", "updated", "moved", "updated"],
  );
  const session = { ref: REF, commit: two };
  assert.deepEqual(await refs.list("refs/kimi/"), [session]);
  const second = "refs/kimi/claims/c1";
  const both = [
    { ref: second, commit: one, expected: null },
    { ref: REF, commit: three, expected: one },
  ];
  assert.deepEqual(await refs.update(both, { isAtomic: true }), { kind: "moved", ref: REF });
  assert.deepEqual(await refs.list("refs/kimi/"), [session]);
  assert.deepEqual(await refs.update(both, { isAtomic: false }), { kind: "moved", ref: REF });
  assert.deepEqual(await refs.list("refs/kimi/"), [{ ref: second, commit: one }, session]);
  assert.deepEqual(await refs.list("refs/kimi/sessions/t1-"), [session]);
  assert.deepEqual(await refs.list("refs/kimi/sessions/t2-"), []);
  const swept = [
    { ref: second, commit: null, expected: one },
    { ref: REF, commit: three, expected: two },
  ];
  assert.deepEqual(await refs.update(swept, { isAtomic: true }), {
    kind: "updated",
    refs: [{ ref: REF, commit: three }],
  });
  assert.deepEqual(await refs.list("refs/kimi/"), [{ ref: REF, commit: three }]);
  assert.equal(await step(null, three), "updated");
  assert.deepEqual(await refs.list("refs/kimi/"), []);
  assert.deepEqual(hub.violations, []);
});

const RACERS = sized(6, 20);

for (const [what, text] of [
  ["a commit of their own", (index: number) => `${index}`],
  ["the very same commit", () => "1"],
] as const) {
  test(`of ${RACERS} who create a reference at once with ${what}, one does`, async () => {
    await using at = await scene();
    const results = await Promise.all(
      Array.from({ length: RACERS }, async (_, index) => {
        const refs = at.other({});
        const commit = await claim(refs, text(index));
        return await refs.update([{ ref: REF, commit, expected: null }], { isAtomic: false });
      }),
    );
    const [won, ...more] = results.filter((result) => result.kind === "updated");
    assert.deepEqual(more, []);
    assert.deepEqual(won?.refs, await at.refs.list("refs/kimi/"));
    const lost = results.flatMap((result) => (result.kind === "updated" ? [] : [result.kind]));
    assert.deepEqual(lost, Array<string>(RACERS - 1).fill("moved"));
  });
}

test("a refusal, a lock, silence and a lost answer are results with git's words, not errors", async () => {
  await using at = await scene();
  const { refs, hub, other } = at;
  const commit = await claim(refs, "1");
  const update = [{ ref: REF, commit, expected: null }];
  const said = async (by: RemoteRefs): Promise<string> => {
    const result = await by.update(update, { isAtomic: true });
    assert.equal(result.kind, "refused");
    return result.kind === "refused" ? result.said : "";
  };
  assert.match(await said(other({ token: "readonly" })), /error: 403|denied/);
  assert.match(await said(other({ token: "nobody" })), /Authentication failed|could not read Username/);
  const nowhere = { url: "http://127.0.0.1:1/o/r.git", token: TOKEN };
  assert.match(await said(other({ remote: nowhere })), /Failed to connect/);
  await assert.rejects(other({ remote: nowhere }).list("refs/kimi/"), { code: "git.failed" });

  // A process that holds the lock has died: the reference does not move.
  const bare = (await hub.git("o/r", "rev-parse", "--absolute-git-dir")).trim();
  mkdirSync(join(bare, "refs/kimi/sessions"), { recursive: true });
  writeFileSync(join(bare, `${REF}.lock`), "");
  assert.match(await said(refs), /cannot lock ref/);
  execFileSync("rm", [join(bare, `${REF}.lock`)]);

  const push = { method: "POST", path: "/o/r.git/git-receive-pack" };
  const away = { method: "GET", path: "/o/r.git/info/refs" };
  const down = { kind: "answer", status: 502, body: "down" } as const;
  // The server is away for longer than anyone waits.
  hub.fault({ ...down, match: push, times: 5 });
  await said(refs);
  assert.deepEqual(await refs.list("refs/kimi/"), []);
  // The answer is lost, and so is that to the first look; what is done by then is found by the next push.
  hub.fault({ kind: "lostReply", match: push });
  hub.fault({ kind: "drop", match: away, after: 1, times: 2 });
  assert.deepEqual(await refs.update(update, { isAtomic: true }), { kind: "updated", refs: [{ ref: REF, commit }] });
  // The answer is lost, but it can be seen that it was done.
  const next = [{ ref: REF, commit: await claim(refs, "2"), expected: commit }];
  hub.fault({ kind: "lostReply", match: push });
  assert.equal((await refs.update(next, { isAtomic: true })).kind, "updated");
  // It never got there, twice; nor did a reading, once by a rate limit. A save that another will follow is sent once.
  const last = [{ ref: REF, commit: await claim(refs, "3"), expected: next[0]?.commit ?? null }];
  hub.fault({ kind: "drop", match: push });
  assert.equal((await refs.update(last, { isAtomic: true, isOptional: true })).kind, "refused");
  hub.fault({ kind: "drop", match: push });
  hub.fault({ ...down, match: push });
  assert.equal((await refs.update(last, { isAtomic: true })).kind, "updated");
  hub.fault({ ...down, status: 429, match: away });
  assert.deepEqual(await refs.list("refs/kimi/"), [{ ref: REF, commit: last[0]?.commit }]);
  assert.deepEqual(hub.violations, []);
});

test("the token is on no command line and in no file", async () => {
  await using at = await scene();
  using scratch = createScratch();
  const seen = join(scratch.dir, "seen");
  const bin = join(scratch.dir, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${seen}'\nPATH='${pathVar}' exec git "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  const refs = at.other({ path: `${bin}:${pathVar}` });
  const commit = await claim(refs, "1");
  await refs.update([{ ref: REF, commit, expected: null }], { isAtomic: true });
  await refs.list("refs/kimi/");
  await refs.read(REF);
  const lines = readFileSync(seen, "utf8");
  for (const word of ["push --porcelain", "ls-remote", "fetch --depth=1"]) assert.ok(lines.includes(word), word);
  const secret = Buffer.from(`x-access-token:${TOKEN}`).toString("base64");
  const files = readdirSync(at.trusted.gitDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
  for (const text of [lines, ...files]) assert.ok(!text.includes(TOKEN) && !text.includes(secret));
});

test("references outside of our namespace are refused", async () => {
  using scratch = createScratch();
  const remote = { url: "https://host.invalid/o/r.git", token: TOKEN };
  const refs = createRemoteRefs({ gitDir: scratch.dir, path: pathVar, remote, identity: WHO, clock: systemClock });
  writeFileSync(join(scratch.dir, "HEAD"), `${"a".repeat(40)}\n`);
  const commit = "b".repeat(40);
  const names = ["refs/heads/main", "refs/kimi", "refs/kimi/", "refs/kimi/a..b", "refs/kimi/a:refs/heads/main"];
  for (const ref of [...names, "refs/kimi/x.lock", "refs/kimi/*", "refs/kimi/-x", "--mirror"]) {
    const update = refs.update([{ ref, commit, expected: null }], { isAtomic: false });
    await assert.rejects(update, { code: "git.failed", message: `Not a reference of ours: ${ref}.` });
    await assert.rejects(refs.read(ref), { code: "git.failed" });
  }
  await assert.rejects(refs.list("refs/heads/"), { code: "git.failed" });
  await assert.rejects(refs.update([{ ref: REF, commit: null, expected: null }], { isAtomic: false }), {
    message: `A reference that must not exist cannot be deleted: ${REF}.`,
  });
  await assert.rejects(refs.update([{ ref: REF, commit: "HEAD", expected: null }], { isAtomic: false }), {
    message: "Not an object id: HEAD.",
  });
  for (const path of ["../x", "a//b", ".git/config", "/etc/passwd", "a\nb", ""]) {
    const written = refs.write({ files: new Map([[path, ""]]), message: "m", atSeconds: 0 });
    await assert.rejects(written, { code: "git.failed", message: `Not a path for a stored commit: ${path}.` });
  }
  const twice = { files: new Map([["a", ""]]), trees: new Map([["a", commit]]), message: "m", atSeconds: 0 };
  await assert.rejects(refs.write(twice), { message: "Not a path for a stored commit: a." });
});

test("commits that this program did not write are refused", async () => {
  await using at = await scene();
  const { refs, hub, other } = at;
  const bare = (await hub.git("o/r", "rev-parse", "--absolute-git-dir")).trim();
  const make = (command: string, input: string): string =>
    execFileSync("git", command.split(" "), { cwd: bare, input, encoding: "utf8" }).trim();
  const blob = make("hash-object -w --stdin", "content\n");
  const tree = make("mktree", `100644 blob ${blob}\tf\n`);
  const put = async (...entries: readonly string[]): Promise<void> => {
    const root = make("mktree", entries.map((entry) => `${entry}\n`).join(""));
    const commit = await hub.git("o/r", "-c", "user.name=x", "-c", "user.email=x@y", "commit-tree", root, "-m", "m");
    await hub.git("o/r", "update-ref", REF, commit);
  };
  const regular = `100644 blob ${blob}\tx.json`;
  const cases = [
    [`100755 blob ${blob}\trun.sh`],
    [`120000 blob ${blob}\tlink`],
    [`100644 blob ${blob}\t.git`],
    [`100644 blob ${blob}\t..`],
    [`100644 blob ${blob}\ta b`],
    [`100644 blob ${blob}\tworkspace`],
    [`160000 commit ${at.start}\tworkspace`],
    [`160000 commit ${at.start}\tmodule`],
    [`040000 tree ${tree}\t.github`],
    [`040000 tree ${tree}\tbundle`, `040000 tree ${make("mktree", `040000 tree ${tree}\t..\n`)}\tdeep`],
  ];
  for (const entries of cases) {
    await put(...entries, regular);
    await assert.rejects(refs.read(REF), { code: "session.corrupt" }, entries.join());
  }
  await put(`040000 tree ${tree}\tbundle`, `040000 tree ${tree}\tworkspace`, regular);
  const limited = (maxBytes: number, maxEntries: number): RemoteRefs => other({ limits: { maxBytes, maxEntries } });
  await assert.rejects(limited(15, 9).read(REF), { message: /contains 16 bytes, of at most 15/ });
  await assert.rejects(limited(99, 1).read(REF), { message: /contains 2 files, of at most 1/ });
  assert.deepEqual(await limited(16, 2).read(REF), {
    commit: await hub.git("o/r", "rev-parse", REF),
    parent: undefined,
    files: new Map([
      ["bundle/f", Buffer.from("content\n")],
      ["x.json", Buffer.from("content\n")],
    ]),
    workspaceTree: tree,
  });
  await hub.git("o/r", "update-ref", "-d", REF);
  assert.equal(await refs.read(REF), undefined);
});
