/** Where this program keeps what outlives a repository: bundles, and the ledger of this machine. */

import { homedir } from "node:os";
import { join } from "node:path";
import type { World } from "./request.ts";

/** By the XDG base directory specification. */
export function stateDir({ env }: Pick<World, "env">): string {
  return join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local", "state"), "kimi-runner");
}

/** The bundle of a session that was given no other place. */
export function defaultBundleDir(world: Pick<World, "env">, sessionId: string): string {
  return join(stateDir(world), sessionId);
}
