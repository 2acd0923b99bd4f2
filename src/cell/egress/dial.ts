/** Connects to a checked address of a listed host, or through this machine's proxy, which resolves the name itself. */

import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import { parseAddressRange } from "../../base/network/address-range.ts";
import type { ListedHost } from "../../base/network/network-entry.ts";
import { isOpenAddress } from "./public-address.ts";
import { isConnected } from "./sockets.ts";
import { connectThrough, type DialResult, type Upstream } from "./upstream.ts";

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

export interface ConnectOptions {
  readonly outside: HostNetwork;
  readonly signal: AbortSignal;
}

/** Connects to the first of these addresses that answers; undefined where none does. */
export async function connectToFirst(
  addresses: readonly string[],
  port: number,
  { outside, signal }: ConnectOptions,
): Promise<Socket | undefined> {
  for (const address of addresses) {
    const socket = outside.connect(address, port);
    if (await isConnected(socket, signal)) return socket;
    socket.destroy();
  }
  return undefined;
}

export interface DialOptions extends ConnectOptions {
  readonly upstream?: Upstream | undefined;
}

/** Where packets are dropped, an address takes 10 s. More addresses do not help. */
const MAX_ADDRESSES = 4;

/** Opens a connection to a host, or says why not. */
export async function dial(listed: ListedHost, { upstream, ...options }: DialOptions): Promise<DialResult> {
  const { host, port, ranges } = listed;
  const addresses = await options.outside.resolve(host).catch(() => undefined);
  if (addresses === undefined && upstream === undefined) return failed(`${host} does not resolve`);
  const open = addresses?.filter((address) => isOpenAddress(address, ranges));
  if (open?.length === 0) return { kind: "refused", status: 403, why: whyClosed(listed, addresses ?? []) };
  if (upstream !== undefined) return await connectThrough(upstream, { host, port }, options.signal);
  const socket = await connectToFirst((open ?? []).slice(0, MAX_ADDRESSES), port, options);
  return socket === undefined ? failed(`${host} does not answer on port ${port}`) : { kind: "open", socket };
}

/** The reason, with the entry that would allow the address: the group's where one is listed, because tools need its other hosts too. */
function whyClosed({ host, ranges, group }: ListedHost, addresses: readonly string[]): string {
  const is = `${host} is ${addresses.join(", ")}`;
  if (ranges.length > 0) return `${is}, which is outside the addresses that the policy names for it`;
  const alone = addresses.flatMap((address) => parseAddressRange(`${address}/${isIP(address) === 4 ? 32 : 128}`) ?? []);
  const first = alone.find((range) => isOpenAddress(range.net, [range]));
  if (first === undefined) return `${is}, which is not a public address`;
  const cure = `{ host: ${group ?? host}, addresses: ["${first.net}/${first.prefix}"] }`;
  return `${is}, which is not a public address; a host of your own network is listed as ${cure}`;
}

function failed(why: string): DialResult {
  return { kind: "refused", status: 502, why };
}
