/**
 * The `fetch` of Octokit: Node's, or undici's where there is a proxy. It adds two rules: the token never follows a redirect to
 * another host, and an answer that breaks off is an error.
 */

import type { ProxyEnv } from "../../base/proxy-env.ts";

export interface FetchOptions {
  /** For one request with its answer. */
  readonly timeoutMs: number;
  readonly proxyEnv?: ProxyEnv | undefined;
  /** Called for every request, redirects included. */
  readonly onSend: () => void;
}

export type SameHostFetch = (url: string, init?: RequestInit) => Promise<Response>;

const MAX_REDIRECTS = 3;

/** Builds a fetch. Idle connections do not keep the process alive, so there is nothing to close. Rejects with undici's errors. */
export function createSameHostFetch({ timeoutMs, proxyEnv, onSend }: FetchOptions): SameHostFetch {
  let send: Promise<typeof fetch> | undefined;
  return async (address, { redirect, signal, ...init } = {}) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const bounded = signal ? AbortSignal.any([signal, limit]) : limit;
    let url = address;
    for (let hop = 0; ; hop += 1) {
      onSend();
      send ??= senderOf(proxyEnv);
      const response = await whole(await send, url, { ...init, redirect: "manual", signal: bounded }).catch(
        (error: unknown) => {
          throw limit.aborted ? new Error(`none within ${timeoutMs / 1000} s`, { cause: error }) : error;
        },
      );
      const next = redirect === "follow" && hop < MAX_REDIRECTS ? nextUrl(response) : undefined;
      if (next === undefined) return response;
      url = next;
    }
  };
}

/** Reads the whole body, because Octokit takes a broken one for an empty one. Returns a response with a copy of it. */
async function whole(send: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const response = await send(url, init);
  await response.clone().arrayBuffer();
  return response;
}

/** The target of a redirect to the same host. */
function nextUrl({ status, headers, url }: Response): string | undefined {
  const location = headers.get("location");
  if (status < 301 || status > 308 || location === null) return undefined;
  const next = new URL(location, url);
  return next.origin === new URL(url).origin ? next.href : undefined;
}

/** The package of undici takes 25 ms to load. */
async function senderOf(proxyEnv: ProxyEnv | undefined): Promise<typeof fetch> {
  return proxyEnv === undefined ? fetch : (await import("./proxied-fetch.ts")).createProxiedFetch(proxyEnv);
}
