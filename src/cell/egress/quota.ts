/** Limits of a cell's network, and its refused hosts. */

import type { Socket } from "node:net";
import { oneLine } from "../../base/truncate.ts";

export interface EgressLimits {
  /** Connections at the same time. Package managers use a dozen. */
  readonly connections: number;
  /** Bytes in and out together, until the cell closes. */
  readonly bytes: number;
  /** Time without a byte in either direction. */
  readonly idleMs: number;
}

const USUAL: EgressLimits = { connections: 64, bytes: 4 * 1024 ** 3, idleMs: 120_000 };

/** Refused hosts that are reported. The limit bounds the data that a program can write into the log as host names. */
const MAX_DENIED = 20;
const MAX_NAME_CHARS = 120;

export interface EgressQuota {
  /** Admits a client. Returns a function to call when its connection ends; undefined at the limit of connections. */
  readonly enter: (client: Socket) => (() => void) | undefined;
  /** Counts the bytes read so far and all further bytes of both sockets, and ends idle connections. */
  readonly count: (before: Buffer, client: Socket, remote: Socket) => void;
  /** Reports each host once. */
  readonly deny: (place: string, why: string) => void;
  /** Ends every connection. */
  readonly close: () => void;
}

export function createEgressQuota(limits: Partial<EgressLimits>, tell: (text: string) => void): EgressQuota {
  const { connections, bytes, idleMs } = { ...USUAL, ...limits };
  const clients = new Set<Socket>();
  const denied = new Set<string>();
  let left = bytes;
  const closeAll = (): void => {
    for (const client of clients) client.destroy();
  };
  const use = (chunk: Buffer): void => {
    const before = left;
    left -= chunk.length;
    if (left >= 0) return;
    if (before >= 0) tell(`The cell's network is closed: it transferred more than ${bytes} bytes.`);
    closeAll();
  };
  return {
    enter(client) {
      if (clients.size >= connections || left < 0) return undefined;
      clients.add(client);
      return () => void clients.delete(client);
    },
    count(before, client, remote) {
      use(before);
      for (const socket of [client, remote]) socket.on("data", use);
      client.setTimeout(idleMs, () => client.destroy()); // the client's socket sees both directions
    },
    deny(place, why) {
      const name = oneLine(place, MAX_NAME_CHARS);
      if (denied.has(name) || denied.size > MAX_DENIED) return;
      denied.add(name);
      if (denied.size > MAX_DENIED) tell("The cell was refused more hosts on the network, which are not listed.");
      else tell(`The cell was refused ${name} on the network: ${why}.`);
    },
    close: closeAll,
  };
}
