/** Servers that speak TLS with a certificate made for the test, and greetings as clients send them. */

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { isIP, type AddressInfo } from "node:net";
import { join } from "node:path";

export interface Certificate {
  /** PEM file, which is its own authority. */
  readonly path: string;
  readonly cert: string;
  readonly key: string;
}

/** A certificate for these hosts and addresses, written into a folder as `ca.pem`. */
export function makeCertificate(dir: string, hosts: readonly string[]): Certificate {
  const path = join(dir, "ca.pem");
  const keyPath = join(dir, "key.pem");
  const names = hosts.map((host) => `${isIP(host) === 0 ? "DNS" : "IP"}:${host}`).join(",");
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", keyPath];
  const facts = ["-subj", "/CN=test", "-addext", `subjectAltName=${names}`, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...key, "-out", path, ...facts], { stdio: "ignore" });
  return { path, cert: readFileSync(path, "utf8"), key: readFileSync(keyPath, "utf8") };
}

export interface FileServer {
  readonly port: number;
  /** `host path` of every request. */
  readonly requests: readonly string[];
  readonly [Symbol.dispose]: () => void;
}

/** Serves files by `host/path`, and 404 for what it does not have. */
export async function serveFiles(
  { cert, key }: Pick<Certificate, "cert" | "key">,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<FileServer> {
  const requests: string[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const path = `${request.headers.host?.replace(/:\d+$/, "")}${request.url?.replace(/\?.*$/, "")}`;
    requests.push(path);
    const body = files[path] ?? "not here\n";
    response.writeHead(path in files ? 200 : 404, {
      "content-length": Buffer.byteLength(body),
      ...(path.endsWith("/") ? { "content-type": "text/html" } : {}),
    });
    response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** An extension of a greeting. */
export function extension(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** The extension that names a server. */
export function serverName(name: string): Buffer {
  const bytes = Buffer.from(name, "latin1");
  const head = Buffer.from([0, 0, 0, 0, 0]);
  head.writeUInt16BE(bytes.length + 3, 0);
  head.writeUInt16BE(bytes.length, 3);
  return extension(0, Buffer.concat([head, bytes]));
}

/** A TLS greeting with these extensions, in records of at most `recordBytes`. */
export function greeting(extensions: readonly Buffer[], recordBytes = 16_384): Buffer {
  const list = Buffer.concat(extensions);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(list.length);
  const session = Buffer.from([0]);
  const ciphers = Buffer.from([0, 2, 0x13, 0x01]);
  const compression = Buffer.from([1, 0]);
  const body = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32, 7), session, ciphers, compression, length, list]);
  const head = Buffer.from([1, 0, 0, 0]);
  head.writeUIntBE(body.length, 1, 3);
  const handshake = Buffer.concat([head, body]);
  const records: Buffer[] = [];
  for (let at = 0; at < handshake.length; at += recordBytes) {
    const part = handshake.subarray(at, at + recordBytes);
    const record = Buffer.from([22, 3, 1, 0, 0]);
    record.writeUInt16BE(part.length, 3);
    records.push(record, part);
  }
  return Buffer.concat(records);
}
