/**
 * The cell's end of the connection to the network: a port of its loopback, which programs can use as a proxy. It copies bytes to
 * the controller's socket and back. The controller's end checks them.
 */

import { connect, createServer } from "node:net";
import type { Forward } from "../../process/frames.ts";

/** Where the kernel has no IPv6, 127.0.0.1 is enough. */
const NO_V6 = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** Clients at the same time: four times what the controller serves. Each takes two descriptors of the worker. */
const MAX_CLIENTS = 256;
/** Time for a program to close its end after the controller has closed. */
const LINGER_MS = 1000;

/** Lets ports of the loopback lead to sockets until the worker ends. Rejects when a port cannot be had. */
export async function forwardAll(forwards: readonly Forward[]): Promise<void> {
  await Promise.all(
    forwards.flatMap(({ socketPath, port, addresses }) =>
      addresses.map(async (address) => await forward(socketPath, port, address)),
    ),
  );
}

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
    // It stays: without descriptors for more clients the server has an error for each, and goes on.
    server.on("error", (error: NodeJS.ErrnoException) =>
      address === "::1" && NO_V6.has(error.code ?? "") ? done() : fail(error),
    );
    server.listen(port, address, done);
  });
}
