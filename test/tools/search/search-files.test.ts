import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorkbench } from "../workbench.ts";

test("matches are grouped by file, tracked and untracked, ignored and binary ones left out", async () => {
  await using bench = await openWorkbench({
    ".gitignore": "out/\n",
    "src/a.ts": "const one = 1;\nconst two = 2;\r\n",
    "x:y é.txt": "const: three\n",
    "image.bin": new Uint8Array([...Buffer.from("const "), 0, 10]),
  });
  bench.repository.write("new.ts", "  const four = 4;");
  bench.repository.write("out/gone.ts", "const five = 5;\n");
  assert.deepEqual(await bench.call("search_files", { path: ".", regex: "^\\s*const\\b" }), {
    text: "new.ts\n1:   const four = 4;\nsrc/a.ts\n1: const one = 1;\n2: const two = 2;\nx:y é.txt\n1: const: three",
  });
});

test("path and file_pattern narrow it; odd names are taken literally", async () => {
  await using bench = await openWorkbench({
    "a.ts": "hit\n",
    "src/a.ts": "hit\n",
    "src/b.tsx": "hit\n",
    "src/deep/c.js": "hit\n",
    "src/[x]/d.ts": "hit\n",
    "-dash/e.ts": "hit\n",
    "sx/f.ts": "hit\n",
  });
  const files = async (input: object) =>
    (await bench.call("search_files", { regex: "hit", ...input })).text.split("\n").filter((line) => line !== "1: hit");
  assert.deepEqual(await files({ path: "src" }), ["src/[x]/d.ts", "src/a.ts", "src/b.tsx", "src/deep/c.js"]);
  assert.deepEqual(await files({ path: "src/[x]" }), ["src/[x]/d.ts"]);
  assert.deepEqual(await files({ path: "src/[x]", file_pattern: "*.ts" }), ["src/[x]/d.ts"]);
  assert.deepEqual(await files({ path: "-dash", file_pattern: "*.ts" }), ["-dash/e.ts"]);
  assert.deepEqual(await files({ path: "-dash/e.ts" }), ["-dash/e.ts"]);
  assert.deepEqual(await files({ file_pattern: "*.{tsx,js}" }), ["src/b.tsx", "src/deep/c.js"]);
  assert.deepEqual(await files({ path: "src", file_pattern: "deep/**" }), ["src/deep/c.js"]);
  assert.deepEqual(await files({ file_pattern: "./src/*.ts" }), ["src/a.ts"]);
  assert.deepEqual(await files({ path: "src/a.ts", file_pattern: "*.js" }), ["src/a.ts"]);
  assert.deepEqual(await files({ file_pattern: "*.md" }), ["No match."]);
});

test("300 results of 500 characters, and the cut is said", async () => {
  await using bench = await openWorkbench({ "a.txt": `${"x".repeat(600)}\n`.repeat(301) });
  const lines = (await bench.call("search_files", { regex: "x" })).text.split("\n");
  assert.equal(lines.length, 302);
  assert.equal(lines[300], `300: ${"x".repeat(500)}… [100 more characters]`);
  assert.equal(lines[301], "[cut after 300 results: narrow regex, path or file_pattern, or go on with offset 300]");
});

test("output with a gap in it is used up to the gap", async () => {
  await using bench = await openWorkbench({ "a.txt": `${"x".repeat(7_000)}\n`.repeat(800) });
  const lines = (await bench.call("search_files", { regex: "x", offset: 300 })).text.split("\n");
  assert.match(lines.at(-1) ?? "", /^\[cut after \d+ results: narrow regex, path or file_pattern\]/);
  assert.ok(lines.slice(1, -1).every((line) => /^\d+: x{500}… \[6500 more/.test(line)));
});

test("a line longer than the output is found, and costs no other its place", async () => {
  const [long, wide] = ["x".repeat(5_000_000), "€x".repeat(9_000)];
  await using bench = await openWorkbench({ "a.txt": "x\n", "b.js": `y\n${long}\n`, "b.md": wide, "c.txt": "x\n" });
  assert.deepEqual(await bench.call("search_files", { regex: "x", before_context: 1 }), {
    text: [
      "a.txt",
      "1: x",
      "b.js",
      "1- y",
      `2: ${"x".repeat(500)}… [4999500 more characters]`,
      "b.md",
      `1: ${"€x".repeat(250)}… [17500 more characters]`,
      "c.txt",
      "1: x",
    ].join("\n"),
  });
});

test("the tree's own attributes hide no file, and what is binary by its content is left out", async () => {
  await using bench = await openWorkbench({
    ".gitattributes": "*.json -diff\nsrc/** binary\nimage.bin diff\n",
    "a.json": '{ "evil": 1 }\n',
    "a.ts": "evil\n",
    "image.bin": new Uint8Array([...Buffer.from("evil "), 0, 10]),
    "src/bad.ts": "good\nevil()\n",
  });
  bench.repository.write("src/untracked.ts", "evil\n");
  const search = async (options: object) => (await bench.call("search_files", { regex: "evil", ...options })).text;
  assert.equal(
    await search({}),
    'a.json\n1: { "evil": 1 }\na.ts\n1: evil\nsrc/bad.ts\n2: evil()\nsrc/untracked.ts\n1: evil',
  );
  assert.equal(
    await search({ path: "src", before_context: 1 }),
    "src/bad.ts\n1- good\n2: evil()\nsrc/untracked.ts\n1: evil",
  );
  assert.equal(await search({ output_mode: "files_with_matches" }), "a.json\na.ts\nsrc/bad.ts\nsrc/untracked.ts");
  assert.equal(await search({ output_mode: "count", type: "json" }), "a.json: 1\n[1 matching line in 1 file]");
});

test("a bad regex is the model's mistake, with git's own message", async () => {
  await using bench = await openWorkbench({ "a.txt": "x\n", "b.txt": `${"a".repeat(40)}!\n` });
  await assert.rejects(bench.call("search_files", { regex: "(" }), {
    code: "tool.input",
    message: /^git grep: .*missing closing parenthesis/,
  });
  await assert.rejects(bench.call("search_files", { regex: "(a+)+$" }), {
    code: "tool.input",
    message: /match limit exceeded/,
    hint: "It takes too long on some line: give a regex without a repetition inside a repetition, or a smaller path.",
  });
  await assert.rejects(bench.plan("search_files", { regex: "a\nb" }), { code: "tool.input" });
});

test("a regex is never an option or a shell word", async () => {
  await using bench = await openWorkbench({ "a.txt": "-O touch pwned; $(touch pwned)\n" });
  assert.equal(
    (await bench.call("search_files", { regex: "-O touch" })).text,
    "a.txt\n1: -O touch pwned; $(touch pwned)",
  );
  await bench.call("search_files", { regex: "$(touch pwned)", file_pattern: "$(touch pwned)" });
  assert.equal(bench.repository.git("status", "--porcelain"), "");
});

test("the plan needs to read the path that is searched", async () => {
  await using bench = await openWorkbench({ "src/a": "" });
  const plan = await bench.plan("search_files", { path: "src", regex: "a+", file_pattern: "*.ts" });
  assert.deepEqual(
    [plan.access, plan.capabilities, plan.summary],
    ["read", [{ kind: "read", path: "src" }], "search /a+/ in src (*.ts)"],
  );
  await assert.rejects(bench.plan("search_files", { path: "none", regex: "a" }), { code: "tool.input" });
  await assert.rejects(bench.plan("search_files", { path: "..", regex: "a" }), { code: "workspace.outside" });
});
