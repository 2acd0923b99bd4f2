/**
 * Calls with hostile names, ids, indexes and numbers, and text that only looks like a call: through both adapters over HTTP and
 * through the engine. A row says which calls come before the gate, and what the model, or the person, is told of the others.
 */

import { test } from "node:test";
import {
  assertBecame,
  callStream,
  eventStream,
  finish,
  hear,
  ok,
  probe,
  runs,
  type Becomes,
  type WireCall,
} from "./hostile-bench.ts";
import { FORMATS } from "./workbench.ts";

const UNKNOWN = "Error: unknown tool: ";

const unknown = (name: string): Becomes => ({ gate: [], results: [`${UNKNOWN}${name}. Available: probe.`] });

/** The first 50 run, and the others say why they did not. */
function tooMany(kept: number, said: string): Becomes {
  const all = Array.from({ length: kept }, (_, n) => n);
  const refused = `Error: not run. You made ${said} in one message; at most 50 are run. Send fewer.`;
  return { gate: runs(...all.slice(0, 50).map(String)), results: all.map((n) => (n < 50 ? "ok" : refused)) };
}

const CALLS: readonly (readonly [string, readonly WireCall[], Becomes, inBlocks?: Becomes])[] = [
  ["an unknown name", [probe("a", { name: "bash" })], unknown("bash")],
  ["an empty name", [probe("a", { name: "" })], unknown("unnamed")],
  ["no name", [probe("a", { name: undefined })], unknown("unnamed")],
  ["a number for a name", [probe("a", { name: 5 })], unknown("unnamed")],
  ["a list for a name", [probe("a", { name: ["probe"] })], unknown("unnamed")],
  ["a name with a space before it", [probe("a", { name: " probe" })], unknown(" probe")],
  ["a name with a space behind it", [probe("a", { name: "probe " })], unknown("probe ")],
  ["a name in other letters", [probe("a", { name: "Probe" })], unknown("Probe")],
  ["a look-alike of a name", [probe("a", { name: "рrobe" })], unknown("рrobe")],
  ["a name in full width", [probe("a", { name: "ｐｒｏｂｅ" })], unknown("ｐｒｏｂｅ")],
  ["a name with a character of no width", [probe("a", { name: "pro\u200Bbe" })], unknown("pro\u200Bbe")],
  ["a name with NUL", [probe("a", { name: "probe\0" })], unknown("probe\0")],
  ["a name with a lone surrogate", [probe("a", { name: "probe\uD800" })], unknown("probe\uD800")],
  ["a name with a newline", [probe("a", { name: "probe\n::error::x" })], unknown("probe\n::error::x")],
  ["a name with a namespace", [probe("a", { name: "functions.probe" })], ok("a")],
  ["a name with a namespace that models do not add", [probe("a", { name: "os.probe" })], unknown("os.probe")],
  ["a name with a number", [probe("a", { name: "probe:0" })], ok("a")],
  ["a name that is a path", [probe("a", { name: "../probe" })], unknown("../probe")],
  ["__proto__ for a name", [probe("a", { name: "__proto__" })], unknown("__proto__")],
  ["constructor for a name", [probe("a", { name: "constructor" })], unknown("constructor")],
  ["toString for a name", [probe("a", { name: "toString" })], unknown("toString")],
  ["a name of 256 characters", [probe("a", { name: "n".repeat(256) })], unknown("n".repeat(256))],
  ["a name of 257 characters", [probe("a", { name: "n".repeat(257) })], /name is longer than 256 characters/],
  ["a name of 1 MB", [probe("a", { name: "n".repeat(1_000_000) })], /name is longer than 256 characters/],

  ["an empty id", [probe("a", { id: "" })], ok("a")],
  ["no id", [probe("a", { id: undefined })], ok("a")],
  ["a number for an id", [probe("a", { id: 7 })], ok("a")],
  ["an object for an id", [probe("a", { id: { a: 1 } })], ok("a")],
  ["an id of 1 MB", [probe("a", { id: "i".repeat(1_000_000) })], ok("a")],
  ["an id with a newline", [probe("a", { id: "c\n::error::x" })], ok("a")],
  ["an id with NUL", [probe("a", { id: "c\0" })], ok("a")],
  ["an id with a lone surrogate", [probe("a", { id: "c\uDC00" })], ok("a")],
  ["an id that is no word", [probe("a", { id: "../../etc/passwd" })], ok("a")],
  ["__proto__ for an id", [probe("a", { id: "__proto__" })], ok("a")],
  ["one id for three calls", ["a", "b", "c"].map((text) => probe(text, { id: "same" })), ok("a", "b", "c")],
  [
    "ids that differ in what a provider drops",
    ["a.1", "a:1", "a_1"].map((id) => probe(id, { id })),
    ok("a.1", "a:1", "a_1"),
  ],
  [
    "one id, two tools",
    [probe("a", { id: "x" }), probe("b", { id: "x", name: "bash" })],
    { gate: runs("a"), results: ["ok", UNKNOWN] },
  ],

  ["no arguments", [probe("a", { arguments: undefined })], { gate: ["{}"], results: ["ok"] }],
  [
    "a known and an unknown one",
    [probe("a"), probe("b", { name: "rm" })],
    { gate: runs("a"), results: ["ok", UNKNOWN] },
  ],
  [
    "a broken one between two",
    [probe("a"), probe("b", { arguments: '{"text":' }), probe("c")],
    { gate: runs("a", "c"), results: ["ok", "Error: the arguments", "ok"] },
  ],
  [
    "the same effect 5 times: it happens as often",
    Array.from({ length: 5 }, () => probe("a")),
    {
      gate: runs("a", "a", "a", "a", "a"),
      results: ["ok", "ok", "ok\n\n<system-reminder>\nYou have no", "ok", "ok\n\n<system-reminder>\n5 times in "],
    },
  ],
  [
    "50 calls",
    Array.from({ length: 50 }, (_, n) => probe(`${n}`)),
    ok(...Array.from({ length: 50 }, (_, n) => `${n}`)),
  ],
  ["73 calls", Array.from({ length: 73 }, (_, n) => probe(`${n}`)), tooMany(73, "73 calls")],
  ["500 calls", Array.from({ length: 500 }, (_, n) => probe(`${n}`)), tooMany(200, "200 calls or more")],
  [
    "20 calls of 900,000 characters",
    Array.from({ length: 20 }, (_, n) => probe(`${n}${"x".repeat(900_000)}`, { id: `c${n}` })),
    /longer than 16000000 characters/,
  ],

  ["indexes from above", [probe("b", { index: 9 }), probe("a", { index: 2 })], ok("a", "b")],
  ["a huge index", [probe("a", { index: 1e300 }), probe("b", { index: 3 })], ok("a", "b")],
  ["negative indexes", [probe("a", { index: -1 }), probe("b", { index: -1 })], ok("a", "b")],
  ["a text for an index", [probe("a", { index: "0" }), probe("b", { index: "1" })], ok("a", "b")],
  ["one index for two ids", [probe("a", { index: 0 }), probe("b", { index: 0 })], ok("a", "b")],
  [
    "one index and two names, without ids",
    [probe("a", { index: 0, id: "" }), probe("b", { index: 0, id: "", name: "bash" })],
    { gate: runs("a"), results: ["ok", UNKNOWN] },
  ],
  [
    "one index, one id and two names",
    [probe("a", { index: 0, id: "x" }), probe("b", { index: 0, id: "x", name: "bash" })],
    /one tool call has two names: probe and bash/,
    { gate: runs("a"), results: ["ok", UNKNOWN] },
  ],
  ["one index, one id, sent twice", [probe("a", { index: 0 }), probe("a", { index: 0 })], ok("a")],
  [
    "one index, no ids, sent twice",
    [probe("a", { index: 0, id: "" }), probe("a", { index: 0, id: "" })],
    ok("a"),
    { gate: runs("a", "a"), results: ["ok", "ok"] },
  ],
];

