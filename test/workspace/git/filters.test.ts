/** Which filters git would run on a path: by the attributes of each tree, of the repository and of the user. None of them runs. */

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { openRepository } from "../../../src/workspace/repository.ts";
import { createTrustedGit } from "../../../src/workspace/trusted-git.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

type Texts = Readonly<Record<string, string>>;

interface Given {
  /** Files of commits, one after the other. Each is a tree that is asked. */
  readonly trees?: readonly Texts[];
  /** Text of `.git/info/attributes`. */
  readonly info?: string;
  /** Files of the user's home. */
  readonly home?: Texts;
  /** Settings of the repository. */
  readonly config?: Texts;
  /** Further variables of the user's environment; `HOME` in a value stands for the home. */
  readonly env?: Texts;
}

interface Case extends Given {
  readonly what: string;
  /** `path: filters` of those under a filter. */
  readonly found: readonly string[];
}

const PATHS = ["a.key", "sub/b.key", "sub/deep/c.txt", "note.ipynb"];
const CRYPT = { ".gitattributes": "*.key filter=git-crypt\n" };
const systemPath = process.env["PATH"] ?? "";

const CASES: readonly Case[] = [
  { what: "no attributes", found: [] },
  {
    what: "attributes without a filter",
    trees: [{ ".gitattributes": "*.key text diff=crypt merge=ours\n* -text\n" }],
    found: [],
  },
  { what: "the root", trees: [CRYPT], found: ["a.key: git-crypt", "sub/b.key: git-crypt"] },
  {
    what: "a folder between, for what is below it",
    trees: [{ "sub/.gitattributes": "*.key filter=sops\nc.txt filter=own\n", "other/.gitattributes": "* filter=no\n" }],
    found: ["sub/b.key: sops", "sub/deep/c.txt: own"],
  },
  {
    what: "a deeper file that switches it off, and a filter without a name",
    trees: [{ ...CRYPT, "sub/.gitattributes": "*.key -filter\nc.txt filter\n" }],
    found: ["a.key: git-crypt"],
  },
  {
    what: "a macro",
    trees: [
      { ".gitattributes": "[attr]hidden filter=git-crypt diff=git-crypt\n", "sub/.gitattributes": "b* hidden\n" },
    ],
    found: ["sub/b.key: git-crypt"],
  },
  {
    what: "a later tree that switches it off",
    trees: [CRYPT, { ".gitattributes": "*.key !filter\n" }],
    found: ["a.key: git-crypt", "sub/b.key: git-crypt"],
  },
  {
    what: "a later tree that names another one",
    trees: [CRYPT, { ".gitattributes": "a.key filter=own\n" }],
    found: ["a.key: git-crypt, own", "sub/b.key: git-crypt"],
  },
  {
    what: "a later tree that brings it",
    trees: [{}, { "sub/.gitattributes": "* filter=x\n" }],
    found: ["sub/b.key: x", "sub/deep/c.txt: x"],
  },
  { what: "the repository's own attributes", info: "note.* filter=nbstripout\n", found: ["note.ipynb: nbstripout"] },
  {
    what: "the repository's own attributes over those of the tree, which still count",
    trees: [CRYPT],
    info: "a.key -filter\nsub/b.key filter=own\n",
    found: ["a.key: git-crypt", "sub/b.key: git-crypt, own"],
  },
  {
    what: "a macro of the tree that the repository's own attributes use",
    trees: [{ ".gitattributes": "[attr]hidden filter=git-crypt\n" }],
    info: "note.ipynb hidden\n",
    found: ["note.ipynb: git-crypt"],
  },
  {
    what: "the user's own file at its usual place",
    home: { ".config/git/attributes": "*.ipynb filter=nbstripout\n" },
    found: ["note.ipynb: nbstripout"],
  },
  {
    what: "the tree over the user's own file",
    trees: [{ ".gitattributes": "*.ipynb -filter\n" }],
    home: { ".config/git/attributes": "*.ipynb filter=nbstripout\n*.key filter=own\n" },
    found: ["a.key: own", "sub/b.key: own"],
  },
  {
    what: "XDG_CONFIG_HOME",
    home: { "xdg/git/attributes": "a.key filter=x\n", ".config/git/attributes": "* filter=not-read\n" },
    env: { XDG_CONFIG_HOME: "HOME/xdg" },
    found: ["a.key: x"],
  },
  {
    what: "core.attributesFile of the user's configuration",
    home: { ".gitconfig": "[core]\n\tattributesFile = ~/mine\n", mine: "a.key filter=x\n" },
    found: ["a.key: x"],
  },
  {
    what: "core.attributesFile of a file that the user's configuration includes, elsewhere",
    home: {
      config: "[include]\n\tpath = more\n",
      more: "[core]\n\tattributesFile = ~/mine\n",
      mine: "a.key filter=x\n",
    },
    env: { GIT_CONFIG_GLOBAL: "HOME/config" },
    found: ["a.key: x"],
  },
  {
    what: "core.attributesFile of the repository's configuration",
    config: { "core.attributesFile": "~/mine" },
    home: { mine: "a.key filter=x\n", ".config/git/attributes": "* filter=not-read\n" },
    found: ["a.key: x"],
  },
];

