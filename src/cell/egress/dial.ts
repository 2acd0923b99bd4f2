/**
 * Connects to a listed host: resolves its name once and connects to the checked address. On a machine behind a proxy it connects
 * through the proxy, which resolves the name itself.
 */

import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import type { HostPort } from "../../base/host-name.ts";
import { isConnected, type DialResult } from "./dial-result.ts";
import { isPublicAddress } from "./public-address.ts";
import { connectThrough, type Upstream } from "./upstream.ts";

/** Name resolution and connections. Tests replace it. */
export interface HostNetwork {
  /** Addresses of a host, best first. Rejects when there are none. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly connect: (address: string, port: number) => Socket;
}

/** The machine's own resolver and network. */
export const HOST_NETWORK: HostNetwork = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connect: (address, port) => connect({ host: address, port, allowHalfOpen: true }),
};

export interface DialOptions {
  readonly outside: HostNetwork;
  readonly upstream?: Upstream | undefined;
  readonly signal: AbortSignal;
}

/** An address takes 1 s where packets are dropped. More addresses do not help. */
const MAX_ADDRESSES = 4;

/** Opens a connection to a host, or says why not. */
export async function dial({ host, port }: HostPort, { outside, upstream, signal }: DialOptions): Promise<DialResult> {
  const addresses = await outside.resolve(host).catch(() => undefined);
  if (addresses === undefined && upstream === undefined) return failed(`${host} does not resolve`);
  const open = addresses?.filter(isPublicAddress);
  if (open?.length === 0) {
    const why = `${host} is ${addresses?.join(", ")}, which is no public address`;
    return { kind: "refused", status: 403, why };
  }
  if (upstream !== undefined) return await connectThrough(upstream, { host, port }, signal);
  for (const address of (open ?? []).slice(0, MAX_ADDRESSES)) {
    const socket = outside.connect(address, port);
    if (await isConnected(socket, signal)) return { kind: "open", socket };
    socket.destroy();
  }
  return failed(`${host} does not answer on port ${port}`);
}

function failed(why: string): DialResult {
  return { kind: "refused", status: 502, why };
}
