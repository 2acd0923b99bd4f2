/** Starts bubblewrap with an empty environment, directly or through sudo, and ends what it started. */

import { spawn } from "node:child_process";
import type { OpenCellOptions } from "../process/options.ts";
import { LOADER_AT, type SealedPlan } from "./plan-sealed.ts";
import { fileText } from "../../base/file-text.ts";
import { foldersAbove } from "../../base/paths/byte-paths.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { createChannel, type Channel, type WorkerProcess } from "../process/channel.ts";
import { ENDS_FIRST } from "../process/resource-limits.ts";
import { FIRST_FD, startWorker } from "../process/start-worker.ts";
import { kill } from "../process/strays.ts";
import type { BoundMount } from "../process/mounts.ts";
import type { Entrance } from "./mount-namespace.ts";
import { REAPER_AT } from "./reaper.ts";
import { becoming, type Shape } from "./shapes.ts";

export interface LaunchOptions
  extends Pick<SealedPlan, "env" | "starter">, Pick<OpenCellOptions, "workDir" | "pingEveryMs"> {
  readonly bwrapPath: string;
  /** File with the system call filter. */
  readonly filterPath: string;
  /** File with the addon that waits for orphans. */
  readonly reaperPath: string;
  readonly shape: Shape;
  readonly mounts: readonly BoundMount[];
  /** The way into the namespace of the overlays, where there are some. */
  readonly enter?: Entrance | undefined;
  readonly command: readonly string[];
}

/** bubblewrap's descriptors: the system call filter, the program that starts the worker, and the addon that waits for orphans. */
const FILTER_FD = FIRST_FD;
const LOADER_FD = FIRST_FD + 1;
const REAPER_FD = FIRST_FD + 2;

/** PATH alone, because bwrap and the programs before it need no other variable. */
const ENV = { PATH: "/usr/bin:/bin" };

/** The script that root runs. sudo passes on three descriptors only and does not die with the controller: hence files and a loop. */
const AS_ROOT = `
controller=$1 filter=$2 loader=$3 reaper=$4
shift 4
exec 9<&0
env -i PATH=/usr/bin:/bin "$@" <&9 9<&- ${FILTER_FD}<"$filter" ${LOADER_FD}<"$loader" ${REAPER_FD}<"$reaper" &
cell=$!
exec 9<&-
(while kill -0 "$controller" && kill -0 "$cell"; do sleep 1; done; kill -9 "$cell") </dev/null >/dev/null 2>&1 &
wait "$cell"
`;

/** Starts the cell and opens the channel to its worker. When the cell cannot be built, the first call fails. */
export function launch(options: LaunchOptions): Channel {
  const { shape, enter, starter, pingEveryMs } = options;
  const sudoPath = shape.kind === "root" ? shape.sudoPath : undefined;
  const files = [options.filterPath, starter.from, options.reaperPath];
  const bwrap = [options.bwrapPath, ...bwrapArguments(options)];
  const command = [...ENDS_FIRST, ...(enter?.command ?? []), ...bwrap] as const;
  const script = ["/bin/bash", "--noprofile", "--norc", "-c", AS_ROOT, "kimi-cell"];
  const asRoot = ["-n", "--", ...script, String(process.pid), ...files, ...command];
  const [file, ...rest] = command;
  const child =
    sudoPath === undefined
      ? startWorker({ file, args: rest, env: ENV, cwd: "/", files })
      : startWorker({ file: sudoPath, args: asRoot, env: ENV, cwd: "/" });
  return createChannel(child, { kill: () => killAll(child, sudoPath), pingEveryMs });
}

/** Kills bubblewrap and all below it: a worker of another user does not end with it. Root's processes are killed by root. */
function killAll({ pid }: WorkerProcess, sudoPath: string | undefined): void {
  if (pid === undefined) return;
  const pids = [pid, ...descendantsOf(pid)];
  if (sudoPath === undefined) return pids.forEach(kill);
  spawn(sudoPath, ["-n", "--", "/bin/kill", "-KILL", "--", ...pids.map(String)], { env: ENV, stdio: "ignore" }).on(
    "error",
    () => {},
  );
}

/** The processes below one, each before its own children; none of a process that has ended. */
export function descendantsOf(pid: number): readonly number[] {
  const children = fileText(`/proc/${pid}/task/${pid}/children`)?.match(/\d+/g) ?? [];
  return children.flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}

