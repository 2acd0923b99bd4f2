/** The place of a finding and what its suggestion makes of a file, judged by GitHub's documented rules on random changes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorOf } from "../../src/review/anchor.ts";
import { readDiff, type ReviewDiff } from "../../src/review/diff.ts";
import { openReview } from "../../src/review/open-review.ts";
import { applySuggestions, linesOf, suggestionBlock, suggestionProblem } from "../../src/review/suggestion.ts";
import { createGit } from "../../src/workspace/git/git.ts";
import { openRepository } from "../../src/workspace/repository.ts";
import { makeTrustedDirectory } from "../../src/workspace/trusted-directory.ts";
import { cpuMs } from "../doubles/cpu-time.ts";
import { readChanges } from "../doubles/github/git-read.ts";
import { reviewErrors, suggestionOf, withSuggestion } from "../doubles/github/review-rules.ts";
import { createRandom } from "../doubles/random.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
import { IS_FULL } from "../doubles/size.ts";
import { randomPair, randomQuote } from "./cases.ts";

const PATH = process.env["PATH"] ?? "";

/** The difference as a run reads it: by the controller's own git directory, in which no attribute of the head counts. */
async function diffOf({ dir }: { readonly dir: string }, base: string, head: string): Promise<ReviewDiff> {
  using scratch = createScratch();
  const env = { GIT_DIR: makeTrustedDirectory(await openRepository(dir, PATH), scratch.dir) };
  return await readDiff(createGit({ cwd: dir, path: PATH, env }), { base, head });
}

test("no place is found that GitHub refuses or shows elsewhere, and suggestions give the tested bytes", async () => {
  const random = createRandom(38);
  const pairs = Array.from({ length: 150 }, (_, index) => randomPair(random, index));
  using repository = createRepository({ files: { start: "" } });
  for (const { oldPath, before } of pairs) if (before !== undefined) repository.write(oldPath, before);
  const base = repository.commit("base");
  repository.git("rm", "-rq", ".");
  for (const { path, after } of pairs) if (after !== undefined) repository.write(path, after);
  repository.write(".gitattributes", "* -diff linguist-generated\n");
  const head = repository.commit("head");
  const { files } = await diffOf(repository, base, head);
  repository.git("clone", "-q", "--bare", ".", "hub.git"); // as GitHub has it: without a work tree and its attributes
  const changes = await readChanges(`${repository.dir}/hub.git`, base, head);
  const patches = new Map(changes.map(({ path, patch = "" }) => [path, patch]));
  assert.deepEqual([...files.keys()], [...patches.keys()]);
  const seen = { anchored: 0, suggested: 0, elsewhere: 0 };
  for (let round = 0; round < 1_000; round += 1) {
    const { path, before = "", after = "" } = pairs[random(pairs.length)]!;
    const file = files.get(path);
    if (file === undefined) continue;
    const [headLines, baseLines] = [linesOf(Buffer.from(after)), linesOf(Buffer.from(before))];
    const { quote, line } = randomQuote(random, random(8) === 0 ? before : after);
    const placed = anchorOf(file, { head: headLines, base: baseLines }, { quote, line });
    if (!("anchor" in placed)) {
      seen.elsewhere += 1;
      assert.match(placed.unanchored, /Accepted: |no line can be named/);
      continue;
    }
    const { anchor } = placed;
    const replacement = random(5) === 0 ? [] : randomQuote(random, "a\n```\n````suggestion\nb\n\n}\n").quote;
    const problem = suggestionProblem({ file, anchor, head: headLines, replacement });
    const body = problem === undefined ? suggestionBlock(replacement) : "prose";
    const { start, end, side } = anchor;
    const comment = { path, line: end, side, body, ...(start < end ? { start_line: start, start_side: side } : {}) };
    assert.deepEqual(
      reviewErrors({ body: "x", event: "COMMENTED", comments: [comment] }, patches),
      [],
      `${path} ${start}–${end}`,
    );
    const quoted = (side === "LEFT" ? baseLines : headLines).slice(start - 1, end).map((own) => own.replace(/\r$/, ""));
    assert.deepEqual(quoted, quote);
    seen.anchored += 1;
    if (problem !== undefined) continue;
    seen.suggested += 1;
    assert.deepEqual(suggestionOf(body), replacement);
    const ours = applySuggestions(Buffer.from(after), [{ anchor, replacement }]);
    assert.equal(ours.toString("latin1"), withSuggestion(Buffer.from(after).toString("latin1"), comment));
  }
  assert.ok(seen.anchored > 250 && seen.suggested > 150 && seen.elsewhere > 100, JSON.stringify(seen));
});

