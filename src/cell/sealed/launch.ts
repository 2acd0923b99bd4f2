/** Starts bubblewrap with an empty environment, directly or through sudo, and ends what it started. */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { bwrapArguments, FILTER_FD, LOADER_FD, REAPER_FD, type BwrapOptions } from "./bwrap.ts";
import { createChannel, type Channel, type WorkerProcess } from "../process/channel.ts";
import type { Starter } from "./loader.ts";
import { ENDS_FIRST } from "../process/resource-limits.ts";
import { startWorker } from "../process/start-worker.ts";
import { kill } from "../process/strays.ts";

export interface LaunchOptions extends BwrapOptions {
  readonly bwrapPath: string;
  /** File with the system call filter. */
  readonly filterPath: string;
  /** File with the addon that waits for orphans. */
  readonly reaperPath: string;
  /** The program of which the cell gets an unreadable copy. */
  readonly starter: Starter;
  readonly pingEveryMs?: number | undefined;
}

/** PATH alone, because bwrap and the programs before it need no other variable. */
const ENV = { PATH: "/usr/bin:/bin" };

/**
 * The shell script that root runs. sudo passes on only three descriptors, so the script opens the files. bwrap dies with its
 * parent, but sudo does not die with the controller, so the script checks once a second whether the controller lives.
 */
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
  tellKeeper(child, enter?.keeper);
  return createChannel(child, { kill: () => killAll(child, sudoPath), pingEveryMs });
}

/** Writes the keeper's id, which the entering program reads byte by byte: what follows in the input is the worker's. */
function tellKeeper({ stdin }: WorkerProcess, keeper: Promise<number> | undefined): void {
  void keeper?.then(
    (pid) => stdin.write(`${pid}\n`),
    () => stdin.end(),
  );
}

/**
 * Kills bubblewrap and what it started. The worker of another user does not end with bubblewrap, because the kernel asks whether
 * bubblewrap may signal it. With `sudoPath` root kills them, because this process may not signal root's processes.
 */
function killAll({ pid }: WorkerProcess, sudoPath: string | undefined): void {
  if (pid === undefined) return;
  const pids = [pid, ...descendantsOf(pid)];
  if (sudoPath === undefined) return pids.forEach(kill);
  spawn(sudoPath, ["-n", "--", "/bin/kill", "-KILL", "--", ...pids.map(String)], { env: ENV, stdio: "ignore" }).on(
    "error",
    () => {},
  );
}

function descendantsOf(pid: number): readonly number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return children === ""
      ? []
      : children.split(" ").flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
  } catch {
    return []; // it has ended
  }
}
