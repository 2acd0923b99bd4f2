import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorkbench } from "./workbench.ts";

test("a folder, folders first; recursive without what git ignores", async () => {
  await using bench = await openWorkbench({ ".gitignore": "out/\n", "b.md": "", "src/x.ts": "", "src/in/y.ts": "" });
  bench.repository.write("out/big.js", "");
  await bench.call("execute_command", { command: "ln -s b.md link" });
  const list = async (input: object) => (await bench.call("list_files", input)).text;
  assert.equal(await list({ path: "." }), "out/\nsrc/\n.gitignore\nb.md\nlink@");
  assert.equal(
    await list({ path: ".", recursive: true }),
    "src/\nsrc/in/\nsrc/in/y.ts\nsrc/x.ts\n.gitignore\nb.md\nlink@",
  );
  assert.equal(await list({ path: "src/in" }), "src/in/y.ts");
  bench.repository.git("clean", "-fdxq");
  await bench.call("execute_command", { command: "mkdir empty" });
  assert.equal(await list({ path: "empty" }), "empty is empty.");
});

test("200 entries at most, and the cut is said", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 201 }, (_, index) => [`f${String(index).padStart(3, "0")}`, ""]),
  );
  await using bench = await openWorkbench(files);
  const lines = (await bench.call("list_files", { path: "." })).text.split("\n");
  assert.deepEqual(
    [lines.length, lines[199], lines[200]],
    [201, "f199", "[cut after 200 entries: list a folder below, or use search_files]"],
  );
});

test("a name with a line break stays on its line", async () => {
  await using bench = await openWorkbench({ "a\nb": "" });
  assert.equal((await bench.call("list_files", { path: "." })).text, String.raw`"a\nb"`);
});

test("the plan needs to read the folder; a file or nothing cannot be listed", async () => {
  await using bench = await openWorkbench({ "a.txt": "", "src/b": "" });
  const plan = await bench.plan("list_files", { path: "src/", recursive: true });
  assert.deepEqual(
    [plan.access, plan.capabilities, plan.summary],
    ["read", [{ kind: "read", path: "src" }], "list src recursively"],
  );
  for (const path of ["a.txt", "none"]) {
    await assert.rejects(bench.call("list_files", { path }), { code: "workspace.file" });
  }
});

test("a glob as Kimi's: files that are not ignored and there, from the folder on", async () => {
  const files = {
    ".gitignore": "out/\n",
    "a.ts": "",
    "src/b.ts": "",
    "src/in/c.ts": "",
    "src/in/d.js": "",
    "gone.ts": "",
  };
  await using bench = await openWorkbench(files);
  bench.repository.write("out/e.ts", "");
  bench.repository.write("new [1].ts", "");
  await bench.call("execute_command", { command: "rm gone.ts" });
  const glob = async (input: Record<string, unknown>) => {
    const { input: known = input } = bench.tool("list_files").repair?.(input) ?? {};
    return (await bench.call("list_files", known)).text;
  };
  assert.equal(await glob({ pattern: "*.ts" }), "a.ts\nnew [1].ts");
  assert.equal(await glob({ pattern: "**/*.ts", directory: "src", include_dirs: false }), "src/b.ts\nsrc/in/c.ts");
  assert.equal(await glob({ pattern: "**/*.{ts,js}", path: "src/in" }), "src/in/c.ts\nsrc/in/d.js");
  assert.equal(await glob({ pattern: "./src/*" }), "src/b.ts");
  assert.match(await glob({ pattern: "*.py" }), /^No file matches\./);
  assert.deepEqual((await bench.plan("list_files", { path: "src", pattern: "*" })).capabilities, [
    { kind: "read", path: "src" },
  ]);
  for (const pattern of ["../a.ts", "in/../../a.ts", "{x,../a}.ts", "..", "/../a.ts"]) {
    await assert.rejects(bench.plan("list_files", { path: "src", pattern }), { code: "tool.input" });
  }
});
