import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { flag, mapping, text } from "../../src/yaml/fields.ts";
import { readFrontMatter } from "../../src/yaml/front-matter.ts";
import { cpuMs } from "../doubles/cpu-time.ts";

const schema = z.nullable(mapping({ name: z.optional(text("a name")), on: z.optional(flag()) }));

function read(source: string): unknown {
  const found = readFrontMatter({ file: "a.md", text: source, schema });
  return found && { data: found.data, body: found.body, bodyLine: found.bodyLine };
}

for (const [name, source, expected] of [
  ["with a body", "---\nname: a\n---\nBody\n", { data: { name: "a" }, body: "Body", bodyLine: 4 }],
  [
    "blank lines around the body, and blanks before it",
    "--- \nname: a\n---\t\n\n  \n  Body\n\nmore\n\n",
    { data: { name: "a" }, body: "  Body\n\nmore", bodyLine: 6 },
  ],
  ["nothing in it", "---\n---\nBody", { data: null, body: "Body", bodyLine: 3 }],
  ["nothing below it", "---\nname: a\n---", { data: { name: "a" }, body: "", bodyLine: 3 }],
  ["nothing but blank lines below it", "---\nname: a\n---\n\n\n", { data: { name: "a" }, body: "", bodyLine: 6 }],
  [
    "a rule in the body",
    "---\nname: a\n---\nBody\n---\nmore",
    { data: { name: "a" }, body: "Body\n---\nmore", bodyLine: 4 },
  ],
  [
    "a line that only begins like the end",
    "---\nname: |\n  x\n  ---\n---\nB",
    { data: { name: "x\n---\n" }, body: "B", bodyLine: 6 },
  ],
  ["none", "Body\n---\n", undefined],
  ["none, but a dash more", "----\nname: a\n---\n", undefined],
  ["none in an empty text", "", undefined],
] as const) {
  test(`front matter: ${name}`, () => assert.deepEqual(read(source), expected));
}

for (const [name, source, message] of [
  ["not closed", "---\nname: a\n", "a.md:1:1: the front matter is not closed; expected a line `---` that ends it"],
  ["the first line alone", "---", "a.md:1:1: the front matter is not closed; expected a line `---` that ends it"],
  ["a value", "---\nname: a\non: 7\n---\nB", "a.md:3:5: on: 7 is not accepted; expected true or false"],
  ["a key", "---\nnmae: a\n---\nB", 'a.md:2:1: nmae: unknown key "nmae"; did you mean "name"? accepted: name, on'],
  [
    "no mapping",
    "---\n- a\n---\nB",
    "a.md:2:1: the file: this list is not accepted; expected a mapping of keys to values",
  ],
  [
    "not YAML",
    "---\nname: [\n---\nB",
    "a.md:3:1: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
] as const) {
  test(`refused with the place in the file: ${name}`, () =>
    assert.throws(() => read(source), { code: "config.invalid", message }));
}

test("a long text without an end is read in one pass", () => {
  const text = `---\n${"---x\n- --- \n".repeat(200_000)}`;
  assert.ok(cpuMs(() => assert.throws(() => read(text), /is not closed/)) < 5_000);
});
