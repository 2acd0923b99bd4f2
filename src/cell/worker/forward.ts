/**
 * The cell's end of the connection to the network: a port of its loopback, which programs can use as a proxy. It copies bytes to
 * the controller's socket and back. The controller's end checks them.
 */

import { connect, createServer, type AddressInfo } from "node:net";

/** Clients at the same time: four times what the controller serves. Each takes two descriptors of the worker. */
const MAX_CLIENTS = 256;
/** Time for a program to close its end after the controller has closed. */
const LINGER_MS = 1000;

/** Listens on a free port and returns it. */
export async function forwardTo(socketPath: string): Promise<number> {
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
  return await new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port));
  });
}

/** Variables in which programs look for a proxy. Servers in the cell itself are reached without it. */
export function networkVariables(port: number): Record<string, string> {
  const proxy = `http://127.0.0.1:${port}`;
  const names = [
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "npm_config_https_proxy",
    "npm_config_proxy",
  ];
  const except = "localhost,127.0.0.1,::1";
  return {
    ...Object.fromEntries([...names, "PIP_PROXY", "YARN_HTTPS_PROXY", "CARGO_HTTP_PROXY"].map((name) => [name, proxy])),
    NO_PROXY: except,
    no_proxy: except,
    NODE_USE_ENV_PROXY: "1", // node's own fetch, from 24
  };
}
