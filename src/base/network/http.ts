/** HTTP with Node's own client. `fetch`, or an import of node:http, would load undici, which takes 40 ms. */

import type { Agent, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { urlToHttpOptions } from "node:url";
import type { ProxyEnv } from "./proxy-env.ts";

export interface HttpOptions {
  readonly proxyEnv?: ProxyEnv | undefined;
  /** How long an idle connection stays open, unless the server announces a shorter time. */
  readonly idleMs: number;
}

interface HttpRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** Resolves with a response when its headers are there. Follows no redirect. An abort ends the body too. */
export type SendHttp = (url: URL, request: HttpRequest) => Promise<IncomingMessage>;

/** Creates a sender for http: and https: addresses. */
export function createHttp({ proxyEnv, idleMs }: HttpOptions): SendHttp {
  const agents = new Map<string, Agent>();
  const proxied = proxyEnv === undefined ? {} : { proxyEnv: { ...proxyEnv } };

  return async (url, { method = "GET", headers, body, signal }) => {
    const { request, Agent } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
    const agent = agents.get(url.protocol) ?? new Agent({ keepAlive: true, timeout: idleMs, ...proxied });
    agents.set(url.protocol, agent);
    signal?.throwIfAborted();
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const address = urlToHttpOptions(url);
      // git resolves every name under .localhost to this machine (RFC 6761). node asks the resolver, which may not know it.
      const hostname = url.hostname.endsWith(".localhost") ? "localhost" : address.hostname;
      const bytes = body === undefined || body === null ? undefined : Buffer.from(body);
      const length = bytes === undefined ? {} : { "content-length": String(bytes.byteLength) }; // node does not send it by itself for DELETE
      const said = { host: url.host, ...headers, ...length };
      const outgoing = request({ ...address, hostname, method, headers: said, agent });
      let answered: IncomingMessage | undefined;
      const abort = (): void => {
        if (answered?.complete === true) return; // the socket may already serve the next request
        reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
        // Without an error: node would emit it on a socket that has no listener.
        outgoing.destroy();
      };
      signal?.addEventListener("abort", abort, { once: true });
      outgoing.once("close", () => {
        signal?.removeEventListener("abort", abort);
        // When a server switches protocols, node ends the request without an error or an answer.
        reject(new Error("socket hang up: no answer"));
      });
      outgoing.on("error", (error) => reject(plain(error)));
      outgoing.once("response", (message) => {
        answered = message;
        resolve(message);
      });
      outgoing.end(bytes);
    });
  };
}

/** A host with several addresses fails with the errors of all of them in one error that has no message. */
function plain(error: Error): Error {
  return error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
}

/** Response headers as a map, which has the methods of the standard's `Headers` that clients use. */
export function headerMap(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as const],
    ),
  );
}

/** The address with these fields in its query. */
export function withQuery(address: URL, query: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
