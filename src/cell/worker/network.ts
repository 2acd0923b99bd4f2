/** The cell's end of the network: ports of its loopback that lead to sockets of the controller, and settings of tools. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { join } from "node:path";
import { isWithin } from "../../base/paths/is-within.ts";
import type { ClientFile, Forward } from "../process/frames.ts";
import { ownRequest, type OwnRequest } from "./own-servers.ts";

/** Where the kernel has no IPv6, 127.0.0.1 is enough. */
const NO_V6 = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** Clients at the same time: four times what the controller serves. Each takes two descriptors of the worker. */
const MAX_CLIENTS = 256;
/** Clients of them that may wait with their request when others come. */
const MAX_SILENT = 128;
/** As much as the controller reads. */
const MAX_HEAD_BYTES = 8192;
/** Time for a program to close its end after the controller has closed. */
const LINGER_MS = 1000;

/** Lets ports of the loopback lead to sockets until the worker ends. Rejects when a port is taken. */
export async function forwardAll(forwards: readonly Forward[]): Promise<void> {
  await Promise.all(forwards.flatMap((one) => one.addresses.map(async (address) => await forward(one, address))));
}

/** Lets the clients of a port reach the controller's socket. Those of the proxy reach the cell's own servers without the controller. */
async function forward({ socketPath, port, isProxy = false }: Forward, address: string): Promise<void> {
  const out: NetConnectOpts = { path: socketPath, allowHalfOpen: true };
  const listen = isProxy ? proxyFor(out) : (client: Socket) => joined(client, connect(out));
  const server = createServer({ allowHalfOpen: true }, listen);
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

/** Copies bytes between two sockets until both have ended. */
function joined(client: Socket, far: Socket): void {
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
}

/** Reads what a client asks for. Of many clients that ask for nothing the first ones make room for others. */
function proxyFor(out: NetConnectOpts): (client: Socket) => void {
  const silent = new Set<Socket>();
  return (client) => {
    const [first] = silent;
    if (silent.size >= MAX_SILENT) first?.destroy();
    silent.add(client);
    let words = Buffer.alloc(0);
    const settle = (request: OwnRequest | undefined, spoken: number): void => {
      silent.delete(client);
      client.off("data", hear).off("end", end).pause();
      client.unshift(words.subarray(spoken));
      if (request === undefined) joined(client, connect(out));
      else serveOwn(client, request);
    };
    const hear = (chunk: Buffer): void => {
      words = Buffer.concat([words, chunk]);
      const at = words.indexOf("\r\n\r\n");
      if (at < 0 && words.length < MAX_HEAD_BYTES) return;
      const head = words.toString("latin1", 0, at + 4);
      const request = at < 0 ? undefined : ownRequest(head, () => readFileSync("/etc/hosts", "utf8"));
      settle(request, request === undefined ? 0 : at + 4);
    };
    const end = (): unknown => client.destroy();
    client.once("close", () => silent.delete(client)).on("error", end);
    client.on("data", hear).once("end", end);
  };
}

/** Connects a client to the cell's own server. Where none listens, the client is not answered, as by a port that is closed. */
function serveOwn(client: Socket, { addresses: [host, ...others], port, head }: OwnRequest): void {
  const far = connect({ host: host ?? "127.0.0.1", port, allowHalfOpen: true });
  const fail = (): void => {
    if (others.length > 0) serveOwn(client, { addresses: others, port, head });
    else if (head === undefined) client.end(`HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n`);
    else client.resetAndDestroy();
  };
  far.once("error", fail).once("connect", () => {
    far.off("error", fail);
    if (client.destroyed) far.destroy();
    if (head === undefined) client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    else far.write(head, "latin1");
    joined(client, far);
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
