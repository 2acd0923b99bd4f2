/** The bundle that a command names, with its journal. */

import { resolve } from "node:path";
import { openBundle, type Bundle } from "../session/bundle.ts";
import { readJournal, type ReadJournal } from "../session/journal.ts";
import type { World } from "../run/open/request.ts";
import { configError } from "../protocol/error.ts";
import type { Args } from "./args.ts";

/** Throws `config.invalid` where none is named. */
export function readBundle(
  { positionals: [dir] }: Args,
  world: World,
): { readonly bundle: Bundle; readonly journal: ReadJournal } {
  if (dir === undefined) throw configError("There is no bundle.", "Give the directory that the run printed.");
  const bundle = openBundle(resolve(world.cwd, dir));
  return { bundle, journal: readJournal(bundle.journal) };
}

/** Says on standard error that a journal ends early. */
export function notePartial({ problem }: ReadJournal, { err }: World): void {
  if (problem !== undefined) err(`The journal ends early: line ${problem.line}: ${problem.reason}.\n`);
}
