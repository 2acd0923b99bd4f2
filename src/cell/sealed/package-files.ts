/**
 * What the packages of the distribution keep outside of `/usr`: configuration in `/etc`, and folders to which their files in `/usr`
 * have links. A program finds them in the cell as outside. Configuration is taken only as the package ships it, by its checksum, so
 * that it holds nothing of this machine's user; it is copied, so that no link in it leads anywhere.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { fileText, jsonFile, namesIn } from "../../base/file-text.ts";
import { isWithin } from "../../base/is-within.ts";
import type { Mount } from "../process/mounts.ts";
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
const OF_THE_SYSTEM =
  /^\/etc\/(?:apache2|apparmor|apt|avahi|bash_completion|cron|dbus|default|dhcp|dpkg|grub|init|kernel|ldap|logrotate|modprobe|mysql|network|NetworkManager|pam|polkit|postgresql|ppp|profile|rc|samba|security|ssh|ssl|sudo|sysctl|systemd|udev|ufw|update-|X11)/;
/** Names of keys and passwords, which are left out even where everybody may read them. */
const SECRET = /\/g?shadow|passw|secret|private|\.(?:key|pem|p12)$/i;

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
  /** The root of the file system. */
  readonly root?: string;
  /** Folder that keeps the copies for other runs. */
  readonly keepIn?: string | undefined;
}

/** One mount for the copies, a link for each folder of configuration, and a mount for each other folder. */
export function packageMounts(options: PackageOptions): readonly Mount[] {
  const { root = "/", mounted } = options;
  const database = DATABASES.find(({ file }) => statSync(join(root, file), { throwIfNoEntry: false }) !== undefined);
  if (database === undefined) return [];
  const { dir, found } = copiesOf(database, { ...options, root });
  const isFree = (path: string): boolean => !mounted.some((at) => isWithin(at, path) || isWithin(path, at));
  const tops = new Set(Object.keys(found.files).map((path) => path.split("/").slice(0, 3).join("/")));
  const links = [...tops].filter(isFree).map((at) => ({ kind: "link", to: `${COPIES_AT}${at}`, at }) as const);
  const folders = Object.keys(found.folders).filter(isFree);
  return [
    ...(links.length === 0 ? [] : [{ kind: "ro", from: dir, at: COPIES_AT } as const]),
    ...links,
    ...folders.map((at) => ({ kind: "ro", from: join(root, at), at }) as const),
  ];
}

interface Copies {
  readonly dir: string;
  readonly found: Found;
}

/** The copies of an earlier run, where neither the database nor one of the files has changed since; else new ones. */
function copiesOf(database: Database, options: PackageOptions & { readonly root: string }): Copies {
  const { root, filesDir, workDir, keepIn } = options;
  const { mtimeMs, size } = statSync(join(root, database.file));
  // Commands must not reach it.
  const kept = keepIn === undefined || isWithin(keepIn, workDir) ? undefined : ownFolder(keepIn);
  const dir = join(kept ?? filesDir, `${Math.trunc(mtimeMs)}-${size}`);
  const before = jsonFile(join(dir, LIST)) as Found | undefined; // written by this program in a folder of its own
  if (kept !== undefined && before !== undefined && isUnchanged(before, root)) return { dir, found: before };
  mkdirSync(kept ?? filesDir, { recursive: true });
  const made = mkdtempSync(join(kept ?? filesDir, "new-"));
  const found = collect(database, root, made);
  chmodSync(made, 0o755);
  writeFileSync(join(made, LIST), JSON.stringify(found));
  removeTree(dir);
  try {
    renameSync(made, dir);
    return { dir, found };
  } catch {
    return { dir: made, found }; // another run was faster
  }
}

const LIST = "list.json";

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
    lstatSync(join(root, path), { throwIfNoEntry: false })?.ctimeMs === ctimeMs;
  // What an installation made can change without it; what is in /opt belongs to the package.
  const isStillOpen = (path: string): boolean => path.startsWith("/opt/") || isOpen(path, { root, shipped: new Set() });
  return (
    [...Object.entries(files), ...Object.entries(folders)].every(isSame) && Object.keys(folders).every(isStillOpen)
  );
}

