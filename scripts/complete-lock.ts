/**
 * Adds to package-lock.json the optional packages of other platforms. A registry mirror may serve only those of one platform;
 * npm then leaves the others out of the lock file, and `npm ci` refuses it. Run after `npm install`.
 */

import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const FILE = "package-lock.json";
const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** What the name of a platform package says: `binding-linux-x64-musl`. */
function platformOf(name: string): { readonly os?: string[]; readonly cpu?: string[]; readonly libc?: string[] } {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith("musl")) ? "musl" : "glibc";
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(os === "linux" && { libc: [libc] }) };
}

const lock = JSON.parse(readFileSync(FILE, "utf8")) as { packages: Record<string, LockedPackage> };
const { packages } = lock;
const missing = Object.values(packages).flatMap(({ optionalDependencies = {}, dev }) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => packages[`node_modules/${name}`] === undefined)
    .map(([name, range]) => {
      const version = range.replace(/^[\^~]/, "");
      return [`node_modules/${name}`, { version, ...(dev && { dev }), optional: true, ...platformOf(name) }] as const;
    }),
);
const all = Object.entries({ ...packages, ...Object.fromEntries(missing) });
lock.packages = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${FILE}: ${missing.length} packages of other platforms added`);
