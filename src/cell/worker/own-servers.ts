/**
 * Requests to the proxy for servers of the cell itself, from clients that do not read NO_PROXY or read it in their own way. They lead to the
 * cell's loopback, whatever the policy lists, and the controller's proxy never hears of them.
 */

/** A request for a server of the cell. */
export interface OwnRequest {
  /** Addresses of the cell's loopback, in the order in which they are tried. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** What the server is sent in place of the request; undefined for a tunnel. */
  readonly head: string | undefined;
}

const FIRST_LINE =
  /^(?:CONNECT (?<tunnel>[^ /]+:\d+)|(?<method>[A-Z]+) (?:http|ws):\/\/(?<place>[^ /?#]+)(?<path>[^ ]*)) (?<version>HTTP\/1\.[01])\r\n/;

/** An address without the brackets that belong around it, as @grpc/grpc-js writes it. */
const BARE_V6 = /^([\da-f.]*:[\da-f:.]*)(?=:\d+$)/i;

/** Reads a whole head. Undefined for a request that is not for the cell itself, and for words that are no request to a proxy. */
export function ownRequest(head: string, hosts: () => string): OwnRequest | undefined {
  const [line = "", ...rest] = FIRST_LINE.exec(head) ?? [];
  const [tunnel, method, place = "", path = "", version] = rest;
  const url = line === "" ? null : URL.parse(`http://${tunnel?.replace(BARE_V6, "[$1]") ?? place}`);
  if (url === null) return undefined;
  const addresses = loopbackOf(url.hostname, hosts);
  if (addresses.length === 0) return undefined;
  const port = url.port === "" ? 80 : Number(url.port);
  if (tunnel !== undefined) return { addresses, port, head: undefined };
  const origin = `${method} ${path.startsWith("/") ? "" : "/"}${path} ${version}\r\n`;
  return { addresses, port, head: origin + headersFor(head.slice(line.length)) };
}

/** The headers, with the empty line. The connection ends with the answer, because the client may ask another server next. */
function headersFor(headers: string): string {
  const isUpgrade = /^upgrade:/im.test(headers);
  const dropped = isUpgrade ? /^proxy-[^\n]*\n/gim : /^(?:proxy-[^:\n]*|connection|keep-alive):[^\n]*\n/gim;
  return (isUpgrade ? "" : "Connection: close\r\n") + headers.replace(dropped, "");
}

/** The addresses of the cell's loopback that a host of a URL stands for, as the kernel and the cell's /etc/hosts say. */
function loopbackOf(host: string, hosts: () => string): readonly string[] {
  if (host === "[::1]" || host === "[::]") return ["::1"];
  const address = unmapped(host);
  if (address === "0.0.0.0") return ["127.0.0.1"];
  if (/^127\.[\d.]+$/.test(address)) return [address];
  const name = host.replace(/\.$/, "");
  return hosts()
    .split("\n")
    .flatMap((line) => {
      const [at = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
      return isLoopback(at) && names.some((one) => one.toLowerCase() === name) ? [at] : [];
    });
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^127(?:\.\d{1,3}){3}$/.test(address);
}

/** `[::ffff:7f00:1]`, as URLs have `::ffff:127.0.0.1`. */
function unmapped(host: string): string {
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const words = [high, low].map((word) => Number.parseInt(word, 16));
  return words.flatMap((word) => [word >> 8, word & 255]).join(".");
}
