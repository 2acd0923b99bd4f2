/**
 * What packages keep outside of `/usr`: configuration in `/etc`, and folders to which their files in `/usr` link. Configuration is copied,
 * and only as the package ships it, by its checksum, so that it holds nothing of this machine's user and no link in it leads anywhere.
 */

import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { fileText, jsonFile, lstatOrNone, namesIn, statOrNone } from "../../base/file-text.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { shown, type Mount } from "../process/mounts.ts";
import { removeTree } from "../process/remove-tree.ts";

interface Found {
  /** Files of `/etc`, each with the time of its last change. */
  readonly files: Readonly<Record<string, number>>;
  readonly folders: Readonly<Record<string, number>>;
}

interface Database {
  /** Its time and size say whether packages were installed since. */
  readonly file: string;
  /** The files of `/etc` with the checksums of their packages, in hexadecimal. */
  readonly configuration: (root: string, text: () => string) => Iterable<readonly [path: string, sum: string]>;
}

/** Where the copies are in the cell. */
const COPIES_AT = "/opt/kimi/packages";

const DPKG = "/var/lib/dpkg/status";
const UCF = "/var/lib/ucf/hashfile";

/** The databases of packages. Those of rpm and apk were not tried on a machine that has them. */
const DATABASES: readonly Database[] = [
  {
    file: DPKG,
    *configuration(root, text) {
      for (const [, path = "", sum = ""] of text().matchAll(/^ (\/etc\/\S+) ([0-9a-f]{32})$/gm)) yield [path, sum];
      // Files that packages install with ucf.
      for (const [, sum = "", path = ""] of (fileText(join(root, UCF)) ?? "").matchAll(
        /^([0-9a-f]{32}) +(\/etc\/\S+)$/gm,
      ))
        yield [path, sum];
    },
  },
  {
    file: "/lib/apk/db/installed",
    *configuration(_, text) {
      let [folder, file] = ["", ""];
      for (const line of text().split("\n")) {
        if (line.startsWith("F:")) folder = line.slice(2);
        if (line.startsWith("R:")) file = `/${folder}/${line.slice(2)}`;
        if (line.startsWith("Z:Q1") && file.startsWith("/etc/"))
          yield [file, Buffer.from(line.slice(4), "base64").toString("hex")];
      }
    },
  },
  {
    file: "/var/lib/rpm/rpmdb.sqlite",
    *configuration() {
      const said = execFileSync("/usr/bin/rpm", ["-qa", "--configfiles", "--dump"], { encoding: "utf8", env: {} });
      for (const [, path = "", sum = ""] of said.matchAll(/^(\/etc\/\S+) \d+ \d+ ([0-9a-f]{32,64}) /gm))
        yield [path, sum];
    },
  },
];

/** Of the system and its services, which no command of a build reads. */
const OF_THE_SYSTEM = new RegExp(
  `^/etc/(?:${[
    "adduser|apache2|apparmor|apt|avahi|bash_completion|cron|dbus|debconf|default|deluser|dhcp|dpkg|e2scrub|grub",
    "init|iproute2|issue|kernel|ldap|libaudit|lighttpd|logcheck|login|logrotate|mke2fs|modprobe|mysql|network",
    "NetworkManager|PackageKit|pam|polkit|postgresql|ppp|profile|rc|samba|security|selinux|sensors|ssh|ssl|sudo",
    "sysctl|systemd|ucf|udev|ufw|update-|X11",
  ].join("|")})`,
);
/** Names of keys and passwords, which are left out even where everybody may read them. */
const SECRET = /\/g?shadow|passw|secret|private|token|credential|netrc|\.(?:jks|key|p12|pem|pfx)$/i;

/** Checksums by their length in hexadecimal. */
const SUMS: Readonly<Record<number, string>> = { 32: "md5", 40: "sha1", 64: "sha256" };
const MAX_FILE_BYTES = 256 * 1024;
const MAX_FILES = 2000;
const MAX_ENTRIES = 5000;

export interface PackageOptions {
  /** Paths at which the cell has mounts already. */
  readonly mounted: readonly string[];
  readonly workDir: string;
  /** Folder for the copies where they cannot be kept for other runs. */
  readonly filesDir: string;
  readonly root?: string;
  /** Folder that keeps the copies for other runs. */
  readonly keepIn?: string | undefined;
}

/** One mount for the copies, a link for each folder of configuration, and a mount for each other folder. */
export function packageMounts(options: PackageOptions): readonly Mount[] {
  const { root = "/", mounted } = options;
  const database = DATABASES.find(({ file }) => statOrNone(join(root, file)) !== undefined);
  if (database === undefined) return [];
  const { dir, found } = copiesOf(database, { ...options, root });
  const links = [...new Set(Object.keys(found.files).map(topOf))].map(
    (at) => ({ kind: "link", to: `${COPIES_AT}${at}`, at }) as const,
  );
  const folders = Object.keys(found.folders).filter((path) => isFree(path, mounted));
  return [
    ...(links.length === 0 ? [] : [shown(dir, COPIES_AT)]),
    ...links,
    ...folders.map((at) => shown(join(root, at), at)),
  ];
}

