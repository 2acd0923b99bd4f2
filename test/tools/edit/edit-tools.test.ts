/** `write_to_file` and `apply_diff` with the stale guard they share. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../../src/base/sha256.ts";
import { openWorkbench } from "../workbench.ts";

const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;
const wrote = (path: string, text: string) => [{ type: "file.seen", path, digest: sha256(text), own: true }];
const NOT_READ = { code: "tool.input", message: "a.txt exists and has not been read yet." };
const CHANGED = { code: "workspace.file", message: "a.txt changed since it was read." };

test("a new file: folders are made, the plan shows the effect and has none", async () => {
  await using bench = await openWorkbench({ "a.txt": "" });
  const { run, ...plan } = await bench.plan("write_to_file", { path: "./new/dir/b.txt", content: "x\ny" });
  assert.deepEqual(plan, {
    access: "write",
    capabilities: [{ kind: "write", path: "new/dir/b.txt" }],
    summary: "write new/dir/b.txt (+2 −0)",
    preview: "--- /dev/null\n+++ b/new/dir/b.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n\\ No newline at end of file\n",
  });
  assert.equal(bench.repository.git("status", "--porcelain"), "");
  assert.deepEqual(await run(new AbortController().signal, "call"), {
    text: "Created new/dir/b.txt (+2 −0).",
    events: wrote("new/dir/b.txt", "x\ny"),
  });
  assert.equal(bench.repository.read("new/dir/b.txt"), "x\ny");
});

test("an existing file is replaced only after it was read", async () => {
  await using bench = await openWorkbench({ "a.txt": "one\ntwo\n" });
  await assert.rejects(bench.plan("write_to_file", { path: "a.txt", content: "" }), NOT_READ);
  await bench.see("a.txt");
  const result = await bench.call("write_to_file", { path: "a.txt", content: "one\n2\n" });
  assert.deepEqual(result, { text: "Replaced a.txt (+1 −1).", events: wrote("a.txt", "one\n2\n") });
  assert.equal(bench.repository.read("a.txt"), "one\n2\n");
});

/** 1,500 lines were once replaced after 3 of them were read. */
test("a file of which a part was read is replaced only after the rest was read", async () => {
  const text = Array.from({ length: 1500 }, (_, at) => `${at + 1}\n`).join("");
  await using bench = await openWorkbench({ "a.txt": text, "b.txt": text });
  const read = async (path: string, start_line?: number, end_line?: number) =>
    (await bench.call("read_file", { files: [{ path, start_line, end_line }] })).events;
  const unread = (lines: string) => ({
    code: "tool.input",
    message: "only a part of a.txt was read, and write_to_file replaces all of it.",
    hint: `Read the rest first (lines ${lines}), or change parts of it with apply_diff.`,
  });
  const write = async (path = "a.txt") => bench.plan("write_to_file", { path, content: "" });
  const fact = { type: "file.seen", path: "a.txt", digest: sha256(text), own: false };
  const spans = [
    [1, 499],
    [502, 1500],
  ];
  assert.deepEqual(await read("a.txt", 500, 501), [{ ...fact, unread: spans }]);
  await assert.rejects(write(), unread("1-499, 502-1500"));
  assert.deepEqual(await read("a.txt", 500, 500), []);
  assert.deepEqual(await read("a.txt"), [{ ...fact, unread: [[1001, 1500]] }]); // at most 1,000 lines are shown
  await bench.call("apply_diff", { path: "a.txt", diff: block("6\n7\n8\n9", "6\nseven\n8\n9") });
  await assert.rejects(write(), unread("1001-1500"));
  const edited = text.replace("\n7\n", "\nseven\n");
  assert.deepEqual(await read("a.txt", 1001), wrote("a.txt", edited));
  assert.equal((await write()).summary, "write a.txt (+0 −1500)");

  await using resumed = await openWorkbench({ "a.txt": text }, { seen: [{ ...fact, unread: [[3, 3]] }] });
  await assert.rejects(resumed.plan("write_to_file", { path: "a.txt", content: "" }), unread("3"));
});

