/** A `fetch` over Node's HTTP client: 4 ms faster than the global one, and redirects get no credentials. */

import type { IncomingMessage } from "node:http";
import { member, parseJson } from "../base/member.ts";
import { createHttp, headerMap } from "../base/network/http.ts";
import type { ProxyEnv } from "../base/network/proxy-env.ts";
import { RunnerError, configError } from "../protocol/error.ts";
import { jsonText, unusable } from "./wire/wire-value.ts";

/** Idle sockets are closed after this time, because middleboxes drop silent connections after about a minute and a tool may run longer. */
const IDLE_SOCKET_MS = 30_000;
/** Most characters of an error page that are read. */
const MAX_ERROR_CHARS = 64_000;
/** Most bytes of one answer. An event of 400 bytes for each of 128k tokens is half of that. */
const MAX_BODY_BYTES = 100_000_000;
/** Most bytes of one line, which is buffered. A call's whole arguments fit, even with every character escaped. */
const MAX_LINE_BYTES = 8_000_000;
const NEWLINE = 10;
/** Time for a stream to end after its last event, so that its connection can serve the next call. */
const DRAIN_MS = 100;

/**
 * Builds a fetch for one adapter, whose SDK must have `maxRetries: 0`: it would try again what is refused here, and leave the body of
 * an answer that it does not read undrained. Idle connections do not keep the process alive, so there is nothing to close.
 */
export function createNodeFetch({ proxyEnv }: { readonly proxyEnv?: ProxyEnv | undefined } = {}): typeof fetch {
  const send = createHttp({ proxyEnv, idleMs: IDLE_SOCKET_MS });
  return async (input, init) => {
    if (typeof input !== "string" && !(input instanceof URL)) throw new TypeError("Request objects are not supported");
    const { method, headers, body, signal } = init ?? {};
    const message = await send(addressOf(input), {
      method,
      headers: Object.fromEntries((headers ?? []) as Iterable<[string, string]>),
      body: typeof body === "string" ? body : undefined,
      signal,
    });
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
    return reply(message, String(input), heardIn(init));
  };
}

function addressOf(input: string | URL): URL {
  const url = new URL(input);
  if (url.protocol === "https:" || url.protocol === "http:") return url;
  throw configError(
    `The model's base URL has an unknown protocol: ${url.protocol}`,
    "Use an address that begins with https:// or http://.",
  );
}

/** Options of fetch with a function that is called for each chunk of the answer, as `StreamAttempt` says. Their type does not know it. */
export function withHeard(heard: (bytes: number) => void): object {
  return { heard };
}

/** The function in the options. The SDKs pass on options that they do not know. */
function heardIn(init: RequestInit | undefined): (bytes: number) => void {
  const heard = member(init, "heard");
  return typeof heard === "function" ? (bytes) => void Reflect.apply(heard, undefined, [bytes]) : () => {};
}

/** The members of `Response` that the SDKs read. A real `Response` would cost a web stream per call. */
function reply(message: IncomingMessage, url: string, heard: (bytes: number) => void): Response {
  const { statusCode: status = 0 } = message;
  const ok = status >= 200 && status < 300;
  // The readers get the errors. An error after that must not end the process.
  message.on("error", () => undefined);
  const maxChars = ok ? MAX_BODY_BYTES : MAX_ERROR_CHARS;
  const text = async (): Promise<string> => {
    const chunks: string[] = [];
    let size = 0;
    message.setEncoding("utf8");
    for await (const chunk of message as AsyncIterable<string>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxChars) break;
    }
    return unwrapped(chunks.join(""));
  };
  const shape = {
    status,
    ok,
    statusText: message.statusMessage ?? "",
    url,
    headers: headerMap(message.headers),
    body: bodyOf(message, heard),
    text,
  };
  return shape as unknown as Response;
}

/** Unwraps an error in an array, as Gemini's compatible endpoint sends it; the SDK would lose its message. */
function unwrapped(text: string): string {
  const value = parseJson(text);
  return Array.isArray(value) && value.length === 1 ? (jsonText(value[0]) ?? text) : text;
}

/** The body's chunks. When the reader stops early (after `[DONE]`), the rest is drained, so that the connection stays usable. */
async function* bodyOf(message: IncomingMessage, heard: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  // AWS's binary frames have no lines.
  const isText = message.headers["content-type"] !== "application/vnd.amazon.eventstream";
  const count = createByteLimit(isText ? MAX_LINE_BYTES : MAX_BODY_BYTES);
  let isWhole: boolean | undefined;
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      isWhole ??= WHOLE.has(chunk[0]);
      heard(isWhole ? chunk.byteLength : 0);
      count(chunk);
      yield chunk;
    }
    heard(0);
  } finally {
    await drained(message);
  }
}

/** The bytes with which JSON begins that is sent in place of a stream: a brace and a bracket. */
const WHOLE: ReadonlySet<number | undefined> = new Set([0x7b, 0x5b]);

/** Returns a check that throws `provider.unavailable` when an answer, or one line of it, is too long. */
function createByteLimit(maxLineBytes: number): (chunk: Uint8Array) => void {
  let total = 0;
  let line = 0;
  return (chunk) => {
    const newline = chunk.lastIndexOf(NEWLINE);
    total += chunk.byteLength;
    line = newline === -1 ? line + chunk.byteLength : chunk.byteLength - newline - 1;
    if (total > MAX_BODY_BYTES) throw unusable(`the stream is longer than ${MAX_BODY_BYTES} bytes`);
    if (line > maxLineBytes) throw unusable(`the stream has a line of more than ${maxLineBytes} bytes`);
  };
}

/** Discards the rest of a body, and closes the connection if the server does not end it in time. */
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
