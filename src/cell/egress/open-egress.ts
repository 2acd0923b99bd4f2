/** Listens for clients of the proxy and of services. The code that serves them loads with the first, because most runs have none. */

import { once } from "node:events";
import { chmodSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import type { Proxy, ProxyOptions } from "./proxy.ts";
import type { ServiceOptions } from "./service.ts";

export interface ListeningOptions extends ProxyOptions {
  /** The socket to listen on, in a private folder. */
  readonly socketPath: string;
}

export interface Egress {
  readonly close: () => void;
}

/** Clients that are accepted: twice what the proxy serves. Each holds a descriptor of the controller until it is refused. */
const MAX_CLIENTS = 128;

/** Listens for the proxy's clients. Rejects when the socket cannot be made. */
export async function openEgress({ socketPath, ...options }: ListeningOptions): Promise<Egress> {
  return await listen(socketPath, async () => (await import("./proxy.ts")).createProxy(options));
}

/** Listens for clients of a service. Rejects when the socket cannot be made. */
export async function openService(socketPath: string, options: ServiceOptions): Promise<Egress> {
  return await listen(socketPath, async () => (await import("./service.ts")).createService(options));
}

async function listen(socketPath: string, load: () => Promise<Proxy>): Promise<Egress> {
  let proxy: Promise<Proxy> | undefined;
  let isClosed = false;
  const serve = async (client: Socket): Promise<void> => {
    proxy ??= load();
    const { serve: answer } = await proxy;
    if (isClosed) client.destroy();
    else await answer(client);
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on("error", () => client.destroy());
    serve(client).catch(() => client.destroy()); // the other connections continue
  });
  // Node closes further clients at once, without an answer.
  server.maxConnections = MAX_CLIENTS;
  server.unref();
  server.on("error", () => {}); // where there are no descriptors for more clients, the server has an error for each and goes on
  server.listen(socketPath);
  await once(server, "listening"); // rejects with the server's error
  chmodSync(socketPath, 0o777); // the worker may be another user; the folder around it is private
  return {
    close() {
      isClosed = true;
      server.close();
      void proxy?.then(({ close }) => close());
    },
  };
}
