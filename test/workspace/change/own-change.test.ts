/** What a run changed is the difference to the state that it began with, and nothing that was there before leaves with it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { carry, placingOf, type Placing, type Versions } from "../../../src/workspace/change/carry.ts";
import { ownChange } from "../../../src/workspace/change/own-change.ts";
import { createPublishGit } from "../../../src/workspace/push.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { createRepository, type TemporaryRepository } from "../../doubles/repository.ts";

const file = (oid: string, mode = "100644") => ({ mode, oid });
const link = (oid: string) => file(oid, "120000");

/** The case → its three versions and what becomes of the path. */
const PLACINGS: Readonly<Record<string, readonly [Versions, Placing]>> = {
  "the same at the start": [{ from: file("a"), to: file("b"), onto: file("a") }, { kind: "take" }],
  "new, and new at the start": [{ from: undefined, to: file("b"), onto: undefined }, { kind: "take" }],
  "there already": [{ from: file("a"), to: file("b"), onto: file("b") }, { kind: "keep" }],
  "removed, and gone already": [{ from: file("a"), to: undefined, onto: undefined }, { kind: "keep" }],
  "removed, and changed at the start": [{ from: file("a"), to: undefined, onto: file("c") }, { kind: "take" }],
  "made anew after an earlier removal": [{ from: undefined, to: file("b"), onto: file("c") }, { kind: "take" }],
  "changed, and not committed": [{ from: file("a"), to: file("b"), onto: undefined }, { kind: "misfit" }],
  "changed on both sides": [
    { from: file("a"), to: file("b"), onto: file("c") },
    { kind: "merge", mode: "100644" },
  ],
  "changed, with another mode at the start": [
    { from: file("a", "100755"), to: file("b", "100755"), onto: file("a") },
    { kind: "merge", mode: "100644" },
  ],
  "made executable, with other content at the start": [
    { from: file("a"), to: file("a", "100755"), onto: file("c") },
    { kind: "mode", mode: "100755" },
  ],
  "a link in place of a changed file": [{ from: file("a"), to: link("b"), onto: file("c") }, { kind: "take" }],
  "another target of a changed link": [{ from: link("a"), to: link("b"), onto: link("c") }, { kind: "take" }],
  "a file in place of a changed link": [{ from: link("a"), to: file("b"), onto: file("c") }, { kind: "misfit" }],
};

test("a changed path: stored, and removed by an earlier step of the next job", () => {
  const versions = { from: file("a"), to: file("b"), onto: undefined };
  assert.deepEqual(placingOf(versions, true), { kind: "take" });
});

for (const [name, [versions, placing]] of Object.entries(PLACINGS)) {
  test(`a changed path: ${name}`, () => assert.deepEqual(placingOf(versions), placing));
}

type Edit = (repository: TemporaryRepository) => void;

interface Account {
  /** What differs from the commit, as git shows it with short contents: path → content, null for a removed one. */
  readonly change: Readonly<Record<string, string | null>>;
  readonly apart: readonly string[];
  readonly earlier: readonly string[];
}

interface Given {
  readonly files: Readonly<Record<string, string>>;
  /** What an earlier step did. */
  readonly step: Edit;
  readonly run: Edit;
  readonly include?: readonly string[];
  readonly takesWhole?: boolean;
}

/** The account of a run that begins after the step. */
async function accountOf({ files, step, run, include = [], takesWhole = false }: Given): Promise<Account> {
  using repository = createRepository({ files });
  const tree = (): string => {
    repository.git("add", "-A");
    return repository.git("write-tree");
  };
  const head = repository.git("rev-parse", "HEAD^{tree}");
  step(repository);
  const start = tree();
  run(repository);
  const last = tree();
  const git = createPublishGit({
    gitDir: `${repository.dir}/.git`,
    path: process.env["PATH"] ?? "",
    clock: systemClock,
  });
  const isIncluded = (path: string): boolean => include.includes(path);
  const rules = { base: head, asIs: new Set<string>(), isIncluded, takesWhole };
  const own = await ownChange({ git, head, start, last, ...rules });
  const edits = await git.edits(head, own.tree);
  const contents = edits.map(({ path, oid, mode = "" }): [string, string | null] => {
    if (oid === undefined) return [path, null];
    const text = repository.git("cat-file", "blob", oid);
    return [path, mode === "100755" ? `+x ${text}` : text];
  });
  return {
    change: Object.fromEntries(contents),
    apart: own.apart.map(({ path, rule }) => `${path} ${rule}`),
    earlier: own.earlier?.paths ?? [],
  };
}

const LINES = "one\ntwo\nthree\nfour\nfive\nsix\n";
const FILES = { "a.txt": LINES, "src/b.txt": "b\n" };
const stamp: Edit = ({ write, read }) => write("a.txt", read("a.txt").replace("one", "STAMP"));

