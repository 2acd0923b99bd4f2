/**
 * The cell's end of the network: ports of its loopback that lead to sockets of the controller, which decides what is reached, and
 * settings of tools in the home folder.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { isWithin } from "../../base/is-within.ts";
import type { ClientFile, Forward } from "../process/frames.ts";

/** Where the kernel has no IPv6, 127.0.0.1 is enough. */
const NO_V6 = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** Clients at the same time: four times what the controller serves. Each takes two descriptors of the worker. */
const MAX_CLIENTS = 256;
/** Time for a program to close its end after the controller has closed. */
const LINGER_MS = 1000;

/** Lets ports of the loopback lead to sockets until the worker ends. Rejects when a port is taken. */
export async function forwardAll(forwards: readonly Forward[]): Promise<void> {
  await Promise.all(
    forwards.flatMap(({ socketPath, port, addresses }) =>
      addresses.map(async (address) => await forward(socketPath, port, address)),
    ),
  );
}

/** Copies bytes between the clients of a port and the controller's socket. */
async function forward(socketPath: string, port: number, address: string): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const far = connect({ path: socketPath, allowHalfOpen: true });
    for (const [one, other] of [
      [client, far],
      [far, client],
    ] as const) {
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.once("close", () => other.end()); // bytes that have arrived are still passed on
    }
    const leave = (): void => {
      for (const socket of [client, far]) socket.destroy();
    };
    far.once("end", () => client.end(() => setTimeout(leave, LINGER_MS).unref()));
  });
  server.maxConnections = MAX_CLIENTS;
  server.unref();
  await new Promise<void>((done, fail) => {
    // This listener stays: where there are no descriptors for more clients, the server has an error for each and goes on.
    server.on("error", (error: NodeJS.ErrnoException) =>
      address === "::1" && NO_V6.has(error.code ?? "") ? done() : fail(error),
    );
    server.listen(port, address, done);
  });
}

/** Writes each file unless it exists, but never into the workspace. A tool whose folder is not writable gets none. */
export function writeClientFiles(files: readonly ClientFile[], root: string, env: NodeJS.ProcessEnv): void {
  for (const { variable, folder, name, text } of files) {
    const dir = (variable === undefined ? undefined : env[variable]) ?? join(env["HOME"] ?? "/", folder);
    if (isWithin(dir, root)) continue;
    try {
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, name), text, { flag: "wx" });
    } catch {
      // The file exists, or the folder is the host's own.
    }
  }
}
