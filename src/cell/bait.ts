/** What is planted outside the cell for the worker to attack: a file, a unix socket and a TCP port, all alive during the probes. */

import { readlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type ListenOptions, type Server } from "node:net";
import { join } from "node:path";
import { RunnerError } from "../protocol/error.ts";

export interface Planted {
  readonly canaryFile: string;
  readonly socketPath: string;
  readonly tcpPort: number;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

/** Every namespace a sealed cell has of its own. */
const NAMESPACES = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"];

/** Linux takes no longer path of a unix socket. */
const MAX_SOCKET_PATH_BYTES = 107;

/** Throws `config.invalid` when the scratch folder's path is too long for a socket in it. */
export async function plantBait(scratchDir: string): Promise<Planted> {
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
  const [socket, tcp] = await Promise.all([listen({ path: socketPath }), listen({ host: "127.0.0.1", port: 0 })]);
  return {
    canaryFile,
    socketPath,
    tcpPort: (tcp.address() as AddressInfo).port,
    namespaces: Object.fromEntries(NAMESPACES.map((kind) => [kind, readlinkSync(`/proc/self/ns/${kind}`)])),
    remove: () => {
      socket.close();
      tcp.close();
    },
  };
}

async function listen(options: ListenOptions): Promise<Server> {
  return await new Promise((done, fail) => {
    const server = createServer((connection) => connection.destroy());
    server.unref();
    server.once("error", fail);
    server.listen(options, () => done(server));
  });
}
