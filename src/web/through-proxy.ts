/**
 * One https request through the cell's proxy, which decides where it may go. It is bounded in time and bytes, and follows no redirect.
 * The body is unpacked as it comes, so that a small body which unpacks to gigabytes ends at the limit.
 */

import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { addAbortSignal, type Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import { createBrotliDecompress, createGunzip, createInflate, type Zlib } from "node:zlib";
import { oneLine } from "../base/truncate.ts";

/** The address of the proxy: a port of the loopback in the cell, or a socket on this machine. */
export type ProxyPlace = { readonly port: number } | { readonly socketPath: string };

export interface ProxiedRequest {
  readonly url: URL;
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Bytes of the unpacked body. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface ProxiedReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether the body is longer than `maxBytes`. */
  readonly isCut: boolean;
}

const MAX_REFUSAL_CHARS = 300;

/** Makes the request. Throws an `Error` whose message says in words why there is no answer. */
export async function requestThrough(proxy: ProxyPlace, request: ProxiedRequest): Promise<ProxiedReply> {
  const socket = await openTunnel(proxy, request);
  try {
    const response = await send(socket, request);
    const body = await taken(unpack(response), request);
    return { status: response.statusCode ?? 0, headers: response.headers, ...body };
  } finally {
    socket.destroy();
  }
}

async function openTunnel(proxy: ProxyPlace, { url, signal }: ProxiedRequest): Promise<Socket> {
  const target = `${url.hostname}:${url.port || "443"}`;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const place = "port" in proxy ? { host: "127.0.0.1", port: proxy.port } : proxy;
  const asked = httpRequest({
    ...place,
    method: "CONNECT",
    path: target,
    headers: { host: target },
    agent: false,
    signal,
  });
  asked.once("error", reject);
  asked.once("connect", (response, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (response.statusCode === 200) return resolve(socket);
    void refusal(socket, head).then((why) => reject(new Error(why || `the proxy answered ${response.statusCode}`)));
  });
  asked.end();
  return await promise;
}

/** The reason that the proxy gives. */
async function refusal(socket: Socket, head: Buffer): Promise<string> {
  let text = head.toString("utf8");
  try {
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.length > MAX_REFUSAL_CHARS) break;
    }
  } catch {
    // The words that came before the end are used.
  }
  return oneLine(text.replace(/^kimi-runner: /, "").trim(), MAX_REFUSAL_CHARS);
}

async function send(
  tunnel: Socket,
  { url, method = "GET", headers, body, signal }: ProxiedRequest,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const tls = connectTls({ socket: tunnel, servername: url.hostname, ALPNProtocols: ["http/1.1"] });
  tls.on("error", reject);
  const whole = { ...headers, host: url.host, connection: "close" };
  const path = `${url.pathname}${url.search}`;
  const sent = httpRequest({ createConnection: () => tls, method, path, headers: whole, signal });
  sent.once("error", reject);
  sent.once("response", resolve);
  sent.end(body);
  return await promise;
}

/** The unpacked body. A coding that was not asked for is left as it is. */
function unpack(response: IncomingMessage): Readable {
  const unpacker = unpackerOf(response.headers["content-encoding"]?.trim().toLowerCase());
  if (unpacker === undefined) return response;
  response.once("error", (error) => unpacker.destroy(error));
  return response.pipe(unpacker);
}

function unpackerOf(coding = ""): (Readable & NodeJS.WritableStream & Zlib) | undefined {
  if (coding === "gzip" || coding === "x-gzip") return createGunzip();
  if (coding === "br") return createBrotliDecompress();
  return coding === "deflate" ? createInflate() : undefined;
}

async function taken(
  stream: Readable,
  { maxBytes, signal }: ProxiedRequest,
): Promise<Pick<ProxiedReply, "body" | "isCut">> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: bytes > maxBytes };
}