for (const [name, calls, becomes, inBlocks = becomes] of CALLS) {
  test(`calls: ${name}`, async (t) => {
    for (const format of FORMATS) {
      const raw = callStream(format, calls);
      assertBecame(await hear(t, { format, replies: [{ raw }] }), format === "openai" ? becomes : inBlocks);
    }
  });
}

for (const value of [{ text: "a" }, ["a"], 5, true]) {
  test(`calls: arguments that are ${JSON.stringify(value)} and no text are not "no arguments"`, async (t) => {
    const isObject = typeof value === "object" && !Array.isArray(value);
    const inDelta = callStream("openai", [{ id: "c", name: "probe", arguments: value }]);
    const asText = await hear(t, { format: "openai", replies: [{ raw: inDelta }] });
    // Servers like Ollama's send the object itself.
    if (isObject) assertBecame(asText, { gate: ['{"text":"a"}'], results: ["ok"] });
    else if (typeof value === "object") {
      assertBecame(asText, { gate: [], results: ["Error: the arguments of probe are not usable JSON"] });
    } else assertBecame(asText, /the arguments of a tool call are neither text nor an object/);
    const start = {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "c", name: "probe", input: value },
    };
    const inStart = eventStream("anthropic", [start, ...finish("anthropic")]);
    const heard = await hear(t, { format: "anthropic", replies: [{ raw: inStart }, { text: "done" }] });
    assertBecame(heard, isObject ? ok("a") : /the input of a tool call is not an object/);
  });
}
