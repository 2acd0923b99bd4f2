/** The cell's only way to the network: a proxy with tunnels to the hosts of the policy, within the cell's limits. */

import type { Socket } from "node:net";
import type { HostPort } from "../../base/network/host-name.ts";
import type { ListedHost } from "../../base/network/network-entry.ts";
import type { ProxyEnv } from "../../base/network/proxy-env.ts";
import { MAX_HELLO_BYTES, readClientHello, type ClientHello } from "./client-hello.ts";
import { dial, HOST_NETWORK } from "./dial.ts";
import { headLength, MAX_HEAD_BYTES, parseRequest, PLAIN_REFUSED, type PlainRequest } from "./proxy-request.ts";
import { createEgressQuota, type EgressOptions } from "./quota.ts";
import { refusedLine, unlistedLine } from "./refusals.ts";
import { joinEnds, readUntil, type ReadProgress } from "./sockets.ts";
import { upstreamFor } from "./upstream.ts";

export interface ProxyOptions extends EgressOptions {
  readonly hosts: readonly ListedHost[];
  /** Proxy settings of this machine. */
  readonly proxyEnv?: ProxyEnv | undefined;
}

export interface Proxy {
  /** Serves a client to its end. */
  readonly serve: (client: Socket) => Promise<void>;
  /** Ends every connection. */
  readonly close: () => void;
}

/** Time for the request and the greeting, which clients send at once. */
const SPEAK_TIMEOUT_MS = 10_000;
/** Time for a refused client to read the answer and close its end. */
const LINGER_MS = 1000;
/** A greeting may come in records of one byte, each with a header of five bytes. */
const MAX_STREAM_BYTES = 6 * MAX_HELLO_BYTES;

export function createProxy(options: ProxyOptions): Proxy {
  const { hosts, proxyEnv, onRefused, outside = HOST_NETWORK } = options;
  const allowed = new Map(hosts.map((host) => [nameOf(host), host]));
  const quota = createEgressQuota(options.limits ?? {}, options.onDenied);
  const deny = (place: string, why: string, line = refusedLine(place, why)): void => {
    quota.deny(place, why);
    onRefused(line);
  };

  const serve = async (client: Socket): Promise<void> => {
    if (!quota.enter(client)) return answer(client, 503, "too many connections, or too many bytes were transferred");
    const limits = { maxBytes: MAX_HEAD_BYTES, timeoutMs: SPEAK_TIMEOUT_MS };
    const head = await quota.whileSpeaking(client, readUntil(client, headLength, limits));
    if (head === undefined) return void client.destroy();
    const request = parseRequest(head);
    if (request.kind === "refused") {
      deny(request.target, request.why);
      return answer(client, request.status, request.why);
    }
    const name = nameOf(request);
    const listed = allowed.get(name);
    if (request.kind === "plain" && listed?.isPlain !== true) {
      deny(request.target, PLAIN_REFUSED);
      return answer(client, 405, PLAIN_REFUSED);
    }
    if (listed === undefined) {
      deny(name, "the policy's sandbox.network does not list it", unlistedLine(name));
      return answer(client, 403, `${name} is not in the policy's sandbox.network`);
    }
    if (request.kind === "connect" && listed.isPlain) {
      deny(name, "the policy lists it for plain http only");
      return answer(client, 403, `${name} is listed for plain http only`);
    }
    const upstream = upstreamFor(request, proxyEnv);
    const dialled = await dial(listed, { outside, upstream, signal: quota.signal });
    if (dialled.kind === "refused") {
      if (dialled.status === 403) deny(name, dialled.why);
      return answer(client, dialled.status, dialled.why);
    }
    const { socket: remote } = dialled;
    if (!joinEnds(client, remote)) return;
    if (request.kind === "plain") return passOn(request, client, remote);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    await tunnel(request, client, remote);
  };

  /** Passes on one request and its answer. Bytes that the client sends after the body are dropped. */
  const passOn = ({ head, bodyBytes }: PlainRequest, client: Socket, remote: Socket): void => {
    const words = Buffer.from(head, "latin1");
    quota.count(words, client, remote);
    remote.write(words);
    let left = bodyBytes;
    client.on("data", (chunk: Buffer) => {
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (part.length > 0 && !remote.write(part)) {
        client.pause();
        remote.once("drain", () => client.resume());
      }
    });
    client.resume();
    remote.pipe(client);
  };

  const tunnel = async (target: HostPort, client: Socket, remote: Socket): Promise<void> => {
    const name = nameOf(target);
    let hello: ClientHello | undefined;
    const isRead = (bytes: Buffer): ReadProgress => {
      hello = readClientHello(bytes);
      return hello.kind === "more" ? hello : { length: bytes.length };
    };
    const limits = { maxBytes: MAX_STREAM_BYTES, timeoutMs: SPEAK_TIMEOUT_MS };
    const greeting = await quota.whileSpeaking(client, readUntil(client, isRead, limits));
    if (greeting === undefined || hello?.kind !== "hello" || hello.name !== target.host) {
      if (hello?.kind === "refused") deny(name, hello.why);
      if (hello?.kind === "hello") deny(name, `the TLS greeting names ${JSON.stringify(hello.name)} in its place`);
      return void client.destroy();
    }
    quota.count(greeting, client, remote);
    remote.write(greeting);
    client.pipe(remote);
    remote.pipe(client);
  };

  return { serve, close: quota.close };
}

const nameOf = ({ host, port }: HostPort): string => `${host}:${port}`;

const PHRASES = { 400: "Bad Request", 403: "Forbidden", 405: "Method Not Allowed", 502: "Bad Gateway", 503: "Busy" };

function answer(client: Socket, status: keyof typeof PHRASES, why: string): void {
  const body = `kimi-runner: ${why}\n`;
  const head = [`HTTP/1.1 ${status} ${PHRASES[status]}`, "Content-Type: text/plain", "Connection: close"];
  client.end(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join("\r\n")}\r\n\r\n${body}`);
  client.resume(); // drops bytes that still arrive
  const timer = setTimeout(() => client.destroy(), LINGER_MS);
  client.once("close", () => clearTimeout(timer));
}
