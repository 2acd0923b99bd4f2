/**
 * The near end of the way to the network: a port of the cell's own loopback, since that is what programs know as a proxy.
 * It carries bytes to the socket and back, and judges nothing: the far end does.
 */

import { connect, createServer, type AddressInfo } from "node:net";

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
      one.once("close", () => other.end()); // what has arrived is still handed on
    }
  });
  server.unref();
  return await new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port));
  });
}

/** By these names programs look for a proxy. What runs in the cell itself is reached without it. */
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
