/**
 * Streams of Chat Completions as vendors send them: the shapes of recorded streams, cut down to what is odd in each. What comes
 * out is the whole answer, or the code of the failure.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Clock } from "../../src/base/clock.ts";
import { readStream } from "../../src/llm/stream.ts";
import { callsOf, textOf, type Message } from "../../src/protocol/message.ts";
import type { ChatReply } from "../../src/protocol/model.ts";
import { fieldsOf, type Json } from "../doubles/model-check.ts";
import { ask, failureOf, modelOf, requestOf, serve, user } from "./workbench.ts";

const DONE = "data: [DONE]\n\n";

function data(...chunks: readonly object[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
}

function delta(said: object, finish: string | null = null, more: object = {}): object {
  return { choices: [{ index: 0, delta: said, finish_reason: finish }], ...more };
}

function called(...calls: readonly object[]): object {
  return delta({ tool_calls: calls });
}

function fragment(index: number | undefined, id: unknown, name: unknown, args: unknown): object {
  return { ...(index === undefined ? {} : { index }), id, type: "function", function: { name, arguments: args } };
}

/** Arguments of a tool of OpenAI's own, with calls in them. */
function folded(...uses: readonly (readonly [name: string | undefined, parameters: unknown])[]): string {
  return JSON.stringify({ tool_uses: uses.map(([recipient_name, parameters]) => ({ recipient_name, parameters })) });
}

interface Heard {
  readonly text?: string;
  readonly think?: string;
  readonly calls?: readonly string[];
  readonly isCut?: boolean;
  readonly usage?: readonly [input: number, cacheRead: number, output: number];
  readonly costUsd?: number;
}

