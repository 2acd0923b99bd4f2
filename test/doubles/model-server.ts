/**
 * A model server for tests: real HTTP and SSE, Chat Completions, Responses and Messages, scripted replies and faults. It is strict:
 * what a real provider would refuse gets 400 and a line in `violations`. It listens on 127.0.0.1, so it also serves a CLI
 * in another process.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { addCanary, headersReceived, requireNoCanary, type Received } from "./canaries.ts";
import { anthropicStream, checkAnthropic } from "./model-anthropic.ts";
import { answerIdentity, checkCloud, cloudStream, type CloudAccounts } from "./model-clouds.ts";
import type { Json } from "./model-check.ts";
import { checkGemini, geminiStream } from "./model-gemini.ts";
import { checkOpenAi, openAiStream } from "./model-openai.ts";
import type { DoubleReply } from "./model-reply.ts";
import { responsesStream } from "./model-responses.ts";
import { createEcho, ECHO_FORMATS } from "./model-echo.ts";
import { checkResponses } from "./responses-check.ts";

interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** The body byte for byte. */
  readonly body: string;
  readonly json: Json;
  /** Which TCP connection it came over, counted from 0. */
  readonly connection: number;
}

export interface ModelServerOptions {
  /** Reply n answers request n, or a function of the request and n (from 0). */
  readonly replies: readonly DoubleReply[] | ((request: RecordedRequest, n: number) => DoubleReply);
  /** The key to insist on. */
  readonly apiKey?: string;
  /** Serves the paths of Bedrock and Vertex too, for these accounts. */
  readonly clouds?: CloudAccounts;
}

export interface ModelServer {
  /** Base for Chat Completions, ending in /v1. For Messages use `origin`. */
  readonly url: string;
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  /** Every request that a real provider would have refused; a test ends with `deepEqual(violations, [])`. */
  readonly violations: readonly string[];
  /** Throws when a secret was anywhere in what arrived but in the header that is for it. */
  readonly check: () => void;
  /** As that of the GitHub double: remembers what was asked so far, and lives as long as the process. */
  readonly keep: () => () => void;
  /** Closes the server after a `check`. */
  readonly close: () => Promise<void>;
}

/** Starts the server on a free port of 127.0.0.1. */
export async function startModelServer({ replies, apiKey, clouds }: ModelServerOptions): Promise<ModelServer> {
  if (apiKey !== undefined) addCanary("the model's key", apiKey);
  const secrets = clouds === undefined ? [apiKey ?? ""] : Object.values(clouds);
  const requests: RecordedRequest[] = [];
  const violations: string[] = [];
  const connections = new Map<unknown, number>();
  const closing = new AbortController();

  const refuse = (response: ServerResponse, status: number, reasons: readonly string[]): void => {
    violations.push(...reasons);
    const error = { type: "invalid_request_error", message: `model double: ${reasons.join("; ")}` };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ type: "error", error }));
  };

  const noAnswers = () => ({ anthropic: createEcho(ECHO_FORMATS.anthropic), openai: createEcho(ECHO_FORMATS.openai) });
  let echoes = noAnswers();
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(incoming);
    const path = incoming.url ?? "";
    const identity = clouds && answerIdentity({ path, headers: incoming.headers, body }, clouds);
    if (identity !== undefined) {
      response.writeHead("error" in identity ? 400 : 200, { "content-type": "application/json" });
      return void response.end(JSON.stringify(identity));
    }
    const format =
      clouds === undefined ? FORMATS.find(({ ending }) => path.endsWith(ending)) : cloudFormat(incoming, body, clouds);
    if (format === undefined || incoming.method !== "POST") {
      return refuse(response, 404, [`${incoming.method ?? ""} ${path} is not served here`]);
    }
    const json = parsed(body);
    const connection = connections.get(incoming.socket) ?? 0;
    const request: RecordedRequest = { path, headers: incoming.headers, body, json, connection };
    const n = requests.push(request) - 1;
    // Parsers of strict servers refuse half a character, which JSON can spell.
    const half =
      JSON.stringify(json).search(/(?<!\\)(?:\\\\)*\\ud[89a-f]/) === -1 ? [] : ["the body has a lone surrogate"];
    const wrong = [...half, ...format.check(json, path), ...format.checkHeaders(incoming.headers, apiKey)];
    const echo = format.echo === undefined ? undefined : echoes[format.echo];
    wrong.push(...(echo?.check(json) ?? []));
    if (wrong.length > 0) return refuse(response, 400, wrong);
    const reply = typeof replies === "function" ? replies(request, n) : replies[n];
    if (reply === undefined) return refuse(response, 400, [`no reply is scripted for request ${n}`]);
    const headers = { ...((reply.status ?? 200) === 200 ? format.headers : {}), ...reply.headers };
    const stream = reply.raw ?? format.stream(reply, json);
    echo?.sent(json, stream);
    // A server that refuses reasoning as it was takes the answers without it.
    if (reply.body?.includes("cannot be modified") === true) echoes = noAnswers();
    await send(response, { ...reply, headers }, stream, closing.signal);
  };

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      if (!closing.signal.aborted && !response.destroyed) violations.push(`the double failed: ${String(error)}`);
      response.destroy();
    });
  });
  server.on("connection", (socket) => connections.set(socket, connections.size));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const check = (): void => requireNoCanary(requests.flatMap((request, n) => received(request, n, secrets)));
  return {
    url: `${origin}/v1`,
    origin,
    requests,
    violations,
    check,
    keep: () => {
      server.unref();
      const lists = [requests, violations];
      const lengths = lists.map(({ length }) => length);
      return () => lists.forEach((list, at) => void (list.length = lengths[at] ?? 0));
    },
    close: async () => {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      check();
    },
  };
}

