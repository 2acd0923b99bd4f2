/**
 * A request over plain http, for hosts that the policy lists as plain. One connection carries one request: its head is written
 * anew for exactly the host that was judged, and of its body only the declared bytes pass.
 */

import { parseHostPort, type HostPort } from "../../base/host-name.ts";

export interface PlainRequest extends HostPort {
  /** The head for the server. */
  readonly head: string;
  /** Length of the body that follows. */
  readonly bodyBytes: number;
}

const REQUEST = /^([A-Z]+) http:\/\/([^/?#@]+)([/?][!-~]*)? HTTP\/1\.[01]\r\n/;
/** Headers of the connection, and those that the proxy writes itself. */
const DROPPED =
  /^(?:host|connection|keep-alive|proxy-[a-z-]+|te|trailer|upgrade|expect|http2-settings|content-length)$/;

/** Reads a head in the form for proxies, which is known to be visible ASCII; undefined for any other, and for bodies without a length. */
export function parsePlainRequest(text: string): PlainRequest | undefined {
  const [line, method = "", place = "", path = "/"] = REQUEST.exec(text) ?? [];
  const target = parseHostPort(place.toLowerCase(), 80);
  if (line === undefined || target === undefined || method === "CONNECT" || method === "TRACE") return undefined;
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