function heard(reply: ChatReply): Heard {
  const { message, isCut, usage, costUsd } = reply;
  const think = message.blocks.map((block) => (block.type === "think" ? block.text : "")).join("");
  return {
    ...(textOf(message) === "" ? {} : { text: textOf(message) }),
    ...(think === "" ? {} : { think }),
    ...(callsOf(message).length === 0
      ? {}
      : { calls: callsOf(message).map((call) => `${call.id} ${call.name} ${call.arguments}`) }),
    ...(isCut === true ? { isCut } : {}),
    usage: [usage.input, usage.cacheRead, usage.output],
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const COUNTED = [10, 0, 5] as const;
const END = data(delta({}, "stop"), { choices: [], usage: USAGE }) + DONE;

function usage(counts: object): string {
  return data(delta({ content: "x" }), delta({}, "stop"), { choices: [], usage: counts }) + DONE;
}

const ANSWERS: Readonly<Record<string, readonly [stream: string, heard: Heard]>> = {
  "Azure: a first chunk without choices": [
    data({ choices: [], prompt_filter_results: [{}] }, delta({ role: "assistant", content: "hi" })) + END,
    { text: "hi", usage: COUNTED },
  ],
  "Snowflake: no reason, usage, [DONE]": [
    data(delta({ content: "hi" }), { choices: [], usage: USAGE }) + DONE,
    { text: "hi", usage: COUNTED },
  ],
  "a call, no reason, [DONE]": [
    data(called(fragment(0, "a", "run", "{}")), { choices: [], usage: USAGE }) + DONE,
    { calls: ["a run {}"], usage: COUNTED },
  ],
  "Moonshot: usage in the last choice": [
    data(delta({ content: "hi" }), {
      choices: [{ index: 0, delta: {}, finish_reason: "stop", usage: { ...USAGE, cached_tokens: 4 } }],
    }) + DONE,
    { text: "hi", usage: [6, 4, 5] },
  ],
  "xAI: usage in every chunk, the last counts; a whole call in one chunk": [
    data(
      delta({ reasoning_content: "hm" }, null, {
        usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
      }),
      delta({ tool_calls: [fragment(0, "call_1", "run", '{"a":1}')] }, "tool_calls", { usage: USAGE }),
    ) + DONE,
    { think: "hm", calls: ['call_1 run {"a":1}'], usage: COUNTED },
  ],
  "Qwen, Mistral: later fragments with an empty id, and a name that is empty or null": [
    data(
      called(fragment(0, "call_1", "run", "")),
      called(fragment(0, "", "", '{"a"')),
      called(fragment(0, "", null, ":1}")),
    ) + END,
    { calls: ['call_1 run {"a":1}'], usage: COUNTED },
  ],
  "SGLang: one index for two calls": [
    data(called(fragment(0, "a", "run", '{"n":1}')), called(fragment(0, "b", "run", '{"n":2}'))) + END,
    { calls: ['a run {"n":1}', 'b run {"n":2}'], usage: COUNTED },
  ],
  "Gemini compatible: no index": [
    data(called(fragment(undefined, "a", "run", '{"n":1}'), fragment(undefined, "b", "look", "{}"))) + END,
    { calls: ['a run {"n":1}', "b look {}"], usage: COUNTED },
  ],
  "OpenAI: calls inside of a call of a tool of its own": [
    data(
      called(
        fragment(0, "a", "multi_tool_use.parallel", {
          tool_uses: [
            { recipient_name: "functions.run", parameters: { n: 1 } },
            { recipient_name: "functions.read_file", parameters: { path: "a" } },
          ],
        }),
        fragment(1, "b", "run", "{}"),
      ),
    ) + END,
    { calls: ['a run {"n":1}', 'a_1 read_file {"path":"a"}', "b run {}"], usage: COUNTED },
  ],
  "a call of that tool under its whole name, with arguments as text, all of which are sent again": [
    data(
      called(fragment(0, "a", "functions.multi_tool_use.parallel", '{"tool_uses":[')),
      called(fragment(0, "", "", folded(["run", '{"n":1}'], ["run", undefined]))),
    ) + END,
    { calls: ['a run {"n":1}', "a_1 run {}"], usage: COUNTED },
  ],
  ...Object.fromEntries(
    Object.entries({
      "without a name": folded([undefined, {}]),
      "one of them without a name": folded(["run", {}], [undefined, {}]),
      "with a name of 257 characters": folded(["n".repeat(257), {}]),
      "with a text that is no object": folded(["run", "[1]"]),
      "with a list": folded(["run", [1]]),
      "with a number that is out of range": folded(["run", { n: 1 }]).replace("1", "1e400"),
      "with too many levels": folded(["run", {}]).replace("{}", `{"a":${"[".repeat(70)}${"]".repeat(70)}}`),
    }).map(([what, text]) => [
      `calls of that tool that stay as they are: ${what}`,
      [
        data(called(fragment(0, "a", "multi_tool_use.parallel", text))) + END,
        { calls: [`a multi_tool_use.parallel ${text}`], usage: COUNTED },
      ] as const,
    ]),
  ),
  "ids of any form": [
    data(called(fragment(0, "functions.run:0", "run", "{}"), fragment(1, "call_00_X/y=", "run", "{}"))) + END,
    { calls: ["functions.run:0 run {}", "call_00_X/y= run {}"], usage: COUNTED },
  ],
  "Ollama: arguments as an object": [
    data(called(fragment(0, "a", "run", { path: "x", deep: [1, { b: null }] }))) + END,
    { calls: ['a run {"path":"x","deep":[1,{"b":null}]}'], usage: COUNTED },
  ],
  "Mistral: content as a list of parts": [
    data(
      delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "h" }] }] }),
      delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "m" }], closed: true }] }),
      delta({ content: [{ type: "text", text: "hi" }] }),
      delta({ content: " there" }),
    ) + END,
    { text: "hi there", think: "hm", usage: COUNTED },
  ],
  "Mistral: the reason model_length": [
    data(delta({ content: "hi" }), delta({}, "model_length"), { choices: [], usage: USAGE }) + DONE,
    { text: "hi", isCut: true, usage: COUNTED },
  ],
  "GLM: the reason model_context_window_exceeded": [
    data(delta({ content: "hi" }), delta({}, "model_context_window_exceeded"), { choices: [], usage: USAGE }) + DONE,
    { text: "hi", isCut: true, usage: COUNTED },
  ],
  "the reason eos": [
    data(delta({ content: "hi" }), delta({}, "eos", { usage: USAGE })) + DONE,
    { text: "hi", usage: COUNTED },
  ],
  "OpenRouter: comments before and between": [
    `: OPENROUTER PROCESSING\n\n${data(delta({ content: "h" }))}: OPENROUTER PROCESSING\n\n${data(delta({ content: "i" }))}${END}`,
    { text: "hi", usage: COUNTED },
  ],
  "lines end with CR, fields in another order, data in two lines, no space": [
    `id:7\rdata:${JSON.stringify(delta({ content: "hi" }))}\revent:message\r\rdata: {"choices":[],\ndata: "usage":${JSON.stringify(USAGE)}}\r\n\r\n${DONE}`,
    { text: "hi", usage: COUNTED },
  ],
  "a whole message in place of a delta": [
    data({
      choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }],
      usage: USAGE,
    }) + DONE,
    { text: "hi", usage: COUNTED },
  ],
  "what follows [DONE] is not read": [
    `${data(delta({ content: "hi" }))}${END}${data(delta({ content: "more" }), { error: { message: "late" } })}`,
    { text: "hi", usage: COUNTED },
  ],
  "usage of xAI: reasoning beside the completion": [
    usage({
      prompt_tokens: 361,
      completion_tokens: 26,
      total_tokens: 622,
      completion_tokens_details: { reasoning_tokens: 235 },
      cost_in_usd_ticks: 12_345_000_000,
    }),
    { text: "x", usage: [361, 0, 261], costUsd: 1.2345 },
  ],
  "usage of Vercel's gateway: more reasoning than completion": [
    usage({
      prompt_tokens: 28,
      completion_tokens: 9,
      total_tokens: 37,
      completion_tokens_details: { reasoning_tokens: 61 },
      cost: 0.0012,
    }),
    { text: "x", usage: [28, 0, 70], costUsd: 0.0012 },
  ],
  "usage of Gemini compatible: reasoning in the total alone": [
    usage({ prompt_tokens: 20, completion_tokens: 12, total_tokens: 94 }),
    { text: "x", usage: [20, 0, 74] },
  ],
  "usage of OpenAI: reasoning inside the completion": [
    usage({
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 64 },
      completion_tokens_details: { reasoning_tokens: 40 },
    }),
    { text: "x", usage: [36, 64, 50] },
  ],
  "usage of DeepSeek: hits of the cache": [
    usage({
      prompt_tokens: 100,
      completion_tokens: 5,
      total_tokens: 105,
      prompt_cache_hit_tokens: 90,
      prompt_cache_miss_tokens: 10,
    }),
    { text: "x", usage: [10, 90, 5] },
  ],
  "usage of Portkey: Claude's cached tokens beside the prompt": [
    usage({
      prompt_tokens: 100,
      cache_read_input_tokens: 64,
      cache_creation_input_tokens: 30,
      completion_tokens: 5,
      total_tokens: 199,
      prompt_tokens_details: { cached_tokens: 64 },
    }),
    { text: "x", usage: [100, 64, 5] },
  ],
  "usage of Portkey: more cached than in the prompt": [
    usage({
      prompt_tokens: 10,
      cache_read_input_tokens: 800,
      completion_tokens: 5,
      total_tokens: 815,
      prompt_tokens_details: { cached_tokens: 800 },
    }),
    { text: "x", usage: [10, 800, 5] },
  ],
  "cost of OpenRouter with a key of one's own": [
    usage({ ...USAGE, cost: 0.001, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } }),
    { text: "x", usage: COUNTED, costUsd: 0.021 },
  ],
  "costs that are none": [usage({ ...USAGE, cost: 0, cost_in_usd_ticks: -4 }), { text: "x", usage: COUNTED }],
};

