/**
 * One HTTP exchange over node:http and node:https, with a keep-alive agent each. It knows no GitHub and repeats nothing. The
 * global fetch would load undici (20 ms) before the first call.
 */

import type { Agent, IncomingHttpHeaders, IncomingMessage, request } from "node:http";
import type { AgentOptions } from "node:https";
import { RunnerError } from "../protocol/error.ts";

interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export type Transport = (request: HttpRequest) => Promise<HttpAnswer>;

/** Proxy settings by their usual names: HTTP_PROXY, HTTPS_PROXY, NO_PROXY. Handed over by the caller, never read from the environment. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/** Servers and middleboxes close idle connections after about a minute; a closed one costs a failed request. */
const IDLE_SOCKET_MS = 30_000;
/** One page of 100 comments of 64 KB each is 6.4 MB; what is far beyond is not an answer of this API. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;

/** Builds a transport. Idle connections do not keep the process alive, so there is nothing to close. Rejects with the network's own error. */
export function createTransport({ proxyEnv }: { readonly proxyEnv?: ProxyEnv | undefined } = {}): Transport {
  const options: AgentOptions = {
    keepAlive: true,
    timeout: IDLE_SOCKET_MS,
    ...(proxyEnv === undefined ? {} : { proxyEnv: { ...proxyEnv } }),
  };
  const wires = new Map<string, Wire>();
  return async ({ method, url, headers, body, signal }) => {
    const target = new URL(url);
    const wire = wires.get(target.protocol) ?? openWire(target.protocol, options);
    wires.set(target.protocol, wire);
    signal.throwIfAborted();
    const bytes = body === undefined ? undefined : Buffer.from(body, "utf8");
    const length = bytes === undefined ? {} : { "content-length": String(bytes.byteLength) };
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = wire.request(target, {
        method,
        headers: { ...headers, ...length, "accept-encoding": "gzip" },
        agent: wire.agent,
        signal,
      });
      outgoing.on("error", reject);
      outgoing.once("response", resolve);
      outgoing.end(bytes);
    });
    return { status: message.statusCode ?? 0, headers: message.headers, text: await textOf(message) };
  };
}

interface Wire {
  readonly request: typeof request;
  readonly agent: Agent;
}

/** getBuiltinModule and not import: the ESM facade of node:http reads a getter that loads undici. */
function openWire(protocol: string, options: AgentOptions): Wire {
  if (protocol === "http:") {
    const http = process.getBuiltinModule("node:http");
    return { request: http.request, agent: new http.Agent(options) };
  }
  if (protocol === "https:") {
    const https = process.getBuiltinModule("node:https");
    return { request: https.request, agent: new https.Agent(options) };
  }
  throw new RunnerError({
    code: "config.invalid",
    message: `GitHub's API address has an unknown protocol: ${protocol}`,
    hint: "Accepted: an address that begins with https:// or http://.",
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (message.headers["content-encoding"] !== "gzip") return bytes.toString("utf8");
  // Loaded here: a server on loopback does not compress, and a run that asks nothing should not pay.
  const zlib = process.getBuiltinModule("node:zlib");
  return new Promise((resolve, reject) => {
    zlib.gunzip(bytes, { maxOutputLength: MAX_ANSWER_BYTES }, (error, plain) => {
      if (error === null) resolve(plain.toString("utf8"));
      else reject(error);
    });
  });
}
