/** The paths of the host that a sealed cell sees, read-only. None may contain a credential; other paths do not exist in the cell. */

import { existsSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { OpenCellOptions } from "../process/options.ts";
import { lstatOrNone } from "../../base/file-text.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { shown, type Mount } from "../process/mounts.ts";

/** Folders and files of the system. With a merged `/usr` some of them are links. */
const SYSTEM = [
  ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"],
  ["/var/lib/gems", "/nix/store", "/gnu/store"],
  // What lscpu and dpkg -s read: the processors, and which packages are installed.
  ["/sys/devices/system/cpu", "/var/lib/dpkg/status"],
].flat();

/** Tool caches of hosted runners and of act, and a browser. */
const TOOL_CACHES = ["/opt/google/chrome", "/opt/hostedtoolcache", "/opt/acttoolcache", "/opt/pipx", "/opt/pipx_bin"];

/** Toolchains in the home folder. Not `.npmrc`, `.netrc`, `.m2`, `.dotnet/corefx` (keys), `.config`, `.docker`, `.ssh`, `.aws`, `.gnupg`. */
const HOME_TOOLS = [
  // Version managers.
  [".asdf", ".fnm", ".goenv", ".jenv", ".nodenv", ".nvm", ".pyenv", ".rbenv", ".rvm", ".volta"],
  [".local/share/fnm", ".local/share/mise/installs", ".local/share/mise/plugins"],
  [".local/share/mise/shims"],
  // Folders of installers, with toolchains.
  [".ghcup", ".jdks", ".rustup", ".sdkman/candidates", ".swiftly", "sdk"],
  [".dotnet/dotnet", ".dotnet/host", ".dotnet/sdk", ".dotnet/shared"],
  // Python, and what its installers keep.
  ["miniconda3", "miniforge3", "anaconda3", ".poetry", ".local/pipx"],
  [".local/share/pipx", ".local/share/pypoetry", ".local/share/uv"],
  // Programs that package managers installed.
  [".bun/bin", ".cabal/bin", ".cargo/bin", ".deno/bin", ".dotnet/tools", ".pixi/bin", "go/bin"],
  [".local/bin", ".local/lib"],
].flat();

/** A file that every virtual environment of Python has, and no other folder. */
const VIRTUAL_ENVIRONMENT = "pyvenv.cfg";

/**
 * What the programs of a `bin` or `shims` need beside it: a JDK without `conf/security` makes no TLS connection, and Go without `go.env`
 * knows no proxy. The rest of the folder may be anything else, such as the user's data in `.local`.
 */
const BESIDE = [
  ["boot", "include", "jmods", "lib", "lib64", "libexec", "pkg", "share", "src", "versions"],
  // The configuration of a JDK.
  ["conf/logging", "conf/logging.properties", "conf/net.properties", "conf/security"],
  // Files that say which version and which kind of toolchain it is.
  ["build.txt", "go.env", "release", "VERSION", "version", VIRTUAL_ENVIRONMENT],
].flat();

type HostOptions = Required<Pick<OpenCellOptions, "pathVar" | "toolDirs" | "workDir">> & Pick<OpenCellOptions, "home">;

/** The mounts of the system and its tools, outer folders first. Missing paths are left out. Each path costs a `stat`. */
export function hostMounts({ pathVar, home, toolDirs, workDir }: HostOptions): readonly Mount[] {
  const places = [workDir, ...(home === undefined ? [] : [home])];
  const tools = [
    ...TOOL_CACHES,
    ...toolDirs.filter((dir) => !isWide(dir, places)),
    ...(home === undefined ? [] : HOME_TOOLS.map((name) => join(home, name))),
    ...pathVar.split(":").flatMap((entry) => toolFolder(entry, places)),
  ];
  const system = SYSTEM.flatMap((path) => systemMount(path));
  const wanted = tools.filter((path) => !SYSTEM.includes(path) && !isWithin(path, workDir) && existsSync(path));
  const paths = outermost(wanted).filter((path) => !isWithin(path, "/usr"));
  return [...system, ...paths.toSorted().map((path) => shown(path))];
}

/** The paths that are not inside another one, each once. */
export function outermost(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)));
}

function systemMount(path: string): Mount[] {
  const stats = lstatOrNone(path);
  if (stats === undefined) return [];
  return [stats.isSymbolicLink() ? { kind: "link", to: readlinkSync(path), at: path } : shown(path)];
}

/** Whether a folder is one of the system's, such as `/usr/sbin`, the home of a daemon. The cell sees it read-only or has its own. */
export function isSystem(path: string): boolean {
  return path === "/" || ["/dev", "/etc", "/proc", "/sys", ...SYSTEM].some((dir) => isWithin(path, dir));
}

/** Folders that contain more than programs. */
const TOO_WIDE = /^\/(?:|home|root|opt|etc|var|run|tmp|proc|dev|sys|srv|mnt|media|snap)$/;

/** Whether a folder is missing, one of the system's, or contains one of `places`, after links are followed. It is not mounted then. */
export function isWide(path: string, places: readonly string[]): boolean {
  const real = realOrNone(path);
  return real === undefined || isTooWide(real, places);
}

/** Whether a folder is one of the system's, or contains one of `places`. */
export function isTooWide(path: string, places: readonly string[]): boolean {
  if (TOO_WIDE.test(path) || /^\/(?:proc|dev|sys|run)\//.test(path)) return true;
  return places.some((place) => isWithin(place, path));
}

/** The folders of `.pyenv`, `.rbenv` and the like: a hidden folder that belongs to one tool, even outside of this user's home folder. */
const VERSION_MANAGER = /\/\.(?:(?:[a-z]+env|asdf)\/shims|(?:go|j|nod|php|py|r)env\/bin)$/;

/**
 * The folders to mount for an entry of PATH; none when it is or contains one of `places`. Programs need the folders beside them, so under
 * /opt and in Linuxbrew's folder, which belong to one tool, the parent is mounted; elsewhere only `BESIDE`.
 */
function toolFolder(given: string, places: readonly string[]): string[] {
  if (!given.startsWith("/")) return [];
  const entry = resolve(given);
  if (isWide(entry, places)) return [];
  const prefix = dirname(entry);
  if (entry.endsWith("/node_modules/.bin")) return [prefix]; // its programs are links to the packages beside it
  if (!/\/(?:s?bin|shims)$/.test(entry)) return [entry];
  if (/^\/opt\/.+|^\/home\/linuxbrew\/\.linuxbrew$/.test(prefix)) return [prefix];
  const isOneTools = VERSION_MANAGER.test(entry) || existsSync(join(prefix, VIRTUAL_ENVIRONMENT));
  const isUsers = /\/\.[^/]*$/.test(prefix) && !isOneTools;
  const isShared = TOO_WIDE.test(prefix) || isWithin(prefix, "/usr") || isUsers;
  if (isShared || places.some((place) => isWithin(place, prefix))) return [entry];
  return [entry, ...BESIDE.map((name) => join(prefix, name))];
}

/** The real path; undefined when it does not exist or this user may not see it. */
export function realOrNone(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The real path of a folder; undefined when it does not exist or this user may not see it. */
export function realFolder(path: string): string | undefined {
  const real = realOrNone(path);
  return real !== undefined && statSync(real).isDirectory() ? real : undefined;
}