test("blocks are applied to a file that was read, also in part; its line endings stay", async () => {
  await using bench = await openWorkbench({ "a.txt": "one\r\ntwo\r\n" });
  await assert.rejects(bench.plan("apply_diff", { path: "a.txt", diff: block("two", "2") }), NOT_READ);
  await bench.see("a.txt");
  const diff = `${block("two", "2\nii")}\n${block("zwei", "3")}`;
  const { run, ...plan } = await bench.plan("apply_diff", { path: "a.txt", diff });
  assert.deepEqual(plan, {
    access: "write",
    capabilities: [{ kind: "write", path: "a.txt" }],
    summary: "edit a.txt (+2 −1)",
    preview: "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n one\r\n-two\r\n+2\r\n+ii\r\n",
  });
  assert.deepEqual(await run(new AbortController().signal, "call"), {
    text: "Error: applied only 1 of 2 blocks to a.txt (+2 −1). Not applied:\nblock 2: SEARCH text not found. Nothing in the file is like it. Read the file again and copy the lines exactly.",
    isError: true,
    events: wrote("a.txt", "one\r\n2\r\nii\r\n"),
  });
  assert.equal(bench.repository.read("a.txt"), "one\r\n2\r\nii\r\n");
});

test("when nothing applies it is a mistake and the file stays", async () => {
  await using bench = await openWorkbench({ "a.txt": "one\n" });
  await bench.see("a.txt");
  await assert.rejects(bench.plan("apply_diff", { path: "a.txt", diff: block("uno", "1") }), {
    code: "tool.input",
    message: /^a\.txt was not changed\.\nblock 1: SEARCH text not found\./,
  });
  await assert.rejects(bench.plan("apply_diff", { path: "no.txt", diff: block("uno", "1") }), {
    code: "tool.input",
    message: "file does not exist: no.txt.",
  });
});

test("a file that changed since it was read is not edited, until it is read again", async () => {
  await using bench = await openWorkbench({ "a.txt": "one\n" });
  await bench.see("a.txt");
  await bench.call("execute_command", { command: "echo two >> a.txt" });
  await assert.rejects(bench.plan("write_to_file", { path: "a.txt", content: "" }), CHANGED);
  await assert.rejects(bench.plan("apply_diff", { path: "a.txt", diff: block("one", "1") }), CHANGED);
  await bench.see("a.txt");
  assert.equal((await bench.call("apply_diff", { path: "a.txt", diff: block("one", "1") })).isError, undefined);
  assert.equal(bench.repository.read("a.txt"), "1\ntwo\n");
});

test("a change between plan and run is caught, whatever was read in between", async () => {
  await using bench = await openWorkbench({ "a.txt": "one\n" });
  await bench.see("a.txt");
  const edits = await Promise.all([
    bench.plan("apply_diff", { path: "a.txt", diff: block("one", "1") }),
    bench.plan("write_to_file", { path: "a.txt", content: "1\n" }),
    bench.plan("write_to_file", { path: "new.txt", content: "1\n" }),
  ]);
  await bench.call("execute_command", { command: "echo two > a.txt; echo two > new.txt" });
  await bench.see("a.txt", "new.txt");
  for (const { run } of edits)
    await assert.rejects(run(new AbortController().signal, "call"), { code: "workspace.file" });
  assert.deepEqual([bench.repository.read("a.txt"), bench.repository.read("new.txt")], ["two\n", "two\n"]);
});

test("several edits of one file in one message build on each other", async () => {
  await using bench = await openWorkbench({ "a.txt": "one\ntwo\nthree\n" });
  await bench.see("a.txt");
  const edits = [
    await bench.plan("apply_diff", { path: "a.txt", diff: block("one", "1") }),
    await bench.plan("apply_diff", { path: "a.txt", diff: block("three", "3") }),
    await bench.plan("write_to_file", { path: "b.txt", content: "x" }),
    await bench.plan("write_to_file", { path: "b.txt", content: "y" }),
  ];
  for (const { run } of edits) await run(new AbortController().signal, "call");
  assert.deepEqual([bench.repository.read("a.txt"), bench.repository.read("b.txt")], ["1\ntwo\n3\n", "y"]);
});

test("what we wrote counts as read; a file written and then deleted can be written again", async () => {
  await using bench = await openWorkbench({ "a.txt": "" });
  await bench.call("write_to_file", { path: "b.txt", content: "x\n" });
  await bench.call("apply_diff", { path: "b.txt", diff: block("x", "y") });
  assert.equal(bench.repository.read("b.txt"), "y\n");
  await bench.call("execute_command", { command: "rm b.txt" });
  assert.equal((await bench.call("write_to_file", { path: "b.txt", content: "z\n" })).text, "Created b.txt (+1 −0).");
  assert.equal(bench.repository.read("b.txt"), "z\n");
});