for (const [name, [stream, expected]] of Object.entries(ANSWERS)) {
  test(`answer: ${name}`, async (t) => {
    const server = await serve(t, () => ({ raw: stream }));
    const model = await modelOf("openai", server, { model: "compatible/x" });
    assert.deepEqual(heard(await ask(model)), expected);
    // The same bytes one by one.
    assert.deepEqual(
      heard(await ask(await modelOf("openai", await serve(t, [{ raw: stream, chunkBytes: 3 }])))),
      expected,
    );
  });
}

test("a window that the prompt fills is an overflow, where the server only says that the answer was cut", async (t) => {
  const counts = { prompt_tokens: 9_950, completion_tokens: 0, total_tokens: 9_950 };
  const server = await serve(t, [{ raw: data(delta({}, "length"), { choices: [], usage: counts }) + DONE }]);
  const model = await modelOf("openai", server, { model: "compatible/x", own: { window: 10_000 } });
  const failure = await failureOf(ask(model));
  assert.deepEqual(
    [failure.code, failure.message],
    ["provider.overflow", "The request fills the window of compatible/x: no token is left for an answer."],
  );
});

test("Mistral: reasoning in parts goes back in parts, and in no other field", async (t) => {
  const think = { type: "thinking", thinking: [{ type: "text", text: "hm" }] };
  const stream =
    data(delta({ content: [think] }), delta({ content: "Look." }), called(fragment(0, "a", "run", "{}"))) + END;
  const server = await serve(t, [{ raw: stream }, { text: "ok" }]);
  const model = await modelOf("openai", server, { model: "mistral/mistral-large-4" });
  const { message } = await ask(model);
  const result: Message = { role: "tool", toolCallId: "a", content: "ok", isError: false };
  await ask(model, requestOf({ messages: [user("Fix it."), message, result] }));
  const messages = fieldsOf(server.requests[1]?.json)["messages"] as readonly Json[];
  const { tool_calls: _, ...sent } = fieldsOf(messages[2]);
  assert.deepEqual(sent, { role: "assistant", content: [think, { type: "text", text: "Look." }] });
  assert.deepEqual(server.violations, []);
});

