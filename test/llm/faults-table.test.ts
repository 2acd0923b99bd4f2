/**
 * One table of faults over every wire format, in one process: each attempt ends as an answer, as an error that is tried again, or as one
 * that says what a person can do. What a retry does with it is in the tests of retries.
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createModel, type ModelSpec } from "../../src/llm/create.ts";
import { parseModelName, providerSettings } from "../../src/llm/providers.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { callsOf, textOf } from "../../src/protocol/message.ts";
import { failedCallOf } from "../../src/protocol/model.ts";
import { outcomeOfError } from "../../src/run/end/outcome.ts";
import { ACCOUNTS, AWS } from "../doubles/cloud-accounts.ts";
import { bedrockFrames, googleCredentials } from "../doubles/model-clouds.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { startModelServer, type ModelServer } from "../doubles/model-server.ts";
import { createScratch } from "../doubles/scratch.ts";
import { ask } from "./workbench.ts";
import { join } from "node:path";
import { writeFileSync } from "node:fs";

type Event = Readonly<Record<string, unknown>>;
type Call = readonly [id: string, name: string, text: string];

/** The pieces of one format's streams. */
interface Wire {
  readonly model: string;
  readonly path: string;
  readonly frame: (events: readonly (Event | string)[]) => string | Buffer;
  readonly says: (text: string) => readonly Event[];
  readonly calls: (calls: readonly Call[]) => readonly Event[];
  readonly ends: readonly (Event | string)[];
  /** The end without its reason: `[DONE]`, or nothing. */
  readonly endsBare: readonly (Event | string)[];
  readonly error: (fields: Event) => Event;
  /** A block or an event of a kind to come. */
  readonly unknown: readonly Event[];
  /** Members that are null where they should not be. */
  readonly nulls: readonly Event[];
}

const named = (events: readonly (Event | string)[]): string =>
  events
    .map((event) =>
      typeof event === "string" ? event : `event: ${String(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`,
    )
    .join("");
const bare = (events: readonly (Event | string)[]): string =>
  events.map((event) => (typeof event === "string" ? event : `data: ${JSON.stringify(event)}\n\n`)).join("");

const chunk = (delta: unknown, reason: string | null = null): Event => ({
  choices: [{ index: 0, delta, finish_reason: reason }],
});
const CHAT: Wire = {
  model: "kimi/kimi-k2.6",
  path: "/v1",
  frame: bare,
  says: (text) => [chunk({ content: text })],
  calls: (calls) => [
    chunk({ tool_calls: calls.map(([id, name, text], index) => ({ index, id, function: { name, arguments: text } })) }),
  ],
  ends: [chunk({}, "stop"), "data: [DONE]\n\n"],
  endsBare: ["data: [DONE]\n\n"],
  error: (error) => ({ error }),
  unknown: [{ object: "chat.completion.news", choices: [] }, chunk({ audio: { id: "a" }, hologram: 1 })],
  nulls: [{ choices: [null] }, { choices: null }, chunk(null), chunk({ content: null, tool_calls: [null] })],
};

const item = (output_index: number, value: Event): Event => ({
  type: "response.output_item.done",
  output_index,
  item: value,
});
const RESPONSES: Wire = {
  model: "openai/gpt-5.5",
  path: "/v1",
  frame: named,
  says: (text) => [item(0, { type: "message", id: "msg_1", content: [{ type: "output_text", text }] })],
  calls: (calls) =>
    calls.map(([id, name, text], at) =>
      item(at + 1, { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: text }),
    ),
  ends: [{ type: "response.completed", response: { id: "r", status: "completed" } }],
  endsBare: [],
  error: ({ type, message }) => ({ type: "error", code: type, message }),
  unknown: [{ type: "response.news", output_index: 9 }, item(9, { type: "hologram_call", id: "h_1" })],
  nulls: [
    { type: "response.output_item.added", output_index: 9, item: null },
    { type: "response.output_text.delta", output_index: 0, delta: null },
    { type: "response.content_part.added", part: null },
  ],
};