/** Name → what is given and the account. */
const ACCOUNTS: Readonly<Record<string, readonly [Given, Account]>> = {
  "what a step left is not part of the change": [
    {
      files: FILES,
      step: (repository) => {
        stamp(repository);
        repository.write(".env", "TOKEN=canary\n");
        repository.git("rm", "-q", "src/b.txt");
      },
      run: ({ write }) => write("new.txt", "new\n"),
    },
    { change: { "new.txt": "new" }, apart: [], earlier: [".env", "a.txt", "src/b.txt"] },
  ],
  "an edit beside a stamp leaves without the stamp": [
    { files: FILES, step: stamp, run: ({ write, read }) => write("a.txt", read("a.txt").replace("three", "THREE")) },
    { change: { "a.txt": LINES.replace("three", "THREE").trimEnd() }, apart: [], earlier: ["a.txt"] },
  ],
  "an edit of the stamped line is left out and named": [
    { files: FILES, step: stamp, run: ({ write, read }) => write("a.txt", read("a.txt").replace("STAMP", "MINE")) },
    { change: {}, apart: ["a.txt builtin:earlier-step"], earlier: ["a.txt"] },
  ],
  "an edit of a file that a step made is left out and named": [
    {
      files: FILES,
      step: ({ write }) => write("gen.txt", "canary\n"),
      run: ({ write, read }) => write("gen.txt", `${read("gen.txt")}mine\n`),
    },
    { change: {}, apart: ["gen.txt builtin:earlier-step"], earlier: ["gen.txt"] },
  ],
  "the same file is taken whole where the policy includes it": [
    {
      files: FILES,
      step: ({ write }) => write("gen.txt", "made\n"),
      run: ({ write, read }) => write("gen.txt", `${read("gen.txt")}mine\n`),
      include: ["gen.txt"],
    },
    { change: { "gen.txt": "made\nmine" }, apart: [], earlier: [] },
  ],
  "what is included leaves also where the run did not touch it": [
    {
      files: FILES,
      step: ({ write }) => write("gen.txt", "made\n"),
      run: ({ write }) => write("new.txt", "new\n"),
      include: ["gen.txt"],
    },
    { change: { "gen.txt": "made", "new.txt": "new" }, apart: [], earlier: [] },
  ],
  "what is included does not leave alone, where the run changed nothing": [
    {
      files: FILES,
      step: ({ write }) => write("gen.txt", "made\n"),
      run: () => {},
      include: ["gen.txt"],
    },
    { change: {}, apart: [], earlier: [] },
  ],
  "on a person's machine such a file is in the change as the run left it": [
    {
      files: FILES,
      step: ({ write }) => write("gen.txt", "mine\n"),
      run: ({ write, read }) => write("gen.txt", `${read("gen.txt")}its\n`),
      takesWhole: true,
    },
    { change: { "gen.txt": "mine\nits" }, apart: [], earlier: [] },
  ],
  "a mode that a step set is not part of an edit": [
    {
      files: FILES,
      step: ({ write, read }) => write("a.txt", read("a.txt"), 0o755),
      run: ({ write, read }) => write("a.txt", read("a.txt").replace("two", "TWO"), 0o755),
    },
    { change: { "a.txt": LINES.replace("two", "TWO").trimEnd() }, apart: [], earlier: ["a.txt"] },
  ],
  "a file that a step removed and the run made anew is the run's": [
    {
      files: FILES,
      step: ({ git }) => git("rm", "-q", "a.txt"),
      run: ({ write }) => write("a.txt", "new\n"),
    },
    { change: { "a.txt": "new" }, apart: [], earlier: ["a.txt"] },
  ],
  "line ends that attributes alone changed are no change, and an edit keeps those of the commit": [
    {
      files: { "a.bat": "one\r\ntwo\r\nthree\r\n", "b.bat": "b\r\n" },
      step: ({ write }) => write(".gitattributes", "*.bat text eol=crlf\n"),
      run: ({ write }) => write("a.bat", "one\r\nTWO\r\nthree\r\n"),
    },
    { change: { "a.bat": "one\r\nTWO\r\nthree" }, apart: [], earlier: [".gitattributes"] },
  ],
  "a file whose line ends the run changed is changed": [
    {
      files: { "a.txt": "one\r\ntwo\r\n" },
      step: () => {},
      run: ({ write }) => write("a.txt", "one\ntwo\n"),
    },
    { change: { "a.txt": "one\ntwo" }, apart: [], earlier: [] },
  ],
};

for (const [name, [given, account]] of Object.entries(ACCOUNTS)) {
  test(name, async () => assert.deepEqual(await accountOf(given), account));
}

test("a stored edit is put on a checkout that has the file with other line ends", async () => {
  using repository = createRepository({ files: { "a.bat": "one\r\ntwo\r\n" } });
  const trees = ["one\r\ntwo\r\n", "one\r\nTWO\r\n", "one\ntwo\n"].map((text) => {
    repository.write("a.bat", text);
    repository.git("add", "-A");
    return repository.git("write-tree");
  });
  const [from = "", to = "", onto = ""] = trees;
  const git = createPublishGit({
    gitDir: `${repository.dir}/.git`,
    path: process.env["PATH"] ?? "",
    clock: systemClock,
  });
  const { tree, misfits } = await carry({ git, from, to, onto });
  assert.deepEqual([repository.git("cat-file", "blob", `${tree}:a.bat`), misfits], ["one\nTWO", []]);
});
