/**
 * Octokit for single requests: one address, one token, and what counts as an answer. `request-patience.ts` repeats requests; Octokit's own
 * plugins for that have no limit for all waits together, use only the system's clock and cannot look before they repeat.
 */

import { Octokit } from "@octokit/rest";
import type { CallOptions } from "./call.ts";
import { brokenAnswer } from "./failure.ts";
import type { SameHostFetch } from "./same-host-fetch.ts";

export interface OctokitOptions {
  readonly token: string;
  readonly apiUrl: string;
  readonly userAgent: string;
  readonly fetch: SameHostFetch;
}

/** Builds an Octokit whose requests need `requestOptions`. Rejections are read by `failure.ts`. */
export function createOctokit({ token, apiUrl, userAgent, fetch }: OctokitOptions): Octokit {
  const octokit = new Octokit({
    auth: token,
    baseUrl: apiUrl,
    userAgent,
    request: { fetch },
    log: { debug: unsaid, info: unsaid, warn: unsaid, error: unsaid },
  });
  octokit.hook.after("request", (response, { request }) => {
    const broken = brokenAnswer(response);
    if (broken !== undefined) throw Object.assign(new Error(broken.reason), { ...broken, request: { request } });
  });
  return octokit;
}

/** Drops Octokit's log: every failure becomes an error that says more. */
function unsaid(): void {}

/** The `request` member of a call's parameters. */
export function requestOptions(method: string, { signal, redirects }: CallOptions): Record<string, unknown> {
  const isRead = method === "GET" || method === "HEAD";
  return {
    redirect: isRead && redirects !== "refuse" ? "follow" : "manual",
    ...(signal === undefined ? {} : { signal }),
  };
}