test("a resumed session begins with what the stopped one knew", async () => {
  const before = [
    { path: "a.txt", digest: sha256("older\n"), own: true },
    { path: "a.txt", digest: sha256("one\n"), own: false },
    { path: "b.txt", digest: sha256("older\n"), own: false },
  ];
  await using bench = await openWorkbench({ "a.txt": "one\n", "b.txt": "one\n", "c.txt": "one\n" }, { seen: before });
  const edit = (path: string) => bench.call("apply_diff", { path, diff: block("one", "1") });
  assert.equal((await edit("a.txt")).text, "Applied the block to a.txt (+1 −1).");
  await assert.rejects(edit("b.txt"), { code: "workspace.file", message: "b.txt changed since it was read." });
  await assert.rejects(edit("c.txt"), { code: "tool.input", message: "c.txt exists and has not been read yet." });
});

test("a link is judged by its target, a folder is no file, outside is refused", async () => {
  await using bench = await openWorkbench({ ".github/workflows/ci.yml": "on: push\n" });
  await bench.call("execute_command", { command: "ln -s .github/workflows w; ln -s /etc/passwd p" });
  const plan = await bench.plan("write_to_file", { path: "w/new.yml", content: "" });
  assert.deepEqual(plan.capabilities, [{ kind: "write", path: ".github/workflows/new.yml" }]);
  await assert.rejects(bench.plan("write_to_file", { path: "w", content: "" }), {
    code: "tool.input",
    message: "not a regular file: .github/workflows (directory).",
  });
  for (const path of ["p", "../x", ".git/config"]) {
    await assert.rejects(bench.plan("write_to_file", { path, content: "" }), { code: "workspace.outside" });
  }
});

test("a file keeps its byte order mark and line ends when it is replaced", async () => {
  await using bench = await openWorkbench({
    "a.txt": "\ufeffone\r\ntwo\r\n",
    "b.txt": "one\ntwo\r\n",
    "c.txt": "one\r\n",
  });
  await bench.see("a.txt", "b.txt", "c.txt");
  const write = (path: string, content: string) => bench.call("write_to_file", { path, content });
  const kept = "Its byte order mark and line ends stay as they were; a command can change them.";
  const { text } = await write("a.txt", "one\n2\n");
  assert.deepEqual([text, bench.repository.read("a.txt")], [`Replaced a.txt (+1 −1). ${kept}`, "\ufeffone\r\n2\r\n"]);
  await write("b.txt", "one\n2\n3\n"); // each line keeps its own
  await write("c.txt", "1\r\n2\r\n");
  await write("a.txt", "1\r\n"); // line ends of its own are meant
  assert.equal(bench.repository.read("a.txt"), "\ufeff1\r\n");
  assert.deepEqual([bench.repository.read("b.txt"), bench.repository.read("c.txt")], ["one\n2\r\n3\r\n", "1\r\n2\r\n"]);
});

test("fences and copied numbers are not written, and this is said", async () => {
  await using bench = await openWorkbench({ "a.js": "a();\n" });
  await bench.see("a.js");
  const fence = "The code fence around the content was left out.";
  const numbers = "The line numbers in front of the content were left out.";
  const write = async (content: string, more: object = {}) =>
    (await bench.call("write_to_file", { path: "a.js", content, ...more })).text;
  assert.equal(await write("```js\nb();\n```"), `Replaced a.js (+1 −1). ${fence}`);
  assert.equal(await write("     2\tc();\n", { mode: "append" }), `Appended to a.js (+1 −0). ${numbers}`);
  const inserted = await bench.call("insert_content", { path: "a.js", line: 1, content: "     1\ta();" });
  assert.equal(inserted.text, `Inserted into a.js (+1 −0). ${numbers}`);
  const diff = block("     2\tb();", "     2\tb(1);");
  const changed = await bench.call("apply_diff", { path: "a.js", diff, start_line: 2 });
  assert.equal(changed.text, "Applied the block to a.js (+1 −1). Copied line numbers were left out.");
  await bench.call("edit_file", {
    path: "a.js",
    old_string: "     1\ta();\n     2\tb(1);",
    new_string: "     1\ta(1);\nx();",
  });
  const operations = [{ search: "     3\tc();", replace: "     3\tc(1);" }];
  await bench.call("search_and_replace", { path: "a.js", operations });
  assert.equal(bench.repository.read("a.js"), "a(1);\nx();\nc(1);\n");
});
