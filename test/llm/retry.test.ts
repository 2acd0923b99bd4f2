/** The retry decorator: how often, how long, what it costs, and when it does not even start to wait. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { providerError } from "../../src/llm/errors.ts";
import { withRetry, type RetryOptions } from "../../src/llm/retry.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { usageOfFailure, type ChatModel, type ChatReply, type RetryNotice } from "../../src/protocol/model.ts";
import { failureOf, modelOf, requestOf, serve, virtualClock } from "./workbench.ts";

const REPLY: ChatReply = {
  message: { role: "assistant", content: [{ type: "text", text: "done" }], toolCalls: [] },
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
  readonly usage?: ChatReply["usage"];
}

function httpError({ status, headers = {}, usage }: HttpFailure): unknown {
  const thrown = Object.assign(new Error(`${status} no body`), { status, headers: new Map(Object.entries(headers)) });
  return providerError(thrown, { model: "kimi/test", keyVariable: "KIMI_API_KEY", now: Date.UTC(2026, 0, 1), usage });
}

interface Run {
  readonly outcome: ChatReply | RunnerError;
  readonly calls: number;
  readonly waits: readonly number[];
  readonly notices: readonly RetryNotice[];
}

async function run(failures: readonly unknown[], more: Partial<RetryOptions> = {}): Promise<Run> {
  const { model, calls } = flaky(failures);
  const { clock, waits } = virtualClock();
  const notices: RetryNotice[] = [];
  const retrying = withRetry(model, { attempts: 3, clock, random: () => 0, ...more });
  const running = retrying.chat(requestOf(), {
    signal: new AbortController().signal,
    onRetry: async (notice) => {
      assert.equal(waits.length, notices.length, "told before the wait");
      notices.push(notice);
    },
  });
  const outcome = await running.catch(async () => failureOf(running));
  return { outcome, calls: calls(), waits, notices };
}

test("attempts count calls, not repetitions", async () => {
  const down = httpError({ status: 503 });
  assert.deepEqual(await run([down, down]), {
    outcome: REPLY,
    calls: 3,
    waits: [300, 600],
    notices: [
      { attempt: 1, maxAttempts: 3, waitMs: 300, reason: "HTTP 503: 503 no body", status: 503 },
      { attempt: 2, maxAttempts: 3, waitMs: 600, reason: "HTTP 503: 503 no body", status: 503 },
    ],
  });
  const spent = await run([down, down, down, down]);
  assert.equal(spent.calls, 3);
  assert.ok(spent.outcome instanceof RunnerError);
  assert.equal(spent.outcome.code, "provider.unavailable");
  assert.equal(spent.outcome.message, "No answer from kimi/test (attempt 3 of 3). Last seen: HTTP 503: 503 no body");
  assert.equal((await run([down], { attempts: 1 })).calls, 1);
});

test("waits double up to five seconds, with up to half a second of jitter", async () => {
  const storm = Array.from({ length: 7 }, () => httpError({ status: 429 }));
  assert.deepEqual((await run(storm, { attempts: 8 })).waits, [300, 600, 1200, 2400, 4800, 5000, 5000]);
  assert.deepEqual((await run(storm, { attempts: 3, random: () => 0.5 })).waits, [550, 850]);
});

const ASKED: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
  [{ "retry-after-ms": "1234", "retry-after": "99" }, 1_234],
  [{ "retry-after": "Wed, 31 Dec 2025 23:00:00 GMT" }, 300],
  [{ "retry-after": "0" }, 300],
  [{ "retry-after": "-5" }, 300],
  [{ "retry-after": "soon" }, 300],
  [{ "retry-after-ms": "NaN" }, 300],
];
for (const [headers, waitMs] of ASKED) {
  test(`waits ${waitMs} ms for ${JSON.stringify(headers)}`, async () => {
    assert.deepEqual((await run([httpError({ status: 429, headers })])).waits, [waitMs]);
  });
}

test("a wait past the deadline is not started", async () => {
  const { outcome, calls, waits, notices } = await run(
    [httpError({ status: 429, headers: { "retry-after": "120" } })],
    {
      deadlineMs: 60_000,
    },
  );
  assert.ok(outcome instanceof RunnerError);
  assert.equal(outcome.code, "provider.unavailable");
  assert.equal(
    outcome.message,
    "No answer from kimi/test (attempt 1 of 3; the next one would have to wait 120 s, past the run's time limit). Last seen: HTTP 429: 429 no body",
  );
  assert.deepEqual([calls, waits, notices], [1, [], []]);
});

test("without a deadline a wait of more than ten minutes is not started either", async () => {
  const { outcome, waits } = await run([httpError({ status: 429, headers: { "retry-after": "999999999" } })]);
  assert.ok(outcome instanceof RunnerError);
  assert.match(outcome.message, /the provider asks for a wait of 999999999 s/);
  assert.deepEqual(waits, []);
});

test("final errors are thrown at once, as they are", async () => {
  for (const code of ["provider.rejected", "provider.quota", "provider.filtered", "provider.overflow"] as const) {
    const error = new RunnerError({ code, message: "no" });
    assert.deepEqual(await run([error]), { outcome: error, calls: 1, waits: [], notices: [] });
  }
  const bug = new TypeError("x is not a function");
  const { model, calls } = flaky([bug]);
  const retrying = withRetry(model, { attempts: 3, clock: virtualClock().clock, random: () => 0 });
  await assert.rejects(retrying.chat(requestOf(), { signal: new AbortController().signal }), bug);
  assert.equal(calls(), 1, "a mistake of ours is not the provider's");
});

test("what failed attempts cost is added to the reply", async () => {
  const usage = { input: 100, cacheRead: 1, cacheWrite: 2, output: 3 };
  const { outcome } = await run([httpError({ status: 503, usage }), httpError({ status: 503 })]);
  assert.deepEqual(outcome, {
    ...REPLY,
    usage: { input: 110, cacheRead: 1, cacheWrite: 2, output: 8 },
    contextTokens: 15, // what the conversation holds, without what was thrown away
  });
});

test("what failed attempts cost travels with the error of the last", async () => {
  const usage = { input: 100, cacheRead: 1, cacheWrite: 2, output: 3 };
  const busy = httpError({ status: 503, usage });
  for (const [failures, code] of [
    [[busy, busy, busy], "provider.unavailable"],
    [[busy, busy, busy, httpError({ status: 401 })], "provider.rejected"],
    [[busy, busy, busy, new RunnerError({ code: "provider.overflow", message: "no" })], "provider.overflow"],
  ] as const) {
    const { outcome } = await run(failures, { attempts: failures.length });
    assert.ok(outcome instanceof RunnerError);
    assert.deepEqual(
      [outcome.code, usageOfFailure(outcome)],
      [code, { input: 300, cacheRead: 3, cacheWrite: 6, output: 9 }],
    );
  }
});

test("an abort during the wait is thrown as it is", async () => {
  const reason = new RunnerError({ code: "run.interrupted", message: "SIGTERM" });
  const { model, calls } = flaky([httpError({ status: 503 })]);
  const control = new AbortController();
  const retrying = withRetry(model, { attempts: 3, clock: virtualClock().clock, random: () => 0 });
  const running = retrying.chat(requestOf(), { signal: control.signal, onRetry: async () => control.abort(reason) });
  await assert.rejects(running, reason);
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
  const model = await modelOf("openai", server, { attempts: 4 });
  const { message } = await model.chat(requestOf(), {
    signal: new AbortController().signal,
    onRetry: async ({ status, reason, waitMs }) => {
      notices.push([status, reason, waitMs]);
    },
  });
  assert.deepEqual(message.content, [{ type: "text", text: "done" }]);
  assert.deepEqual(notices, [
    [429, 'HTTP 429: {"message":"Rate limit reached"}', 1],
    [529, 'HTTP 529: {"message":"Overloaded"}', 1],
    [500, "HTTP 500: 500 <html><body>Internal Server Error</body></html>", 1],
  ]);
  assert.equal(new Set(server.requests.map(({ body }) => body)).size, 1);
});
