/** Ends every process that the model started: by one signal to a namespace or a user, else by known groups and the marker. */

import { readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { RunnerError } from "../../protocol/error.ts";
import type { Hello } from "../process/frames.ts";
import { carries, groupOf, kill, killStrays, otherProcesses, userOf } from "../process/strays.ts";
import type { Groups } from "./groups.ts";

export interface Sweep {
  /** Sends the signals without waiting. */
  readonly kill: () => void;
  /** Whether every visible process belongs to the cell. */
  readonly countsProcesses: boolean;
  /** The ids of the processes that the model started. Without a namespace or a user of its own, one that hides is missed. */
  readonly living: () => readonly number[];
  /** Resolves when no process is left. Throws `cell.failed` when one cannot be ended. */
  readonly all: () => Promise<void>;
}

const POLL_MS = 2;
/** Other programs start processes too. After this time new ones are taken for theirs. */
const SURE_MS = 1000;
/** A process ends within a millisecond. The kernel takes seconds to free tens of gigabytes; what lives longer hangs in it. */
const LIMIT_MS = 30_000;

/** Creates the sweep for the cell of this greeting. Without a sandbox its processes have the marker in their environment. */
export function createSweep(hello: Hello, groups: Groups, marker: string | undefined): Sweep {
  if (ownsNamespace(hello)) return everybodySweep(() => true, true);
  const user = process.getuid?.();
  if (hello.ownsUser && user !== 0) return everybodySweep((pid) => userOf(pid) === user, false);
  return bareSweep(marker, groups);
}

/** Whether the cell has its own process namespace. It must be certain, because a signal to all processes must not leave the cell. */
function ownsNamespace({ bait }: Hello): boolean {
  const theirs = bait?.namespaces["pid"];
  return theirs !== undefined && theirs !== readlinkSync("/proc/self/ns/pid");
}

function everybodySweep(isOurs: (pid: number) => boolean, countsProcesses: boolean): Sweep {
  const left = (): number[] => otherProcesses().filter((pid) => isOurs(pid) && groupOf(pid) !== undefined);
  const killAll = (): void => kill(-1); // all processes of the cell but this one
  return { kill: killAll, countsProcesses, living: left, all: async () => await until(left, killAll) };
}

function bareSweep(marker: string | undefined, groups: Groups): Sweep {
  const isOurs = (pid: number, has: (group: number) => boolean): boolean => {
    const group = groupOf(pid);
    return group !== undefined && (has(group) || (marker !== undefined && carries(pid, marker)));
  };
  return {
    countsProcesses: false,
    living: () => otherProcesses().filter((pid) => isOurs(pid, groups.has)),
    kill() {
      groups.killAll();
      if (marker !== undefined) killStrays(marker);
    },
    async all() {
      const killed = new Set<number>();
      const wasKilled = (group: number): boolean => killed.has(group);
      let listed: readonly number[] = [];
      const left = (): number[] => {
        // The highest ids, usually the newest, are looked at first: a process that keeps forking and ending may be gone a moment
        // after it was listed.
        listed = otherProcesses().toReversed();
        return listed.filter((pid) => isOurs(pid, wasKilled));
      };
      const strike = (): void => {
        for (const group of groups.killAll()) killed.add(group);
        for (const pid of otherProcesses().toReversed()) if (isOurs(pid, wasKilled)) kill(pid);
      };
      // One that is missed all the same has left a child, which is new in the next search.
      const sureUntil = performance.now() + SURE_MS;
      let before: ReadonlySet<number>;
      do {
        before = new Set(listed);
        await until(left, strike);
        await delay(POLL_MS); // other requests of the worker have their turn
      } while (performance.now() < sureUntil && listed.some((pid) => !before.has(pid)));
    },
  };
}

async function until(left: () => readonly number[], strike: () => void): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  strike();
  for (let remaining = left(); remaining.length > 0; remaining = left()) {
    if (performance.now() > deadline) {
      throw new RunnerError({
        code: "cell.failed",
        message: `Processes of the cell could not be ended: ${remaining.join(", ")}.`,
        hint: "They hang in the kernel; check the machine's disks and network file systems.",
      });
    }
    await delay(POLL_MS);
    strike();
  }
}
