/** MCP over HTTP, from the controller: to one host, without redirects, in bounded memory. */

import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import {
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type FetchLike,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { fetch, type Dispatcher } from "undici";
import { isRecord, member, parseJson } from "../base/member.ts";
import type { ServerTransport } from "./cell-transport.ts";
import type { HttpServer } from "./config.ts";

/** Bytes of one answer, far more than any tool's result. A stream that stays open sends little between two calls. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Lines of the server's streams after one of our requests: 20,000 messages of five lines. A server that sends more does nothing else. */
const MAX_LINES = 100_000;
/** An answer to the server and the opening of its stream count as so many lines, because each is a connection. */
const CONNECTION_LINES = 250;

/** Creates the transport of a server. `dispatcher` is the proxy, if there is one. */
export function createHttpTransport({ kind, url, headers }: HttpServer, dispatcher?: Dispatcher): ServerTransport {
  const address = new URL(url);
  const more = { requestInit: { headers: { ...headers } }, fetch: createFetch(address, dispatcher) };
  const transport =
    kind === "sse" ? new SSEClientTransport(address, more) : withEnds(new StreamableHTTPClientTransport(address, more));
  // It is always open; only its answers can fail, or the server ends the session.
  return Object.assign(transport, { isOpen: () => true, fate: async () => ({ ended: "", said: "" }) });
}

/** How long a result may still come on the server's own stream after the answer to its request ended. */
const RESULT_MS = 2_000;

/** The answer to a request ended without its result. The cause is what went wrong with it, which may be told in the server's words. */
export class AnswerEnded extends Error {
  constructor(cause: Error | undefined) {
    super("its answer ended without a result", { cause });
  }
}

/** Rejects requests whose answer ended without a result. The client would wait until their time is over. */
function withEnds(transport: StreamableHTTPClientTransport): StreamableHTTPClientTransport {
  const send = transport.send.bind(transport);
  const close = transport.close.bind(transport);
  const closing = new AbortController();
  // The transport tells all errors in one place. Each is of the request in whose context the answer is read.
  const reading = new AsyncLocalStorage<{ error?: Error }>();
  return Object.assign(transport, {
    onerror: (error: Error) => {
      const answer = reading.getStore();
      if (answer !== undefined) answer.error = error;
    },
    send: async (message: JSONRPCMessage, options: Parameters<typeof send>[1]) => {
      const answer: { error?: Error } = {};
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      await reading.run(answer, () => send(message, { onRequestStreamEnd: end, ...options }));
      if (!("method" in message && "id" in message)) return;
      await ended;
      await delay(RESULT_MS, undefined, { ref: false, signal: closing.signal });
      throw new AnswerEnded(answer.error); // ignored where the result has come
    },
    close: () => {
      closing.abort();
      return close();
    },
  });
}

/** Ends the session at the server, if it has one. Servers need not support it. */
export async function endSession(transport: Transport): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
}

/**
 * Whether an answer is that of a server that no longer knows the session. The protocol says 404; servers after the example of the
 * protocol's own package say 400. A tool's own failure may look the same.
 */
export function isSessionLost(error: unknown, transport: Transport): boolean {
  if (!(error instanceof SdkHttpError) || transport.sessionId === undefined) return false;
  return error.status === 404 || (error.status === 400 && /session/i.test(error.message));
}

function createFetch({ origin }: URL, dispatcher: Dispatcher | undefined): FetchLike {
  const lines = createLineLimit();
  return async (input, init) => {
    const url = new URL(input);
    // A server of the older protocol names the address to send messages to.
    if (url.origin !== origin) throw new Error(`the server sends its client to another host: ${url.origin}`);
    if (isRequest(init?.body)) lines.begin();
    else lines.add(CONNECTION_LINES);
    const wire = dispatcher === undefined ? {} : { dispatcher };
    const answer = await fetch(url, { ...(init as Parameters<typeof fetch>[1]), ...wire, redirect: "manual" });
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      throw new Error(`the server answers with a redirect: ${answer.status} to ${answer.headers.get("location")}`);
    }
    const type = answer.headers.get("content-type") ?? "";
    const limited = answer.body?.pipeThrough<Uint8Array>(limiter()) ?? null;
    const stream = type.includes("event-stream") ? (limited?.pipeThrough(wholeLines(lines.add)) ?? null) : limited;
    const body = type.includes("json") ? withoutNullError(await new Response(stream).text()) : stream;
    return new Response(body === "" ? null : body, {
      status: answer.status,
      statusText: answer.statusText,
      headers: [...answer.headers],
    });
  };
}

/** Removes `error: null`, which the client's package refuses. */
function withoutNullError(text: string): string {
  if (!/"error"\s*:\s*null/.test(text)) return text; // most texts are not parsed here, too
  const message = parseJson(text);
  return isRecord(message) && message["error"] === null ? JSON.stringify({ ...message, error: undefined }) : text;
}

/** Whether a body asks the server something. Answers to it and the opening of its stream do not. */
function isRequest(body: unknown): boolean {
  if (typeof body !== "string") return false;
  const message = parseJson(body);
  return member(message, "method") !== undefined && member(message, "id") !== undefined;
}

/** Counts the lines of all streams of a connection. Above the limit every request fails: a stream that ends would be opened again. */
function createLineLimit() {
  let lines = 0;
  let isOver = false;
  const add = (more: number): void => {
    lines += more;
    isOver ||= lines > MAX_LINES;
    if (isOver) throw new Error("the server sent too many messages of its own after a request, and was left");
  };
  const begin = (): void => {
    lines = 0;
    add(0);
  };
  return { add, begin };
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

/** The lines of a stream, without `error: null` in their messages. */
function withoutNullErrors(lines: Buffer): Uint8Array {
  if (!lines.includes('"error"')) return lines;
  const text = lines.toString().replaceAll(/^(data: ?)([^\r\n]+)/gm, (_, field: string, message: string) => {
    return field + withoutNullError(message);
  });
  return Buffer.from(text);
}

/** Passes on whole lines only: with every piece the parser would search all that it has of a line again. */
function wholeLines(add: (lines: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let begun: Uint8Array[] = [];
  return new TransformStream({
    transform(chunk, controller) {
      begun.push(chunk);
      const count = chunk.reduce((sum, byte) => sum + Number(byte === LF || byte === CR), 0);
      if (count === 0) return;
      add(count);
      const bytes = Buffer.concat(begun);
      const end = 1 + Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR));
      controller.enqueue(withoutNullErrors(bytes.subarray(0, end)));
      begun = [bytes.subarray(end)];
    },
    flush: (controller) => controller.enqueue(withoutNullErrors(Buffer.concat(begun))),
  });
}

const LF = 10;
const CR = 13;
