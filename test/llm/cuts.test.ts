/**
 * Broken streams: cut anywhere, stalled, malformed, empty. Never a phantom call: an answer is whole or it is tried again. With
 * KIMI_TESTS=full each stream is cut after every one of its bytes.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { anthropicStream } from "../doubles/model-anthropic.ts";
import { openAiStream } from "../doubles/model-openai.ts";
import type { PersistentOptions } from "../doubles/persistent.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { sized } from "../doubles/size.ts";
import { failedCallOf } from "../../src/protocol/model.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { ask, failureOf, FORMATS, ORIGINS, modelOf, serve } from "./workbench.ts";
import { callsOf } from "../../src/protocol/message.ts";
import { said } from "../doubles/message.ts";

const REPLY: DoubleReply = {
  text: "Let me look.",
  calls: [{ id: "c1", name: "run", arguments: { command: "npm test" } }],
};
const STREAMS = { openai: openAiStream(REPLY), anthropic: anthropicStream(REPLY) };
/** Requests in flight at a time: enough to be quick on two cores. */
const BATCH = 32;
/** Bytes from one cut to the next. No divisor of anything in a stream, so that cuts fall into every part of an event. */
const STEP = sized(13, 1);

for (const format of FORMATS) {
  const length = Buffer.byteLength(STREAMS[format]);
  /** The end of the third event. */
  const aboutHalf = STREAMS[format].split("\n\n").slice(0, 3).join("\n\n").length + 2;

  test(`${format}: cut after each ${STEP} of its bytes`, { timeout: 60_000 }, async (t) => {
    const server = await serve(t, (_, n) => ({ ...REPLY, cutAfterBytes: n * STEP }));
    const model = await modelOf(format, server);
    const outcomes: unknown[] = [];
    const cuts = Math.ceil(length / STEP);
    for (let at = 0; at < cuts; at += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, cuts - at) }, async () => {
        try {
          const { message } = await ask(model);
          return message;
        } catch (error) {
          return (await failureOf(Promise.reject(error))).code;
        }
      });
      outcomes.push(...(await Promise.all(batch)));
    }
    const failed = outcomes.filter((outcome) => outcome === "provider.unavailable");
    const whole = outcomes.filter((outcome) => typeof outcome === "object");
    assert.equal(failed.length + whole.length, cuts);
    assert.ok(failed.length > cuts / 2, "most cuts lose the answer");
    for (const message of whole) {
      assert.deepEqual(message, {
        ...said("Let me look.", { id: "c1", name: "run", arguments: '{"command":"npm test"}' }),
        origin: ORIGINS[format],
      });
    }
    assert.deepEqual(server.violations, []);
  });

  test(`${format}: nothing of a cut attempt reaches the reply but its cost`, async (t) => {
    const server = await serve(t, [
      {
        text: "Half an ans",
        calls: [{ name: "run", arguments: { command: "rm -rf /" } }],
        cutAfterBytes: Math.floor(length * 0.7),
      },
      { text: "Whole." },
    ]);
    const notices: string[] = [];
    const events: WireEvent[] = [];
    const repeats: PersistentOptions = {
      onRetry: ({ attempt, waitMs }) => notices.push(`${attempt} ${waitMs}`),
      onEvent: (event) => events.push(event),
    };
    const reply = await ask(await modelOf(format, server, { repeats }));
    assert.deepEqual(reply.message, { ...said("Whole."), origin: ORIGINS[format] });
    assert.deepEqual(notices, ["1 1000"]);
    const { cacheWrite } = reply.usage;
    assert.deepEqual(reply.usage, { input: 60, cacheRead: format === "openai" ? 40 : 30, cacheWrite, output: 20 });
    const wasted = events.find((event) => event.type === "model.wasted");
    // Anthropic counts the prompt first; OpenAI counts at the end, so that what was sent is estimated.
    const prompt =
      format === "openai" ? { input: 92, cacheRead: 0, cacheWrite: 0 } : { input: 60, cacheRead: 30, cacheWrite: 10 };
    assert.deepEqual(wasted?.why, "failed");
    assert.deepEqual({ ...wasted?.usage, output: 0 }, { ...prompt, output: 0 });
    assert.ok((wasted?.usage.output ?? 0) >= 10, "what was streamed is charged");
    assert.equal(server.requests[0]?.body, server.requests[1]?.body, "the same bytes are sent again");
  });

  const broken: readonly (readonly [string, DoubleReply, RegExp])[] = [
    ["no finish marker", { ...REPLY, noFinish: true, noDone: true }, /ended without a finish marker/],
    ["an event that is not JSON", { ...REPLY, malformedEvent: true }, /not JSON/],
    ["an empty answer", {}, /empty/],
    ["white space only", { text: " \n" }, /empty/],
    ["reasoning only", { think: "hm", signature: "s" }, /empty/],
    ["a call without a name", { calls: [{ name: "", arguments: {} }] }, /without a name/],
    ["an empty body", { raw: "" }, /ended without a finish marker/],
    ["a body that is no event stream", { raw: '{"id":1}' }, /ended without a finish marker/],
    ["an overload event", { ...REPLY, errorEvent: { type: "overloaded_error", message: "Overloaded" } }, /Overloaded/],
    ["a stall", { ...REPLY, stallAfterBytes: aboutHalf }, /stalled: no sign of life/],
    ["a stall with comments", { ...REPLY, stallAfterBytes: aboutHalf, commentEveryMs: 20 }, /stalled/],
    ["a stall before the first byte", { ...REPLY, delayMs: 60_000 }, /stalled/],
  ];
  for (const [name, reply, reason] of broken) {
    test(`${format}: ${name} is tried again`, async (t) => {
      const server = await serve(t, [reply]);
      // Only where the server stalls, so that a busy machine is not taken for one that does.
      const idleMs = name.includes("stall") ? 200 : 20_000;
      const failure = await failureOf(ask(await modelOf(format, server, { timeouts: { idleMs, totalMs: 20_000 } })));
      assert.equal(failure.code, "provider.unavailable");
      assert.match(failure.message, reason);
      assert.equal(server.requests.length, 1);
    });
  }

  test(`${format}: a slow drip ends at the total limit`, async (t) => {
    const server = await serve(t, [{ text: "word ".repeat(4_000), chunkBytes: 40, stallAfterBytes: 15_000 }]);
    const failure = await failureOf(ask(await modelOf(format, server, { timeouts: { idleMs: 5_000, totalMs: 400 } })));
    assert.match(failure.message, /not finished after 0.4 s/);
  });

  test(`${format}: once the finish marker is in, a server that holds the line is not waited for`, async (t) => {
    const server = await serve(t, [{ ...REPLY, stallAfterBytes: length, noDone: true, usage: null }]);
    const { message } = await ask(await modelOf(format, server));
    assert.deepEqual(callsOf(message), [{ type: "call", id: "c1", name: "run", arguments: '{"command":"npm test"}' }]);
  });
}

test("a refused connection says what was seen", async () => {
  const model = await modelOf("openai", { url: "http://127.0.0.1:9/v1", origin: "" });
  const failure = await failureOf(ask(model));
  assert.equal(failure.message, "Connection failed: ECONNREFUSED");
  assert.equal(failedCallOf(failure)?.status, undefined);
});
