/**
 * One process at a time works on a session: two would both read an approval as unused and run its call twice. A killed process
 * leaves its lock, which the next process on the same machine removes.
 */

import { closeSync, openSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { crashAt } from "../base/crash.ts";
import { member, parseJson } from "../base/member.ts";
import { configError, type RunnerError } from "../protocol/error.ts";
import { LOCK, type Bundle } from "./bundle.ts";

export interface SessionLock extends Disposable {
  /** The private folder of the process that was killed with the lock, if it had one. */
  readonly leftBehind: string | undefined;
  /** Writes this process's private folder into the lock, so that the next process can remove it. */
  readonly note: (scratchDir: string) => void;
}

/** The process with the lock. Its id is unique on one host, within one namespace, together with its start time. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly namespace: string;
  readonly started: string;
  readonly scratchDir?: string | undefined;
}

/** Takes the lock until it is disposed of. Warns when it replaces the lock of a killed process; throws `config.invalid` when another process has it. */
export function lockSession({ dir }: Pick<Bundle, "dir">, warn: (text: string) => void): SessionLock {
  const path = join(dir, LOCK);
  const self: Holder = {
    pid: process.pid,
    host: hostname(),
    namespace: readlinkSync("/proc/self/ns/pid"),
    started: startOf(process.pid) ?? "",
  };
  const left = take(path, self) ? undefined : clear(path, self);
  if (left !== undefined) {
    if (!take(path, self)) throw taken(path);
    warn(`Process ${left.pid}, which worked on this session, was killed. This run continues the session.`);
  }
  return {
    leftBehind: left?.scratchDir,
    note: (scratchDir) => {
      const next = `${path}.next`;
      crashAt("lock.note.before");
      rmSync(next, { force: true }); // left by a killed process, or a pipe
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

/** Removes the lock of a process that no longer runs, and returns its holder. Throws when it runs or that is not known. */
function clear(path: string, self: Holder): Holder {
  const text = readFileSync(path, "utf8");
  const holder = parseHolder(text);
  const isNear = holder?.host === self.host && holder.namespace === self.namespace;
  if (!isNear || startOf(holder.pid) === holder.started) throw taken(path);
  // Two processes may read the same lock. The move succeeds once, and the moved file shows whether it is that lock.
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
  return configError(
    `Another process works on this session: ${holder === undefined ? text : `${holder.pid} on ${holder.host}`}.`,
    `Wait for it, or delete ${path} if it no longer runs.`,
  );
}

function parseHolder(text: string): Holder | undefined {
  const holder = parseJson(text); // another version's or a full disk's lock may be no JSON
  return member(holder, "pid") === undefined ? undefined : (holder as Holder);
}

/** When a process started, in ticks since boot; undefined for one that ended, also for a zombie. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name may contain any character. After it come state, parent, and as the 20th field the start.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
