/**
 * The `fetch` of Octokit: undici's, which the toolkit loads anyway and which supports proxies. It adds two rules: the token never
 * follows a redirect to another host, and an answer that breaks off is an error.
 */

import { EnvHttpProxyAgent, fetch, type RequestInit, type Response } from "undici";
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
  const dispatcher = proxyEnv === undefined ? undefined : proxyOf(proxyEnv);
  return async (address, { redirect, signal, ...init } = {}) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const bounded = signal ? AbortSignal.any([signal, limit]) : limit;
    let url = address;
    for (let hop = 0; ; hop += 1) {
      onSend();
      const wire = dispatcher === undefined ? {} : { dispatcher };
      const response = await whole(url, { ...init, ...wire, redirect: "manual", signal: bounded }).catch(
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
async function whole(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
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

/** The proxies for undici. Empty texts keep it from reading the environment itself. */
export function proxyOf(env: ProxyEnv): EnvHttpProxyAgent {
  const { HTTP_PROXY = "", HTTPS_PROXY = "", NO_PROXY = "" } = env;
  return new EnvHttpProxyAgent({ httpProxy: HTTP_PROXY, httpsProxy: HTTPS_PROXY, noProxy: NO_PROXY });
}
