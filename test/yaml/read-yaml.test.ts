import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { RunnerError } from "../../src/protocol/error.ts";
import { checked, flag, list, mapping, named, number, oneOf, regex, text, whole, word } from "../../src/yaml/fields.ts";
import { readYaml, type RefusedAs } from "../../src/yaml/read-yaml.ts";
import { sized } from "../doubles/size.ts";

const Port = mapping({ host: z.optional(text("a host", 20)), port: z.optional(whole(1, 65_535)) });

/** Every kind of field. */
const File = mapping(
  {
    name: z.optional(word(/^[a-z]+$/, "a word of small letters", 10)),
    ports: z.optional(
      list(z.union([whole(1, 65_535), Port], { error: "a port, or { host, port }" }), "a list of ports", 3),
    ),
    by: z.optional(named(word(/^[a-z]+$/, "a short name", 20), Port)),
    share: z.optional(number(0, 1)),
    level: z.optional(oneOf(["low", "high"])),
    on: z.optional(z.nullable(flag())),
    match: z.optional(regex("a regular expression of at most 9 characters", 9)),
    even: z.optional(checked((one) => (one.length % 2 === 0 ? undefined : `${one} once more`), "a text")),
    free: z.optional(z.unknown()),
  },
  "a mapping that describes ports",
);

const KEYS = "name, ports, by, share, level, on, match, even, free";

function read(source: string, refusal?: RefusedAs): unknown {
  return readYaml({ file: "a.yml", text: source, schema: File, refusal }).data;
}

function refusalOf(run: () => unknown): RunnerError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof RunnerError, String(error));
    return error;
  }
  return assert.fail("it was accepted");
}

/** The lines of the error, without the file. */
function linesOf(source: string): readonly string[] {
  const { code, message, hint } = refusalOf(() => read(source));
  assert.deepEqual([code, hint], ["config.invalid", "Nothing runs until the file loads."]);
  const [head = "", ...lines] = message.split("\n");
  if (lines.length === 0) return [head.replace("a.yml:", "")];
  assert.equal(head, `a.yml does not load: ${lines.length} mistakes.`);
  return lines.map((line) => line.replace("  a.yml:", ""));
}

test("values of every kind, in YAML and in JSON", () => {
  const data = {
    name: "web",
    ports: [80, { host: "a", port: 8080 }],
    by: { x: { port: 1 }, constructor: { port: 2 } },
    share: 0.5,
    level: "low",
    on: null,
    match: "^a$",
    even: "ab",
    free: { anything: ["no", 1e3] },
  };
  const yaml = `\uFEFF# ports\r\nname: web\nports:\n  - 80\n  - { host: a, port: 8080 }\nby: { x: { port: 1 }, constructor: { port: 2 } }\nshare: .5\nlevel: 'low'\non:\nmatch: ^a$\neven: ab\nfree: { anything: [no, 1000] }\n`;
  assert.deepEqual(read(yaml), data);
  assert.deepEqual(read(JSON.stringify(data, null, "\t")), data);
});

test("aliases stand for their values, and mistakes in them for the place where they are used", () => {
  assert.deepEqual(read("free: &p { host: a }\nby: { x: *p, y: *p }\n"), {
    free: { host: "a" },
    by: { x: { host: "a" }, y: { host: "a" } },
  });
  assert.deepEqual(linesOf("free: &p { host: 7 }\nby: { x: *p }\nlevel: &l mid\nname: *l\n"), [
    "1:18: by.x.host: 7 is not accepted; expected a host",
    '3:11: level: "mid" is not accepted; expected one of: low, high',
  ]);
});

