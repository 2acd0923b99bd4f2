/** The plan of a sealed cell: all mounts in order, and the environment. Other paths of the host are not in the cell. */

import { chmodSync, closeSync, mkdirSync, openSync, readSync, statfsSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { RunnerError } from "../../protocol/error.ts";
import { ALL_REPOSITORIES, cellEnvironment, hooksFrom } from "../process/environment.ts";
import { CACHES_NAME, withCaches } from "./cache-mounts.ts";
import { fileText, isProgram, statOrNone } from "../../base/file-text.ts";
import { makeEtc, userName } from "./etc.ts";
import { makeGitDirectory } from "./git-directory.ts";
import { hostMounts, isSystem, realFolder, realOrNone } from "./host-paths.ts";
import { shown, type Mount } from "../process/mounts.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import type { OpenCellOptions } from "../process/options.ts";
import type { Owner } from "./shapes.ts";
import { packageMounts } from "./package-files.ts";
import { versionMounts } from "./version-lines.ts";
import { memoryFolders } from "../process/resource-limits.ts";

export type SealedPlan = ReturnType<typeof planSealed>;

/** Magic numbers of file systems in memory: tmpfs and ramfs. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x0102_1994, 0x8584_58f6]);

/** The worker's own small files. */
const RUN_BYTES = 64 * 1024 * 1024;

/** The cell's /tmp and home folder in the scratch folder. */
const TMP_NAME = "cell-tmp";
const HOME_NAME = "cell-home";

export const CELL_FILES = "cell-files";

/** Names of all files and folders that a plan makes in the scratch folder. */
export const SCRATCH_NAMES = [CACHES_NAME, TMP_NAME, HOME_NAME, CELL_FILES, "cell-git", "net"];

/** Folder of the runner's own files in the cell. */
const OURS = "/opt/kimi";
const DEFAULT_HOME = "/home/kimi";

/** Plans the cell and writes its files into the scratch folder. `owners` are the users that the worker may have. */
export function planSealed(options: OpenCellOptions, owners: readonly Owner[]) {
  const { workDir, gitDir, scratchDir, pathVar, toolDirs = [], runnerPaths = [], env: extra = {} } = options;
  if (workDir === "/") {
    throw new RunnerError({
      code: "sandbox.refused",
      message: "No sealed cell: the workspace is the root of the file system.",
      hint: "Check the repository out into a folder.",
    });
  }
  // The cell's home has the same path as the user's, so that tools find ~/.rustup and the like. The rest of it is empty.
  const realHome = options.home === undefined ? undefined : realFolder(options.home);
  const userHome = realHome === undefined || isWithin(realHome, workDir) || isSystem(realHome) ? undefined : realHome;
  const home = userHome ?? DEFAULT_HOME;
  const filesDir = join(scratchDir, CELL_FILES);
  const git = makeGitDirectory({ workDir, gitDir, scratchDir, empty: emptyFile(scratchDir) });
  const areAllAllowed = extra["GIT_CONFIG_VALUE_0"] === ALL_REPOSITORIES.GIT_CONFIG_VALUE_0;
  const etc = makeEtc({ filesDir, home, owners, bare: areAllAllowed ? "all" : "explicit" });
  const worker = ourMounts(options);
  const sizes = memoryFolders();
  const toolMounts = hostMounts({ pathVar, home: userHome, toolDirs, workDir });
  const hook = join(filesDir, "hook");
  writeFileSync(hook, HOOK_SCRIPT, { mode: 0o755 });
  const isRunnable = isProgram(hook); // no file is one where the disk is mounted `noexec`
  // On a disk the files of a build take no memory. Programs must be able to run from it.
  const isOnDisk = !IN_MEMORY.has(statfsSync(scratchDir).type) && isRunnable;
  const tellsOfHooks = isRunnable && !areAllAllowed;
  const writable = (name: string, at: string, sizeBytes: number): Mount =>
    isOnDisk ? { kind: "rw", from: publicFolder(scratchDir, name), at } : { kind: "tmpfs", at, sizeBytes };
  const access =
    options.isReadOnly === true ? ({ otherwise: "ro", isReadOnly: true } as const) : { otherwise: "rw" as const };
  const mounts: readonly Mount[] = [
    writable(TMP_NAME, "/tmp", sizes.tmp),
    { kind: "tmpfs", at: "/var/tmp", sizeBytes: sizes.other },
    { kind: "tmpfs", at: "/dev/shm", sizeBytes: sizes.other },
    { kind: "tmpfs", at: "/run", sizeBytes: RUN_BYTES },
    writable(HOME_NAME, home, sizes.home),
    ...etc,
    ...withCaches({
      mode: options.caches ?? "copy",
      keepIn: options.keepCachesIn,
      env: extra,
      home,
      workDir,
      scratchDir,
      homeDir: isOnDisk ? join(scratchDir, HOME_NAME) : undefined,
      toolMounts,
      runnerPaths,
    }),
    ...packageMounts({
      mounted: [...etc, ...toolMounts].map(({ at }) => at),
      filesDir: join(filesDir, "packages"),
      keepIn: options.keepPackagesIn,
      workDir,
    }),
    ...versionMounts({
      workDir,
      home: userHome,
      env: extra,
      filesDir,
      isShown: (path) => toolMounts.some(({ at }) => isWithin(path, at)),
    }),
    options.isolation === "overlay"
      ? { kind: "overlay", at: workDir, lower: [workDir], keptIn: options.overlayDir, ...access }
      : { kind: access.otherwise, from: workDir, at: workDir },
    ...(options.overlays ?? []),
    ...hidden(options),
    ...(git?.mounts ?? []),
    ...worker.mounts,
    ...(tellsOfHooks ? hookMounts(hook) : []),
    ...makeNetworkFolder(scratchDir),
  ];
  const [self, owner = self] = owners;
  const user = userName((self?.uid === 0 ? owner : self)?.uid ?? 0, fileText("/etc/passwd") ?? "");
  const env = cellEnvironment({
    path: pathVar,
    home,
    tmpDir: "/tmp",
    user,
    extra: { ...(tellsOfHooks ? hooksFrom(HOOKS_AT) : {}), ...extra },
  });
  return {
    mounts,
    env,
    starter: starterOf(options.nodePath, worker.nodePath),
    /** Paths in the cell. */
    nodePath: worker.nodePath,
    workerPath: worker.workerPath,
    objectsDir: git?.objectsDir,
  };
}

/** Path in the cell of the copy that starts node. It is unreadable, so that the kernel lets no process trace the worker. */
export const LOADER_AT = `${OURS}/loader`;

/** The file that is copied, and the command that runs node: node's loader, or node itself (120 MB to copy) when it needs none. */
function starterOf(nodePath: string, nodeAt: string) {
  const loader = interpreterOf(nodePath);
  return loader === undefined
    ? { from: nodePath, command: [LOADER_AT] }
    : { from: loader, command: [LOADER_AT, nodeAt] };
}

/** Numbers of ELF, for 64 bits. Both machines are little-endian. */
const ELF = { magic: 0x464c_457f, headerBytes: 64, entryBytes: 56, interpreter: 3 };
const MAX_PATH_BYTES = 4096;

/** The dynamic loader that a program names; undefined for a static one and for a script. */
function interpreterOf(program: string): string | undefined {
  const fd = openSync(program, "r");
  try {
    const read = (at: bigint, bytes: number): Buffer => {
      const buffer = Buffer.alloc(bytes); // zeros behind the end of the file
      readSync(fd, buffer, 0, bytes, at);
      return buffer;
    };
    const header = read(0n, ELF.headerBytes);
    const count = header.readUInt32LE(0) === ELF.magic ? header.readUInt16LE(56) : 0;
    for (let index = 0; index < count; index += 1) {
      const entry = read(header.readBigUInt64LE(32) + BigInt(index * ELF.entryBytes), ELF.entryBytes);
      if (entry.readUInt32LE(0) !== ELF.interpreter) continue;
      const bytes = Math.min(Number(entry.readBigUInt64LE(32)), MAX_PATH_BYTES);
      return read(entry.readBigUInt64LE(8), bytes).toString("utf8").replace(/\0.*$/s, "");
    }
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/** A folder that is writable for every user, as /tmp is. */
function publicFolder(scratchDir: string, name: string): string {
  const dir = join(scratchDir, name);
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o1777);
  return dir;
}

/** Mounts of an empty file over the hidden files of the workspace. Hidden files elsewhere are not in the cell at all. */
function hidden({ hiddenFiles = [], workDir, scratchDir }: OpenCellOptions): readonly Mount[] {
  const real = hiddenFiles.flatMap((path) => realOrNone(path) ?? []);
  const inside = [...new Set(real)].filter((path) => isWithin(path, workDir) && statOrNone(path)?.isFile() === true);
  if (inside.length === 0) return [];
  const from = emptyFile(scratchDir);
  return inside.map((at) => shown(from, at));
}

function emptyFile(scratchDir: string): string {
  const path = join(scratchDir, CELL_FILES, "empty");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  return path;
}

/** The socket of the network proxy. Its folder is always mounted, because the policy is read while the cell is built. */
export const NETWORK_SOCKET = { inScratch: "net/proxy", inCell: `${OURS}/net/proxy` } as const;

/** The cell's /etc/hosts in the scratch folder: this machine's, to which names of services are added when the policy is read. */
export const HOSTS_FILE = "net/hosts";

function makeNetworkFolder(scratchDir: string): readonly Mount[] {
  const from = join(scratchDir, dirname(NETWORK_SOCKET.inScratch));
  mkdirSync(from, { recursive: true, mode: 0o755 });
  const hosts = join(scratchDir, HOSTS_FILE);
  writeFileSync(hosts, hostsFile(fileText("/etc/hosts") || "127.0.0.1 localhost\n::1 localhost\n", hostname()));
  return [shown(from, dirname(NETWORK_SOCKET.inCell)), shown(hosts, "/etc/hosts")];
}

/** The cell has no address of this machine but the loopback's, so that the machine's name stands for that. */
export function hostsFile(text: string, own: string): string {
  const isOwn = (line: string): boolean =>
    line.replace(/#.*/, "").toLowerCase().split(/\s+/).slice(1).includes(own.toLowerCase());
  const lines = text.trimEnd().split("\n");
  const kept = lines.map((line) => (isOwn(line) ? line.replace(/^\s*(?!127\.|::1\s)\S+/, "127.0.0.1") : line));
  return `${[...kept, ...(lines.some(isOwn) ? [] : [`127.0.0.1 ${own}`])].join("\n")}\n`;
}

/** The other programs of this project in the cell: index, pictures, web pages, browser. */
const OUR_PROGRAMS = ["cell-index", "cell-picture", "cell-web", "cell-browser"];
/** The folders with the WebAssembly of the first two. */
const PACKED_WASM = ["grammars", "pdfium"];
/** The packages that the programs need in development, where they are not bundled. */
const OUR_PACKAGES = ["web-tree-sitter", "parse5", "entities", "zod", "fast-png", "fflate", "iobuffer", "jpeg-js"];

/** The mounts of node and of this project's programs. In development they are the folder `src` with the packages that it needs. */
function ourMounts(options: OpenCellOptions) {
  const { nodePath, workerPath, scratchDir } = options;
  const node = shown(nodePath, `${OURS}/node`);
  const folder = dirname(workerPath);
  if (!workerPath.endsWith(".ts")) {
    const at = `${OURS}/cell.mjs`; // the suffix marks it as a module
    const programs = OUR_PROGRAMS.map((name) => shown(join(folder, `${name}.js`), `${OURS}/${name}.mjs`));
    const wasm = PACKED_WASM.map((name) => shown(join(folder, name), `${OURS}/${name}`));
    return { nodePath: node.at, workerPath: at, mounts: [node, shown(workerPath, at), ...programs, ...wasm] };
  }
  const manifest = join(scratchDir, CELL_FILES, "package.json");
  writeFileSync(manifest, `{"type":"module"}\n`); // node need not detect the type of each file
  const packages = OUR_PACKAGES.map((name) => `node_modules/${name}`);
  return {
    nodePath: node.at,
    workerPath: `${OURS}/src/${basename(workerPath)}`,
    mounts: [
      node,
      shown(folder, `${OURS}/src`),
      shown(manifest, `${OURS}/package.json`),
      ...packages.map((path) => shown(join(dirname(folder), path), `${OURS}/${path}`)),
    ],
  };
}

/** The folder of the scripts in the cell. */
const HOOKS_AT = "/opt/kimi/hooks";
const HOOK_AT = "/opt/kimi/hook";

/** Those that people write. Others, such as `reference-transaction`, would cost a process in each command of git. */
const HOOK_NAMES = [
  ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-rebase", "post-merge", "post-checkout"],
  ["pre-push", "pre-receive", "update", "post-receive"],
].flat();

/** It starts a program only where the configuration of the repository names a folder of hooks. */
const HOOK_SCRIPT = `#!/bin/sh
name=\${0##*/} git=\${GIT_DIR:-.git}
[ -f "$git/commondir" ] && read -r common <"$git/commondir" && case $common in /*) git=$common ;; *) git=$git/$common ;; esac
hooks=$git/hooks
while read -r key _; do
  case $key in [hH]ooks[pP]ath*) hooks=$(git config --file "$git/config" --type path core.hooksPath) ;; esac
done 2>/dev/null <"$git/config"
[ -x "$hooks/$name" ] || exit 0
echo "kimi-runner: the hook $name did not run: in this cell git runs no hooks. \\"repositories: all\\" in the policy's sandbox lets them run." >&2
`;

function hookMounts(script: string): readonly Mount[] {
  const links = HOOK_NAMES.map((name) => ({ kind: "link", to: HOOK_AT, at: `${HOOKS_AT}/${name}` }) as const);
  return [shown(script, HOOK_AT), ...links];
}
