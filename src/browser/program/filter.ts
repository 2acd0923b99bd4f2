/**
 * The only way out of the browser: a proxy on the cell's loopback that passes on tunnels to hosts which were approved, to the
 * cell's own proxy, and refuses everything else. The browser's own requests to its maker end here as well.
 */

import { connect, createServer, type Server, type Socket } from "node:net";

export interface Filter {
  readonly port: number;
  readonly close: () => void;
}

export interface FilterOptions {
  /** As policies list them: with a port where it is not 443. */
  readonly isAllowed: (host: string) => boolean;
  /** The cell's proxy, on its loopback; left out where there is none. */
  readonly upstreamPort?: number | undefined;
}

/** A request line with a host name; more is no tunnel. */
const MAX_HEAD_BYTES = 8_192;
const REFUSED = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** Opens it on a free port. */
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
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: portOf(server),
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** The cell's proxy reads the same request and answers it. */
function pass(socket: Socket, head: Buffer, port: number): void {
  const upstream = connect(port, "127.0.0.1", () => upstream.write(head));
  upstream.on("error", () => socket.destroy());
  upstream.on("close", () => socket.destroy());
  socket.on("close", () => upstream.destroy());
  socket.pipe(upstream);
  upstream.pipe(socket);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
