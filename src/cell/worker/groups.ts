/** The process groups of commands that may still run. */

import { setTimeout as delay } from "node:timers/promises";

export type Groups = ReturnType<typeof createGroups>;

export function createGroups() {
  const alive = new Set<number>();
  return {
    add: (group: number): void => void alive.add(group),
    has: (group: number): boolean => alive.has(group),
    kill: (group: number): void => void signalGroup(group, "SIGKILL"),
    /** After the end of a command: forgets its group, unless a process of it still runs. */
    settle: (group: number): void => {
      if (!signalGroup(group, 0)) alive.delete(group);
    },
    /** Kills and forgets every group that is known; returns them. */
    killAll: (): readonly number[] => {
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