const topOf = (path: string): string => path.split("/").slice(0, 3).join("/");

function isFree(path: string, mounted: readonly string[]): boolean {
  return !mounted.some((at) => isWithin(at, path) || isWithin(path, at));
}

/** The copies of an earlier run, where neither the database nor one of the files has changed since; else new ones. */
function copiesOf(database: Database, options: PackageOptions & { readonly root: string }) {
  const { root, filesDir, workDir, keepIn } = options;
  const { mtimeMs, size } = statSync(join(root, database.file));
  // Commands must not reach it.
  const kept = keepIn === undefined || isWithin(keepIn, workDir) ? undefined : ownFolder(keepIn);
  const without = options.mounted.filter((at) => isWithin(at, "/etc")); // whose files need no copies
  const dir = join(kept ?? filesDir, hash("sha256", JSON.stringify([mtimeMs, size, without])));
  const before = jsonFile(join(dir, LIST)) as Found | undefined; // written by this program in a folder of its own
  if (kept !== undefined && before !== undefined && isUnchanged(before, root)) {
    writeFileSync(join(dir, USED), "");
    return { dir, found: before };
  }
  mkdirSync(kept ?? filesDir, { recursive: true });
  const made = mkdtempSync(join(kept ?? filesDir, "new-"));
  if (kept !== undefined) removeUnused(kept, statSync(made).mtimeMs);
  const found = collect(database, { root, without, into: made });
  chmodSync(made, 0o755);
  writeFileSync(join(made, LIST), JSON.stringify(found));
  try {
    if (before !== undefined) renameSync(dir, `${made}-before`); // a cell of another run may show it
    renameSync(made, dir);
    return { dir, found };
  } catch {
    return { dir: made, found }; // another run was faster
  }
}

const LIST = "list.json";

/** Its time is that of the last run that was given the copies. */
const USED = "used";
const UNUSED_AFTER_MS = 7 * 86_400_000;

function removeUnused(kept: string, now: number): void {
  for (const name of namesIn(kept)) {
    const dir = join(kept, name);
    const used = (statOrNone(join(dir, USED)) ?? statOrNone(dir))?.mtimeMs ?? now;
    if (used < now - UNUSED_AFTER_MS) removeTree(dir);
  }
}

/** A folder that only this user can write to; undefined where another user was there first. */
function ownFolder(path: string): string | undefined {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const stats = lstatSync(path);
    return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0 ? path : undefined;
  } catch {
    return undefined;
  }
}

function isUnchanged({ files, folders }: Found, root: string): boolean {
  const isSame = ([path, ctimeMs]: readonly [string, number]): boolean =>
    lstatOrNone(join(root, path))?.ctimeMs === ctimeMs;
  const look = lookAt(root);
  // What an installation made can change without it; what is in /opt belongs to the package.
  const isStillOpen = (path: string): boolean => path.startsWith("/opt/") || isOpen(path, { look, shipped: new Set() });
  return (
    [...Object.entries(files), ...Object.entries(folders)].every(isSame) && Object.keys(folders).every(isStillOpen)
  );
}

interface Places {
  readonly root: string;
  readonly without: readonly string[];
  readonly into: string;
}

function collect({ file, configuration }: Database, { root, without, into }: Places): Found {
  const files: Record<string, number> = {};
  const look = lookAt(root);
  const isWanted = cached((top: string) => isFree(top, without));
  const make = cached((dir: string) => mkdirSync(join(into, dir), { recursive: true, mode: 0o755 }));
  const text = (): string => fileText(join(root, file)) ?? "";
  for (const [path, sum] of configuration(root, text)) {
    if (Object.keys(files).length >= MAX_FILES) break;
    const copy = isWanted(topOf(path)) ? asShipped(path, sum, look) : undefined;
    if (copy === undefined) continue;
    make(dirname(path));
    writeFileSync(join(into, path), copy.content, { mode: 0o644 });
    files[path] = copy.ctimeMs;
  }
  const folders = file === DPKG ? linkedFolders(look) : {};
  return { files, folders };
}

type Look = ReturnType<typeof lookAt>;

/** What is asked of the file system again and again in one pass. */
function lookAt(root: string) {
  const { uid: owner } = statSync(root);
  const real = realpathSync.native(root);
  return {
    root,
    /** Whether root, who owns `/`, owns it, and nobody else may change it, and everybody may read it. */
    isPublic: ({ mode, uid }: Stats): boolean => uid === owner && (mode & 0o004) !== 0 && (mode & 0o022) === 0,
    /** Whether no part of a path is a link. */
    isAtItsPath: cached((path) => realpathSync.native(join(root, path)) === join(real, path)),
  };
}

function cached<T>(of: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined || known.has(path)) return before as T;
    const made = of(path);
    known.set(path, made);
    return made;
  };
}

