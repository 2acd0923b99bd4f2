/** Any JSON for an event: an attempt that failed with a sentence, never a TypeError. KIMI_TESTS=full tries thousands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RunnerError } from "../../src/protocol/error.ts";
import { anthropicStream } from "../doubles/model-anthropic.ts";
import { geminiStream } from "../doubles/model-gemini.ts";
import { openAiStream } from "../doubles/model-openai.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { responsesStream } from "../doubles/model-responses.ts";
import { createRandom } from "../doubles/random.ts";
import { sized } from "../doubles/size.ts";
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

function withData(block: string, pick: () => number): string {
  return block.replace(/^data: (.*)$/m, (all, text: string) => {
    try {
      return `data: ${JSON.stringify(mutated(JSON.parse(text), pick))}`;
    } catch {
      return all;
    }
  });
}
