/**
 * One call to the API, from the first attempt to its answer or its error: rate limits, repeats, redirects. Whether a call may
 * be sent again is the caller's word; it is never guessed for a write.
 */

import { backoffMs, type Backoff } from "../base/backoff.ts";
import type { Clock } from "../base/clock.ts";
import { RunnerError } from "../protocol/error.ts";
import { detailOf, refused, unanswered } from "./failure.ts";
import type { Gate } from "./gate.ts";
import { rateLimitWaitMs } from "./rate-limit.ts";
import type { HttpAnswer, Transport } from "./transport.ts";

/** An answer below 300. `data` is whatever JSON, or text for media types that are not JSON; undefined where there was no body. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly data: unknown;
}

/**
 * When a call may be sent again. `never`: not at all. `refused`: after a rate limit said no, so nothing was done. `always`:
 * also after a lost connection or a 5xx, where it may have been done. Reads are `always`, everything else is `never`.
 */
type Repeat = "never" | "refused" | "always";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly repeat?: Repeat | undefined;
  /** Reads follow a renamed repository to its new name unless this is `refuse`. */
  readonly redirects?: "follow" | "refuse" | undefined;
}

const ATTEMPTS = 3;
/** With 3 attempts at most 1.9 s of waiting: outlives a hiccup, not an outage. */
const BACKOFF: Backoff = { initialMs: 300, maxMs: 5_000, jitterMs: 500 };
const MAX_REDIRECTS = 3;

export interface Session {
  readonly clock: Clock;
  readonly random: () => number;
  readonly gate: Gate;
  readonly timeoutMs: number;
  readonly send: Transport;
}

export interface Call extends CallOptions {
  readonly route: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Sends until there is an answer to give or a reason to stop. */
export async function exchange(session: Session, call: Call): Promise<Answer> {
  const { clock, random, gate } = session;
  const reads = call.method === "GET" || call.method === "HEAD";
  const repeat = call.repeat ?? (reads ? "always" : "never");
  for (let attempt = 1; ;) {
    await gate.pass(call.route, call.signal);
    const outcome = await attemptOnce(session, call, reads);
    if (outcome.kind === "answer") return outcome.answer;
    if (outcome.waitMs !== undefined) {
      if (repeat === "never") throw outcome.error;
      gate.close({ waitMs: outcome.waitMs, error: outcome.error });
      continue; // the next pass waits, and bounds how often
    }
    if (!outcome.transient || repeat !== "always" || attempt >= ATTEMPTS) throw outcome.error;
    await clock.sleep(backoffMs(attempt, BACKOFF, random), call.signal);
    attempt += 1;
  }
}

type Outcome =
  | { readonly kind: "answer"; readonly answer: Answer }
  | {
      readonly kind: "failure";
      readonly error: RunnerError;
      readonly transient: boolean;
      /** A rate limit: how long it asks to wait. */
      readonly waitMs?: number | undefined;
    };

async function attemptOnce({ send, timeoutMs, clock }: Session, call: Call, reads: boolean): Promise<Outcome> {
  const { route, signal } = call;
  let answer: HttpAnswer;
  try {
    const limit = AbortSignal.timeout(timeoutMs);
    const bounded = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    answer = await followed(send, { ...call, signal: bounded }, reads && call.redirects !== "refuse");
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RunnerError) throw error;
    const timedOut = error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
    const reason = timedOut
      ? `none within ${timeoutMs / 1000} s`
      : String(error instanceof Error ? error.message : error);
    return { kind: "failure", transient: true, error: unanswered(route, reason, error) };
  }
  const { status, headers, text } = answer;
  const data = body(headers["content-type"], text);
  if (status < 300 && data.kind === "malformed") {
    return { kind: "failure", transient: true, error: unanswered(route, "the body is not valid JSON") };
  }
  if (status < 300) return { kind: "answer", answer: { status, headers, data: data.value } };
  const detail = status < 400 ? `redirect to ${headers.location ?? "nowhere"}` : detailOf(data.value, text);
  const accepted = headers["x-accepted-github-permissions"];
  return {
    kind: "failure",
    transient: status >= 500 || status === 408,
    waitMs: rateLimitWaitMs({ status, headers, message: detail }, clock.now()),
    error: refused({
      route,
      path: new URL(call.url).pathname,
      status,
      detail,
      accepted: typeof accepted === "string" ? accepted : undefined,
    }),
  };
}

interface Sending extends Call {
  readonly signal: AbortSignal;
}

/** Follows redirects on the same host, where the token may go; any other redirect is the answer. */
async function followed(send: Transport, call: Sending, follow: boolean): Promise<HttpAnswer> {
  let { url } = call;
  for (let hop = 0; ; hop += 1) {
    const answer = await send({ ...call, url });
    const { location } = answer.headers;
    if (!follow || answer.status < 301 || answer.status > 308 || location === undefined || hop >= MAX_REDIRECTS) {
      return answer;
    }
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin) return answer;
    url = next.href;
  }
}

type Body =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "malformed"; readonly value: undefined };

function body(type: string | undefined, text: string): Body {
  if (text === "") return { kind: "value", value: undefined };
  if (!/\bjson\b/i.test(type ?? "json")) return { kind: "value", value: text };
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch {
    return { kind: "malformed", value: undefined };
  }
}
