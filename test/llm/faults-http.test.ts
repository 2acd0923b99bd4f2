/**
 * What a server can answer instead of a stream: overload with every spelling of a wait, pages of HTML, a spent account, a request
 * that is too large, redirects. Through both adapters, retry and engine; each ends in a known state after a known number of requests.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { endOf, type Ended } from "./fault-bench.ts";
import { FORMATS, serve } from "./workbench.ts";

const DONE: DoubleReply = { text: "done" };
const HTML = "<html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>";

const limited = (
  headers: Readonly<Record<string, string>>,
  body = '{"error":{"message":"Rate limit"}}',
): DoubleReply => {
  return { status: 429, headers, body };
};

type Outcome = Pick<Ended, "end" | "requests" | "waits">;

/** Dates are far from now on either side: how far exactly is the business of the retry tests, whose clock stands still. */
const WAITS: readonly (readonly [string, DoubleReply, number])[] = [
  ["seconds", limited({ "retry-after": "7" }), 7_000],
  ["a fraction", limited({ "retry-after": "0.25" }), 250],
  ["zero", limited({ "retry-after": "0" }), 1_000],
  ["zero in milliseconds", limited({ "retry-after-ms": "0", "retry-after": "2" }), 2_000],
  ["milliseconds before seconds", limited({ "retry-after-ms": "1500", "retry-after": "60" }), 1_500],
  ["a negative number", limited({ "retry-after": "-5" }), 1_000],
  ["a sign", limited({ "retry-after": "+5" }), 1_000],
  ["a power", limited({ "retry-after": "1e3" }), 1_000],
  ["a hexadecimal number", limited({ "retry-after": "0x10" }), 1_000],
  ["NaN", limited({ "retry-after": "NaN", "retry-after-ms": "NaN" }), 1_000],
  ["Infinity", limited({ "retry-after": "Infinity", "retry-after-ms": "Infinity" }), 1_000],
  ["words", limited({ "retry-after": "soon" }), 1_000],
  ["nothing", limited({ "retry-after": "" }), 1_000],
  ["a unit", limited({ "retry-after": "7s" }), 1_000],
  ["two values", limited({ "retry-after": "7, 9" }), 1_000],
  ["a date in the past", limited({ "retry-after": "Wed, 01 Jan 2020 00:00:00 GMT" }), 1_000],
  ["a date that is none", limited({ "retry-after": "Wed, 99 Foo 2020 99:99:99 GMT" }), 1_000],
  ["an ISO date", limited({ "retry-after": "2999-01-01T00:00:00Z" }), 1_000],
  ["a year", limited({ "retry-after": "2027-01" }), 1_000],
  ["the body of Gemini", limited({}, '[{"error":{"code":429,"details":[{"retryDelay":"37s"}]}}]'), 37_000],
  ["a body that is no number", limited({}, '{"error":{"details":[{"retryDelay":"soon"}]}}'), 1_000],
];

const TOO_LONG: readonly (readonly [string, DoubleReply])[] = [
  ["a day", limited({ "retry-after": "86400" })],
  ["601 seconds", limited({ "retry-after": "601" })],
  ["more than a number holds", limited({ "retry-after": "9".repeat(30) })],
  ["a date in another century", limited({ "retry-after": "Fri, 01 Jan 2999 00:00:00 GMT" })],
  ["a body that asks for a year", limited({}, '{"error":{"details":[{"retryDelay":"31536000s"}]}}')],
];

const SPENT: Outcome = { end: "provider.unavailable", requests: 3, waits: [1_000, 2_000] };
const once = (end: Ended["end"]): Outcome => ({ end, requests: 1, waits: [] });
const error = (status: number, fields: object): DoubleReply => {
  return { status, body: JSON.stringify({ type: "error", error: fields }) };
};
const deep = `{"error":{"message":"x","deep":${"[".repeat(30_000)}${"]".repeat(30_000)}}}`;

