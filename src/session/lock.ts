/**
 * One process at a time works on a session: two would both read the same approval as unused, and carry it out twice. The
 * lock of a process that was killed stays behind; whoever comes next on the same machine sees that it is gone.
 */

import { closeSync, openSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { crashAt } from "../base/crash.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Bundle } from "./bundle.ts";

/** Not part of what a bundle hands on: elsewhere it would lock for ever. */
const LOCK_NAME = "session.lock";

export interface SessionLock extends Disposable {
  /** The private folder of the process that was killed while it held the lock, where it had one. */
  readonly leftBehind: string | undefined;
  /** This process has a private folder: whoever finds it gone may remove it. */
  readonly note: (scratchDir: string) => void;
}

/** Whoever holds a lock. Process ids mean something only on one host, within one namespace; a start tells two users of one id apart. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly namespace: string;
  readonly started: string;
  readonly scratchDir?: string | undefined;
}

/** Takes the lock until it is disposed of. Throws `config.invalid` when somebody has it who is alive, or elsewhere; tells of a lock that was taken over. */
export function lockSession({ dir }: Pick<Bundle, "dir">, warn: (text: string) => void): SessionLock {
  const path = join(dir, LOCK_NAME);
  const self: Holder = {
    pid: process.pid,
    host: hostname(),
    namespace: namespaceOfProcesses(),
    started: startOf(process.pid) ?? "",
  };
  const left = take(path, self) ? undefined : clear(path, self);
  if (left !== undefined) {
    if (!take(path, self)) throw taken(path);
    warn(`The session was held by process ${left.pid}, which was killed; it goes on here.`);
  }
  return {
    leftBehind: left?.scratchDir,
    note: (scratchDir) => {
      const next = `${path}.next`;
      crashAt("lock.note.before");
      rmSync(next, { force: true }); // of a process that was killed here, or a pipe to wait for
      writeFileSync(next, JSON.stringify({ ...self, scratchDir }), { flag: "wx", mode: 0o600 });
      renameSync(next, path);
      crashAt("lock.note.after");
    },
    [Symbol.dispose]: () => {
      crashAt("lock.release.before");
      rmSync(path, { force: true });
      crashAt("lock.release.after");
    },
  };
}

/** False when there is a lock already. */
function take(path: string, self: Holder): boolean {
  crashAt("lock.take.before");
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw cause;
  }
  writeSync(file, JSON.stringify(self));
  closeSync(file);
  crashAt("lock.take.after");
  return true;
}

/** Removes the lock of a process that is gone, and returns whose it was. Throws when it is not, or when nobody can tell. */
function clear(path: string, self: Holder): Holder {
  const text = readFileSync(path, "utf8");
  const holder = parseHolder(text);
  const isNear = holder?.host === self.host && holder.namespace === self.namespace;
  if (!isNear || startOf(holder.pid) === holder.started) throw taken(path);
  // Two may have read the same lock: moving it away succeeds once, and what was moved shows whether it was that one.
  const aside = `${path}.old`;
  crashAt("lock.clear.before");
  renameSync(path, aside);
  if (readFileSync(aside, "utf8") !== text) {
    renameSync(aside, path);
    throw taken(path);
  }
  rmSync(aside);
  crashAt("lock.clear.after");
  return holder;
}

function taken(path: string): RunnerError {
  const text = readFileSync(path, "utf8");
  const holder = parseHolder(text);
  return new RunnerError({
    code: "config.invalid",
    message: `Another process works on this session: ${holder === undefined ? text : `${holder.pid} on ${holder.host}`}.`,
    hint: `Wait for it; if it is gone, delete ${path}.`,
  });
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(text);
    return typeof holder === "object" && holder !== null && "pid" in holder ? (holder as Holder) : undefined;
  } catch {
    return undefined; // another version's, or a full disk's
  }
}

function namespaceOfProcesses(): string {
  return readlinkSync("/proc/self/ns/pid");
}

/** When a process started, in ticks since boot; undefined for one that is gone, or only waits to be buried. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which may hold anything: state, parent, and as the 20th the start.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
