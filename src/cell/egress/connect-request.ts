/**
 * A request to the proxy: CONNECT, for a tunnel, or one over plain http. It is parsed strictly, because parsers that differ can be
 * tricked.
 */

import { parseHostPort, type HostPort } from "../../base/host-name.ts";
import { parsePlainRequest, type PlainRequest } from "./plain-request.ts";
import type { ReadProgress } from "./read-until.ts";

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
const HEAD = /^([A-Z]+) ([!-~]+) HTTP\/1\.[01]\r\n(?:[!-9;-~]+:[ \t]*[ -~\t]*\r\n)*\r\n$/;

export const PLAIN_REFUSED = "only https works here: plain http is not passed on";

/** Parses a head with its empty line. A CONNECT always has a port. */
export function parseRequest(head: Buffer): ProxyRequest {
  const text = head.toString("latin1");
  const [, method, target = ""] = HEAD.exec(text) ?? [];
  if (method === undefined) return { kind: "refused", status: 400, why: "this is no request to a proxy", target };
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