const STORMS: readonly (readonly [string, DoubleReply, Outcome])[] = [
  ...[408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529].map(
    (status) => [`${status} with HTML, for ever`, { status, body: HTML }, SPENT] as const,
  ),
  ["503 without a body, for ever", { status: 503 }, SPENT],
  ["500 with 10 MB", { status: 500, body: `<p>${"x".repeat(10_000_000)}` }, SPENT],
  ["500 nested 30,000 levels deep", { status: 500, body: deep }, SPENT],
  [
    "400 that is nothing but depth",
    { status: 400, body: `{"error":${"[".repeat(30_000)}${"]".repeat(30_000)}}` },
    SPENT,
  ],
  ["500 with half a JSON", { status: 500, body: '{"error":{"mess' }, SPENT],
  ["an odd status with words of overload", { status: 599, body: '{"error":{"message":"Overloaded"}}' }, SPENT],

  [
    "a spent account, OpenAI",
    error(429, { code: "insufficient_quota", message: "You exceeded" }),
    once("provider.quota"),
  ],
  ["a spent account, Anthropic", error(400, { message: "Your credit balance is too low" }), once("provider.quota")],
  ["a spent account, Moonshot", error(429, { type: "exceeded_current_quota_error" }), once("provider.quota")],
  ["a spent account, 402", { status: 402, body: HTML }, once("provider.quota")],
  [
    "a spent account that asks for a wait",
    { ...error(429, { code: "insufficient_quota" }), headers: { "retry-after": "1" } },
    once("provider.quota"),
  ],
  ["a suspended account", error(403, { message: "Your account org-1 is suspended" }), once("provider.quota")],

  [
    "too large, OpenAI",
    error(400, { code: "context_length_exceeded", message: "too long" }),
    once("provider.overflow"),
  ],
  [
    "too large, Anthropic",
    error(400, { message: "prompt is too long: 210000 tokens > 200000" }),
    once("provider.overflow"),
  ],
  ["too large, 413 of a proxy", { status: 413, body: HTML }, once("provider.overflow")],
  [
    "too large, as 429",
    error(429, { message: "Input exceeds the model's maximum context" }),
    once("provider.overflow"),
  ],

  ["a key that is not accepted", error(401, { message: "Invalid Authentication" }), once("provider.rejected")],
  ["a model that may not be used", error(403, { message: "no access" }), once("provider.rejected")],
  ["no such model", error(404, { message: "model not found" }), once("provider.rejected")],
  ["a request that is wrong", error(400, { message: "tools[0] is wrong" }), once("provider.rejected")],
  ["withheld", error(400, { code: "content_filter", message: "filtered" }), once("provider.filtered")],
  ["204", { status: 204 }, SPENT],
  ["200 with a page", { raw: HTML }, SPENT],
  ["200 with JSON in place of a stream, which says nothing", { raw: '{"choices":[]}' }, SPENT],
];

const PATIENT = { patienceMinutes: 10 };

for (const format of FORMATS) {
  for (const [name, reply, waitMs] of WAITS) {
    test(`${format}: retry-after, ${name}: waits ${waitMs} ms`, async (t) => {
      const { end, requests, waits } = await endOf(t, { format, replies: [reply, DONE], limits: PATIENT });
      assert.deepEqual({ end, requests, waits }, { end: "end_turn", requests: 2, waits: [waitMs] });
    });
  }
  for (const [name, reply] of TOO_LONG) {
    test(`${format}: retry-after, ${name}: not waited for`, async (t) => {
      const { end, requests, waits, words } = await endOf(t, { format, replies: [reply, DONE], limits: PATIENT });
      assert.deepEqual({ end, requests, waits }, { end: "provider.unavailable", requests: 1, waits: [] });
      assert.match(words, /asks for a wait of \S+ s/);
    });
  }
  for (const [name, reply, outcome] of STORMS) {
    test(`${format}: ${name}: ${outcome.end} after ${outcome.requests}`, async (t) => {
      const { end, requests, waits, words, messages } = await endOf(t, { format, replies: () => reply });
      assert.deepEqual({ end, requests, waits }, outcome);
      assert.ok(words.length < 700, `${words.length} characters`);
      assert.equal(messages.length, 1, "nothing but the task");
    });
  }
  test(`${format}: a wait past the end of the run is not begun`, async (t) => {
    const { end, requests, waits } = await endOf(t, {
      format,
      replies: () => limited({ "retry-after": "9" }),
      limits: PATIENT,
      deadlineMs: 10_000,
    });
    assert.deepEqual({ end, requests, waits }, { end: "provider.unavailable", requests: 2, waits: [9_000] });
  });
  for (const status of [300, 301, 302, 303, 304, 307, 308]) {
    test(`${format}: ${status} to another host: refused, and the key stays`, async (t) => {
      const other = await serve(t, () => DONE);
      const replies = [{ status, headers: { location: `${other.origin}/v1/messages` } }];
      const { end, requests, words } = await endOf(t, { format, replies });
      assert.deepEqual(
        { end, requests, others: other.requests.length },
        { end: "provider.rejected", requests: 1, others: 0 },
      );
      assert.match(words, new RegExp(`redirect: ${status} to http`));
    });
  }
  test(`${format}: a redirect to nowhere, and to itself`, async (t) => {
    for (const headers of [{}, { location: "/v1/messages" }, { location: "javascript:1" }]) {
      const { end, requests } = await endOf(t, { format, replies: [{ status: 302, headers }, DONE] });
      assert.deepEqual({ end, requests }, { end: "provider.rejected", requests: 1 });
    }
  });
}
