/** The proxy through which this machine reaches the network, if it has one. */

import { connect, isIP, type Socket } from "node:net";
import type { HostPort } from "../../base/network/host-name.ts";
import type { ProxyEnv } from "../../base/network/proxy-env.ts";
import { configError } from "../../protocol/error.ts";
import { headLength, MAX_HEAD_BYTES } from "./proxy-request.ts";
import { isConnected, readUntil } from "./sockets.ts";

/** The result of connecting to a host. */
export type DialResult =
  | { readonly kind: "open"; readonly socket: Socket }
  | { readonly kind: "refused"; readonly status: 403 | 502; readonly why: string };

export interface Upstream extends HostPort {
  /** TLS to the proxy itself. */
  readonly isSecure: boolean;
  /** Value of `Proxy-Authorization`. */
  readonly authorization?: string | undefined;
}

/** The proxy for a host, from HTTPS_PROXY and NO_PROXY; undefined for a direct connection. Throws `config.invalid`. */
export function upstreamFor({ host, port }: HostPort, env: ProxyEnv | undefined): Upstream | undefined {
  const value = env?.["HTTPS_PROXY"];
  if (value === undefined || isExcepted(host, port, env?.["NO_PROXY"] ?? "")) return undefined;
  const url = URL.parse(value.includes("://") ? value : `http://${value}`);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw configError("HTTPS_PROXY is not the address of a proxy.", "Begin it with http:// or https://.");
  }
  const isSecure = url.protocol === "https:";
  const user = `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (isSecure ? 443 : 80),
    isSecure,
    authorization: user === ":" ? undefined : `Basic ${Buffer.from(user).toString("base64")}`,
  };
}

/** A user name or password without its escapes. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    const message = "The user name or password in HTTPS_PROXY has a % that does not begin a UTF-8 escape.";
    throw configError(message, "Write %25 for a %, and other characters as UTF-8, such as %C3%BC for ü.");
  }
}

/** Whether NO_PROXY lists a host. Its entries are hosts or domains, with an optional leading dot and port; `*` matches all hosts. */
function isExcepted(host: string, port: number, list: string): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    const [, name = "", only] = /^\*?\.?([^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (entry === "*") return true;
    if (name === "" || (only !== undefined && Number(only) !== port)) return false;
    return host === name || host.endsWith(`.${name}`);
  });
}

/** Twice the time a proxy needs to connect to a host around the world. */
const ANSWER_TIMEOUT_MS = 20_000;

/** The answer of a proxy that takes a login of Windows and no user name with a password. */
const WINDOWS_LOGIN = /^(?![^]*^proxy-authenticate:[ \t]*basic)[^]*^proxy-authenticate:[ \t]*(?:ntlm|negotiate)/im;

/** Asks the proxy for a tunnel to a host by its name, which the proxy resolves. */
export async function connectThrough(
  upstream: Upstream,
  { host, port }: HostPort,
  signal: AbortSignal,
): Promise<DialResult> {
  const failed = (why: string): DialResult => ({ kind: "refused", status: 502, why: `this machine's proxy ${why}` });
  const socket = await open(upstream);
  if (!(await isConnected(socket, signal))) {
    socket.destroy();
    return failed("does not answer");
  }
  const lines = [`CONNECT ${host}:${port} HTTP/1.1`, `Host: ${host}:${port}`];
  if (upstream.authorization !== undefined) lines.push(`Proxy-Authorization: ${upstream.authorization}`);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const head = await readUntil(socket, headLength, { maxBytes: MAX_HEAD_BYTES, timeoutMs: ANSWER_TIMEOUT_MS });
  const said = head?.toString("latin1") ?? "";
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(said)?.[1];
  if (status === "200") return { kind: "open", socket };
  socket.destroy();
  if (status === "407" && WINDOWS_LOGIN.test(said)) {
    return failed(
      "requires NTLM or Kerberos, which kimi-runner does not support; set HTTPS_PROXY to a local proxy that speaks them",
    );
  }
  return failed(status === undefined ? "does not speak HTTP" : `answered ${status}`);
}

async function open({ host, port, isSecure }: Upstream): Promise<Socket> {
  if (!isSecure) return connect({ host, port, allowHalfOpen: true });
  const tls = await import("node:tls");
  return tls.connect({ host, port, servername: isIP(host) === 0 ? host : "" }); // an address is no server name (RFC 6066, 3)
}
