/** What one cell may use of the network, and what it asked for in vain. */

import type { Socket } from "node:net";
import { oneLine } from "../../base/truncate.ts";

export interface EgressLimits {
  /** At the same time; package managers use a dozen. */
  readonly connections: number;
  /** In and out together, while the cell lives. */
  readonly bytes: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
}

const USUAL: EgressLimits = { connections: 64, bytes: 4 * 1024 ** 3, idleMs: 120_000 };

/** Enough to see what a program wanted; a name can be used to carry words out, so there is an end to it. */
const MAX_DENIED = 20;
const MAX_NAME_CHARS = 120;

export interface Share {
  /** Undefined when there is no room; else to be called when the connection is over. */
  readonly enter: (client: Socket) => (() => void) | undefined;
  /** What was read before counts, from now on the bytes of both do, and silence ends them. */
  readonly count: (before: Buffer, client: Socket, remote: Socket) => void;
  /** Tells it once per place. */
  readonly deny: (place: string, why: string) => void;
  /** Ends every connection. */
  readonly close: () => void;
}

export function createShare(limits: Partial<EgressLimits>, tell: (text: string) => void): Share {
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
    if (before >= 0) tell(`The cell moved more than ${bytes} bytes over the network; it is cut off from now on.`);
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
      client.setTimeout(idleMs, () => client.destroy()); // it sees both directions
    },
    deny(place, why) {
      const name = oneLine(place, MAX_NAME_CHARS);
      if (denied.has(name) || denied.size > MAX_DENIED) return;
      denied.add(name);
      if (denied.size > MAX_DENIED) tell("The cell asked for still more places on the network in vain.");
      else tell(`The cell asked for ${name} on the network in vain: ${why}.`);
    },
    close: closeAll,
  };
}
