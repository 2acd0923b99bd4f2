/** Locks: two processes on one session would both see an approval as unused. A killed process leaves its lock. */

import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { crashAt } from "../base/crash.ts";
import { fileText } from "../base/file-text.ts";
import { member, parseJson } from "../base/member.ts";
import { mayRun, thisProcess, type ProcessIdentity } from "../base/process-identity.ts";
import { systemReason } from "../base/system-error.ts";
import { configError, RunnerError } from "../protocol/error.ts";
import { LOCK, unwritableBundle, type Bundle } from "./bundle.ts";

export type SessionLock = ReturnType<typeof lockSession>;

/** When a killed process worked, in ms since the epoch: from taking the lock to its last sign of life. */
export interface Lifetime {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Holder extends ProcessIdentity {
  readonly fromMs?: number | undefined;
  readonly scratchDir?: string | undefined;
  /** The bundle that the process writes. */
  readonly bundle?: string | undefined;
}

/** How often a process touches its lock, in some microseconds. At most this much time of a killed process is not counted. */
const SIGN_OF_LIFE_MS = 1_000;

/** Takes the lock until it is disposed of. Throws `config.invalid` when another process has it. */
export function lockSession({ dir }: Pick<Bundle, "dir">, warn: (text: string) => void, { now }: Pick<Clock, "now">) {
  const path = join(dir, LOCK);
  let held: Held;
  try {
    held = hold(path, taken, { fromMs: now() });
  } catch (error) {
    throw error instanceof RunnerError ? error : unwritableBundle(dir, error);
  }
  const { left, leftAtMs, note } = held;
  if (left !== undefined) {
    warn(`Process ${left.pid}, which worked on this session, was killed. This run continues the session.`);
  }
  const timer = setInterval(() => {
    const seconds = now() / 1000;
    try {
      utimesSync(path, seconds, seconds);
    } catch {} // the lock was deleted or cannot be written; then the last record is the last sign of life
  }, SIGN_OF_LIFE_MS);
  timer.unref();
  const lived: Lifetime | undefined = left?.fromMs === undefined ? undefined : { fromMs: left.fromMs, toMs: leftAtMs };
  return {
    /** The private folder of the killed process whose lock was replaced. */
    leftBehind: left?.scratchDir,
    lived,
    /** Writes this process's private folder into the lock, so that the next process can remove it. */
    note: (scratchDir: string): void => note({ scratchDir }),
    [Symbol.dispose]: (): void => {
      clearInterval(timer);
      held[Symbol.dispose]();
    },
  };
}

/** Whether a process works on the session in this bundle. */
export function isLocked({ dir }: Pick<Bundle, "dir">): boolean {
  const holder = parseHolder(fileText(join(dir, LOCK)) ?? "");
  return holder !== undefined && mayRun(holder);
}

/** The lock is in the git directory of a work tree, so that the work trees of a repository do not lock each other. */
const CHECKOUT_LOCK = "kimi-runner.lock";

/** Takes the lock of a checkout, whose patches two runs would mix. `note` names the bundle in it. Throws `config.invalid`; may only warn. */
export function lockCheckout(worktreeDir: string, warn: (text: string) => void) {
  const path = join(worktreeDir, CHECKOUT_LOCK);
  try {
    const held = hold(path, inUse);
    return { ...held, note: (bundle: string): void => held.note({ bundle }) };
  } catch (error) {
    if (error instanceof RunnerError) throw error;
    warn(`The checkout cannot be locked against a second run: ${path}: ${systemReason(error)}.`);
    return { note: () => {}, [Symbol.dispose]: () => {} };
  }
}

/** Takes a lock of another kind. Throws `refusal` when a process has it that may still run. */
export function lockFile(path: string, refusal: (path: string) => RunnerError): Disposable {
  return hold(path, refusal);
}

type Held = ReturnType<typeof hold>;

function hold(path: string, refusal: (path: string) => RunnerError, more: Pick<Holder, "fromMs"> = {}) {
  const self = { ...thisProcess(), ...more };
  return {
    ...acquire(path, self, refusal),
    note: (more: Partial<Holder>): void => {
      const next = `${path}.next`;
      crashAt("lock.note.before");
      rmSync(next, { force: true }); // a killed process may have left it
      writeFileSync(next, JSON.stringify({ ...self, ...more }), { flag: "wx", mode: 0o600 });
      renameSync(next, path);
      crashAt("lock.note.after");
    },
    [Symbol.dispose]: (): void => {
      crashAt("lock.release.before");
      rmSync(path, { force: true });
      crashAt("lock.release.after");
    },
  };
}

/** Takes the lock, again where another process releases it meanwhile. Returns the killed process that had it, and when that last touched it. */
function acquire(path: string, self: Holder, refusal: (path: string) => RunnerError) {
  for (;;) {
    if (take(path, self)) return { left: undefined, leftAtMs: 0 };
    try {
      const leftAtMs = lstatSync(path).mtimeMs;
      const left = clear(path, refusal);
      if (take(path, self)) return { left, leftAtMs };
      throw refusal(path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
}

/** Creates the lock, with its holder in it from the first moment: a lock without one would never be released. False when there is one already. */
function take(path: string, self: Holder): boolean {
  crashAt("lock.take.before");
  const text = JSON.stringify(self);
  const own = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(own, text, { flag: "wx", mode: 0o600 });
    try {
      linkSync(own, path);
    } catch (cause) {
      if (!/^(?:EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test(codeOf(cause))) throw cause;
      writeFileSync(path, text, { flag: "wx", mode: 0o600 }); // some file systems have no hard links
    }
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false;
    throw cause;
  } finally {
    rmSync(own, { force: true });
  }
  crashAt("lock.take.after");
  return true;
}

function codeOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? "";
}

/** Removes the lock of a process that has ended, and returns its holder. Throws when the process may still run. */
function clear(path: string, refusal: (path: string) => RunnerError): Holder {
  const text = lockText(path);
  const holder = parseHolder(text);
  if (holder === undefined || mayRun(holder)) throw refusal(path);
  // Two processes may read the same lock. Only one can move it, and the content of the moved file shows that it is that lock.
  const aside = `${path}.old`;
  crashAt("lock.clear.before");
  renameSync(path, aside);
  if (lockText(aside) !== text) {
    renameSync(aside, path);
    throw refusal(path);
  }
  rmSync(aside);
  crashAt("lock.clear.after");
  return holder;
}

/** Far more than a holder takes. */
const MAX_LOCK_BYTES = 65_536;

/** The text of a lock. Something else in its place is not read: reading a pipe would block. */
function lockText(path: string): string {
  const stat = lstatSync(path);
  return stat.isFile() && stat.size <= MAX_LOCK_BYTES ? readFileSync(path, "utf8") : "something that is not a lock";
}

function taken(path: string): RunnerError {
  const text = lockText(path);
  const holder = parseHolder(text);
  return configError(
    `Another process is working on this session: ${holder === undefined ? text : `${holder.pid} on ${holder.host}`}.`,
    `Wait for it, or delete ${path} if it no longer runs.`,
  );
}

function inUse(path: string): RunnerError {
  const text = lockText(path);
  const holder = parseHolder(text);
  const since = lstatSync(path).mtime.toISOString();
  const bundle = holder?.bundle === undefined ? "" : `, bundle ${holder.bundle}`;
  const who = holder === undefined ? text : `process ${holder.pid} on ${holder.host} since ${since}${bundle}`;
  return configError(
    `Another run is working on this checkout: ${who}.`,
    `Wait for it, work in another one (\`git worktree add\`), or delete ${path} if it no longer runs.`,
  );
}

function parseHolder(text: string): Holder | undefined {
  const holder = parseJson(text); // another version's or a full disk's lock may be no JSON
  return member(holder, "pid") === undefined ? undefined : (holder as Holder);
}
