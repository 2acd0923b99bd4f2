/** Limits of a cell's network, and reports of its refused hosts. */

import type { Socket } from "node:net";
import { oneLine } from "../../base/truncate.ts";
import type { HostNetwork } from "./dial.ts";

export interface EgressLimits {
  /** Connections at the same time. Package managers use a dozen. */
  readonly connections: number;
  /** Bytes in and out together, until the cell closes. */
  readonly bytes: number;
  /** Time without a byte in either direction. */
  readonly idleMs: number;
}

/** Options of everything through which the cell reaches the network. */
export interface EgressOptions {
  /** Called with a sentence for each refused host, at the first, tenth, hundredth time and so on. */
  readonly onDenied: (text: string) => void;
  /** Called with a line for each refusal, before the client is answered. */
  readonly onRefused: (line: string) => void;
  readonly outside?: HostNetwork | undefined;
  readonly limits?: Partial<EgressLimits> | undefined;
}

const USUAL: EgressLimits = { connections: 64, bytes: 4 * 1024 ** 3, idleMs: 120_000 };

/** Refused hosts that are reported. The limit bounds the data that a program can write into the log as host names. */
const MAX_DENIED = 20;
/** Programs send request and greeting at once. A client that has not sent them after this time may be closed for a new one. */
const PATIENCE_MS = 250;
const MAX_NAME_CHARS = 120;

export function createEgressQuota(limits: Partial<EgressLimits>, tell: (text: string) => void) {
  const { connections, bytes, idleMs } = { ...USUAL, ...limits };
  const clients = new Set<Socket>();
  const slow = new Set<Socket>();
  const denied = new Map<string, number>();
  let left = bytes;
  const closing = new AbortController();
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
    /** Admits a client until it closes. False where the bytes are used up, and at the limit of connections where none of them is slow. */
    enter(client: Socket): boolean {
      const [slowest] = slow;
      if (left < 0 || (clients.size >= connections && slowest === undefined)) return false;
      if (clients.size >= connections && slowest !== undefined) {
        slow.delete(slowest);
        clients.delete(slowest);
        slowest.destroy();
      }
      clients.add(client);
      client.once("close", () => clients.delete(client));
      return true;
    },
    /** Waits for a request or greeting of a client, which may be closed for a new one when that takes long. */
    async whileSpeaking<T>(client: Socket, words: Promise<T>): Promise<T> {
      const timer = setTimeout(() => slow.add(client), PATIENCE_MS);
      try {
        return await words;
      } finally {
        clearTimeout(timer);
        slow.delete(client);
      }
    },
    /** Counts the bytes read so far and all further bytes of both sockets, and ends idle connections. */
    count(before: Buffer, client: Socket, remote: Socket): void {
      use(before);
      for (const socket of [client, remote]) socket.on("data", use);
      client.setTimeout(idleMs, () => client.destroy()); // the client's socket sees both directions
    },
    /** Counts a refusal and reports it the first, tenth, hundredth time and so on. */
    deny(place: string, why: string): void {
      const told = `The cell was refused ${oneLine(place, MAX_NAME_CHARS) || "a request"} on the network: ${why}`;
      const text = denied.has(told) || denied.size < MAX_DENIED ? told : "The cell was refused more on the network";
      const count = (denied.get(text) ?? 0) + 1;
      denied.set(text, count);
      if (count === 1) tell(`${text}.`);
      else if (Number.isInteger(Math.log10(count))) tell(`${text} (${count} times until now).`);
    },
    /** Aborted when the cell's network closes. */
    signal: closing.signal,
    /** Ends every connection. */
    close: (): void => {
      closing.abort();
      closeAll();
    },
  };
}
