import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { RunnerError } from "../../src/protocol/error.ts";
import { readHead } from "../../src/workspace/repository.ts";
import { readTrustedFiles } from "../../src/workspace/trusted-files.ts";
import { createRepository, type TemporaryRepository } from "../doubles/repository.ts";

const pathVar = process.env["PATH"] ?? "";

type Asked =
  | { readonly commit?: string; readonly files: readonly string[] }
  | { readonly commit?: string; readonly folders: readonly string[]; readonly pick?: (path: string) => boolean };

/** Paths and texts of single files, or of the files in folders. */
async function read({ dir: root, git }: TemporaryRepository, { commit, ...asked }: Asked): Promise<[string, string][]> {
  const trusted = commit ?? git("rev-parse", "HEAD");
  if ("files" in asked) return [...(await readTrustedFiles({ root, pathVar, commit: trusted, ...asked }))];
  return [...(await readHead({ root }, { pathVar, paths: [], trusted, ...asked })).files];
}

async function refusal(repository: TemporaryRepository, asked: Asked): Promise<object> {
  return read(repository, asked).then(
    (found) => assert.fail(`read ${JSON.stringify(found)}`),
    (error: unknown) => {
      assert.ok(error instanceof RunnerError, String(error));
      const { code, message, hint } = error;
      return { code, message, hint };
    },
  );
}

test("files and folders of the commit, sorted; the work tree is not looked at", async () => {
  using repository = createRepository({
    files: {
      "agents/b.md": "b",
      "agents/a.yaml": "a",
      "agents/deep/er/c.md": "c",
      "agents.md": "beside",
      ".roomodes": "modes",
      "src/x.ts": "x",
      "empty/.keep": "",
    },
  });
  repository.write("agents/b.md", "changed");
  repository.write("agents/new.md", "new");
  assert.deepEqual(await read(repository, { files: ["src/x.ts", ".roomodes", "missing", "src", "a\nb"] }), [
    [".roomodes", "modes"],
    ["src/x.ts", "x"],
  ]);
  assert.deepEqual(await read(repository, { folders: ["agents", "empty", "none"] }), [
    ["agents/a.yaml", "a"],
    ["agents/b.md", "b"],
    ["agents/deep/er/c.md", "c"],
    ["empty/.keep", ""],
  ]);
});

test("another commit than the checked-out one", async () => {
  using repository = createRepository({ files: { "a.md": "old", "f/a.md": "old" } });
  const first = repository.git("rev-parse", "HEAD");
  repository.write("a.md", "new");
  repository.write("f/a.md", "new");
  repository.commit("second");
  assert.deepEqual(await read(repository, { commit: first, files: ["a.md"] }), [["a.md", "old"]]);
  assert.deepEqual(await read(repository, { commit: first, folders: ["f"] }), [["f/a.md", "old"]]);
});

test("only what is picked is read, and four levels of it; what is binary is skipped, and a link is followed", async () => {
  using repository = createRepository({
    files: {
      "s/1.md": "1",
      "s/a/2.md": "2",
      "s/a/b/3.md": "3",
      "s/a/b/c/4.md": "4",
      "s/a/b/c/d/5.md": "5",
      "s/binary.md": new Uint8Array([0x61, 0, 0x62]),
      "s/latin.md": new Uint8Array([0x66, 0xfc, 0x72]),
      "s/picture.png": "png",
      "outside/o.md": "o",
    },
  });
  symlinkSync("1.md", join(repository.dir, "s/link.md"));
  symlinkSync("../outside", join(repository.dir, "s/folder"));
  symlinkSync("..", join(repository.dir, "outside/all"));
  symlinkSync("s", join(repository.dir, "linked"));
  symlinkSync("/tmp", join(repository.dir, "s/tmp"));
  repository.commit("links");
  const pick = (path: string): boolean => path.endsWith(".md");
  const told: string[] = [];
  const { files } = await readHead(
    { root: repository.dir },
    { pathVar, paths: [], folders: ["s", "linked"], pick, onBadLink: (path, error) => told.push(path, error.message) },
  );
  assert.deepEqual(
    [...files],
    [
      ["linked/1.md", "1"],
      ["linked/a/2.md", "2"],
      ["linked/a/b/3.md", "3"],
      ["linked/a/b/c/4.md", "4"],
      ["s/1.md", "1"],
      ["s/a/2.md", "2"],
      ["s/a/b/3.md", "3"],
      ["s/a/b/c/4.md", "4"],
      ["s/folder/o.md", "o"],
      ["s/link.md", "1"],
    ],
  );
  assert.deepEqual(
    told.filter((_text, index) => index % 2 === 0),
    ["s/tmp", "linked/folder", "linked/link.md", "linked/tmp", "s/folder/all"],
  );
});

