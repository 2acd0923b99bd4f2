/** Starts bubblewrap in either shape with an empty environment, and ends what it started. */

import { spawn } from "node:child_process";
import { bwrapArguments, type BwrapOptions } from "./bwrap.ts";
import { createChannel, type Channel, type WorkerProcess } from "../process/channel.ts";
import type { Starter } from "./loader.ts";
import { ENDS_FIRST } from "../process/resource-limits.ts";
import { FIRST_FD, startWorker } from "../process/start-worker.ts";

export interface LaunchOptions extends Omit<BwrapOptions, "filterFd" | "loaderFd"> {
  readonly bwrapPath: string;
  /** File with the system call filter. */
  readonly filterPath: string;
  /** The program of which the cell gets an unreadable copy. */
  readonly starter: Starter;
  /** Program in front of bubblewrap that becomes it; `stageOverlays` makes it. */
  readonly mounter: readonly string[];
  readonly pingEveryMs?: number | undefined;
}

/** PATH alone, because bwrap and the programs before it need no other variable. */
const ENV = { PATH: "/usr/bin:/bin" };

const FILTER_FD = FIRST_FD;
const LOADER_FD = FIRST_FD + 1;

/**
 * The shell script that root runs. sudo passes on only three descriptors, so the script opens the files. bwrap dies with its
 * parent, but sudo does not die with the controller, so the script checks once a second whether the controller lives.
 */
const AS_ROOT = `
controller=$1 filter=$2 loader=$3
shift 3
exec 9<&0
env -i PATH=/usr/bin:/bin "$@" <&9 9<&- ${FILTER_FD}<"$filter" ${LOADER_FD}<"$loader" &
cell=$!
exec 9<&-
(while kill -0 "$controller" && kill -0 "$cell"; do sleep 1; done; kill -9 "$cell") </dev/null >/dev/null 2>&1 &
wait "$cell"
`;

/** Starts the cell and opens the channel to its worker. When the cell cannot be built, the first call fails. */
export function launch({ bwrapPath, filterPath, starter, mounter, pingEveryMs, ...cell }: LaunchOptions): Channel {
  const args = bwrapArguments({ ...cell, filterFd: FILTER_FD, loaderFd: LOADER_FD });
  const sudoPath = cell.shape.kind === "root" ? cell.shape.sudoPath : undefined;
  const [file, ...first] = [...ENDS_FIRST, ...mounter, bwrapPath, ...args];
  if (sudoPath === undefined) {
    const files = [filterPath, starter.from];
    return createChannel(startWorker({ file, args: first, env: ENV, cwd: "/", files }), { pingEveryMs });
  }
  const script = ["/bin/bash", "--noprofile", "--norc", "-c", AS_ROOT, "kimi-cell"];
  const whole = ["-n", "--", ...script, String(process.pid), filterPath, starter.from, file, ...first];
  const child = startWorker({ file: sudoPath, args: whole, env: ENV, cwd: "/" });
  return createChannel(child, { kill: () => killAsRoot(sudoPath, child), pingEveryMs });
}

/** Kills root's processes through sudo, because this process may not signal them. They are sudo's group; the namespace ends with them. */
function killAsRoot(sudoPath: string, { pid }: WorkerProcess): void {
  if (pid === undefined) return;
  spawn(sudoPath, ["-n", "--", "/bin/kill", "-KILL", "--", `-${pid}`], { env: ENV, stdio: "ignore" }).on(
    "error",
    () => {},
  );
}