const MISTAKES: readonly (readonly [name: string, source: string, ...lines: readonly string[]])[] = [
  ["nothing", "", "1:1: the file: empty; expected a mapping that describes ports"],
  ["a list", "- a", "1:1: the file: this list is not accepted; expected a mapping that describes ports"],
  [
    "every mistake, in the order of the file",
    "ports: 80\nnaem: x\nlevel: lo\nshare: 2\nby:\n  A: {}\n  b: { prot: 1, port: 0 }\n  c:\non: yes\nmatch: (\neven: abc\ncolour: red\n",
    "1:8: ports: 80 is not accepted; expected a list of ports",
    `2:1: naem: unknown key "naem"; did you mean "name"? accepted: ${KEYS}`,
    '3:8: level: "lo" is not accepted; expected one of: low, high',
    "4:8: share: 2 is not accepted; expected a number from 0 to 1",
    "6:3: by.A: expected a short name",
    '7:8: by.b.prot: unknown key "prot"; did you mean "port"? accepted: host, port',
    "7:23: by.b.port: 0 is not accepted; expected a whole number from 1 to 65535",
    "8:3: by.c: null is not accepted; expected a mapping of keys to values",
    '9:5: on: "yes" is not accepted; expected true or false',
    '10:8: match: "(" is not accepted; expected a regular expression (Unterminated group)',
    '11:7: even: "abc" is not accepted; expected abc once more',
    `12:1: colour: unknown key "colour"; accepted: ${KEYS}`,
  ],
  [
    "of several accepted shapes the one that was meant",
    'ports: [x, { port: 0 }, { hots: "a" }]\n',
    '1:9: ports[0]: "x" is not accepted; expected a port, or { host, port }',
    "1:20: ports[1].port: 0 is not accepted; expected a whole number from 1 to 65535",
    '1:27: ports[2].hots: unknown key "hots"; did you mean "host"? accepted: host, port',
  ],
  [
    "one line for a field, however many checks fail",
    "name: ''\n",
    '1:7: name: "" is not accepted; expected a word of small letters',
  ],
  ["too many entries", "ports: [1, 2, 3, 4]", "1:8: ports: this list is not accepted; expected at most 3 entries"],
  [
    "a value that is long is cut",
    `level: ${"x".repeat(200)}`,
    `1:8: level: "${"x".repeat(98)}… is not accepted; expected one of: low, high`,
  ],
];

for (const [name, source, ...lines] of MISTAKES) {
  test(`the schema: ${name}`, () => assert.deepEqual(linesOf(source), lines));
}

const quotes = "put quotes around a string that contains a colon or begins with a special character";
const deep = "nested too deeply; at most 50 levels";
const duplicate = "duplicate key; each key may stand once in a mapping";
const merge = "merge keys are not followed; write the keys themselves";
const proto = "the key __proto__ is not accepted anywhere";
const notText = "a key must be a string, not a list, a mapping or an alias";

/** `[[…]]`, as deep as that. */
const nested = (depth: number): string => `free: ${"[".repeat(depth)}${"]".repeat(depth)}`;

const manyAliases = (count: number): string =>
  `free: [${Array.from({ length: count }, (_, index) => `&a${index} x, *a${index}`).join(", ")}]`;

/** Each stands for nine of the one before. */
const bomb = Array.from({ length: 8 }, (_, index) => {
  const items = Array.from({ length: 9 }, () => (index === 0 ? "x" : `*a${index - 1}`));
  return `  - &a${index} [${items.join(", ")}]\n`;
});

