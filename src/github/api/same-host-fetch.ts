/**
 * The `fetch` of Octokit, with two rules of its own: the token never follows a redirect to another host, and an answer that breaks
 * off is an error.
 */

import type { IncomingMessage } from "node:http";
import { headerMap, type SendHttp } from "../../base/network/http.ts";

export interface FetchOptions {
  readonly send: SendHttp;
  /** Limit for one request with its answer. */
  readonly timeoutMs: number;
}

/** The members of the standard's `RequestInit` that Octokit uses. */
interface FetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly redirect?: "follow" | "manual";
  readonly signal?: AbortSignal;
}

/** The members of the standard's `Response` that Octokit uses. The body is already complete. */
interface WholeAnswer {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: () => Promise<string>;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;
}

type SameHostFetch = (url: string, init?: FetchInit) => Promise<WholeAnswer>;

const MAX_REDIRECTS = 3;

/** Builds a fetch. There is nothing to close. Rejects with the system's errors. */
export function createSameHostFetch({ timeoutMs, send }: FetchOptions): SameHostFetch {
  return async (address, { redirect, signal, method, body, headers = {} } = {}) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const bounded = signal ? AbortSignal.any([signal, limit]) : limit;
    let url = new URL(address);
    for (let hop = 0; ; hop += 1) {
      const answer = await send(url, {
        method,
        body,
        headers: { "accept-encoding": "gzip", ...headers },
        signal: bounded,
      })
        .then(async (incoming) => wholeAnswer(url, incoming))
        .catch((error: unknown) => {
          signal?.throwIfAborted();
          throw limit.aborted ? new Error(`none within ${timeoutMs / 1000} s`, { cause: error }) : error;
        });
      const next = redirect === "follow" && hop < MAX_REDIRECTS ? nextUrl(answer) : undefined;
      if (next === undefined) return answer;
      url = next;
    }
  };
}

/** Reads the whole body, because Octokit takes a broken one for an empty one. */
async function wholeAnswer(url: URL, incoming: IncomingMessage): Promise<WholeAnswer> {
  const { statusCode = 0, statusMessage = "", headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const received = Buffer.concat(chunks);
  const isPacked = headers["content-encoding"] === "gzip" && received.length > 0;
  const body = isPacked ? process.getBuiltinModule("node:zlib").gunzipSync(received) : received;
  return {
    url: url.href,
    status: statusCode,
    statusText: statusMessage,
    headers: headerMap(headers),
    text: async () => new TextDecoder().decode(body),
    arrayBuffer: async () => new Uint8Array(body).buffer,
  };
}

/** The target of a redirect to the same host. */
function nextUrl({ status, headers, url }: WholeAnswer): URL | undefined {
  const location = headers.get("location");
  if (status < 301 || status > 308 || location === undefined) return undefined;
  const next = new URL(location, url);
  return next.origin === new URL(url).origin ? next : undefined;
}