/**
 * Arguments of bwrap. Without `--cap-drop ALL` a root caller could remount the host writable; without `--disable-userns` the cell could make
 * a namespace with every capability; `/proc` is read-only because root may write kernel settings even without capabilities. The remounts
 * come last, because bwrap creates mount points before. As process 1 the worker gets neither KILL nor STOP from the cell.
 */
function bwrapArguments({ shape, mounts, enter, env, workDir, command }: LaunchOptions): readonly string[] {
  const restored = enter?.restored;
  return [
    namespaces(shape),
    restored === undefined ? [] : ["--uid", String(restored.uid), "--gid", String(restored.gid)],
    ["--cap-drop", "ALL"],
    shape.kind === "root" ? NEEDED_TO_BECOME.flatMap((name) => ["--cap-add", name]) : [],
    ["--die-with-parent", "--as-pid-1", "--new-session", "--clearenv"],
    Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    ["--proc", "/proc", "--dev", "/dev"],
    mountsWithParents(mounts),
    ["--perms", "0111", "--ro-bind-data", String(LOADER_FD), LOADER_AT],
    ["--perms", "0444", "--ro-bind-data", String(REAPER_FD), REAPER_AT],
    ["/proc", "/dev", "/"].flatMap((at) => ["--remount-ro", at]),
    ["--seccomp", String(FILTER_FD)],
    // Without capabilities root may not enter another user's folder, so the worker changes into the workspace itself.
    ["--chdir", shape.kind === "root" ? "/" : workDir, "--"],
    shape.kind === "root" ? becoming(shape.runAs) : [],
    command,
  ].flat();
}

function namespaces(shape: Shape): readonly string[] {
  if (shape.kind === "root") {
    return ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
  }
  return ["--unshare-all", "--unshare-user", ...(shape.lockNested ? ["--disable-userns"] : [])];
}

/** Capabilities that `setpriv` needs to drop all capabilities, these included. */
const NEEDED_TO_BECOME = ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"];

/** Creates parent folders of the mounts: bwrap's own are closed to others. Inside a writable folder they are writable, too. */
function mountsWithParents(mounts: readonly BoundMount[]): readonly string[] {
  const writable = mounts.flatMap(({ kind, at }) => (kind === "tmpfs" || kind === "rw" ? [at] : []));
  const modeOf = (path: string): string => (writable.some((folder) => isWithin(path, folder)) ? "0777" : "0755");
  const made = new Set(["/", ...mounts.map(({ at }) => at)]);
  return mounts.flatMap((mount) => {
    const missing = foldersAbove(mount.at)
      .toReversed()
      .filter((path) => !made.has(path));
    for (const path of missing) made.add(path);
    return [...missing.flatMap((path) => ["--perms", modeOf(path), "--dir", path]), ...mountArguments(mount)];
  });
}

function mountArguments(mount: BoundMount): readonly string[] {
  switch (mount.kind) {
    case "ro":
      return ["--ro-bind", mount.from, mount.at];
    case "rw":
      return ["--bind", mount.from, mount.at];
    case "tmpfs":
      return ["--perms", "1777", "--size", String(mount.sizeBytes), "--tmpfs", mount.at];
    case "link":
      return ["--symlink", mount.to, mount.at];
  }
}

/** Messages of bwrap and sudo when the cell cannot be built, with remedies. The first that matches counts. */
const CURES: readonly (readonly [RegExp, string])[] = [
  [
    /Unknown option/,
    "bubblewrap 0.7.0 or later is needed; this one is older. Use an ubuntu-24.04 runner or install a newer bubblewrap.",
  ],
  [
    /setting up uid map: Permission denied|RTM_NEWADDR: Operation not permitted|loopback: Failed/,
    "Ubuntu's AppArmor forbids user namespaces here: run `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0` in a step before, load an AppArmor profile for bwrap, or let this user use sudo without a password.",
  ],
  [
    /[Cc]reating new namespace failed|No permissions to creat/,
    "User namespaces are forbidden here: run `sudo sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000`, let this user use sudo without a password, or start the container with `--security-opt seccomp=unconfined --security-opt apparmor=unconfined`.",
  ],
  [
    /mount|pivot_root/i,
    "A container that forbids mounts needs `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`.",
  ],
  [/setpriv|prlimit/, "Install util-linux: `sudo apt-get install -y util-linux`."],
  [/Cannot find module/, "The program's own files are incomplete: install kimi-runner again."],
];

/** The remedy for a message of bwrap or sudo. */
export function cureFor(stderr: string): string {
  return (
    CURES.find(([symptom]) => symptom.test(stderr))?.[1] ?? "Install bubblewrap: `sudo apt-get install -y bubblewrap`."
  );
}