const HOSTILE: readonly (readonly [name: string, source: string, ...lines: readonly string[]])[] = [
  ["longer than a file may be", `#${"x".repeat(200_000)}`, "1:1: the file has 200001 characters; at most 200000"],
  [
    "not YAML",
    "name: [",
    "1:8: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
  [
    "a colon in a text",
    "name: a: b",
    `1:7: not valid YAML: Nested mappings are not allowed in compact mappings; ${quotes}`,
  ],
  ["two documents", "name: a\n---\nname: b", "2:1: a second document; the file must hold one"],
  ["duplicate keys", "name: a\nname: b\nfree: { x: 1, 'x': 2 }", `2:1: ${duplicate}`, `3:15: ${duplicate}`],
  ["a duplicate key beside one that is not", "1: a\n'1': b", `2:1: ${duplicate}`],
  ["keys that are no texts", "? [a]\n: b\n? { c: d }\n: e", `1:3: ${notText}`, `3:3: ${notText}`],
  ["an alias as a key", "name: &a b\n*a : c", `2:1: ${notText}`],
  ["a merge key", "free: &a { x: 1 }\nby: { x: { <<: *a } }", `2:12: ${merge}`],
  ["a merge key of YAML 1.1", "%YAML 1.1\n---\nfree: &a { x: 1 }\nby: { x: { <<: *a } }", `4:12: ${merge}`],
  ["words of YAML 1.1", "%YAML 1.1\n---\non: no", '3:5: on: "no" is not accepted; expected true or false'],
  [
    "half a character",
    String.raw`name: "\ud83d\ude00 \ud800"`,
    "1:7: half a character, as in \\ud800; write the whole one",
  ],
  ["prototypes", '__proto__: 1\nfree: { "__proto__": { x: 1 } }', `1:1: ${proto}`, `2:9: ${proto}`],
  [
    "tags that make objects",
    "free: !!binary aGk=\non: !js x",
    "1:7: not valid YAML: Unresolved tag: tag:yaml.org,2002:binary",
    "2:5: not valid YAML: Unresolved tag: !js",
  ],
  ["an alias of nothing", "name: *x", `1:7: the alias *x has no anchor before it; ${quotes}`],
  ["an alias before its anchor", "free: *x\nname: &x a", `1:7: the alias *x has no anchor before it; ${quotes}`],
  ["a circle", "free: &a { b: [*a] }", "1:16: the alias *a is inside its own anchor"],
  [
    "a bomb of aliases",
    `free:\n${bomb.join("")}`,
    "1:1: the file: its aliases stand for too many values; write the values themselves",
  ],
  [
    "more aliases than people write",
    manyAliases(201),
    `1:${manyAliases(201).indexOf("*a200") + 1}: more than 200 aliases; write the values themselves`,
  ],
  ["too deep", nested(50), `1:56: ${deep}`],
  ["deep in keys", `free: ${"{ a: ".repeat(50)}1${" }".repeat(50)}`, `1:252: ${deep}`],
];

for (const [name, source, ...lines] of HOSTILE) {
  test(`refused: ${name}`, () => assert.deepEqual(linesOf(source), lines));
}

test("as deep and with as many aliases as is accepted", () => {
  assert.doesNotThrow(() => read(nested(49)));
  assert.doesNotThrow(() => read(manyAliases(200)));
});

/** As long as a file may be where everything is tried: what costs most grows with the square of it. */
const CHARS = sized(60_000, 200_000);

/** Texts that cost a parser time or stack. */
const COSTLY: readonly (readonly [name: string, source: string])[] = [
  ["brackets", "[".repeat(CHARS)],
  ["brackets that close", nested(CHARS / 2 - 10)],
  ["dashes", "- ".repeat(CHARS / 2)],
  ["questions", "? ".repeat(CHARS / 2)],
  ["keys", Array.from({ length: CHARS / 6 }, (_, index) => `${index.toString(36)}:\n`).join("")],
  ["one key again and again", "a:\n".repeat(Math.floor(CHARS / 3))],
  ["commas", `[${",".repeat(CHARS - 1000)}]`],
];

for (const [name, source] of COSTLY) {
  test(`refused in seconds: ${CHARS / 1000} kB of ${name}`, () => {
    const begun = process.cpuUsage();
    const { message } = refusalOf(() => read(source));
    const seconds = process.cpuUsage(begun).user / 1e6;
    assert.ok(message.length < 20_000, `${message.length} characters`);
    assert.ok(seconds < 15, `${seconds} s`); // 2 s at most; 40 s for keys when the library compares them
  });
}

test("fifty mistakes are shown, and all are counted", () => {
  const { message } = refusalOf(() => read(Array.from({ length: 60 }, (_, index) => `x${index}:\n`).join("")));
  const lines = message.split("\n");
  assert.deepEqual([lines[0], lines.length, lines.at(-1)], ["a.yml does not load: 60 mistakes.", 52, "  and 10 more"]);
});

test("mistakes that a schema cannot see have their places too, in the order of the file", () => {
  const source = "by:\n  x: { host: a }\nports: [1]\nlevel:\n";
  const { refuse } = readYaml({ file: "a.yml", text: source, schema: z.looseObject({}) });
  const { message } = refuse([
    { field: ["ports", 0], accepts: "a port of 80" },
    { field: ["by", "x"], says: "there is no x", atKey: true },
    { field: ["by", "x"], says: "there is no x" },
    { field: ["by", "x", "port", "low"], accepts: "a port" },
    { field: ["level"], accepts: "a level" },
    { field: ["ports", 3], accepts: "a port" },
    { field: [], says: "too few" },
  ]);
  assert.deepEqual(message.split("\n  "), [
    "a.yml does not load: 7 mistakes.",
    "a.yml:1:1: the file: too few",
    "a.yml:2:3: by.x: there is no x",
    "a.yml:2:6: by.x: there is no x",
    "a.yml:2:6: by.x.port.low: missing; expected a port",
    "a.yml:3:8: ports[3]: missing; expected a port",
    "a.yml:3:9: ports[0]: 1 is not accepted; expected a port of 80",
    "a.yml:4:1: level: null is not accepted; expected a level",
  ]);
});

test("keys that a schema reads over may hold what they like", () => {
  const schema = z.nullable(z.object({ name: z.optional(text("a name")) }));
  const source = "globs: *.ts\nmeta: { <<: { a: 1, a: 2 } }\nname: a\n";
  assert.deepEqual(readYaml({ file: "a.md", text: source, schema }).data, { name: "a" });
  assert.equal(readYaml({ file: "a.md", text: "# nothing\n", schema }).data, null);
});

test("the code and the hint are the caller's", () => {
  const refusal = { code: "policy.invalid", hint: "See docs/policy.md." } as const;
  for (const source of ["x: 1", "a: [", `#${"x".repeat(200_000)}`]) {
    const { code, hint } = refusalOf(() => read(source, refusal));
    assert.deepEqual({ code, hint }, refusal);
  }
});
