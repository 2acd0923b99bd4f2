/** MCP over HTTP, from the controller: to one host, without redirects to others, in bounded memory. */

import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type FetchLike,
  type Transport,
} from "@modelcontextprotocol/client";
import { fetch, type Dispatcher } from "undici";
import type { HttpServer } from "./config.ts";

export interface HttpTransportOptions {
  readonly dispatcher?: Dispatcher | undefined;
}

/** Bytes of one answer, far more than any tool's result. A stream that stays open sends little between two calls. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export function createHttpTransport({ kind, url, headers }: HttpServer, options: HttpTransportOptions): Transport {
  const address = new URL(url);
  const more = { requestInit: { headers: { ...headers } }, fetch: createFetch(address, options) };
  return kind === "sse" ? new SSEClientTransport(address, more) : new StreamableHTTPClientTransport(address, more);
}

/** Ends the session at the server, if it has one. Servers need not support it. */
export async function endSession(transport: Transport): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
}

function createFetch({ origin }: URL, { dispatcher }: HttpTransportOptions): FetchLike {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // A server of the older protocol names the address for messages.
    if (url.origin !== origin) throw new Error(`the server sends its client to another host: ${url.origin}`);
    const wire = dispatcher === undefined ? {} : { dispatcher };
    const answer = await fetch(url, { ...(init as Parameters<typeof fetch>[1]), ...wire, redirect: "manual" });
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      throw new Error(`the server answers with a redirect: ${answer.status} to ${answer.headers.get("location")}`);
    }
    const body = answer.body === null ? null : answer.body.pipeThrough<Uint8Array>(limiter());
    return new Response(body, { status: answer.status, statusText: answer.statusText, headers: [...answer.headers] });
  };
}

function limiter(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) throw new Error(`the server's answer is longer than ${MAX_ANSWER_BYTES} bytes`);
      controller.enqueue(chunk);
    },
  });
}