const HI = data(delta({ content: "hi" }));

const FAILURES: Readonly<Record<string, readonly [stream: string, code: string, words: RegExp]>> = {
  "OpenRouter, MiniMax: an error behind the reason": [
    HI + data(delta({}, "length"), { error: { message: "Token limit reached" } }) + DONE,
    "provider.unavailable",
    /Token limit reached/,
  ],
  "OpenRouter: an error in a chunk with choices": [
    HI +
      data(
        delta({}, "error", { error: { code: 502, message: "Provider returned error", metadata: { raw: "upstream" } } }),
      ),
    "provider.unavailable",
    /Provider returned error.*upstream/,
  ],
  "Groq: event error": [
    `${HI}event: error\n${data({ error: { code: "tool_use_failed", message: "Failed to call a function", failed_generation: "<x>" } })}`,
    "provider.unavailable",
    /tool_use_failed/,
  ],
  "event error without an error member": [
    `${HI}event: error\n${data({ message: "odd" })}`,
    "provider.unavailable",
    /odd/,
  ],
  "an error in the choice": [
    data({ choices: [{ index: 0, delta: {}, finish_reason: "stop", error: { message: "upstream died" } }] }) + DONE,
    "provider.unavailable",
    /upstream died/,
  ],
  "the reason error without words": [HI + data(delta({}, "error")) + DONE, "provider.unavailable", /reason error/],
  "GLM: network_error": [HI + data(delta({}, "network_error")) + DONE, "provider.unavailable", /network_error/],
  "GLM: sensitive": [HI + data(delta({}, "sensitive")) + DONE, "provider.filtered", /content filter/],
  "DeepSeek: insufficient_system_resource": [
    HI + data(delta({}, "insufficient_system_resource")) + DONE,
    "provider.unavailable",
    /insufficient_system_resource/,
  ],
  "Portkey: the kind of the error in place of it": [
    HI + data(delta({}, "overloaded_error")) + DONE,
    "provider.unavailable",
    /overloaded_error/,
  ],
  "no reason and no [DONE]": [HI, "provider.unavailable", /without a finish marker/],
  "[DONE] and nothing else": [DONE, "provider.unavailable", /without a finish marker/],
  "a reason and nothing else": [data(delta({}, "stop")) + DONE, "provider.unavailable", /empty/],
  "arguments as a number": [data(called(fragment(0, "a", "run", 5))) + END, "provider.unavailable", /neither text nor/],
};