test("what has no lines in the diff is said by its kind", async () => {
  using repository = createRepository({
    files: { pure: "1\n2\n3\n", mode: "x\n", bin: Buffer.from([0, 1]), "to-link": "a\n", far: "f\n".repeat(30) },
  });
  const base = repository.git("rev-parse", "HEAD");
  repository.git("mv", "pure", "moved");
  repository.write("mode", "x\n", 0o755);
  repository.write("bin", Buffer.from([0, 2]));
  repository.write("empty", "");
  repository.write("far", `${"f\n".repeat(15)}g\n${"f\n".repeat(15)}`);
  repository.git("rm", "-q", "to-link");
  repository.write("target", "t\n");
  const { symlinkSync } = await import("node:fs");
  symlinkSync("target", `${repository.dir}/to-link`);
  const head = repository.commit("head");
  const { files } = await diffOf(repository, base, head);
  const said = (path: string, quote: readonly string[], lines: readonly string[] = quote, line?: number): string => {
    const placed = anchorOf(files.get(path)!, { head: lines, base: [] }, { quote, line });
    return "anchor" in placed ? `${placed.anchor.side} ${placed.anchor.start}–${placed.anchor.end}` : placed.unanchored;
  };
  const far = ["f\n".repeat(15), "g\n", "f\n".repeat(15)].join("").trimEnd().split("\n");
  assert.deepEqual(
    {
      moved: said("moved", ["1"]),
      mode: said("mode", ["x"]),
      binary: said("bin", ["x"]),
      empty: said("empty", ["x"]),
      link: said("to-link", ["target"]),
      nothing: said("far", []),
      byNumber: said("far", [], far, 15),
      byFarNumber: said("far", [], far, 5),
      unknown: said("far", ["nowhere"], far),
      unique: said("far", ["g"], far),
      withContext: said("far", ["f", "g"], far),
      twice: said("far", ["f"], far),
      farAway: said("far", ["f", "f", "f", "f"], far),
    },
    {
      moved: "moved was renamed without a change, so no line can be named.",
      mode: "mode has no lines in the diff, so no line can be named.",
      binary: "bin is a binary file, so no line can be named.",
      empty: "empty has no lines in the diff, so no line can be named.",
      link: "RIGHT 1–1",
      nothing: "The quote is empty. Accepted: whole lines of the diff, word for word.",
      byNumber: "RIGHT 15–15",
      byFarNumber: "Line 5 of far is not in one hunk of the diff. Accepted: lines of one of 13–19.",
      unknown: "These lines are not in far. Accepted: whole lines of the diff, word for word, without + and -.",
      unique: "RIGHT 16–16",
      withContext: "RIGHT 15–16",
      twice:
        "These lines occur at 6 places in the diff (lines 13, 14, 15, 17, 18). Accepted: a longer quote, or the number of its first line.",
      farAway: "Lines 1 to 4 of far are not in one hunk of the diff. Accepted: lines of one of 13–19.",
    },
  );
});

test("lines with a byte order mark are found, and no suggestion changes bytes that it does not show", () => {
  const modes = { oldMode: "100644", newMode: "100644", oldId: "b", newId: "h" };
  const hunks = [{ oldStart: 1, newStart: 1, kinds: "-++" }];
  const file = { path: "a.cs", status: "modified", ...modes, isBinary: false, hunks } as const;
  const bytes = {
    marked: Buffer.from("\uFEFFusing A;\r\nint b;\r\n"),
    latin1: Buffer.from("// \xE9\nint b;\n", "latin1"),
    within: Buffer.from("using A;\n\uFEFFint b;\n"),
  };
  const said = (content: Buffer, quote: string) => {
    const head = linesOf(content);
    const placed = anchorOf(file, { head, base: [] }, { quote: [quote], line: undefined });
    if (!("anchor" in placed)) return placed.unanchored;
    const { anchor } = placed;
    return [anchor.start, suggestionProblem({ file, anchor, head, replacement: ["c"] })];
  };
  assert.deepEqual(
    [
      said(bytes.marked, "using A;"),
      said(bytes.marked, "int b;"),
      said(bytes.latin1, "int b;"),
      said(bytes.within, "\uFEFFint b;"),
    ],
    [
      [1, "it would remove the byte order mark of the file"],
      [2, undefined],
      [2, "the file has U+FFFD, or is not UTF-8"],
      [2, undefined],
    ],
  );
});

test("a file that the change leaves alone is found by its name, whatever git could read in that", async () => {
  const names = [":(top)a", ":(glob)*", ":!b", ":/c", "*", "[ab]", "tab\there"];
  using repository = createRepository({ files: Object.fromEntries(names.map((name) => [name, `${name}\n`])) });
  const base = repository.git("rev-parse", "HEAD");
  repository.write("other", "");
  const head = repository.commit("head");
  using scratch = createScratch();
  const gitDir = makeTrustedDirectory(await openRepository(repository.dir, PATH), scratch.dir);
  const source = { root: repository.dir, path: PATH, gitDir, isIgnored: () => false };
  const { successors } = openReview(source, { base, head });
  for (const name of names) assert.deepEqual((await successors(name)).map(String), [`${name}\n`]);
});

test("3,000 files with 200,000 lines are read", { skip: !IS_FULL && "a sample leaves it out" }, async () => {
  using repository = createRepository({ files: { start: "" } });
  const base = repository.git("rev-parse", "HEAD");
  for (let index = 0; index < 3_000; index += 1)
    repository.write(`d${index % 50}/${index}.ts`, `const a = ${index};\n`.repeat(67));
  const head = repository.commit("head");
  const { files } = await diffOf(repository, base, head);
  assert.equal(files.size, 3_000);
});

/** To look for each place in all hunks of the file took half a minute. */
test("a line that stands everywhere in a file with 10,000 hunks", () => {
  const hunks = Array.from({ length: 10_000 }, (_, at) => ({
    oldStart: 20 * at + 1,
    newStart: 20 * at + 1,
    kinds: "   -+",
  }));
  const modes = { oldMode: "100644", newMode: "100644", oldId: "b", newId: "h" };
  const file = { path: "a", status: "modified", ...modes, isBinary: false, hunks } as const;
  const lines = Array.from({ length: 200_000 }, () => "}");
  const spent = cpuMs(() => {
    assert.deepEqual(anchorOf(file, { head: lines, base: [] }, { quote: ["}"], line: undefined }), {
      unanchored:
        "These lines occur at 200000 places in the file. Accepted: a longer quote, or the number of its first line.",
    });
    assert.deepEqual(anchorOf(file, { head: lines, base: [] }, { quote: ["}", "}"], line: 21 }), {
      anchor: { side: "RIGHT", start: 21, end: 22 },
    });
  });
  assert.ok(spent < 5_000, `${spent} ms`);
});
