/** The search: words, ranks, what is left out, and what changed since the last question. */

import assert from "node:assert/strict";
import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openIndex } from "./workbench.ts";

const pathsOf = ({ places }: { readonly places: readonly { readonly path: string }[] }): readonly string[] =>
  places.map(({ path }) => path);

test("words are found in each spelling, and whole identifiers too", async () => {
  await using index = openIndex({
    "camel.ts": "const parseHTMLDocument = 1;\n",
    "snake.py": "parse_html_document = 1\n",
    "endings.md": "Parsing documents of HTML\n",
    "digits.c": "int sha256_update;\n",
    "chinese.md": "退款订单的说明\n",
    "other.txt": "nothing of that kind\n",
  });
  const three = ["camel.ts", "endings.md", "snake.py"];
  for (const query of ["parse html document", "parses HTML documents", "parsing the html document"]) {
    assert.deepEqual(pathsOf(await index.search(query)).toSorted(), three, query);
  }
  assert.deepEqual(
    pathsOf(await index.search("parseHtmlDocument"))
      .slice(0, 2)
      .toSorted(),
    ["camel.ts", "snake.py"],
  );
  assert.deepEqual(pathsOf(await index.search("sha256")), ["digits.c"]);
  assert.deepEqual(pathsOf(await index.search("订单")), ["chinese.md"]);
  assert.deepEqual(await index.search("the of and"), { places: [] });
  assert.deepEqual(await index.search("\u0000 ((( "), { places: [] });
});

test("definitions come before uses, code before tests, documents and translations; ties go by path", async () => {
  const use = "x = ledger_entry(1)\n";
  await using index = openIndex({
    "src/z/define.py": "def ledger_entry(x):\n    return x\n",
    "src/a/use.py": use,
    "src/b/use.py": use,
    "tests/use.py": use,
    "docs/use.py": use,
    "locales/use.py": use,
  });
  const found = await index.search("ledger entry");
  assert.deepEqual(pathsOf(found), [
    "src/z/define.py",
    "src/a/use.py",
    "src/b/use.py",
    "docs/use.py",
    "locales/use.py",
    "tests/use.py",
  ]);
  assert.deepEqual(await index.search("ledger entry"), found, "the same answer each time");
  assert.deepEqual(pathsOf(await index.search("ledger entry", "src/b")), ["src/b/use.py"]);
  assert.deepEqual(pathsOf(await index.search("ledger entry", "src/b/use.py")), ["src/b/use.py"]);
  assert.deepEqual(pathsOf(await index.search("ledger entry", "src/b/u")), []);
});

test("a place is the part of its file that fits best, and names other parts", async () => {
  const filler = "let unrelated = 0;\n";
  const file = `${filler.repeat(50)}fn settle_refund() {}\n${filler.repeat(60)}// refund\n${filler.repeat(20)}`;
  await using index = openIndex({ "long.rs": file, "short.rs": filler });
  assert.deepEqual((await index.search("settle refund")).places, [{ path: "long.rs", start: 51, end: 62, others: [] }]);
  assert.deepEqual(
    (await index.search("refund", "long.rs")).places.map(({ start }) => start),
    [51, 112],
  );
});

test("files that are no text, ignored, large, links or lock files are not searched", async () => {
  await using index = openIndex({
    ".gitignore": "ignored.txt\n",
    "ignored.txt": "needle\n",
    "large.txt": `needle\n${"x".repeat(1_100_000)}`,
    "binary.txt": Uint8Array.from([0, ...Buffer.from("needle")]),
    "package-lock.json": '"needle"',
    "a.min.js": "needle",
    "there.txt": "needle",
  });
  symlinkSync("there.txt", join(index.repository.dir, "link.txt"));
  symlinkSync("/etc", join(index.repository.dir, "etc"));
  mkdirSync(join(index.repository.dir, "folder"));
  assert.deepEqual(pathsOf(await index.search("needle")), ["there.txt"]);
});

test("the next question sees edits, new files and deletions, also within one tick and with old times", async () => {
  await using index = openIndex({ "a.txt": "apple\n", "b.txt": "banana\n" });
  const { repository } = index;
  assert.deepEqual(pathsOf(await index.search("apple")), ["a.txt"]);
  repository.write("a.txt", "grape\n");
  assert.deepEqual(pathsOf(await index.search("apple")), []);
  assert.deepEqual(pathsOf(await index.search("grape")), ["a.txt"]);
  const { atime, mtime } = statSync(join(repository.dir, "b.txt"));
  repository.write("b.txt", "cherry\n");
  utimesSync(join(repository.dir, "b.txt"), atime, mtime);
  assert.deepEqual(pathsOf(await index.search("cherry")), ["b.txt"]);
  repository.write("untracked/ü \n.txt", "cherry\n");
  assert.deepEqual(pathsOf(await index.search("cherry")).toSorted(), ["b.txt", "untracked/ü \n.txt"]);
  rmSync(join(repository.dir, "b.txt"));
  assert.deepEqual(pathsOf(await index.search("cherry")), ["untracked/ü \n.txt"]);
});

test("much of one kind of text takes no more time than other text", async () => {
  const texts = ["\n", "\t", "a b ", "aB", "public ", "class ", "int a* ", "export const ", "é", "(", "退"];
  await using index = openIndex(
    Object.fromEntries(
      texts.map((text, at) => [`${at}.txt`, text.repeat(Math.floor(300_000 / Buffer.byteLength(text)))]),
    ),
  );
  assert.equal((await index.search("public class")).places.length, 2);
});

test("without git the question fails with git's message", async () => {
  await using index = openIndex({ "a.txt": "apple\n" });
  rmSync(join(index.repository.dir, ".git"), { recursive: true });
  const reply = await index.ask({ op: "search", query: { query: "apple", path: ".", limit: 10, maxLines: 12 } });
  assert.match(reply.kind === "failed" ? reply.reason : "", /not a git repository/);
});