for (const [name, [stream, code, words]] of Object.entries(FAILURES)) {
  test(`failure: ${name}`, async (t) => {
    const server = await serve(t, () => ({ raw: stream }));
    const failure = await failureOf(ask(await modelOf("openai", server, { model: "compatible/x" })));
    assert.equal(failure.code, code);
    assert.match(failure.message, words);
  });
}

/** Time that passes only when a test says so. */
function manualClock() {
  let at = 0;
  let waiting: { readonly due: number; readonly wake: () => void }[] = [];
  const clock: Clock = {
    now: () => at,
    monotonic: () => at,
    sleep: async (ms) => new Promise((wake) => waiting.push({ due: at + ms, wake })),
  };
  const pass = async (ms: number): Promise<void> => {
    for (const end = at + ms; at < end;) {
      at = Math.min(end, at + 1_000);
      for (const { due, wake } of waiting) if (due <= at) wake();
      waiting = waiting.filter(({ due }) => due > at);
      await new Promise(setImmediate);
    }
  };
  return { clock, pass };
}

/** When a stream is given up whose server is heard every `everyMs`, and says something at `contentAtMs`. */
async function givenUp(
  everyMs: number,
  contentAtMs: number,
): Promise<readonly [seconds: number, words: string, isSilent: boolean]> {
  const { clock, pass } = manualClock();
  let isHeard = false;
  let isSilent = false;
  let hear = (): void => {};
  let say = (): void => {};
  const reading = readStream<string>({
    open: async ({ heard: listen }) => {
      hear = listen;
      return (async function* () {
        await new Promise<void>((resolve) => (say = resolve));
        yield "word";
        await new Promise(() => {});
      })();
    },
    take: () => {
      isHeard = true;
      return "content";
    },
    stalled: () => (isSilent = !isHeard),
    signal: new AbortController().signal,
    clock,
    timeouts: { idleMs: 300_000, totalMs: 1e9 },
  });
  const outcome = failureOf(reading);
  let ended: string | undefined;
  void outcome.then(({ message }) => (ended = message));
  for (let seconds = 0; ; seconds += 30) {
    if (ended !== undefined) return [seconds, ended, isSilent];
    if (seconds * 1000 === contentAtMs) say();
    if ((seconds * 1000) % everyMs === 0 && everyMs < 1e9 && seconds > 0) hear();
    await pass(30_000);
  }
}

test("comments keep the connection alive, but content must come too; the first byte may take longer", async () => {
  const never = 1e9;
  assert.deepEqual(await givenUp(never, never), [
    600,
    "Unusable answer: the stream stalled: no sign of life for 600 s.",
    true,
  ]);
  assert.deepEqual(await givenUp(never, 60_000), [
    390,
    "Unusable answer: the stream stalled: no sign of life for 300 s.",
    false,
  ]);
  assert.deepEqual(await givenUp(30_000, never), [
    1_200,
    "Unusable answer: the stream stalled: no content for 1200 s.",
    true,
  ]);
  assert.deepEqual(await givenUp(30_000, 900_000), [
    2_130,
    "Unusable answer: the stream stalled: no content for 1200 s.",
    false,
  ]);
});
