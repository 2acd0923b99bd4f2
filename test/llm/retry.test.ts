/** RetryBudget with a provider: what is repeated, how long outages are waited for, and when a wait is not even started. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { providerError } from "../../src/llm/errors.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import type { ChatModel, ChatReply, RetryNotice } from "../../src/protocol/model.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { persistent, type PersistentOptions } from "../doubles/persistent.ts";
import { ask, failureOf, modelOf, requestOf, serve, virtualClock } from "./workbench.ts";
import { said } from "../doubles/message.ts";

const REPLY: ChatReply = {
  message: said("done"),
  usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 5 },
};

/** A model that fails with each of `failures` in turn and then answers. */
function flaky(failures: readonly unknown[]): { readonly model: ChatModel; readonly calls: () => number } {
  let calls = 0;
  const model: ChatModel = {
    name: "kimi/test",
    window: 1000,
    maxOutputTokens: 100,
    features: new Set(),
    estimate: () => 1,
    costUsd: () => undefined,
    chat: async () => {
      const failure = failures[calls];
      calls += 1;
      if (failure !== undefined) throw failure;
      return REPLY;
    },
  };
  return { model, calls: () => calls };
}

interface HttpFailure {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request that was refused: it costs nothing. */
function httpError({ status, headers = {}, body }: HttpFailure): unknown {
  const thrown = Object.assign(new Error(`${status} no body`), {
    status,
    headers: new Map(Object.entries(headers)),
    ...(body === undefined ? {} : { error: body }),
  });
  return providerError(thrown, { model: "kimi/test", keyVariable: "KIMI_API_KEY", now: Date.UTC(2026, 0, 1) });
}

const USAGE = { input: 100, cacheRead: 1, cacheWrite: 2, output: 3 };
/** An answer that broke off: it is charged. */
const CUT = providerError(new Error("terminated"), {
  model: "kimi/test",
  keyVariable: "KIMI_API_KEY",
  now: 0,
  progress: "streaming",
  use: { usage: USAGE },
});

interface Run {
  readonly outcome: ChatReply | RunnerError;
  readonly calls: number;
  readonly waits: readonly number[];
  readonly notices: readonly RetryNotice[];
  readonly events: readonly WireEvent[];
}

async function run(failures: readonly unknown[], more: PersistentOptions = {}): Promise<Run> {
  const { model, calls } = flaky(failures);
  const { clock, waits } = virtualClock();
  const notices: RetryNotice[] = [];
  const events: WireEvent[] = [];
  const repeating = persistent(model, {
    clock,
    onRetry: (notice) => {
      assert.equal(waits.length, notices.length, "told before the wait");
      notices.push(notice);
    },
    onEvent: (event) => events.push(event),
    ...more,
  });
  const running = ask(repeating);
  const outcome = await running.catch(async () => failureOf(running));
  return { outcome, calls: calls(), waits, notices, events };
}

const DOWN = httpError({ status: 503 });
const endless = (failure: unknown): readonly unknown[] => Array.from({ length: 200 }, () => failure);

test("an outage is waited for, and each wait is told with what is left of the patience", async () => {
  const { outcome, calls, waits, notices } = await run([DOWN, DOWN]);
  assert.deepEqual([outcome, calls, waits], [REPLY, 3, [1_000, 2_000]]);
  assert.deepEqual(notices, [
    { attempt: 1, waitMs: 1_000, patienceMs: 600_000, reason: "HTTP 503: no body", status: 503 },
    { attempt: 2, waitMs: 2_000, patienceMs: 599_000, reason: "HTTP 503: no body", status: 503 },
  ]);
});

test("patience is ten minutes by default, counted from the first failure, and attempts that cost nothing are not counted", async () => {
  const { outcome, waits, events } = await run(endless(DOWN));
  assert.ok(outcome instanceof RunnerError);
  assert.equal(outcome.code, "provider.unavailable");
  assert.equal(
    outcome.message,
    "No answer from kimi/test (16 attempts in 600 s; the patience of 10 minutes is over). Last seen: HTTP 503: no body",
  );
  assert.equal(
    waits.reduce((sum, ms) => sum + ms, 0),
    600_000,
  );
  const wasted = events.filter((event) => event.type === "model.wasted");
  assert.deepEqual([wasted.length, new Set(wasted.map(({ why }) => why))], [16, new Set(["free"])]);
});

test("patience can be set; with none, the first failure ends the call", async () => {
  const short = await run(endless(DOWN), { limits: { patienceMinutes: 0.05 } });
  assert.deepEqual(short.waits, [1_000, 2_000]);
  assert.equal((await run([DOWN], { limits: { patienceMinutes: 0 } })).calls, 1);
});

test("waits double from a second to a minute, with up to a second of jitter", async () => {
  const { waits } = await run(endless(httpError({ status: 429 })));
  assert.deepEqual(waits.slice(0, 9), [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  assert.deepEqual((await run([DOWN, DOWN], { random: () => 0.5 })).waits, [1_500, 2_500]);
});

test("attempts that are charged are counted, whatever time is left", async () => {
  const { outcome, calls, events } = await run(endless(CUT));
  assert.ok(outcome instanceof RunnerError);
  assert.equal(calls, 3);
  assert.match(
    outcome.message,
    /^No answer from kimi\/test \(3 attempts in 3 s; limits\.retries allows 3 attempts that are charged\)/,
  );
  const wasted = events.filter((event) => event.type === "model.wasted");
  assert.deepEqual(
    wasted,
    [0, 1, 2].map(() => ({ type: "model.wasted", why: "failed", usage: USAGE, costUsd: undefined })),
  );
  assert.equal((await run([DOWN, CUT, DOWN, CUT, DOWN])).outcome, REPLY, "refused requests between them are not");
});

test("every attempt is recorded before it is sent", async () => {
  const { events } = await run([DOWN, CUT]);
  assert.deepEqual(
    events.map(({ type }) => type),
    ["attempt.begin", "model.wasted", "step.retry", "attempt.begin", "model.wasted", "step.retry", "attempt.begin"],
  );
});

const ASKED: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
  [{ "retry-after-ms": "1234", "retry-after": "99" }, 1_234],
  [{ "retry-after": "Wed, 31 Dec 2025 23:00:00 GMT" }, 1_000],
  [{ "retry-after": "0" }, 1_000],
  [{ "retry-after": "-5" }, 1_000],
  [{ "retry-after": "soon" }, 1_000],
  [{ "retry-after-ms": "NaN" }, 1_000],
];
for (const [headers, waitMs] of ASKED) {
  test(`waits ${waitMs} ms for ${JSON.stringify(headers)}`, async () => {
    assert.deepEqual((await run([httpError({ status: 429, headers })])).waits, [waitMs]);
  });
}

/** Words of OpenAI, Azure, Gemini, Moonshot and Groq. */
const SAID: readonly (readonly [string, number])[] = [
  ["Rate limit reached for gpt-5 on tokens per min. Please try again in 20s. Visit …", 20_000],
  ["Please try again in 1.2s.", 1_200],
  ["Please try again in 120ms.", 120],
  ["Please try again in 6m0s.", 360_000],
  ["Requests have exceeded the call rate limit. Please retry after 7 seconds.", 7_000],
  ["Please retry in 37.5s.", 37_500],
  ["max RPM: 3, please try again after 1 seconds", 1_000],
  ["Please try again in 2m59.56s.", 179_560],
  ["Try again later.", 1_000],
  ["try again in 5 apples", 1_000],
];
for (const [message, waitMs] of SAID) {
  test(`waits ${waitMs} ms for ${message}`, async () => {
    const body = JSON.stringify({ error: { message } });
    assert.deepEqual((await run([httpError({ status: 429, body })])).waits, [waitMs]);
  });
}

test("a wait past the deadline is not started", async () => {
  const asked = httpError({ status: 429, headers: { "retry-after": "120" } });
  const { outcome, calls, waits, notices } = await run([asked], { deadlineMs: 60_000 });
  assert.ok(outcome instanceof RunnerError);
  assert.equal(outcome.code, "provider.unavailable");
  assert.equal(
    outcome.message,
    "No answer from kimi/test (1 attempt; the next one would have to wait 120 s, past the run's time limit). Last seen: HTTP 429: no body",
  );
  assert.deepEqual([calls, waits, notices], [1, [], []]);
});

test("a wait that is longer than the patience is not started", async () => {
  const { outcome, waits } = await run([httpError({ status: 429, headers: { "retry-after": "999999999" } })]);
  assert.ok(outcome instanceof RunnerError);
  assert.match(outcome.message, /the provider asks for a wait of 999999999 s, past the patience of 10 minutes/);
  assert.deepEqual(waits, []);
});

test("final errors are thrown at once and unchanged", async () => {
  for (const code of ["provider.rejected", "provider.quota", "provider.filtered", "provider.overflow"] as const) {
    const error = new RunnerError({ code, message: "no" });
    const { outcome, calls, waits } = await run([error]);
    assert.deepEqual([outcome, calls, waits], [error, 1, []]);
  }
  for (const failure of [
    { status: 400 },
    { status: 401 },
    { status: 403 },
    { status: 429, body: "insufficient_quota" },
  ]) {
    assert.equal((await run([httpError(failure)])).calls, 1, JSON.stringify(failure));
  }
  const bug = new TypeError("x is not a function");
  const { model, calls } = flaky([bug]);
  await assert.rejects(ask(persistent(model)), bug);
  assert.equal(calls(), 1, "a mistake of ours is not the provider's");
});

test("an abort during the wait is thrown unchanged", async () => {
  const reason = new RunnerError({ code: "run.interrupted", message: "SIGTERM" });
  const { model, calls } = flaky([DOWN]);
  const control = new AbortController();
  const repeating = persistent(model, { clock: virtualClock().clock, onRetry: () => control.abort(reason) });
  await assert.rejects(repeating.chat(requestOf(), { signal: control.signal }), reason);
  assert.equal(calls(), 1);
});

test("over HTTP: a storm of 429 and 529 passes, and every attempt sends the same bytes", async (t) => {
  const headers = { "retry-after-ms": "1" };
  const server = await serve(t, [
    { status: 429, headers, body: '{"error":{"message":"Rate limit reached"}}' },
    { status: 529, headers, body: '{"error":{"message":"Overloaded"}}' },
    { status: 500, headers, body: "<html><body>Internal Server Error</body></html>" },
    { text: "done" },
  ]);
  const notices: unknown[] = [];
  const repeats: PersistentOptions = {
    onRetry: ({ status, reason, waitMs }) => notices.push([status, reason, waitMs]),
  };
  const { message } = await ask(await modelOf("openai", server, { repeats }));
  assert.deepEqual(message.blocks, [{ type: "text", text: "done" }]);
  assert.deepEqual(notices, [
    [429, "HTTP 429: Rate limit reached", 1],
    [529, "HTTP 529: Overloaded", 1],
    [500, "HTTP 500: Internal Server Error", 1],
  ]);
  assert.equal(new Set(server.requests.map(({ body }) => body)).size, 1);
});
