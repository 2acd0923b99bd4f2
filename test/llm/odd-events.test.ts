/** Any JSON for an event: an attempt that failed with a sentence, never a TypeError. KIMI_TESTS=full tries thousands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RunnerError } from "../../src/protocol/error.ts";
import { callsOf, textOf } from "../../src/protocol/message.ts";
import { anthropicStream } from "../doubles/model-anthropic.ts";
import { geminiStream } from "../doubles/model-gemini.ts";
import { openAiStream } from "../doubles/model-openai.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { responsesStream } from "../doubles/model-responses.ts";
import { createRandom } from "../doubles/random.ts";
import { sized } from "../doubles/size.ts";
import { chunk, eventStream } from "./hostile-bench.ts";
import { ask, serve, WIRE_NAMES, wireModel } from "./workbench.ts";

const REPLY: DoubleReply = { think: "hm", text: "words", calls: [{ id: "c", name: "run", arguments: { a: 1 } }] };
const STREAMS = {
  openai: openAiStream(REPLY),
  anthropic: anthropicStream(REPLY),
  responses: responsesStream(REPLY, {}),
  gemini: geminiStream(REPLY).replaceAll("\r\n", "\n"),
};
const ODD = [null, 0, -1, 1e308, 0.5, "", "x", true, [], {}, [null], [[]], { a: null }, { length: 3 }];
const MUTATIONS = sized(150, 5_000);

/** One value of the tree is replaced by another; which one, the numbers say. */
function mutated(value: unknown, pick: () => number): unknown {
  if (typeof value !== "object" || value === null || pick() % 4 === 0) return ODD[pick() % ODD.length];
  const keys = Object.keys(value);
  const key = keys[pick() % Math.max(1, keys.length)];
  if (key === undefined) return ODD[pick() % ODD.length];
  const inside = mutated(Reflect.get(value, key), pick);
  return Array.isArray(value)
    ? value.map((one: unknown, at) => (String(at) === key ? inside : one))
    : { ...value, [key]: inside };
}

for (const format of WIRE_NAMES) {
  test(`${format}: ${MUTATIONS} events of other shapes`, { timeout: 240_000 }, async (t) => {
    const random = createRandom(7);
    const pick = (): number => random(1_000_000);
    const blocks = STREAMS[format].split("\n\n").filter((block) => block !== "");
    const raws = Array.from({ length: MUTATIONS }, () => {
      const at = pick() % blocks.length;
      return blocks.map((block, index) => (index === at ? withData(block, pick) : block)).join("\n\n") + "\n\n";
    });
    const server = await serve(t, (_, n) => ({ raw: raws[n] ?? "" }));
    const model = await wireModel(format, server);
    for (const raw of raws) {
      const error: unknown = await ask(model).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) continue;
      assert.ok(error instanceof RunnerError, raw);
      assert.match(error.message, /^[A-Z].{5,}/s);
    }
  });

  test(`${format}: choices that are null`, async (t) => {
    const server = await serve(t, [{ raw: 'data: {"choices":[null]}\n\n' }]);
    await assert.rejects(ask(await wireModel(format, server)), {
      code: "provider.unavailable",
      message: /^Unusable answer: /,
    });
  });
}

/** What a server may send in place of an index, and how the words that are streamed under it come out. */
const INDEXES = [2 ** 32 - 2, Number.MAX_SAFE_INTEGER, 1e308, -1, 0.5, "0", null] as const;

for (const format of WIRE_NAMES) {
  test(`${format}: an index of any size and kind takes neither time nor memory`, { timeout: 20_000 }, async (t) => {
    const raws = INDEXES.map((index) =>
      STREAMS[format].replaceAll(
        /"(index|output_index|content_index|summary_index)":\d+/g,
        `"$1":${JSON.stringify(index)}`,
      ),
    );
    const server = await serve(t, (_, n) => ({ raw: raws[n] ?? "" }));
    const model = await wireModel(format, server);
    for (const index of INDEXES) {
      const said = await ask(model).then(({ message }) => textOf(message), String);
      // Of several choices only the first, with the index 0, is read.
      const isChoice = format === "openai" && index !== null;
      assert.equal(said, isChoice ? NO_CHOICE : "words", `index ${JSON.stringify(index)}`);
    }
  });
}
const NO_CHOICE = "RunnerError: Unusable answer: the stream ended without a finish marker.";

test("openai: a call's index of any size and kind groups its pieces", async (t) => {
  const call = (more: object, index: unknown): object => ({
    choices: [{ index: 0, delta: { tool_calls: [{ index, ...more }] } }],
  });
  const server = await serve(t, (_, n) => ({
    raw: eventStream("openai", [
      call({ id: "c", function: { name: "run", arguments: "" } }, INDEXES[n]),
      call({ function: { arguments: "{}" } }, INDEXES[n]),
      chunk({}, "tool_calls"),
    ]),
  }));
  const model = await wireModel("openai", server);
  for (const _ of INDEXES) {
    const calls = callsOf((await ask(model)).message);
    assert.deepEqual(
      calls.map(({ id, name, arguments: text }) => [id, name, text]),
      [["c", "run", "{}"]],
    );
  }
});

test("openai: no more pieces of reasoning are kept than can be compared with each other", async (t) => {
  const details = Array.from({ length: 50_000 }, (_, index) => ({ type: "reasoning.text", index, text: "" }));
  const server = await serve(t, [{ raw: eventStream("openai", [chunk({ reasoning_details: details })]) }]);
  await assert.rejects(ask(await wireModel("openai", server)), {
    code: "provider.unavailable",
    message: /more than 2000 pieces of reasoning/,
  });
});

function withData(block: string, pick: () => number): string {
  return block.replace(/^data: (.*)$/m, (all, text: string) => {
    try {
      return `data: ${JSON.stringify(mutated(JSON.parse(text), pick))}`;
    } catch {
      return all;
    }
  });
}

/** Each piece wrote all that came before as JSON again: 14 s of a processor for these pieces. */
test("a signature and citations in many pieces take time that grows with their length", async (t) => {
  const signed = Array.from({ length: 8_000 }, (_, n) => `${n}`.padStart(50, "s"));
  const cited = Array.from({ length: 4_000 }, (_, n) => ({ type: "char_location", cited_text: `line ${n}` }));
  const delta = (index: number, fields: object) => ({ type: "content_block_delta", index, delta: fields });
  const raw = eventStream("anthropic", [
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "hm" } },
    ...signed.map((signature) => delta(0, { type: "signature_delta", signature })),
    { type: "content_block_start", index: 1, content_block: { type: "text", text: "said" } },
    ...cited.map((citation) => delta(1, { type: "citations_delta", citation })),
    { type: "message_delta", delta: { stop_reason: "end_turn" } },
    { type: "message_stop" },
  ]);
  const model = await wireModel("anthropic", await serve(t, [{ raw }]));
  const before = process.cpuUsage();
  const { message } = await ask(model);
  const { user, system } = process.cpuUsage(before);
  assert.deepEqual(message.blocks, [
    { type: "think", text: "hm", extra: JSON.stringify({ signature: signed.join("") }) },
    { type: "text", text: "said", extra: JSON.stringify({ citations: cited }) },
  ]);
  assert.ok(user + system < 5_000_000, `${user + system} µs`);
});
