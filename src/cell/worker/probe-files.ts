/** Probes of files that must not be writable or visible. */

import { accessSync, chmodSync, constants, existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DISPOSABLE_NAME, type Bait } from "../process/frames.ts";
import type { ProbeResult } from "./probe-processes.ts";

/** Tries to create a file, and removes it again. */
export function created(path: string): ProbeResult {
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

/** Kernel settings with which a writer could run a program as root outside or stop the machine. They are only opened. */
export const SETTINGS = [
  "/proc/sys/kernel/core_pattern",
  "/proc/sys/kernel/modprobe",
  "/proc/sys/kernel/hotplug",
  "/proc/sys/vm/drop_caches",
  "/proc/sysrq-trigger",
  "/sys/kernel/uevent_helper",
];

/** Sockets of container engines. Connecting needs the right to write to them. */
export const ENGINE_SOCKETS = [
  "/var/run/docker.sock",
  "/run/docker.sock",
  "/run/podman/podman.sock",
  "/run/containerd/containerd.sock",
  "/run/crio/crio.sock",
];

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

/** Checks that the workspace is writable, which would otherwise be noticed at the first edit, or that it is not where it must not be. */
export function workspace(root: string, { isReadOnly }: Pick<Bait, "isReadOnly">): ProbeResult {
  if (isReadOnly === true) return created(`${root}/kimi-probe`);
  const uid = process.getuid?.();
  // A name need not be UTF-8.
  const inside = readdirSync(root, { encoding: "buffer" })
    .filter((name) => String(name) !== ".git")
    .toSorted((a, b) => Buffer.compare(a, b))
    .slice(0, MAX_ENTRIES)
    .map((name) => Buffer.concat([Buffer.from(`${root}/`), name]));
  // What is hidden from commands is a mount that nothing can write to.
  const foreign = inside.find(
    (path) => lstatSync(path).uid !== uid && ![undefined, "EROFS"].includes(writeProblem(path)),
  );
  if (isWritable(root) && foreign === undefined) return { held: true, detail: "writable" };
  return { held: false, detail: `${String(foreign ?? root)} is not writable for uid ${uid}` };
}

export function isWritable(path: string): boolean {
  return writeProblem(path) === undefined;
}

/** The code of the error with which a path refuses to be written to. */
function writeProblem(path: string | Buffer): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
