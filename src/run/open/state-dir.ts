/** Folders of this program outside of repositories: for bundles, the ledger of this machine, and copies of workspaces. */

import { tmpdir, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { configError } from "../../protocol/error.ts";
import type { World } from "./request.ts";

/** This program's state folder, by the XDG base directory specification, which ignores relative paths. */
export function stateDir(world: Pick<World, "env">): string {
  return join(userFolder("XDG_STATE_HOME", join(".local", "state"), world), "kimi-runner");
}

/** A folder of the user: the one that a variable names, or one in the home folder. */
export function userFolder(variable: string, inHome: string, { env }: Pick<World, "env">): string {
  const [named = "", home = ""] = [env[variable], env["HOME"]];
  if (isAbsolute(named)) return named;
  return join(isAbsolute(home) ? home : ownHome(variable), inHome);
}

function ownHome(variable: string): string {
  try {
    return userInfo().homedir;
  } catch (cause) {
    const message = "There is no home folder: HOME is no absolute path, and the system has no entry for this user.";
    throw configError(message, `Set HOME or ${variable} to a folder that you may write to.`, cause);
  }
}

/** The folder for the bundle of a session, unless another one is named. */
export function defaultBundleDir(world: Pick<World, "env">, sessionId: string): string {
  return join(stateDir(world), sessionId);
}

/** Where the changes of a run's copy may be kept, best first: on a disk that no later run clears. */
export function overlayPlaces({ env }: Pick<World, "env">): readonly string[] {
  const { RUNNER_TEMP: runnerTemp } = env;
  const places = [...(runnerTemp ? [runnerTemp] : []), stateDir({ env })];
  return [...places.map((dir) => join(dir, "grounds")), join(resolve(tmpdir()), `kimi-grounds-${process.getuid?.()}`)];
}