/** A repository and its user. The trees are those of the commits, in their order. */
async function open({ trees = [{}], info, home = {}, config = {}, env = {} }: Given, pathVar = systemPath) {
  const repository = createRepository();
  const scratch = createScratch();
  const homeDir = join(scratch.dir, "home");
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const ids = trees.map((files, at) => {
    if (at > 0) repository.git("rm", "-rq", ".");
    for (const [path, text] of Object.entries({ [`commit-${at}`]: "", ...files })) repository.write(path, text);
    return repository.commit(`commit ${at}`);
  });
  for (const [path, text] of Object.entries(home)) write(join(homeDir, path), text);
  if (info !== undefined) write(join(repository.dir, ".git/info/attributes"), info);
  for (const [key, value] of Object.entries(config)) repository.git("config", key, value);
  const own = Object.entries(env).map(([name, value]) => [name, value.replace("HOME", homeDir)] as const);
  const git = createTrustedGit({
    repository: await openRepository(repository.dir, systemPath),
    scratchDir: scratch.dir,
    pathVar,
    clock: systemClock,
    env: { HOME: homeDir, GIT_CONFIG_NOSYSTEM: "1", ...Object.fromEntries(own) },
  });
  const remove = (): void => (repository.remove(), scratch[Symbol.dispose]());
  return { repository, scratch, git, ids, [Symbol.dispose]: remove };
}

for (const { what, found, ...given } of CASES) {
  test(what, async () => {
    using here = await open(given);
    const filters = await here.git.objects.filtersOf(here.ids, PATHS);
    assert.deepEqual([...filters].map(([path, names]) => `${path}: ${names.join(", ")}`).toSorted(), found);
  });
}

test("of changed files, deleted ones, links and pointers of Git LFS need no filter", async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 3\n`;
  const attributes = "* filter=lfs\nboth filter=git-crypt\n";
  using here = await open({ trees: [{ ".gitattributes": attributes, pointer, whole: "whole\n", both: pointer }] });
  const { repository, git, ids } = here;
  const oid = (path: string): string => repository.git("rev-parse", `HEAD:${path}`);
  const file = (path: string, of: string, mode = "100644") => ({ path, mode, oid: oid(of) });
  const filters = await git.objects.filteredFiles({
    trees: ids,
    files: [
      file("pointer", "pointer"),
      file("whole", "whole", "100755"),
      file("both", "both"),
      file("link", "whole", "120000"),
      { path: "deleted" },
    ],
  });
  assert.deepEqual(
    filters,
    new Map([
      ["whole", ["lfs"]],
      ["both", ["git-crypt"]],
    ]),
  );
});

test("a tree that is missing is an error, since its attributes may name a filter", async () => {
  using here = await open({});
  const missing = "1".repeat(40);
  await assert.rejects(here.git.objects.filtersOf([...here.ids, missing], ["a"]), {
    message: `The tree of ${missing} is missing.`,
  });
});

test("names that git reads in another way: line breaks, quotes, its own folder, and patterns", async () => {
  using here = await open({
    trees: [{ ".gitattributes": "* filter=x\n", ".g\u200cit/.gitattributes": "* -filter\n" }],
  });
  const paths = ["line\nbreak/a", 'a "quoted" name', "*?[a]", ":(top)a", "-z", "\u00e4", ".g\u200cit/a"];
  assert.deepEqual([...(await here.git.objects.filtersOf(here.ids, paths)).keys()], paths);
});

test("no filter runs, and a repository without filters takes one process", async () => {
  const scratch = createScratch();
  const [log, marker] = [join(scratch.dir, "log"), join(scratch.dir, "marker")];
  const wrapper = `#!/bin/sh\necho "$1" >> ${log}\nPATH='${systemPath}' exec git "$@"\n`;
  writeFileSync(join(scratch.dir, "git"), wrapper);
  chmodSync(join(scratch.dir, "git"), 0o755);
  const config = { "filter.git-crypt.clean": `touch ${marker}`, "filter.git-crypt.required": "true" };
  const counted = async (given: Given, pathVar: string): Promise<readonly string[]> => {
    using here = await open({ config, ...given }, pathVar);
    const before = existsSync(log) ? readFileSync(log, "utf8").split("\n").length : 1;
    await here.git.objects.filtersOf([...here.ids, ...here.ids], PATHS);
    return readFileSync(log, "utf8")
      .split("\n")
      .slice(before - 1, -1);
  };
  assert.deepEqual(await counted({ trees: [{ ".gitattributes": "* text=auto\n" }] }, scratch.dir), ["cat-file"]);
  assert.deepEqual(await counted({ trees: [CRYPT] }, scratch.dir), ["cat-file", "update-index", "check-attr"]);
  assert.equal(existsSync(marker), false);
  scratch[Symbol.dispose]();
});
