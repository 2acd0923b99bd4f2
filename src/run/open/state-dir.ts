/** Where this program keeps what outlives a repository: bundles, and the ledger of this machine. */

import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { World } from "./request.ts";

/** By the XDG base directory specification. */
export function stateDir({ env }: Pick<World, "env">): string {
  return join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "kimi-runner");
}

/** The bundle of a session that was given no other place. */
export function defaultBundleDir(world: Pick<World, "env">, sessionId: string): string {
  return join(stateDir(world), sessionId);
}

/**
 * Where the changes of a run's copy of the workspace may be kept, best first: a disk of the job or the user, which no later run
 * clears, and the folder for temporary files.
 */
export function groundPlaces({ env }: Pick<World, "env">): readonly string[] {
  const { RUNNER_TEMP: runnerTemp } = env;
  const places = [...(runnerTemp ? [runnerTemp] : []), stateDir({ env })];
  return [...places.map((dir) => join(dir, "grounds")), join(resolve(tmpdir()), `kimi-grounds-${process.getuid?.()}`)];
}
