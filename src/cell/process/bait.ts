/** Bait outside the cell, which the worker's probes try to reach: a file, and listeners that live as long as the probes. */

import { randomUUID } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmodSync, readlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type ListenOptions, type Server } from "node:net";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { thisProcess } from "../../base/process-identity.ts";
import type { Probe } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";

export type Planted = Awaited<ReturnType<typeof plantBait>>;

/** The namespaces of a sealed cell. One that was built without root has a user namespace as well. */
const NAMESPACES = ["cgroup", "ipc", "mnt", "net", "pid", "uts"];

/** Linux's limit for the path of a unix socket. */
const MAX_SOCKET_PATH_BYTES = 107;

/** Throws `config.invalid` when the scratch folder's path is too long for a socket in it. */
export async function plantBait(scratchDir: string, { hasUserNamespace }: { readonly hasUserNamespace: boolean }) {
  const canaryFile = join(scratchDir, "canary");
  const socketPath = join(scratchDir, "canary.sock");
  if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_BYTES) {
    throw new RunnerError({
      code: "config.invalid",
      message: `The path of the folder for temporary files is too long for a socket: ${scratchDir}.`,
      hint: "Set TMPDIR to a shorter one.",
    });
  }
  writeFileSync(canaryFile, "a cell that can read this has no walls\n");
  const greeting = randomUUID();
  const reached = new Set<string>();
  const [socket, tcp, udp] = await Promise.all([
    listen({ path: socketPath }, greeting, () => reached.add("unix_socket")),
    listen({ host: "127.0.0.1", port: 0 }, greeting, () => reached.add("network")),
    listenForDatagrams(greeting, () => reached.add("udp")),
  ]);
  chmodSync(socketPath, 0o777); // only the sandbox may stop the attack, not the socket's mode
  const { pid, started } = thisProcess(); // in the cell's namespace another process may have the id alone
  const kinds = hasUserNamespace ? [...NAMESPACES, "user"] : NAMESPACES;
  return {
    bait: {
      canaryFile,
      socketPath,
      tcpPort: (tcp.address() as AddressInfo).port,
      udpPort: udp.address().port,
      greeting,
      controller: { pid, started },
      namespaces: Object.fromEntries(kinds.map((kind) => [kind, readlinkSync(`/proc/self/ns/${kind}`)])),
    },
    /** The probes' results, corrected by the listeners that were reached. */
    corrected: async (probes: readonly Probe[]): Promise<readonly Probe[]> => {
      await nextTurn(); // connections that arrived before the reply are counted by then
      return probes.map((probe) =>
        reached.has(probe.name) ? { ...probe, held: false, detail: "the planted listener was reached" } : probe,
      );
    },
    remove: (): void => {
      socket.close();
      tcp.close();
      udp.close();
    },
  };
}

async function listen(options: ListenOptions, greeting: string, onReached: () => void): Promise<Server> {
  const server = createServer((connection) => {
    connection.unref();
    connection.on("error", () => {}); // it has closed
    connection.once("data", (said) => {
      if (said.toString() === greeting) onReached();
      connection.destroy();
    });
  });
  server.unref().listen(options);
  await once(server, "listening"); // rejects with the server's error
  return server;
}

async function listenForDatagrams(greeting: string, onReached: () => void) {
  const socket = createSocket("udp4", (said, { address, port }) => {
    if (said.toString() !== greeting) return;
    onReached();
    socket.send("reached", port, address);
  });
  socket.unref();
  const listening = once(socket, "listening");
  socket.bind(0, "127.0.0.1");
  await listening;
  return socket;
}
