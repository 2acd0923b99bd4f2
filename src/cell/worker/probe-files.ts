/** Probes of files that must not be writable or visible. */

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DISPOSABLE_NAME, type Bait } from "../process/frames.ts";
import type { ProbeResult } from "./probe-processes.ts";

/** Tries to create a file, and removes it again. */
function created(path: string): ProbeResult {
  try {
    writeFileSync(path, "", { flag: "wx" });
    rmSync(path, { force: true });
    return { held: false, detail: `${path} could be written` };
  } catch (error) {
    return { held: true, detail: codeOf(error) };
  }
}

/** A program with this bit runs as its owner, also for other users outside the cell. */
export function setuidBits(ownDir: string): ProbeResult {
  const path = join(ownDir, "setuid-probe");
  writeFileSync(path, "");
  try {
    chmodSync(path, 0o4755);
    return { held: false, detail: "a file was made to run as its owner" };
  } catch (error) {
    return { held: true, detail: codeOf(error) };
  } finally {
    rmSync(path);
  }
}

export function system(): ProbeResult {
  return created("/etc/kimi-probe");
}

/** Kernel settings with which a writer could run a program as root outside or stop the machine. They are only opened. */
const SETTINGS = [
  "/proc/sys/kernel/core_pattern",
  "/proc/sys/kernel/modprobe",
  "/proc/sys/kernel/hotplug",
  "/proc/sys/vm/drop_caches",
  "/proc/sysrq-trigger",
  "/sys/kernel/uevent_helper",
];

export function kernelSettings(): ProbeResult {
  const open = SETTINGS.filter((path) => opens(path));
  return { held: open.length === 0, detail: open.length === 0 ? "read-only" : `writable: ${open.join(", ")}` };
}

function opens(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_WRONLY));
    return true;
  } catch {
    return false;
  }
}

/** The runner's temporary folder, and the files with environment and outputs for later steps. */
export function runnerFiles(paths: readonly string[]): ProbeResult {
  const open = paths.filter((path) => isWritable(path));
  return { held: open.length === 0, detail: open.length === 0 ? "out of reach" : `writable: ${open.join(", ")}` };
}

export function hidden(paths: readonly string[]): ProbeResult {
  const seen = paths.filter((path) => existsSync(path));
  return { held: seen.length === 0, detail: seen.length === 0 ? "out of sight" : `visible: ${seen.join(", ")}` };
}

const ENGINE_SOCKETS = [
  "/var/run/docker.sock",
  "/run/docker.sock",
  "/run/podman/podman.sock",
  "/run/containerd/containerd.sock",
  "/run/crio/crio.sock",
];

/** Sockets of container engines. Connecting needs the right to write to them. */
export function dockerSocket(): ProbeResult {
  const open = ENGINE_SOCKETS.filter((path) => isWritable(path));
  return { held: open.length === 0, detail: open.length === 0 ? "out of reach" : `open: ${open.join(", ")}` };
}

/** The real `.git` must be invisible, and its mounted objects read-only. */
export function gitDirectory(root: string, { gitDir, objectsDir }: Bait): ProbeResult {
  const isReal = existsSync(`${gitDir}/HEAD`) && !existsSync(`${gitDir}/${DISPOSABLE_NAME}`);
  if (isReal) return { held: false, detail: `${gitDir} is visible` };
  return objectsDir === undefined
    ? { held: true, detail: `no repository in ${root}` }
    : created(`${objectsDir}/kimi-probe`);
}

/** Enough to notice a checkout with files of several users. */
const MAX_ENTRIES = 50;

/** Checks that the workspace is writable, which would otherwise be noticed at the first edit. */
export function workspace(root: string): ProbeResult {
  const uid = process.getuid?.();
  // A name need not be UTF-8.
  const inside = readdirSync(root, { encoding: "buffer" })
    .filter((name) => String(name) !== ".git")
    .toSorted((a, b) => Buffer.compare(a, b))
    .slice(0, MAX_ENTRIES)
    .map((name) => Buffer.concat([Buffer.from(`${root}/`), name]));
  const foreign = inside.find((path) => lstatSync(path).uid !== uid && !isWritable(path));
  if (isWritable(root) && foreign === undefined) return { held: true, detail: "writable" };
  return { held: false, detail: `${String(foreign ?? root)} is not writable for uid ${uid}` };
}

function isWritable(path: string | Buffer): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
