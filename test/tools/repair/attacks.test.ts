/**
 * No repair gets a call past the policy: what a call may do is judged on the repaired arguments, and what runs is what was
 * judged. Each attack is read, planned and run with real tools; `needs` is everything that the policy was asked about.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callArguments } from "../../../src/engine/arguments.ts";
import { describeError } from "../../../src/protocol/error.ts";
import { reshapeRead } from "../../../src/tools/repair/read-shapes.ts";
import { cpuMs } from "../../doubles/cpu-time.ts";
import { gitIn } from "../../doubles/repository.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const FILES = { ".env": "SECRET=1\n", "src/a.ts": "plain\n", "src/b.ts": "other\n", "keys/k": "SECRET=2\n" };

interface Attack {
  readonly name: string;
  readonly tool: string;
  /** As the model writes it. */
  readonly args: string | object;
  /** What the policy is asked about; undefined where the arguments are refused. */
  readonly needs?: readonly string[];
}

const ATTACKS: readonly Attack[] = [
  {
    name: "a path doubled in one object",
    tool: "read_file",
    args: `{"path":"src/a.ts","path":".env"}`,
    needs: ["read .env"],
  },
  {
    name: "files doubled in one object",
    tool: "read_file",
    args: `{"files":[{"path":"src/a.ts"}],"files":[{"path":".env"}]}`,
    needs: ["read .env"],
  },
  { name: "a path in two forms", tool: "read_file", args: { path: "src/a.ts", file_path: ".env" } },
  { name: "the other form first", tool: "read_file", args: { file_path: ".env", path: "src/a.ts" } },
  { name: "two spellings by case", tool: "read_file", args: { filePath: "src/a.ts", file_path: ".env" } },
  { name: "files and a flat path", tool: "read_file", args: { files: [{ path: "src/a.ts" }], path: ".env" } },
  {
    name: "files and args",
    tool: "read_file",
    args: { files: [{ path: "src/a.ts" }], args: { file: { path: ".env" } } },
  },
  { name: "args and a flat path", tool: "read_file", args: { args: { file: { path: ".env" } }, path: "src/a.ts" } },
  { name: "args and file", tool: "read_file", args: { args: [{ path: "src/a.ts" }], file: [{ path: ".env" }] } },
  { name: "paths beside files", tool: "read_file", args: { files: ["src/a.ts"], paths: [".env"] } },
  { name: "an entry with two paths", tool: "read_file", args: { files: [{ path: "src/a.ts", filename: ".env" }] } },
  {
    name: "a list in a text",
    tool: "read_file",
    args: { files: `[{"path":"src/a.ts"},{"path":".env"}]` },
    needs: ["read src/a.ts", "read .env"],
  },
  {
    name: "a list in a text in an entry",
    tool: "read_file",
    args: { files: [`[{"path":".env"}]`] },
  },
  { name: "arguments encoded twice", tool: "read_file", args: JSON.stringify(`{"path":".env"}`), needs: ["read .env"] },
  { name: "an object behind an empty one", tool: "read_file", args: `{}{"path":".env"}`, needs: ["read .env"] },
  { name: "two objects in a row", tool: "read_file", args: `{"path":"src/a.ts"}{"path":".env"}` },
  { name: "two objects behind an empty one", tool: "read_file", args: `{}{"path":"src/a.ts"}{"path":".env"}` },
  { name: "text behind the fence", tool: "read_file", args: '```json\n{"path":"src/a.ts"}\n```\n{"path":".env"}' },
  {
    name: "a path through a number of segments",
    tool: "read_file",
    args: { path: "src/../.env" },
    needs: ["read .env"],
  },
  {
    name: "a range for many entries",
    tool: "read_file",
    args: { path: ".env", line_ranges: "1-1, 1-1" },
    needs: ["read .env", "read .env"],
  },
  {
    name: "more entries than a call may have",
    tool: "read_file",
    args: { path: ".env", line_ranges: "1-1,1-1,1-1,1-1,1-1,1-1" },
  },
  {
    name: "a prototype's name",
    tool: "read_file",
    args: `{"path":"src/a.ts","constructor":{"path":".env"}}`,
  },
  {
    name: "Kilo's files in XML",
    tool: "read_file",
    args: { args: "<file><path>src/a.ts</path></file>\n<file><path>.env</path><line_range>1-1</line_range></file>" },
    needs: ["read src/a.ts", "read .env"],
  },
  {
    name: "two paths in one of them",
    tool: "read_file",
    args: { args: "<file><path>src/a.ts</path><path>.env</path></file>" },
  },
  { name: "a prototype", tool: "read_file", args: `{"path":"src/a.ts","__proto__":{"files":[{"path":".env"}]}}` },
  {
    name: "a prototype in a text",
    tool: "read_file",
    args: { files: `[{"path":"src/a.ts","__proto__":{"path":".env"}}]` },
  },
  { name: "a lone surrogate in a text", tool: "read_file", args: { files: `[{"path":"src/\\ud800"}]` } },
  {
    name: "a null beside another spelling",
    tool: "read_file",
    args: { path: null, file_path: ".env" },
    needs: ["read .env"],
  },
  { name: "a search in two places", tool: "search_files", args: { regex: "SECRET", path: "src", directory: "keys" } },
  {
    name: "a search by another name",
    tool: "search_files",
    args: { query: "SECRET", folder: "keys" },
    needs: ["read keys"],
  },
  { name: "two commands", tool: "execute_command", args: { command: "true", cmd: "cat .env" } },
  {
    name: "a command doubled in one object",
    tool: "execute_command",
    args: `{"command":"true","command":"cat .env"}`,
    needs: ["exec cat .env in ."],
  },
  { name: "a command as words", tool: "execute_command", args: { command: ["cat", ".env"] } },
  {
    name: "a shell around a command",
    tool: "execute_command",
    args: { command: ["bash", "-c", "cat .env"] },
    needs: ["exec cat .env in ."],
  },
  { name: "a shell with more words", tool: "execute_command", args: { command: ["bash", "-c", "true", "cat .env"] } },
  { name: "another shell", tool: "execute_command", args: { command: ["zsh", "-c", "cat .env"] } },
  { name: "two folders", tool: "execute_command", args: { command: "cat k", cwd: "src", workdir: "keys" } },
  {
    name: "a folder by another name",
    tool: "execute_command",
    args: { cmd: "cat k", working_directory: "keys" },
    needs: ["exec cat k in keys"],
  },
  { name: "a command on standard input", tool: "execute_command", args: { command: "bash", stdin: "cat .env" } },
  { name: "variables", tool: "execute_command", args: { command: "true", env: { BASH_ENV: ".env" } } },
  {
    name: "a line break in a command",
    tool: "execute_command",
    args: `{"command":"true\ncat .env"}`,
    needs: ["exec true\ncat .env in ."],
  },
  {
    name: "two targets of a write",
    tool: "write_to_file",
    args: { path: "src/new", filename: "keys/new", content: "x" },
  },
  {
    name: "a target by another name",
    tool: "write_to_file",
    args: { target_file: "keys/new", content: "x" },
    needs: ["write keys/new"],
  },
  { name: "a rehearsal that is none", tool: "write_to_file", args: { path: "src/new", content: "x", dry_run: true } },
  { name: "a list of targets", tool: "write_to_file", args: { path: ["src/new", "keys/new"], content: "x" } },
  { name: "two contents", tool: "write_to_file", args: { path: "src/new", content: "x", contents: "y" } },
];

