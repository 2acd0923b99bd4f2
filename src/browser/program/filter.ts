/**
 * The only way out of the browser: a proxy on the cell's loopback. It passes tunnels to approved hosts on to the cell's own proxy and
 * refuses everything else, also the browser's own requests to its maker.
 */

import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface Filter {
  readonly port: number;
  readonly close: () => void;
}

export interface FilterOptions {
  /** Whether a host is approved. It has a port where that is not 443, as in policies. */
  readonly isAllowed: (host: string) => boolean;
  /** The port of the cell's proxy; undefined where there is none. */
  readonly upstreamPort?: number | undefined;
}

/** The head of a tunnel is a request line with a host name and a few headers. */
const MAX_HEAD_BYTES = 8_192;
const REFUSED = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** Opens the proxy on a free port. */
export async function openFilter({ isAllowed, upstreamPort }: FilterOptions): Promise<Filter> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    let head = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      if (!head.includes("\r\n\r\n") && head.length < MAX_HEAD_BYTES) return;
      socket.off("data", read);
      const target = /^CONNECT ([^\s/]+) HTTP\/1\.[01]\r\n/.exec(head.toString("latin1"))?.[1]?.toLowerCase();
      if (target === undefined || upstreamPort === undefined || !isAllowed(target.replace(/:443$/, ""))) {
        socket.end(REFUSED);
        return;
      }
      pass(socket, head, upstreamPort);
    };
    socket.on("data", read);
  });
  await new Promise<void>((done, fail) => {
    // This listener stays: where there are no descriptors for more clients, the server has an error for each and goes on.
    server.on("error", fail);
    server.listen(0, "127.0.0.1", done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Connects a client to the cell's proxy, which reads the same request and answers it. */
function pass(socket: Socket, head: Buffer, port: number): void {
  const upstream = connect(port, "127.0.0.1", () => upstream.write(head));
  upstream.on("error", () => socket.destroy());
  upstream.on("close", () => socket.destroy());
  socket.on("close", () => upstream.destroy());
  socket.pipe(upstream);
  upstream.pipe(socket);
}