/** A link gave the model its own text, as the contents of the file. */
test("a link is followed once inside the commit, for a file and a folder; any other is named as a link", async () => {
  using repository = createRepository({
    files: { "CLAUDE.md": "rules", "sub/a.md": "a", "x.md": new Uint8Array([0]) },
  });
  const { dir } = repository;
  const links = {
    "AGENTS.md": "CLAUDE.md",
    ".kimi": "sub",
    "sub/up.md": "../CLAUDE.md",
    "twice.md": "AGENTS.md",
    "none.md": "missing.md",
    "out.md": "../../etc/passwd",
    "root.md": "/etc/passwd",
    "self.md": "self.md",
    away: "../away",
  };
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(dir, path));
  const commit = repository.commit("links");
  const good = [".kimi/a.md", ".kimi/missing.md", "AGENTS.md", "sub/up.md"];
  const texts = [
    [".kimi/a.md", "a"],
    ["AGENTS.md", "rules"],
    ["sub/up.md", "rules"],
  ];
  assert.deepEqual(await read(repository, { files: good }), texts);
  const { files } = await readHead({ root: dir }, { pathVar, paths: good });
  assert.deepEqual([...files], texts);
  const bad = {
    "twice.md": 'a symbolic link to "AGENTS.md", which leads to another link',
    ".kimi/up.md": 'behind .kimi, a symbolic link to "sub", which leads to another link',
    "none.md": 'a symbolic link to "missing.md", which leads nowhere',
    "out.md": 'a symbolic link to "../../etc/passwd", which leads out of the repository',
    "root.md": 'a symbolic link to "/etc/passwd", which leads out of the repository',
    "self.md": 'a symbolic link to "self.md", which leads to another link',
    "away/x.md": 'behind away, a symbolic link to "../away", which leads out of the repository',
  };
  const hint = "A link is followed once, to a file or folder of the commit.";
  for (const [path, what] of Object.entries(bad)) {
    const message = `${path} of commit ${commit} is ${what}.`;
    assert.deepEqual(await refusal(repository, { files: [path] }), { code: "workspace.file", message, hint });
    await assert.rejects(readHead({ root: dir }, { pathVar, paths: [path] }), {
      code: "config.invalid",
      message,
      hint,
    });
  }
  assert.deepEqual(await refusal(repository, { files: ["x.md"] }), {
    code: "workspace.file",
    message: `x.md of commit ${commit} is not text.`,
    hint: "Commit a text file.",
  });
});

test("500 files and folders are read, one more is refused", async () => {
  const names = Array.from({ length: 499 }, (_, index) => `s/d/${String(index).padStart(3, "0")}.md`);
  using repository = createRepository({ files: Object.fromEntries(names.map((name) => [name, name])) });
  assert.deepEqual(
    await read(repository, { folders: ["s"] }),
    names.map((name) => [name, name]),
  );
  repository.write("s/more.md", "more");
  const commit = repository.commit("more");
  assert.deepEqual(await refusal(repository, { folders: ["none", "s"] }), {
    code: "config.invalid",
    message: `Too much to read in s of commit ${commit}: more than 500 files and folders.`,
    hint: "At most 500 files and folders and 5 MB are read; move the rest elsewhere.",
  });
});

test("5 MB of text are read, one byte more is refused", async () => {
  const half = "x".repeat(2_500_000);
  using repository = createRepository({ files: { "s/a.md": half, "s/b.md": half } });
  assert.deepEqual(
    (await read(repository, { folders: ["s"] })).map(([path, text]) => [path, text.length]),
    [
      ["s/a.md", 2_500_000],
      ["s/b.md", 2_500_000],
    ],
  );
  repository.write("s/c.md", "x");
  const commit = repository.commit("more");
  assert.deepEqual(await refusal(repository, { folders: ["s"] }), {
    code: "config.invalid",
    message: `Too much to read in s of commit ${commit}: 5000001 bytes of text.`,
    hint: "At most 500 files and folders and 5 MB are read; move the rest elsewhere.",
  });
});

