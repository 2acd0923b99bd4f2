/** The only request that the proxy accepts: CONNECT, for a tunnel. It is parsed strictly, because parsers that differ can be tricked. */

import { parseHostPort, type HostPort } from "../../base/host-name.ts";
import type { ReadProgress } from "./read-until.ts";

export type ConnectRequest =
  | ({ readonly kind: "connect" } & HostPort)
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

/** Parses a head with its empty line. A CONNECT always has a port. */
export function parseConnect(head: Buffer): ConnectRequest {
  const [, method, target = ""] = HEAD.exec(head.toString("latin1")) ?? [];
  if (method === undefined) return { kind: "refused", status: 400, why: "this is no request to a proxy", target };
  if (method !== "CONNECT") {
    return { kind: "refused", status: 405, why: "only https works here: plain http is not passed on", target };
  }
  const wanted = /:\d+$/.test(target) ? parseHostPort(target.toLowerCase()) : undefined;
  return wanted === undefined
    ? { kind: "refused", status: 400, why: "a tunnel goes to an exact host and port, not to an address", target }
    : { kind: "connect", ...wanted };
}
