/**
 * Requests to the proxy: CONNECT, and plain http for hosts that the policy lists as plain. They are parsed strictly, because parsers that
 * differ can be tricked. The head of a plain request is written anew for the judged host, and only the declared body is passed on.
 */

import { parseHostPort, type HostPort } from "../../base/network/host-name.ts";
import type { ReadProgress } from "./sockets.ts";

export interface PlainRequest extends HostPort {
  /** The head for the server. */
  readonly head: string;
  /** Length of the body that follows. */
  readonly bodyBytes: number;
}

export type ProxyRequest =
  | ({ readonly kind: "connect" } & HostPort)
  | ({ readonly kind: "plain"; readonly target: string } & PlainRequest)
  | { readonly kind: "refused"; readonly status: 400 | 405; readonly why: string; readonly target: string };

/** Clients send some hundred bytes. */
export const MAX_HEAD_BYTES = 8192;

/** Length of the head with its empty line. */
export function headLength(bytes: Buffer): ReadProgress {
  const at = bytes.indexOf("\r\n\r\n");
  return at < 0 ? { atLeast: bytes.length + 1 } : { length: at + 4 };
}

/** Visible ASCII, with spaces only between header names and values. */
const HEAD = /^([A-Z]+) ([!-~]+) HTTP\/1\.[01]\r\n(?:[!-9;-~]+:[ -~\t]*\r\n)*\r\n$/;

export const PLAIN_REFUSED = "only https works here: plain http is not passed on";

/** Parses a head with its empty line. A CONNECT always has a port. */
export function parseRequest(head: Buffer): ProxyRequest {
  const text = head.toString("latin1");
  const [, method, target = ""] = HEAD.exec(text) ?? [];
  if (method === undefined) return { kind: "refused", status: 400, why: "this is not a proxy request", target };
  if (method !== "CONNECT") {
    const plain = parsePlainRequest(text);
    return plain === undefined
      ? { kind: "refused", status: 405, why: PLAIN_REFUSED, target }
      : { kind: "plain", target, ...plain };
  }
  const wanted = /:\d+$/.test(target) ? parseHostPort(target.toLowerCase()) : undefined;
  return wanted === undefined
    ? { kind: "refused", status: 400, why: "a tunnel goes to an exact host and port, not to an address", target }
    : { kind: "connect", ...wanted };
}

const PLAIN = /^([A-Z]+) http:\/\/([^/?#@]+)([/?][!-~]*)? HTTP\/1\.[01]\r\n/;
/** Headers of the connection, and those that the proxy writes itself. */
const DROPPED =
  /^(?:host|connection|keep-alive|proxy-[a-z-]+|te|trailer|upgrade|expect|http2-settings|content-length)$/;

/** Parses a head of visible ASCII. Undefined where its target is no address of plain http, or its body has no single length. */
function parsePlainRequest(text: string): PlainRequest | undefined {
  const [line, method = "", place = "", path = "/"] = PLAIN.exec(text) ?? [];
  const target = parseHostPort(place.toLowerCase(), 80);
  if (line === undefined || target === undefined || method === "TRACE") return undefined;
  const headers = text
    .slice(line.length)
    .split("\r\n")
    .filter((header) => header !== "")
    .map((header) => [header.slice(0, header.indexOf(":")).toLowerCase(), header] as const);
  const lengths = headers.filter(([name]) => name === "content-length").map(([, header]) => header.slice(15).trim());
  const [length = "0", ...more] = lengths;
  const hasCoding = headers.some(([name]) => name === "transfer-encoding");
  if (hasCoding || more.length > 0 || !/^\d{1,12}$/.test(length)) return undefined;
  const lines = [
    `${method} ${path.startsWith("/") ? path : `/${path}`} HTTP/1.1`,
    `Host: ${target.host}${target.port === 80 ? "" : `:${target.port}`}`,
    "Connection: close",
    ...(lengths.length === 0 ? [] : [`Content-Length: ${length}`]),
    ...headers.filter(([name]) => !DROPPED.test(name)).map(([, header]) => header),
  ];
  return { ...target, head: `${lines.join("\r\n")}\r\n\r\n`, bodyBytes: Number(length) };
}
