/** The one request that the proxy takes: CONNECT, for a tunnel. Read strictly, since what two readers understand differently is a way through. */

import { parseHostPort, type HostPort } from "../../base/host-name.ts";

export type ConnectRequest =
  | ({ readonly kind: "connect" } & HostPort)
  | { readonly kind: "refused"; readonly status: 400 | 405; readonly why: string; readonly target: string };

/** Clients send some hundred bytes. */
export const MAX_HEAD_BYTES = 8192;

/** Where the head ends, the empty line included; undefined while there is none. */
export function headLength(bytes: Buffer): number | undefined {
  const at = bytes.indexOf("\r\n\r\n");
  return at < 0 ? undefined : at + 4;
}

/** Only visible ASCII, spaces between header names and values; anything else is no request of a client we serve. */
const HEAD = /^([A-Z]+) ([!-~]+) HTTP\/1\.[01]\r\n(?:[!-9;-~]+:[ \t]*[ -~\t]*\r\n)*\r\n$/;

/** Understands a head with its empty line. The port is not left out in a CONNECT. */
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
