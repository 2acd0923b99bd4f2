/** The process groups of commands that may still run. */

import { setTimeout as delay } from "node:timers/promises";

export interface Groups {
  readonly add: (group: number) => void;
  readonly has: (group: number) => boolean;
  readonly kill: (group: number) => void;
  /** After the end of a command: forgets its group, unless a process of it still runs. */
  readonly settle: (group: number) => void;
  /** Kills and forgets every group that is known; returns them. */
  readonly killAll: () => readonly number[];
}

export function createGroups(): Groups {
  const alive = new Set<number>();
  return {
    add: (group) => void alive.add(group),
    has: (group) => alive.has(group),
    kill: (group) => void signalGroup(group, "SIGKILL"),
    settle(group) {
      if (!signalGroup(group, 0)) alive.delete(group);
    },
    killAll() {
      const killed = [...alive];
      alive.clear();
      for (const group of killed) signalGroup(group, "SIGKILL");
      return killed;
    },
  };
}

/** Sends INT, TERM and KILL with `graceMs` between them, until `ended` resolves. KILL also ends a stopped process. */
export async function endGroup(group: number, graceMs: number, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => (over = true));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    if (over || !signalGroup(group, signal)) return;
    await Promise.race([ended, delay(graceMs)]);
  }
  if (!over) signalGroup(group, "SIGKILL");
}

/** False when no process of the group is left. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}
