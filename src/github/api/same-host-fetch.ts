/**
 * The `fetch` that Octokit sends with: undici's own, which the toolkit loads anyway and which speaks to proxies. It adds what
 * neither has: a redirect may not carry the token to another host, and an answer that breaks off is no answer.
 */

import { EnvHttpProxyAgent, fetch, type RequestInit, type Response } from "undici";
import type { ProxyEnv } from "../../base/proxy-env.ts";

export interface FetchOptions {
  /** Of one request, answer included. */
  readonly timeoutMs: number;
  readonly proxyEnv?: ProxyEnv | undefined;
  /** Told of every request, redirects included. */
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

/** Reads the body, because Octokit takes one that breaks off for an empty one; a copy of it stays to be read. */
async function whole(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  await response.clone().arrayBuffer();
  return response;
}

/** Where the answer points to, when it is the same host. */
function nextUrl({ status, headers, url }: Response): string | undefined {
  const location = headers.get("location");
  if (status < 301 || status > 308 || location === null) return undefined;
  const next = new URL(location, url);
  return next.origin === new URL(url).origin ? next.href : undefined;
}

/** The proxies as undici takes them. Empty text and not undefined: it would look into the environment itself. */
export function proxyOf(env: ProxyEnv): EnvHttpProxyAgent {
  const { HTTP_PROXY = "", HTTPS_PROXY = "", NO_PROXY = "" } = env;
  return new EnvHttpProxyAgent({ httpProxy: HTTP_PROXY, httpsProxy: HTTPS_PROXY, noProxy: NO_PROXY });
}
