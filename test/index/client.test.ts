/** The controller's side of the index, with programs that misbehave, in a real cell. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createCodeIndex } from "../../src/index/client.ts";
import type { CodeIndex } from "../../src/protocol/tool.ts";
import { openTestCell, type TestCell } from "../doubles/cell.ts";

const QUERY = { query: "x", path: ".", limit: 10, maxLines: 12 };
const HINT = "Use search_files and read_file.";

/** The client with a program of the test: a bash script. */
function indexOf(cell: TestCell, script: string, silenceMs?: number): CodeIndex {
  return createCodeIndex({ ...cell, ownProgram: () => ["bash", "-c", script] }, silenceMs);
}

const signal = new AbortController().signal;

test("a program that fails or answers in another shape is an error that says what to use", async () => {
  await using cell = await openTestCell();
  const failures: readonly (readonly [script: string, reason: string])[] = [
    ["echo no memory >&2; exit 3", "it ended with exit code 3: no memory"],
    ["kill -9 $$", "it ended with SIGKILL"],
    ["read -r _; echo hello", "it answered hello"],
    [`read -r _; echo '{"id":1,"kind":"search","found":{"places":[{"path":7}]}}'`, "it answered"],
    [`read -r _; echo '{"id":1,"kind":"failed","reason":"git is gone."}'; read -r _`, "git is gone"],
    [`read -r _; echo '{"id":1,"kind":"definitions","files":[]}'; read -r _`, "it answered definitions"],
    ["read -r _; head -c 17000000 /dev/zero | tr '\\0' x; read -r _", "it wrote a line of more than 16777216 bytes"],
  ];
  for (const [script, reason] of failures) {
    await assert.rejects(indexOf(cell, script).search(QUERY, signal), (error: Error & { hint?: string }) => {
      assert.ok(error.message.startsWith(`The index of the code failed: ${reason}`), error.message);
      assert.equal(error.hint, HINT);
      return true;
    });
  }
});

test("a silent program is ended, and the next question starts another one", async () => {
  await using cell = await openTestCell();
  const found = '{"kind":"search","found":{"places":[]},"id":2}';
  const script = `if [ -e told ]; then read -r _; echo '${found}'; read -r _; else touch told; sleep 600; fi`;
  const index = indexOf(cell, script, 1_500);
  await assert.rejects(index.search(QUERY, signal), /it said nothing for 1.5 s and was ended/);
  assert.deepEqual(await index.search(QUERY, signal), { places: [] });
});

test("a file at which the program ended is not asked again", async () => {
  await using cell = await openTestCell();
  const script = `while read -r line; do
    id=$(sed 's/.*"id":\\([0-9]*\\).*/\\1/' <<<"$line")
    case $line in *bad.rs*) echo "{\\"id\\":$id,\\"kind\\":\\"at\\",\\"path\\":\\"bad.rs\\"}"; exit 9;; esac
    echo "{\\"id\\":$id,\\"kind\\":\\"definitions\\",\\"files\\":[{\\"path\\":\\"a.rs\\",\\"ranges\\":[]}]}"
  done`;
  const index = indexOf(cell, script);
  await assert.rejects(index.definitions(["a.rs", "bad.rs"], signal), /it ended with exit code 9, at bad\.rs/);
  assert.deepEqual(await index.definitions(["a.rs", "bad.rs"], signal), [
    { path: "a.rs", ranges: [] },
    { path: "bad.rs", ranges: [], note: "not parsed: it ended with exit code 9" },
  ]);
});

test("after an aborted question the program answers the next one, and questions at the same time take turns", async () => {
  await using cell = await openTestCell();
  const script = `while read -r line; do
    id=$(sed 's/.*"id":\\([0-9]*\\).*/\\1/' <<<"$line")
    [ "$id" = 1 ] && sleep 0.5
    echo "{\\"id\\":$id,\\"kind\\":\\"search\\",\\"found\\":{\\"places\\":[],\\"note\\":\\"$id\\"}}"
  done`;
  const index = indexOf(cell, script);
  const stopper = new AbortController();
  const first = index.search(QUERY, stopper.signal);
  const others = [index.search(QUERY, signal), index.search(QUERY, signal)];
  stopper.abort(new Error("enough"));
  await assert.rejects(first, /enough/);
  const answers = await Promise.all(others);
  assert.equal(new Set(answers.map(({ note }) => note)).size, 2, JSON.stringify(answers));
});