/** A file that everybody may read, and that is as its package ships it. */
function asShipped(path: string, sum: string, { root, isPublic, isAtItsPath }: Look) {
  if (OF_THE_SYSTEM.test(path) || SECRET.test(path) || normalize(path) !== path || !path.startsWith("/etc/"))
    return undefined;
  try {
    const at = join(root, path);
    const stats = lstatSync(at);
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES || !isPublic(stats) || !isAtItsPath(dirname(path)))
      return undefined;
    const content = readFileSync(at);
    const algorithm = SUMS[sum.length];
    if (algorithm === undefined || hash(algorithm, content) !== sum) return undefined;
    return { content, ctimeMs: stats.ctimeMs };
  } catch {
    return undefined;
  }
}

/** Folders of `/var/lib` and `/opt` to which a link in `/usr` of their package leads (TeX, aspell). Those of services are data. */
function linkedFolders(look: Look): Record<string, number> {
  const { root } = look;
  const folders: Record<string, number> = {};
  const wanted = foldersWithContent(look);
  for (const paths of wanted.size === 0 ? [] : packagesBeside(root)) {
    const shipped = new Set(paths);
    const tops = new Set(paths.filter((path) => wanted.has(path)));
    // In an archive of dpkg-deb the links are last, so that each comes after the file to which it leads.
    for (const path of paths.toReversed().filter((one) => one.startsWith("/usr/"))) {
      const stats = lstatOrNone(join(root, path));
      if (tops.size === 0 || stats?.isSymbolicLink() === false) break;
      const top = stats === undefined ? undefined : folderOf(path, root);
      if (top === undefined || !tops.delete(top) || !isOpen(top, { look, shipped })) continue;
      folders[top] = lstatSync(join(root, top)).ctimeMs;
    }
  }
  return folders;
}

/** The folders that may be shown, by what they are themselves. */
function foldersWithContent({ root, isPublic }: Look): ReadonlySet<string> {
  const below = (dir: string): readonly string[] => namesIn(join(root, dir)).map((name) => `${dir}/${name}`);
  const isShown = (path: string): boolean => {
    const stats = lstatOrNone(join(root, path));
    return stats?.isDirectory() === true && isPublic(stats) && namesIn(join(root, path)).length > 0;
  };
  return new Set([...below("/var/lib"), ...below("/opt").flatMap(below)].filter(isShown));
}

/** 30 of 361 packages have longer lists, the longest 1.5 MB. What is in `/var` and the links are at the end. */
const TAIL_BYTES = 16 * 1024;

/** The paths of each package with something in `/var/lib` or `/opt`, without services and without libraries (`name:architecture`). */
function* packagesBeside(root: string): Generator<readonly string[]> {
  const info = join(root, "/var/lib/dpkg/info");
  const buffer = Buffer.allocUnsafe(TAIL_BYTES);
  for (const name of namesIn(info)) {
    const text = name.endsWith(".list") && !name.includes(":") ? listBeside(`${info}/${name}`, buffer) : "";
    if (text === "" || text.includes("/systemd/system/") || text.includes("\n/etc/init.d/")) continue;
    yield text.trimEnd().split("\n");
  }
}

/** The list of a package that has something there, else nothing. A package may be removed meanwhile. */
function listBeside(path: string, buffer: Buffer): string {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    const read = readSync(fd, buffer, 0, TAIL_BYTES, 0);
    if (read === TAIL_BYTES) readSync(fd, buffer, 0, TAIL_BYTES, fstatSync(fd).size - TAIL_BYTES);
    const tail = buffer.subarray(0, read);
    return tail.includes("/var/lib/") || tail.includes("/opt/") ? readFileSync(fd, "latin1") : "";
  } catch {
    return "";
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const FOLDER = /^\/var\/lib\/[^/]+|^\/opt\/[^/]+\/[^/]+/;

/** The folder to which a link leads: `/var/lib/name` or `/opt/vendor/name`. */
function folderOf(path: string, root: string): string | undefined {
  return FOLDER.exec(resolve(dirname(path), readlinkSync(join(root, path))))?.[0];
}

/** Whether everything in a folder is public and not called a secret. In `/opt` all of it must also be the package's own. */
function isOpen(
  top: string,
  { look, shipped }: { readonly look: Look; readonly shipped: ReadonlySet<string> },
): boolean {
  const { root, isPublic, isAtItsPath } = look;
  if (lstatOrNone(join(root, top)) === undefined || !isAtItsPath(top)) return false;
  const left = [top];
  let entries = 0;
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const stats = lstatOrNone(join(root, path));
    if (stats?.isSymbolicLink() === true) continue;
    entries += 1;
    if (stats === undefined || entries > MAX_ENTRIES || !isPublic(stats) || SECRET.test(path)) return false;
    if (top.startsWith("/opt/") && !shipped.has(path)) return false;
    if (stats.isDirectory() && (stats.mode & 0o001) !== 0)
      left.push(...namesIn(join(root, path)).map((name) => `${path}/${name}`));
    else if (!stats.isFile()) return false;
  }
  return true;
}