const block = (index: number, content: Event, ...deltas: readonly Event[]): readonly Event[] => [
  { type: "content_block_start", index, content_block: content },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const MESSAGES: Wire = {
  model: "anthropic/claude-opus-5-5",
  path: "",
  frame: named,
  says: (text) => block(0, { type: "text", text: "" }, { type: "text_delta", text }),
  calls: (calls) =>
    calls.flatMap(([id, name, text], at) =>
      block(at + 1, { type: "tool_use", id, name, input: {} }, { type: "input_json_delta", partial_json: text }),
    ),
  ends: [{ type: "message_delta", delta: { stop_reason: "end_turn" } }, { type: "message_stop" }],
  endsBare: [],
  error: (error) => ({ type: "error", error }),
  unknown: [{ type: "news" }, ...block(99, { type: "hologram", id: "h" }, { type: "hologram_delta", light: 1 })],
  nulls: [
    { type: "content_block_start", index: 98, content_block: null },
    { type: "content_block_delta", index: 0, delta: null },
    { type: "message_delta", delta: null, usage: null },
    { type: "message_start", message: null },
  ],
};

const part = (parts: unknown, more: Event = {}): Event => ({
  candidates: [{ content: { parts, role: "model" }, ...more }],
});
const GEMINI: Wire = {
  model: "gemini/gemini-3.5-flash",
  path: "/v1beta",
  frame: bare,
  says: (text) => [part([{ text }])],
  calls: (calls) => [part(calls.map(([id, name, text]) => ({ functionCall: { id, name, args: parsed(text) } })))],
  ends: [part([], { finishReason: "STOP" })],
  endsBare: [],
  error: (error) => ({ error }),
  unknown: [{ news: 1 }, part([{ hologram: { light: 1 } }])],
  nulls: [{ candidates: [null] }, part(null), part([null]), { candidates: [{ content: null }], usageMetadata: null }],
};

/** What the format carries as an object goes as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const WIRES: Readonly<Record<string, Wire>> = {
  "Chat Completions": CHAT,
  Responses: RESPONSES,
  Messages: MESSAGES,
  Gemini: GEMINI,
  Bedrock: {
    ...MESSAGES,
    model: "bedrock/eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
    frame: (events) => bedrockFrames(named(events)),
  },
  Vertex: { ...MESSAGES, model: "vertex/claude-sonnet-4-5@20250929", path: "/v1" },
};

const HTML = "<!DOCTYPE html><html><head><title>Gateway says no</title></head><body><h1>No</h1></body></html>";
const refusal = (status: number, error: Event): DoubleReply => ({
  status,
  body: JSON.stringify({ type: "error", error, message: error["message"] }),
});

/** How an attempt ends; a retry with the wait that was asked for. */
type End = "answer" | "settings" | "failed" | "retry" | `retry after ${number}`;
type Row = readonly [reply: (wire: Wire) => DoubleReply, end: End, of?: RegExp];

const streamed =
  (...parts: readonly ((wire: Wire) => readonly (Event | string)[])[]) =>
  (wire: Wire): DoubleReply => ({ raw: wire.frame(parts.flatMap((events) => events(wire))) });
const says = (wire: Wire): readonly Event[] => wire.says("Hello");
const ends = (wire: Wire): readonly (Event | string)[] => wire.ends;
const calls =
  (...list: readonly Call[]) =>
  (wire: Wire): readonly Event[] =>
    wire.calls(list);
const error = (fields: Event) => (wire: Wire) => [wire.error({ type: "odd_error", ...fields })];
const half = (reply: DoubleReply): DoubleReply => ({
  ...reply,
  cutAfterBytes: Math.floor(Buffer.byteLength(reply.raw ?? "") / 2),
});

const FAULTS: Readonly<Record<string, Row>> = {
  "401": [() => refusal(401, { message: "Invalid key" }), "settings", /_KEY|CREDENTIALS|TOKEN/],
  "403": [() => refusal(403, { message: "No access" }), "settings", /may use/],
  "404": [() => refusal(404, { message: "No such model" }), "settings", /Check the model id/],
  "404 with a page": [() => ({ status: 404, body: HTML }), "settings", /Check the model id/],
  "402": [() => refusal(402, { message: "Payment required" }), "settings", /credit/],
  "429, spent": [() => refusal(429, { code: "insufficient_quota", message: "Spent" }), "settings", /credit/],
  "400, no such parameter": [
    () => refusal(400, { message: "Unknown parameter: 'top_k'." }),
    "settings",
    /parameters: …/,
  ],
  "400, no tools": [() => refusal(400, { message: "gemma does not support tools" }), "settings", /tool-syntax xml/],
  "400, no tools, LiteLLM": [
    () =>
      refusal(400, {
        message: "litellm.UnsupportedParamsError: x does not support parameters: ['tools'], for model=y",
      }),
    "settings",
    /tool-syntax xml/,
  ],
  "400, no cache key, LiteLLM": [
    () => refusal(400, { message: "anthropic does not support parameters: ['prompt_cache_key'], for model=y" }),
    "settings",
    /compatible\//,
  ],
  "400, no such parameter, LiteLLM": [
    () => refusal(400, { message: "x does not support parameters: ['seed'], for model=y" }),
    "settings",
    /parameters: …/,
  ],
  "400, other words": [() => refusal(400, { message: "The 7th message is odd." }), "failed"],
  "400, too long": [() => refusal(400, { message: "prompt is too long: 9 > 8" }), "failed", /Compact/],
  "400 without a body": [() => ({ status: 400 }), "failed"],
  "429": [() => refusal(429, { message: "Slow down" }), "retry"],
  "429, retry-after": [
    () => ({ ...refusal(429, { message: "Slow down" }), headers: { "retry-after": "7" } }),
    "retry after 7000",
  ],
  "429, in words": [() => refusal(429, { message: "Please try again in 20s." }), "retry after 20000"],
  ...Object.fromEntries(
    [500, 502, 503, 504, 529].map((status) => [
      `${status}`,
      [() => refusal(status, { message: "Oh" }), "retry"] as Row,
    ]),
  ),
  "502 with a page": [() => ({ status: 502, body: HTML }), "retry"],
  "500 without a body": [() => ({ status: 500 }), "retry"],
  "200 with a page": [() => ({ raw: HTML, headers: { "content-type": "text/html" } }), "retry"],
  "200 without a body": [() => ({ raw: "" }), "retry"],
  "dropped before the stream": [(wire) => ({ ...streamed(says, ends)(wire), cutAfterBytes: 0 }), "retry"],
  "dropped within the stream": [(wire) => half(streamed(says, calls(["a", "run", "{}"]), ends)(wire)), "retry"],
  "no end": [streamed(says), "retry"],
  "an error in place of the end": [streamed(says, error({ message: "Overloaded" })), "retry"],
  "an error behind the end": [
    streamed(says, ({ ends: [first = ""] }) => [first], error({ message: "Overloaded" })),
    "retry",
  ],
  "an error of the key in the stream": [
    streamed(says, error({ type: "authentication_error", message: "Revoked" })),
    "settings",
    /may use/,
  ],
  "a line that is no JSON": [
    (wire) => ({ raw: wire.frame([...wire.says("Hello"), "data: {oops\n\n", ...wire.ends]) }),
    "retry",
  ],
  "members that are null": [streamed(({ nulls }) => nulls, says, ends), "answer"],
  "kinds to come": [streamed(({ unknown }) => unknown, says, ends), "answer"],
  "arguments that are no JSON": [streamed(calls(["a", "run", '{"path": "x']), ends), "answer"],
  "60 calls": [
    streamed(calls(...Array.from({ length: 60 }, (_, n): Call => [`c${n}`, "run", `{"n":${n}}`])), ends),
    "answer",
  ],
  "nothing but an end": [streamed(ends), "retry"],
};

/** Where a format differs, and why. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, End>>>> = {
  // A response that is completed is the last event, and what is behind it is not read.
  "an error behind the end": { Responses: "answer" },
  // Its package reads no events without a name.
  "a line that is no JSON": { Vertex: "answer" },
};

let direct: ModelServer;
let clouds: ModelServer;
let reply: DoubleReply = {};
const scratch = createScratch();
const specs = new Map<string, ModelSpec>();

before(async () => {
  direct = await startModelServer({ replies: () => reply });
  clouds = await startModelServer({ replies: () => reply, clouds: ACCOUNTS });
  const file = join(scratch.dir, "gha-creds.json");
  writeFileSync(file, googleCredentials(clouds.origin));
  const env = { ...AWS, GOOGLE_CLOUD_PROJECT: "my-project", GOOGLE_APPLICATION_CREDENTIALS: file };
  for (const [name, { model, path }] of Object.entries(WIRES)) {
    const { provider } = parseModelName(model);
    const isCloud = provider === "bedrock" || provider === "vertex";
    const settings = isCloud ? providerSettings(env, provider) : { apiKey: "test-key-0001" };
    const baseUrl = (isCloud ? clouds : direct).origin + path;
    specs.set(name, { ...settings, model, baseUrl, clock: systemClock });
  }
});
after(async () => {
  scratch[Symbol.dispose]();
  await Promise.all([direct.close(), clouds.close()]);
});

interface Seen {
  readonly end: End;
  readonly words: string;
  readonly calls: number;
}

async function attempt(name: string, more: Partial<ModelSpec> = {}): Promise<Seen> {
  const spec = specs.get(name);
  assert.ok(spec !== undefined);
  const model = await createModel({ ...spec, ...more });
  try {
    const { message } = await ask(model);
    return { end: "answer", words: textOf(message), calls: callsOf(message).length };
  } catch (thrown) {
    assert.ok(thrown instanceof RunnerError, `${name}: ${String(thrown)}`);
    const words = `${thrown.message} ${thrown.hint ?? ""}`;
    assert.doesNotMatch(words, /[{<]"|<html|undefined/, "a person reads it");
    const waitMs = failedCallOf(thrown)?.retryAfterMs;
    const retry: End = waitMs === undefined ? "retry" : `retry after ${waitMs}`;
    const { outcome } = outcomeOfError(thrown);
    const isSettings = outcome === "config_error" && thrown.hint !== undefined;
    const end = thrown.code === "provider.unavailable" ? retry : isSettings ? "settings" : "failed";
    return { end, words, calls: 0 };
  }
}

for (const [fault, [replyOf, expected, of = /(?:)/]] of Object.entries(FAULTS)) {
  test(fault, async () => {
    const ended: Record<string, End> = {};
    const wanted: Record<string, End> = {};
    for (const [name, wire] of Object.entries(WIRES)) {
      reply = replyOf(wire);
      const seen = await attempt(name);
      ended[name] = seen.end;
      wanted[name] = OTHERWISE[fault]?.[name] ?? expected;
      assert.match(seen.words, of, name);
      if (fault === "60 calls") assert.equal(seen.calls, 60, name);
      if (seen.end === "answer" && seen.calls === 0) assert.equal(seen.words, "Hello", name);
    }
    assert.deepEqual(ended, wanted);
  });
}

test("binary frames that are damaged are tried again", async () => {
  const wire = WIRES["Bedrock"] ?? CHAT;
  const whole = Buffer.from(wire.frame([...wire.says("Hello"), ...wire.ends]));
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ 0xff;
    return copy;
  };
  const damaged = [
    ...[0, 3, 5, 9, 12, 20, 60, 150].map(flipped),
    whole.subarray(0, 7),
    whole.subarray(7),
    Buffer.from("not a frame at all, but words that go on for a while"),
    Buffer.concat([whole.subarray(0, 200), Buffer.alloc(100)]),
  ];
  for (const [at, raw] of damaged.entries()) {
    reply = { raw };
    assert.equal((await attempt("Bedrock", { timeouts: { idleMs: 500, totalMs: 60_000 } })).end, "retry", String(at));
  }
});

test("an end without its reason: what was said is all of it where an end was said", async () => {
  const ended: Record<string, End> = {};
  for (const [name, wire] of Object.entries(WIRES)) {
    reply = { raw: wire.frame([...wire.says("Hello"), ...wire.endsBare]) };
    ended[name] = (await attempt(name)).end;
  }
  const others = Object.keys(WIRES).map((name) => [name, name === "Chat Completions" ? "answer" : "retry"]);
  assert.deepEqual(ended, Object.fromEntries(others));
});

test("silence behind the first words is given up", async () => {
  for (const [name, wire] of Object.entries(WIRES)) {
    const raw = wire.frame([...wire.says("Hello"), ...wire.ends]);
    reply = { raw, stallAfterBytes: Math.floor(Buffer.byteLength(raw) / 2) };
    const seen = await attempt(name, { timeouts: { idleMs: 200, totalMs: 60_000 } });
    assert.deepEqual([seen.end, /stalled/.test(seen.words)], ["retry", true], name);
  }
});
