/** Which unknown properties are ignored: only those that surely change nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isIdle } from "../../../src/tools/repair/names.ts";

test("a flag that asks for what the tool does anyway is ignored, and one that asks for something else is not", () => {
  const write = { path: {}, content: {} };
  const insert = { ...write, line: {} };
  const search = { path: {}, regex: {} };
  const table: readonly (readonly [string, unknown, object, boolean])[] = [
    ["overwrite", true, write, true],
    ["overwrite", false, write, false],
    ["overwrite", true, insert, false],
    ["create_directories", true, write, true],
    ["createDirs", true, write, true],
    ["create_directories", false, write, false],
    ["append", true, write, false],
    ["append", false, write, true],
    ["case_sensitive", true, search, true],
    ["case_sensitive", false, search, false],
    ["multiline", true, search, false],
    ["explanation", "to know", search, true],
    ["sudo", true, search, false],
  ];
  assert.deepEqual(
    table.map(([name, value, properties]) => [name, value, isIdle(name, value, { ...properties })]),
    table.map(([name, value, , idle]) => [name, value, idle]),
  );
});
