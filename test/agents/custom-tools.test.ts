/** Descriptions of a repository's own tools: what is read of them, and what is refused with file, line and field. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RunnerError } from "../../src/protocol/error.ts";
import { loadCustomTools } from "../../src/run/custom/load-tools.ts";
import { TOOLS } from "../../src/tools/registry.ts";

const GOOD = { name: "count", description: "Counts.", parameters: { type: "object", properties: {} } };
const SCRIPT = "#!/bin/sh\necho 1\n";
const ONE = ".kimi/tools/count.json";

const told = async (files: Readonly<Record<string, string>>): Promise<string> =>
  loadCustomTools(new Map(Object.entries(files)), TOOLS).then(
    (tools) =>
      `${tools.length} tools: ${tools.map(({ name, offeredTo }) => `${name} (${offeredTo.join()})`).join("; ")}`,
    (error: unknown) => (error instanceof RunnerError ? error.message : String(error)),
  );

/** Changes of the description, further files, and what is said. */
const ROWS: readonly (readonly [string, object | string, Readonly<Record<string, string>>, RegExp])[] = [
  ["a tool", {}, {}, /^1 tools: count \(agent files\)$/],
  ["offered to groups", { offered: ["default", "read"] }, {}, /count \(agent files,default,read\)$/],
  ["a program of another name", { program: "count.py" }, { ".kimi/tools/count.py": SCRIPT }, /^1 tools/],
  ["files below are no tools", {}, { ".kimi/tools/lib/x.json": "{" }, /^1 tools/],
  ["no JSON", "{ name: [", {}, /\.kimi\/tools\/count\.json:1:\d+: /],
  ["a list", "[]", {}, /:1:1: .*expected a mapping with name, description and parameters/],
  [
    "the name of a built-in tool",
    { name: "read_file", program: "count" },
    {},
    /:2:\d+: name: read_file is the name of the built-in tool read_file/,
  ],
  [
    "a name by which models call one",
    { name: "web_search", program: "count" },
    {},
    /name: web_search is the name of the built-in tool search_web/,
  ],
  ["a server's name", { name: "mcp__x", program: "count" }, {}, /name: mcp__x is the name of|^1 tools/],
  [
    "a name that no provider takes",
    { name: "Count it!", program: "count" },
    {},
    /name: "Count it!" is not accepted; expected a name of small letters/,
  ],
  ["no description", { description: undefined }, {}, /description: .*what the tool does/],
  ["an unknown key", { comand: "x" }, {}, /comand: unknown key|unknown key .*comand/],
  [
    "a schema of another type",
    { parameters: { type: "string" } },
    {},
    /:4:\d+: parameters: .*expected a JSON Schema with "type": "object"/,
  ],
  [
    "no schema",
    { parameters: { type: "object", properties: { a: { type: "wrong" } } } },
    {},
    /parameters: is no JSON Schema: /,
  ],
  [
    "a huge schema",
    { parameters: { type: "object", description: "x".repeat(9_000) } },
    {},
    /parameters: the schema has more than 8000 characters/,
  ],
  ["a program elsewhere", { program: "../run.sh" }, {}, /program: "\.\.\/run\.sh" is not accepted/],
  ["no program", { program: "counter" }, {}, /program: there is no script \.kimi\/tools\/counter in the base commit/],
  ["too long a wait", { timeout: 601 }, {}, /timeout: 601 is not accepted; expected whole seconds, 1 to 600/],
  ["no wait", { timeout: 0 }, {}, /timeout: 0 is not accepted; expected whole seconds, 1 to 600/],
  ["a wait in words", { timeout: "5" }, {}, /timeout: "5" is not accepted; expected whole seconds, 1 to 600/],
  [
    "one name twice",
    {},
    { ".kimi/tools/again.json": JSON.stringify({ ...GOOD }) },
    /count\.json:\d+:\d+: name: count is the name of \.kimi\/tools\/again\.json/,
  ],
  [
    "too many",
    {},
    Object.fromEntries(
      Array.from({ length: 32 }, (_, n) => [
        `.kimi/tools/a${n}.json`,
        JSON.stringify({ ...GOOD, name: `a${n}`, program: "count" }),
      ]),
    ),
    /there are more than 32 tools/,
  ],
];

test("descriptions of tools: what is accepted, and where a mistake stands", async (t) => {
  for (const [name, changes, more, expected] of ROWS) {
    await t.test(name, async () => {
      const text = typeof changes === "string" ? changes : JSON.stringify({ ...GOOD, ...changes }, undefined, 1);
      assert.match(await told({ [ONE]: text, ".kimi/tools/count": SCRIPT, ...more }), expected);
    });
  }
});
