/** Makes one bundle of the system's certificates and those of more files, each once. Loaded only where such files are named. */

import { createHash, X509Certificate } from "node:crypto";
import { readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statOrNone } from "../../base/file-text.ts";
import { realOrNone } from "../sealed/host-paths.ts";
import type { TrustSource } from "./trust-sources.ts";

/** The system's bundle in Debian, Fedora, Alpine and openSUSE. The cell has it at the same path. */
const SYSTEM_FILES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
  "/etc/ssl/ca-bundle.pem",
];

/** A system's bundle has 250 kB. */
const MAX_BYTES = 8_000_000;

export interface TrustBundle {
  /** Its path in the cell. */
  readonly inCell: string;
  /** The path in the cell of a key store with the same certificates for Java; undefined where they are only the system's. */
  readonly keyStore?: string | undefined;
  /** Certificates that the system's bundle lacks, as DER. */
  readonly added: readonly Buffer[];
  /** Files that cannot be read or hold no certificate, each with the reason. */
  readonly problems: readonly string[];
}

type TrustFolder = Readonly<Record<"path" | "inCell", string>>;

const BUNDLE_NAME = "ca.pem";
const KEY_STORE_NAME = "ca.jks";

/** Makes the bundle, in the folder where a source adds to the system's certificates. Undefined where there are no certificates. */
export function makeBundle(sources: readonly TrustSource[], folder: TrustFolder): TrustBundle | undefined {
  const system = SYSTEM_FILES.find((file) => statOrNone(file)?.isFile() === true);
  const seen = new Set(system === undefined ? [] : [realpathSync(system)]);
  const known = new Map<string, X509Certificate>();
  const problems: string[] = [];
  const take = (file: string): string | undefined => {
    const certificates = certificatesIn(file);
    if (typeof certificates === "string") return certificates;
    for (const certificate of certificates) known.set(certificate.fingerprint256, certificate);
    return certificates.length === 0 ? "it has no certificate" : undefined;
  };
  const others = sources.filter(({ path: file }) => {
    const real = realOrNone(file) ?? file; // reading it says what is wrong
    if (seen.has(real)) return false;
    seen.add(real);
    return true;
  });
  if (others.length === 0) return system === undefined ? undefined : { inCell: system, added: [], problems };
  if (system !== undefined) take(system);
  const before = known.size;
  for (const { path: file, namedBy } of others) {
    const problem = take(file);
    if (problem !== undefined) problems.push(`${namedBy} names ${file}: ${problem}`);
  }
  const added = [...known.values()].slice(before).map(({ raw }) => raw);
  if (added.length === 0) return system === undefined ? undefined : { inCell: system, added, problems };
  const certificates = [...known.values()];
  writeFileSync(join(folder.path, BUNDLE_NAME), certificates.join(""), { mode: 0o644 });
  writeFileSync(join(folder.path, KEY_STORE_NAME), keyStoreOf(certificates.map(({ raw }) => raw)), { mode: 0o644 });
  const inCell = join(folder.inCell, BUNDLE_NAME);
  return { inCell, keyStore: join(folder.inCell, KEY_STORE_NAME), added, problems };
}

/** Every certificate in a PEM file. Everything else in it, private keys above all, is left out. */
function certificatesIn(file: string): readonly X509Certificate[] | string {
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > MAX_BYTES) return "it is not a file, or too large for a certificate file";
    const text = readFileSync(file, "latin1");
    const blocks = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
    return blocks.flatMap((pem) => certificateOf(pem) ?? []);
  } catch {
    return "it cannot be read";
  }
}

function certificateOf(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Java's own format hashes these words between its password and its content. */
const SALT = "Mighty Aphrodite";
/** Java's usual password. The file holds no secret, and Java reads certificates without the password. */
const PASSWORD = "changeit";

/** A key store of trusted certificates in Java's own format (JKS), which every Java reads. */
function keyStoreOf(certificates: readonly Buffer[]): Buffer {
  const entries = certificates.flatMap((der, index) => [
    int(2), // a trusted certificate
    text(`ca-${index}`),
    Buffer.alloc(8), // its date
    text("X.509"),
    int(der.length),
    der,
  ]);
  const content = Buffer.concat([int(0xfeed_feed), int(2), int(certificates.length), ...entries]);
  const password = Buffer.from(PASSWORD, "utf16le").swap16();
  return Buffer.concat([content, createHash("sha1").update(password).update(SALT).update(content).digest()]);
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([length, Buffer.from(value, "latin1")]);
}
