/** Starts bubblewrap in one shape or the other, with an empty environment, and knows how to end what it started. */

import { spawn } from "node:child_process";
import { bwrapArguments, type BwrapOptions } from "./bwrap.ts";
import { createChannel, type Channel, type WorkerProcess } from "../process/channel.ts";
import { ENDS_FIRST } from "../process/resource-limits.ts";
import { FILTER_FD, startWorker } from "../process/start-worker.ts";

export interface LaunchOptions extends Omit<BwrapOptions, "filterFd"> {
  readonly bwrapPath: string;
  /** File with the system call filter. */
  readonly filterPath: string;
}

/** PATH alone: bwrap keeps the environment it was started with where the cell may read it (/proc/1/environ). */
const ENV = { PATH: "/usr/bin:/bin" };

/**
 * What root does for us. sudo passes on three descriptors only, so the filter is opened here. bwrap dies with its parent,
 * but sudo does not die with us: a look at whether we live, once a second, stands in for that.
 */
const AS_ROOT = `
controller=$1 filter=$2
shift 2
exec 4<&0
env -i PATH=/usr/bin:/bin "$@" <&4 4<&- ${FILTER_FD}<"$filter" &
cell=$!
exec 4<&-
(while kill -0 "$controller" && kill -0 "$cell"; do sleep 1; done; kill -9 "$cell") </dev/null >/dev/null 2>&1 &
wait "$cell"
`;

/** Starts it and speaks to the worker inside. That it could not be built shows at the first call. */
export function launch({ bwrapPath, filterPath, ...cell }: LaunchOptions): Channel {
  const args = bwrapArguments({ ...cell, filterFd: FILTER_FD });
  const sudoPath = cell.shape.kind === "root" ? cell.shape.sudoPath : undefined;
  const [file, ...first] = [...ENDS_FIRST, bwrapPath, ...args];
  if (sudoPath === undefined) return createChannel(startWorker({ file, args: first, env: ENV, cwd: "/", filterPath }));
  const script = ["/bin/bash", "--noprofile", "--norc", "-c", AS_ROOT, "kimi-cell"];
  const whole = ["-n", "--", ...script, String(process.pid), filterPath, file, ...first];
  const child = startWorker({ file: sudoPath, args: whole, env: ENV, cwd: "/" });
  return createChannel(child, () => killAsRoot(sudoPath, child));
}

/** root's processes take no signal from us. They are the group that sudo leads; the namespace goes with them. */
function killAsRoot(sudoPath: string, { pid }: WorkerProcess): void {
  if (pid === undefined) return;
  spawn(sudoPath, ["-n", "--", "/bin/kill", "-KILL", "--", `-${pid}`], { env: ENV, stdio: "ignore" }).on(
    "error",
    () => {},
  );
}