function collect({ file, configuration }: Database, root: string, into: string): Found {
  const files: Record<string, number> = {};
  const text = (): string => fileText(join(root, file)) ?? "";
  for (const [path, sum] of configuration(root, text)) {
    if (Object.keys(files).length >= MAX_FILES) break;
    const copy = asShipped(path, sum, root);
    if (copy === undefined) continue;
    mkdirSync(dirname(join(into, path)), { recursive: true, mode: 0o755 });
    writeFileSync(join(into, path), copy.content, { mode: 0o644 });
    files[path] = copy.ctimeMs;
  }
  const folders = file === DPKG ? linkedFolders(root) : {};
  return { files, folders };
}

/** A file that everybody may read, and that is as its package ships it. */
function asShipped(path: string, sum: string, root: string) {
  if (OF_THE_SYSTEM.test(path) || SECRET.test(path) || normalize(path) !== path || !path.startsWith("/etc/"))
    return undefined;
  try {
    const at = join(root, path);
    const stats = lstatSync(at);
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES || !isPublic(stats, root)) return undefined;
    if (!isAtItsPath(dirname(path), root)) return undefined;
    const content = readFileSync(at);
    const algorithm = SUMS[sum.length];
    if (algorithm === undefined || createHash(algorithm).update(content).digest("hex") !== sum) return undefined;
    return { content, ctimeMs: stats.ctimeMs };
  } catch {
    return undefined;
  }
}

interface Rights {
  readonly mode: number;
  readonly uid: number;
}

/** Whether root, who owns `/`, owns it, and nobody else may change it, and everybody may read it. */
function isPublic({ mode, uid }: Rights, root: string): boolean {
  return uid === statSync(root).uid && (mode & 0o004) !== 0 && (mode & 0o022) === 0;
}

/** Whether no part of a path is a link. */
function isAtItsPath(path: string, root: string): boolean {
  return realpathSync(join(root, path)) === join(realpathSync(root), path);
}

/**
 * Folders of `/var/lib` and `/opt` that a package has and to which a link of its own in `/usr` leads, such as those of TeX's formats
 * and of aspell's dictionaries. Packages of services are left out: their folders are data.
 */
function linkedFolders(root: string): Record<string, number> {
  const info = join(root, "/var/lib/dpkg/info");
  const folders: Record<string, number> = {};
  for (const name of namesIn(info)) {
    if (!name.endsWith(".list")) continue;
    const text = readFileSync(join(info, name), "latin1"); // 800 packages have 8 MB of names
    if (!text.includes("\n/var/lib/") && !text.includes("\n/opt/")) continue;
    if (text.includes("/systemd/system/") || text.includes("\n/etc/init.d/")) continue;
    const paths = text.split("\n");
    const shipped = new Set(paths);
    const open = new Set(
      paths.filter((path) => FOLDER.exec(path)?.[0] === path && !(path in folders) && isOpen(path, { root, shipped })),
    );
    for (const path of open.size === 0 ? [] : paths) {
      const top = path.startsWith("/usr/") ? folderOf(path, root) : undefined;
      if (top === undefined || !open.delete(top)) continue;
      folders[top] = lstatSync(join(root, top)).ctimeMs;
      if (open.size === 0) break;
    }
  }
  return folders;
}

const FOLDER = /^\/var\/lib\/[^/]+|^\/opt\/[^/]+\/[^/]+/;

/** The folder to which a link leads: `/var/lib/name` or `/opt/vendor/name`. */
function folderOf(path: string, root: string): string | undefined {
  const at = join(root, path);
  if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return undefined;
  return FOLDER.exec(resolve(dirname(path), readlinkSync(at)))?.[0];
}

/**
 * Whether everything in a folder is public, and not called a secret. In `/opt` the package has all of it; in `/var/lib` there is what
 * its installation made.
 */
function isOpen(
  top: string,
  { root, shipped }: { readonly root: string; readonly shipped: ReadonlySet<string> },
): boolean {
  if (lstatSync(join(root, top), { throwIfNoEntry: false }) === undefined || !isAtItsPath(top, root)) return false;
  const left = [top];
  let entries = 0;
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() === true) continue;
    entries += 1;
    if (stats === undefined || entries > MAX_ENTRIES || !isPublic(stats, root) || SECRET.test(path)) return false;
    if (top.startsWith("/opt/") && !shipped.has(path)) return false;
    if (stats.isDirectory() && (stats.mode & 0o001) !== 0)
      left.push(...namesIn(join(root, path)).map((name) => `${path}/${name}`));
    else if (!stats.isFile()) return false;
  }
  return true;
}
