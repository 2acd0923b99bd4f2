/**
 * The way out: resolves a listed host, and connects to the very address that was looked at. A host whose own way out is a
 * proxy goes through that: it resolves the name again, which is its owner's doing.
 */

import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import type { HostPort } from "../../base/host-name.ts";
import { isConnected, type Dialled } from "./dialled.ts";
import { isPublicAddress } from "./public-address.ts";
import { connectThrough, type Upstream } from "./upstream.ts";

/** What the outside world answers; the tests have one of their own. */
export interface Outside {
  /** Addresses of a host, best first. Rejects when there are none. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly connect: (address: string, port: number) => Socket;
}

/** The machine's own resolver and network. */
export const OUTSIDE: Outside = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connect: (address, port) => connect({ host: address, port, allowHalfOpen: true }),
};

export interface DialOptions {
  readonly outside: Outside;
  readonly upstream?: Upstream | undefined;
  readonly signal: AbortSignal;
}

/** Each takes 1 s where packets are dropped; more are of no help. */
const MAX_ADDRESSES = 4;

/** Opens a connection to a host, or says why not. */
export async function dial({ host, port }: HostPort, { outside, upstream, signal }: DialOptions): Promise<Dialled> {
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

function failed(why: string): Dialled {
  return { kind: "refused", status: 502, why };
}