function received({ path, headers, body }: RecordedRequest, n: number, own: readonly string[]): readonly Received[] {
  const where = `request ${n} to the model`;
  return [{ where, bytes: body }, { where, bytes: path }, ...headersReceived(where, headers, own)];
}

/** The format of a request to a cloud, whose signature is of this request alone. */
function cloudFormat(incoming: IncomingMessage, body: string, clouds: CloudAccounts): WireFormat | undefined {
  const request = { path: incoming.url ?? "", headers: incoming.headers, body };
  const checked = checkCloud(request, parsed(body), clouds);
  if (checked === undefined) return undefined;
  const { cloud, wrong, refused } = checked;
  return {
    ending: "",
    check: () => wrong,
    checkHeaders: () => refused,
    stream: (reply) => cloudStream(cloud, reply),
    ...(cloud === "bedrock" ? { headers: { "content-type": "application/vnd.amazon.eventstream" } } : {}),
  };
}

interface WireFormat {
  readonly ending: string;
  readonly check: (body: Json, path: string) => string[];
  readonly checkHeaders: (headers: IncomingMessage["headers"], apiKey: string | undefined) => string[];
  readonly stream: (reply: DoubleReply, body: Json) => string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** How the answers of this format come back. */
  readonly echo?: keyof typeof ECHO_FORMATS;
}

/** A test on a busy machine may think for longer than node's 5 seconds between two requests. */
const KEEP_ALIVE_MS = 60_000;

const FORMATS: readonly WireFormat[] = [
  {
    ending: "/v1/chat/completions",
    check: checkOpenAi,
    checkHeaders: checkKey,
    stream: openAiStream,
    echo: "openai",
  },
  {
    ending: "/v1/responses",
    check: checkResponses,
    checkHeaders: checkKey,
    stream: responsesStream,
  },
  {
    ending: "/v1/messages",
    check: checkAnthropic,
    checkHeaders: (headers, apiKey) => [
      ...checkKey(headers, apiKey),
      ...(headers["anthropic-version"] === undefined ? ["anthropic-version is missing"] : []),
    ],
    stream: anthropicStream,
    echo: "anthropic",
  },
  {
    ending: ":streamGenerateContent?alt=sse",
    check: checkGemini,
    checkHeaders: (headers, apiKey) => checkKey({ "x-api-key": headers["x-goog-api-key"] }, apiKey),
    stream: geminiStream,
  },
];

/** The key as bearer token, or as `x-api-key`, which is what Anthropic's SDK sent before 1.0. */
function checkKey(headers: IncomingMessage["headers"], apiKey: string | undefined): string[] {
  const given = headers["x-api-key"] ?? headers["api-key"] ?? headers.authorization?.replace(/^Bearer /, "");
  return given !== undefined && given !== "" && given === (apiKey ?? given) ? [] : ["the key is missing or wrong"];
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return null;
  }
}

async function send(
  response: ServerResponse,
  reply: DoubleReply,
  stream: string | Uint8Array,
  closing: AbortSignal,
): Promise<void> {
  if (reply.delayMs !== undefined) await delay(reply.delayMs, undefined, { signal: closing });
  if (reply.until !== undefined) await Promise.race([reply.until, once(closing, "abort")]);
  if (reply.status !== undefined && reply.status !== 200) {
    const type = reply.body?.startsWith("<") === true ? "text/html" : "application/json";
    response.writeHead(reply.status, { "content-type": type, ...reply.headers }).end(reply.body ?? "");
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", ...reply.headers });
  const bytes = typeof stream === "string" ? Buffer.from(stream, "utf8") : Buffer.from(stream);
  const sent = bytes.subarray(0, reply.cutAfterBytes ?? reply.stallAfterBytes ?? bytes.length);
  const size = reply.chunkBytes ?? Math.max(1, sent.length);
  response.flushHeaders();
  for (let at = 0; at < sent.length; at += size) {
    await write(response, sent.subarray(at, at + size));
    // A turn of the loop between pieces, or the kernel joins them again.
    if (reply.chunkBytes !== undefined) await new Promise(setImmediate);
  }
  if (reply.cutAfterBytes !== undefined) response.socket?.destroySoon();
  else if (reply.stallAfterBytes === undefined) response.end();
  else await hold(response, reply.commentEveryMs, closing);
}

async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => response.write(bytes, () => resolve()));
}

/** Keeps the connection open until the client gives up. */
async function hold(response: ServerResponse, commentEveryMs: number | undefined, closing: AbortSignal): Promise<void> {
  if (commentEveryMs === undefined) return;
  while (!response.destroyed && !closing.aborted) {
    await write(response, Buffer.from(": keep-alive\n\n"));
    await delay(commentEveryMs, undefined, { signal: closing });
  }
}
