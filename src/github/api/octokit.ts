/**
 * Octokit with this program's rules: which requests may be repeated, how long to wait for a rate limit, what counts as an answer.
 * The plugins repeat requests. The gate decides when, because the plugins have no limit for all waits together and use only the
 * system's clock.
 */

import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { Octokit } from "@octokit/rest";
import Bottleneck from "bottleneck/light.js";
import type { Clock } from "../../base/clock.ts";
import type { CallOptions } from "./call.ts";
import { brokenAnswer, detailOf, isFailedAnswer, refusedCall } from "./failure.ts";
import { type RateLimitGate, rateLimitWaitMs } from "./rate-limit-gate.ts";
import type { SameHostFetch } from "./same-host-fetch.ts";

export interface OctokitOptions {
  readonly token: string;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  readonly apiUrl: string;
  readonly userAgent: string;
  readonly fetch: SameHostFetch;
  readonly gate: RateLimitGate;
  readonly clock: Clock;
  /** Least time between two requests that notify people. */
  readonly noticeGapMs: number;
}

/** Runs a request at once. The plugin's own queues would delay the first model request by 100 ms and allow one write a second. */
const atOnce = {
  key: () => ({
    schedule: async (
      _job: object,
      run: (...args: readonly unknown[]) => Promise<unknown>,
      ...args: readonly unknown[]
    ) => run(...args),
  }),
};
const UNQUEUED = { write: atOnce, global: atOnce } as unknown as Record<"write" | "global", Bottleneck.Group>;

type Plugin = (typeof Octokit.plugins)[number];

/** Attempts after the first one. With the waits below they take 1.5 s at most. */
const REPEATS = 2;
/** The plugin's first wait. The second one is four times as long. */
const BACKOFF_MS = 300;
/** Client errors except timeouts. The throttling plugin handles rate limits. */
const FINAL_STATUS = Array.from({ length: 100 }, (_, index) => 400 + index).filter((status) => status !== 408);

/** Builds an Octokit whose requests need `requestOptions`. Rejections are read by `failure.ts`. */
export function createOctokit({ token, apiUrl, userAgent, fetch, gate, clock, noticeGapMs }: OctokitOptions): Octokit {
  const limits: Plugin = (octokit) => {
    octokit.hook.before("request", async ({ request }) => {
      request["isLimited"] = false;
      await gate.pass(request.signal);
    });
    octokit.hook.after("request", (response, { request }) => {
      const broken = brokenAnswer(response);
      if (broken !== undefined) throw Object.assign(new Error(broken.reason), { ...broken, request: { request } });
    });
    octokit.hook.error("request", (error, { method, url, request }) => {
      request.signal?.throwIfAborted();
      if (!isFailedAnswer(error)) throw error;
      const { status, response } = error;
      const { headers, data } = response;
      const waitMs = rateLimitWaitMs({ status, headers, message: detailOf(data) }, clock.now());
      if (waitMs === undefined || request["repeat"] === "never") throw error;
      gate.close({ waitMs, error: refusedCall(`${method} ${url}`, error) });
      request["isLimited"] = true;
      headers["x-ratelimit-remaining"] = "0"; // the plugin recognises a limit by this header or some words, not by 429 alone
      throw error;
    });
  };
  const sendAgain = (_waitS: number, { request }: { readonly request: object }): boolean =>
    "isLimited" in request && request.isLimited === true;
  // `limits` comes first, so that it is inside both plugins and sees every attempt.
  return new (Octokit.plugin(limits, throttling, retry))({
    auth: token,
    baseUrl: apiUrl,
    userAgent,
    request: { fetch },
    log: { debug: unsaid, info: unsaid, warn: unsaid, error: unsaid },
    retry: { doNotRetry: FINAL_STATUS, retries: REPEATS, retryAfterBaseValue: BACKOFF_MS },
    throttle: {
      onRateLimit: sendAgain,
      onSecondaryRateLimit: sendAgain,
      retryAfterBaseValue: 0, // the gate waits
      ...UNQUEUED,
      notifications: new Bottleneck.Group({ maxConcurrent: 1, minTime: noticeGapMs }),
    },
  });
}

/** Drops Octokit's log: every failure becomes an error that says more. */
function unsaid(): void {}

/** The `request` member of a call's parameters. */
export function requestOptions(method: string, { signal, redirects, repeat }: CallOptions): Record<string, unknown> {
  const reads = method === "GET" || method === "HEAD";
  const allowed = repeat ?? (reads ? "always" : "never");
  return {
    repeat: allowed,
    // A number above zero here would repeat what `doNotRetry` forbids.
    ...(allowed === "always" ? {} : { retries: 0 }),
    redirect: reads && redirects !== "refuse" ? "follow" : "manual",
    ...(signal === undefined ? {} : { signal }),
  };
}
