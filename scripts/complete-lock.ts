/**
 * Adds to package-lock.json the optional packages of other platforms. Run it after `npm install`: a registry mirror may serve only
 * the packages of one platform, npm then leaves the others out, and `npm ci` refuses the lock file. Each added package gets the
 * registry's digest. The script names those for which the registry has none. It leaves out which Node each package needs: all of them
 * run on the Node 24 of `node_modules`, and `npm ci` would warn of the Node that runs npm.
 */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly engines?: unknown;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const FILE = "package-lock.json";
const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** The platform in the name of a package, such as `binding-linux-x64-musl`. */
function platformOf(name: string): { readonly os?: string[]; readonly cpu?: string[]; readonly libc?: string[] } {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith("musl")) ? "musl" : "glibc";
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(os === "linux" && { libc: [libc] }) };
}

/** The digest of a package's archive, from the registry that npm is configured for. */
function integrityOf(name: string, version: string): string | undefined {
  try {
    const args = ["view", `${name}@${version}`, "dist.integrity"];
    const said = execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    return /^sha512-\S+$/.test(said) ? said : undefined;
  } catch {
    return undefined;
  }
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
const all = Object.entries<LockedPackage>({ ...packages, ...Object.fromEntries(missing) });
const unknown: string[] = [];
const complete = all.map(([path, { engines, ...entry }]): [string, LockedPackage] => {
  if (path === "") return [path, { ...entry, engines }]; // npm compares it with package.json
  if (entry.integrity !== undefined || entry.version === undefined) return [path, entry];
  const name = path.replace(/^.*node_modules\//, "");
  const integrity = integrityOf(name, entry.version);
  if (integrity === undefined) unknown.push(name);
  const { version, ...rest } = entry;
  return [path, { version, ...(integrity === undefined ? {} : { integrity }), ...rest }];
});
lock.packages = Object.fromEntries(complete.toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${FILE}: ${missing.length} packages of other platforms added`);
if (unknown.length > 0) console.log(`The registry has no digest of ${unknown.join(", ")}`);
