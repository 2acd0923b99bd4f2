/**
 * The cell's only way to the network: a proxy on a unix socket, for tunnels to the hosts of the policy. It reads what asks
 * for the tunnel and the first words inside, and carries the rest unread, as far as the cell's share goes.
 */

import { chmodSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import type { HostPort } from "../../base/host-name.ts";
import { MAX_HELLO_BYTES, readClientHello } from "./client-hello.ts";
import { headLength, MAX_HEAD_BYTES, parseConnect } from "./connect-request.ts";
import { dial, OUTSIDE, type Outside } from "./dial.ts";
import { createShare, type EgressLimits } from "./share.ts";
import { takeUntil } from "./take.ts";
import type { Upstream } from "./upstream.ts";

export interface EgressOptions {
  /** Where it listens; the folder must be private. */
  readonly socketPath: string;
  /** Those that may be reached. */
  readonly hosts: readonly HostPort[];
  /** The way out of this machine for a host, where it is a proxy. */
  readonly upstreamFor?: (target: HostPort) => Upstream | undefined;
  /** Hears of every place once that was asked for in vain, in a sentence. */
  readonly onDenied: (text: string) => void;
  readonly outside?: Outside;
  readonly limits?: Partial<EgressLimits>;
}

export interface Egress {
  readonly close: () => void;
}

/** Clients send at once what they have to say. */
const SPEAK_TIMEOUT_MS = 10_000;

/** Listens. Rejects when the socket cannot be made. */
export async function openEgress(options: EgressOptions): Promise<Egress> {
  const { socketPath, hosts, upstreamFor = () => undefined, outside = OUTSIDE } = options;
  const allowed = new Set(hosts.map(nameOf));
  const closing = new AbortController();
  const share = createShare(options.limits ?? {}, options.onDenied);

  const serve = async (client: Socket): Promise<void> => {
    const leave = share.enter(client);
    if (leave === undefined) return answer(client, 503, "too many connections");
    client.once("close", leave);
    const head = await takeUntil(client, headLength, { maxBytes: MAX_HEAD_BYTES, timeoutMs: SPEAK_TIMEOUT_MS });
    if (head === undefined) return void client.destroy();
    const request = parseConnect(head.taken);
    if (request.kind === "refused") {
      share.deny(request.target, request.why);
      return answer(client, request.status, request.why);
    }
    const name = nameOf(request);
    if (!allowed.has(name)) {
      share.deny(name, "the policy's sandbox.network does not list it");
      return answer(client, 403, `${name} is not in the policy's sandbox.network`);
    }
    const dialled = await dial(request, { outside, upstream: upstreamFor(request), signal: closing.signal });
    if (dialled.kind === "refused") {
      if (dialled.status === 403) share.deny(name, dialled.why);
      return answer(client, dialled.status, dialled.why);
    }
    const { socket: remote } = dialled;
    remote.once("close", () => client.end()); // what has arrived is still handed on
    client.once("close", () => remote.destroy());
    if (client.destroyed) return void remote.destroy();
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    await tunnel({ client, remote, host: request.host, name });
  };

  const tunnel = async ({ client, remote, host, name }: Tunnel): Promise<void> => {
    const isRead = (bytes: Buffer): number | undefined =>
      readClientHello(bytes).kind === "more" ? undefined : bytes.length;
    const greeting = await takeUntil(client, isRead, { maxBytes: MAX_HELLO_BYTES, timeoutMs: SPEAK_TIMEOUT_MS });
    const hello = greeting === undefined ? undefined : readClientHello(greeting.taken);
    if (greeting === undefined || hello?.kind !== "hello" || hello.name !== host) {
      if (hello?.kind === "refused") share.deny(name, hello.why);
      if (hello?.kind === "hello")
        share.deny(name, `the TLS greeting names ${JSON.stringify(hello.name)} in its place`);
      return void client.destroy();
    }
    share.count(greeting.taken, client, remote);
    remote.write(greeting.taken);
    client.pipe(remote);
    remote.pipe(client);
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on("error", () => client.destroy());
    serve(client).catch(() => client.destroy()); // one connection's end is not the cell's
  });
  server.unref();
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(socketPath, done);
  });
  chmodSync(socketPath, 0o777); // the worker may be another user; the folder around it is private
  return {
    close() {
      closing.abort();
      server.close();
      share.close();
    },
  };
}

interface Tunnel {
  readonly client: Socket;
  readonly remote: Socket;
  readonly host: string;
  readonly name: string;
}

const nameOf = ({ host, port }: HostPort): string => `${host}:${port}`;

const PHRASES = { 400: "Bad Request", 403: "Forbidden", 405: "Method Not Allowed", 502: "Bad Gateway", 503: "Busy" };

function answer(client: Socket, status: keyof typeof PHRASES, why: string): void {
  const body = `kimi-runner: ${why}\n`;
  const head = [`HTTP/1.1 ${status} ${PHRASES[status]}`, "Content-Type: text/plain", "Connection: close"];
  client.end(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join("\r\n")}\r\n\r\n${body}`);
  client.resume(); // what is still on its way is thrown away
}