test("the error names the object that the repository lacks", async () => {
  using repository = createRepository({ files: { "s/a.md": "a" } });
  assert.deepEqual(await refusal(repository, { commit: "0".repeat(40), folders: ["s"] }), {
    code: "git.failed",
    message: `The trusted commit is not in the repository: ${"0".repeat(40)}.`,
    hint: "Fetch it first.",
  });
  assert.deepEqual(await refusal(repository, { commit: "main", files: ["s/a.md"] }), {
    code: "git.failed",
    message: "Not an object id: main.",
    hint: "Use the 40 or 64 hex digits of a commit or tree.",
  });
  const blob = repository.git("rev-parse", "HEAD:s/a.md");
  rmSync(join(repository.dir, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  assert.deepEqual(await refusal(repository, { folders: ["s"] }), {
    code: "git.failed",
    message: `s/a.md of commit ${repository.git("rev-parse", "HEAD")} is not in the repository.`,
    hint: "Fetch it first: a partial clone leaves contents out.",
  });
});

test("a tree that git would not write is named as damaged", async () => {
  using repository = createRepository({ files: { a: "a" } });
  const object = (type: string, content: string): string => {
    repository.write("object", content);
    return repository.git("hash-object", "-t", type, "-w", "--literally", "object");
  };
  for (const content of ["no entry", `100644 a\0${"a".repeat(20)}40000 b`, `100644 a\0${"a".repeat(19)}`]) {
    const tree = object("tree", content);
    const who = "a <a@b> 1 +0000";
    const commit = object("commit", `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nx\n`);
    const expected = { code: "git.failed", message: `The tree ${tree} is damaged.`, hint: undefined };
    assert.deepEqual(await refusal(repository, { commit, files: ["a"] }), expected);
  }
});

/** Each package of a repository may link to the rules of the root, which the model knows. */
test("files of a name are found, also as links, but not a link to one in a folder above", async () => {
  using repository = createRepository({
    files: { "AGENTS.md": "r", "CLAUDE.md": "c", "a/x": "", "b/c/x": "", "b/AGENTS.md": "b", "d/x": "" },
  });
  const links = { "a/AGENTS.md": "../AGENTS.md", "b/c/AGENTS.md": "../AGENTS.md", "d/AGENTS.md": "../CLAUDE.md" };
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(repository.dir, path));
  symlinkSync("../b/AGENTS.md", join(repository.dir, "d/agents.md"));
  repository.commit("links");
  const head = await readHead({ root: repository.dir }, { pathVar, paths: [], named: ["AGENTS.md", "agents.md"] });
  assert.deepEqual(head.found, ["AGENTS.md", "b/AGENTS.md", "d/AGENTS.md", "d/agents.md"]);
});

test("the head and its folders are read by one git process, found or not", async () => {
  using repository = createRepository({
    files: {
      "AGENTS.md": "rules",
      "skills/a/SKILL.md": "a",
      "skills/a/x.sh": "x",
      "src/deep/AGENTS.md": "deep",
      "node_modules/x/AGENTS.md": "foreign",
    },
  });
  const bin = mkdtempSync(join(tmpdir(), "kimi-bin-"));
  const log = join(bin, "log");
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$@" >> ${log}\nPATH='${pathVar}' exec git "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  try {
    const head = await readHead(
      { root: repository.dir },
      {
        pathVar: `${bin}:${pathVar}`,
        paths: ["AGENTS.md", "none.md"],
        folders: ["none", "skills"],
        pick: (path) => path.endsWith(".md"),
        named: ["AGENTS.md", "agents.md"],
      },
    );
    assert.deepEqual(
      { ...head, files: [...head.files] },
      {
        headCommit: repository.git("rev-parse", "HEAD"),
        headTree: repository.git("rev-parse", "HEAD^{tree}"),
        trustedCommit: repository.git("rev-parse", "HEAD"),
        files: [
          ["AGENTS.md", "rules"],
          ["skills/a/SKILL.md", "a"],
        ],
        found: ["AGENTS.md", "src/deep/AGENTS.md"],
      },
    );
    assert.equal(readFileSync(log, "utf8"), "cat-file --batch\n");
  } finally {
    rmSync(bin, { recursive: true });
  }
});
