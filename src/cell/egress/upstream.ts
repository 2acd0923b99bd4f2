/** The proxy through which this machine itself reaches the network, where it has one. */

import { connect, type Socket } from "node:net";
import type { HostPort } from "../../base/host-name.ts";
import type { ProxyEnv } from "../../base/proxy-env.ts";
import { RunnerError } from "../../protocol/error.ts";
import { headLength, MAX_HEAD_BYTES } from "./connect-request.ts";
import { isConnected, type Dialled } from "./dialled.ts";
import { takeUntil } from "./take.ts";

export interface Upstream extends HostPort {
  /** TLS to the proxy itself. */
  readonly isSecure: boolean;
  /** Value of `Proxy-Authorization`. */
  readonly authorization?: string | undefined;
}

/** The proxy for a host, as HTTPS_PROXY and NO_PROXY say; undefined for the direct way. Throws `config.invalid`. */
export function upstreamFor({ host, port }: HostPort, env: ProxyEnv | undefined): Upstream | undefined {
  const value = env?.["HTTPS_PROXY"];
  if (value === undefined || isExcepted(host, port, env?.["NO_PROXY"] ?? "")) return undefined;
  const url = URL.parse(value.includes("://") ? value : `http://${value}`);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new RunnerError({
      code: "config.invalid",
      message: "HTTPS_PROXY is not the address of a proxy.",
      hint: "It begins with http:// or https://.",
    });
  }
  const isSecure = url.protocol === "https:";
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (isSecure ? 443 : 80),
    isSecure,
    authorization: user === ":" ? undefined : `Basic ${Buffer.from(user).toString("base64")}`,
  };
}

/** Entries are hosts or domains, with or without a dot in front and a port behind; `*` is everything. */
function isExcepted(host: string, port: number, list: string): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    const [, name = "", only] = /^\*?\.?([^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (entry === "*") return true;
    if (name === "" || (only !== undefined && Number(only) !== port)) return false;
    return host === name || host.endsWith(`.${name}`);
  });
}

/** As long as a proxy takes to reach the other side of the world, twice. */
const ANSWER_TIMEOUT_MS = 20_000;

/** Asks the proxy for a tunnel. Its name for the host is the host's own: what that resolves to is the proxy's doing. */
export async function connectThrough(
  upstream: Upstream,
  { host, port }: HostPort,
  signal: AbortSignal,
): Promise<Dialled> {
  const failed = (why: string): Dialled => ({ kind: "refused", status: 502, why: `this machine's proxy ${why}` });
  const socket = await open(upstream);
  if (!(await isConnected(socket, signal))) {
    socket.destroy();
    return failed("does not answer");
  }
  const lines = [`CONNECT ${host}:${port} HTTP/1.1`, `Host: ${host}:${port}`];
  if (upstream.authorization !== undefined) lines.push(`Proxy-Authorization: ${upstream.authorization}`);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const head = await takeUntil(socket, headLength, { maxBytes: MAX_HEAD_BYTES, timeoutMs: ANSWER_TIMEOUT_MS });
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head?.taken.toString("latin1") ?? "")?.[1];
  if (status === "200") return { kind: "open", socket };
  socket.destroy();
  return failed(status === undefined ? "does not speak HTTP" : `answered ${status}`);
}

async function open({ host, port, isSecure }: Upstream): Promise<Socket> {
  if (!isSecure) return connect({ host, port, allowHalfOpen: true });
  const tls = await import("node:tls");
  return tls.connect({ host, port, servername: host });
}