async function attack(bench: Workbench, { tool, args }: Attack): Promise<{ needs?: readonly string[]; said: string }> {
  const tools = new Map([[tool, bench.tool(tool)]]);
  const read = callArguments({ name: tool, arguments: typeof args === "string" ? args : JSON.stringify(args) }, tools);
  if (read.kind === "invalid") return { said: read.reason };
  try {
    const plan = await bench.plan(tool, read.input);
    const needs = plan.capabilities.map((need) => {
      if (need.kind === "exec") return `exec ${need.command} in ${need.cwd}`;
      return "path" in need ? `${need.kind} ${need.path}` : need.kind;
    });
    const { text } = await plan.run(new AbortController().signal, "call");
    return { needs, said: text };
  } catch (error) {
    return { said: describeError(error) };
  }
}

test("attacks on the repair of arguments", async () => {
  await using bench = await openWorkbench(FILES);
  const { dir } = bench.repository;
  for (const one of ATTACKS) {
    const { needs, said } = await attack(bench, one);
    assert.deepEqual(needs, one.needs, `${one.name}: ${said}`);
    const mayShow = one.needs?.some((need) => /\.env|keys/.test(need)) === true;
    if (!mayShow) assert.ok(!said.includes("SECRET"), `${one.name}: ${said}`);
    const changed = gitIn(dir, ["status", "--porcelain", "--untracked-files=all"]).trim();
    const written = (one.needs ?? []).filter((need) => need.startsWith("write ")).map((need) => `?? ${need.slice(6)}`);
    assert.equal(changed, written.join("\n"), one.name);
    gitIn(dir, ["clean", "-fdq"]);
  }
  assert.equal(readFileSync(join(dir, "src/a.ts"), "utf8"), "plain\n");
});

test("a repair is the same for the same bytes, and a repaired call needs no repair", async () => {
  await using bench = await openWorkbench(FILES);
  for (const { tool, args } of ATTACKS) {
    const call = { name: tool, arguments: typeof args === "string" ? args : JSON.stringify(args) };
    const tools = new Map([[tool, bench.tool(tool)]]);
    const [first, second] = [callArguments(call, tools), callArguments(call, tools)];
    assert.deepEqual(first, second);
    if (first.kind === "invalid") continue;
    const again = callArguments({ name: tool, arguments: JSON.stringify(first.input) }, tools);
    assert.deepEqual(again.kind === "object" && again.input, first.input, JSON.stringify(args));
  }
});

test("files without an end are read once", () => {
  // The time doubled with each file.
  for (const files of [25, 5_000]) {
    const args = `${"<file></file>".repeat(files)}x`;
    assert.ok(cpuMs(() => assert.deepEqual(reshapeRead({ args }), { args })) < 300);
  }
});
