/**
 * A `fetch` over node:http and node:https with one keep-alive agent each, for the SDKs. It saves about 4 ms a call over
 * the global one, refuses redirects (credentials must not travel to another host) and speaks to proxies through node's
 * own support. It does only what the SDKs use: string bodies, streaming answers.
 */

import type { Agent, IncomingHttpHeaders, IncomingMessage, request } from "node:http";
import type { AgentOptions } from "node:https";
import type { ProxyEnv } from "../base/proxy-env.ts";
import { RunnerError } from "../protocol/error.ts";
import { unusable } from "./errors.ts";

/** Idle sockets are closed after this: middleboxes drop silent connections after about a minute, and a tool may run longer. */
const IDLE_SOCKET_MS = 30_000;
/** An error page beyond this says nothing more. */
const MAX_ERROR_CHARS = 64_000;
/** One answer with all that is around it: an event of 400 bytes for each of 128k tokens is half of it. */
const MAX_BODY_BYTES = 100_000_000;
/** One line: a call's whole arguments at once, every character of them escaped. The SDKs keep a line until it ends. */
const MAX_LINE_BYTES = 8_000_000;
const NEWLINE = 10;
/** A stream that was left after its last event gets this long to end, so that its connection can serve the next call. */
const DRAIN_MS = 100;

/** Builds a fetch for one adapter. Idle connections do not keep the process alive, so there is nothing to close. */
export function createNodeFetch({ proxyEnv }: { readonly proxyEnv?: ProxyEnv | undefined } = {}): typeof fetch {
  const agentOptions = {
    keepAlive: true,
    timeout: IDLE_SOCKET_MS,
    ...(proxyEnv === undefined ? {} : { proxyEnv: { ...proxyEnv } }),
  };
  const agents = new Map<string, Transport>();
  const transportFor = (protocol: string): Transport => {
    const known = agents.get(protocol);
    if (known !== undefined) return known;
    const transport = openTransport(protocol, agentOptions);
    agents.set(protocol, transport);
    return transport;
  };

  const send = async (input: string | URL, init: RequestInit = {}): Promise<IncomingMessage> => {
    const url = new URL(input);
    const transport = transportFor(url.protocol);
    const { signal } = init;
    signal?.throwIfAborted();
    const body = typeof init.body === "string" ? Buffer.from(init.body, "utf8") : undefined;
    const headers: Record<string, string> = Object.fromEntries((init.headers ?? []) as Iterable<[string, string]>);
    if (body !== undefined) headers["content-length"] = String(body.byteLength);
    return new Promise((resolve, reject) => {
      const outgoing = transport.request(url, { method: init.method ?? "GET", headers, agent: transport.agent });
      let answered: IncomingMessage | undefined;
      const abort = (): void => {
        if (answered?.complete === true) return; // the socket serves the next call already
        reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
        // Without an error: node would emit it on a socket that nobody listens to any more.
        outgoing.destroy();
      };
      signal?.addEventListener("abort", abort, { once: true });
      outgoing.once("close", () => {
        signal?.removeEventListener("abort", abort);
        // Node ends a request whose server switches protocols without an error and without an answer.
        reject(new Error("socket hang up: no answer"));
      });
      outgoing.on("error", reject);
      outgoing.once("response", (message) => {
        answered = message;
        resolve(message);
      });
      outgoing.end(body);
    });
  };

  return async (input, init) => {
    if (typeof input !== "string" && !(input instanceof URL)) throw new TypeError("Request objects are not supported");
    const message = await send(input, init);
    const status = message.statusCode ?? 0;
    const location = message.headers.location;
    if (status >= 300 && status < 400) {
      message.destroy();
      throw new RunnerError({
        code: "provider.rejected",
        message: `The model endpoint answered with a redirect: ${status} to ${location ?? "nowhere"}.`,
        hint: "Redirects are not followed with credentials; give the final address as base URL.",
      });
    }
    return reply({ message, status, url: String(input) });
  };
}

interface Transport {
  readonly request: typeof request;
  readonly agent: Agent;
}

/** getBuiltinModule and not import: the ESM facade of node:http reads a getter that loads undici (20 ms). */
function openTransport(protocol: string, options: AgentOptions): Transport {
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
    message: `The model's base URL has an unknown protocol: ${protocol}`,
    hint: "Use an address that begins with https:// or http://.",
  });
}

interface ReplyOptions {
  readonly message: IncomingMessage;
  readonly status: number;
  readonly url: string;
}

/** The few members of `Response` that both SDKs read. A real one would cost a web stream per call. */
function reply({ message, status, url }: ReplyOptions): Response {
  const text = async (): Promise<string> => {
    const chunks: string[] = [];
    let size = 0;
    message.setEncoding("utf8");
    for await (const chunk of message as AsyncIterable<string>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_ERROR_CHARS) break;
    }
    return unwrapped(chunks.join(""));
  };
  const shape = {
    status,
    ok: status >= 200 && status < 300,
    statusText: message.statusMessage ?? "",
    url,
    headers: headerMap(message.headers),
    body: bodyOf(message),
    text,
    json: async (): Promise<unknown> => JSON.parse(await text()),
  };
  return shape as unknown as Response;
}

/** Gemini's compatible endpoint puts its error object into an array of one; the SDK would then lose the message. */
function unwrapped(text: string): string {
  if (!text.startsWith("[")) return text;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.length === 1 ? JSON.stringify(value[0]) : text;
  } catch {
    return text;
  }
}

function headerMap(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as const],
    ),
  );
}

/** The body's chunks. A reader that stops early (after `[DONE]`) leaves the rest to drain, so the connection stays usable. */
function bodyOf(message: IncomingMessage): AsyncIterable<Uint8Array> {
  // The iterator reports errors to its reader; one that comes after the reader left interests nobody, and must not crash.
  message.on("error", () => undefined);
  return {
    [Symbol.asyncIterator]() {
      const chunks = message.iterator({ destroyOnReturn: false });
      const count = createByteLimit();
      return {
        next: async () => {
          const chunk: IteratorResult<Uint8Array> = await chunks.next();
          if (chunk.done !== true) count(chunk.value);
          return chunk;
        },
        return: async () => {
          await chunks.return?.();
          await drained(message);
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/** Throws `provider.unavailable` when what it was given so far is too much for one answer, or for one line of it. */
function createByteLimit(): (chunk: Uint8Array) => void {
  let total = 0;
  let line = 0;
  return (chunk) => {
    const newline = chunk.lastIndexOf(NEWLINE);
    total += chunk.byteLength;
    line = newline === -1 ? line + chunk.byteLength : chunk.byteLength - newline - 1;
    if (total > MAX_BODY_BYTES) throw unusable(`the stream is longer than ${MAX_BODY_BYTES} bytes`);
    if (line > MAX_LINE_BYTES) throw unusable(`the stream has a line of more than ${MAX_LINE_BYTES} bytes`);
  };
}

/** Throws the rest of a body away; gives up on a server that does not end it. */
async function drained(message: IncomingMessage): Promise<void> {
  if (message.readableEnded || message.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => message.destroy(), DRAIN_MS);
    message.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
    message.resume();
  });
}
