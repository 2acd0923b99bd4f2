/** The folders of batches, and the batch that a name means. */

import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { namesIn, statOrNone } from "../../base/file-text.ts";
import { nearest } from "../../base/nearest.ts";
import { configError } from "../../protocol/error.ts";
import type { World } from "../../run/open/request.ts";
import { stateDir } from "../../run/open/state-dir.ts";
import { PLAN_FILE } from "./plan-file.ts";

type Here = Pick<World, "env" | "cwd">;

/** The folder of a batch, where no other one is given. */
export function defaultBatchDir(world: Here, id: string): string {
  return join(batchesDir(world), id);
}

function batchesDir(world: Here): string {
  return join(stateDir(world), "batch");
}

const LATEST = "latest";
/** Fewer digits could too easily be those of another id. */
const MIN_DIGITS = 4;

/** The folder that `name` means: one with a plan, the plan itself, the beginning of an id, or `latest`. Throws `config.invalid`. */
export function findBatchDir(name: string, world: Here): string {
  const path = resolve(world.cwd, name);
  if (path.endsWith(`/${PLAN_FILE}`)) return resolve(path, "..");
  if (existsSync(join(path, PLAN_FILE)) || name.includes("/")) return path;
  const ids = plannedDirs(batchesDir(world)).map((dir) => basename(dir));
  const begin = ids.filter((id) => name.length >= MIN_DIGITS && id.startsWith(name));
  const known = name === LATEST ? ids.slice(0, 1) : begin;
  const [only, ...more] = known;
  if (only === undefined) {
    const near = nearest(name, ids);
    throw configError(
      `There is no batch ${name}.`,
      `${near === undefined ? "" : `Did you mean ${near}? `}\`kimi-runner batch plan\` makes one.`,
    );
  }
  if (more.length > 0)
    throw configError(`Several batches begin with ${name}: ${known.join(", ")}.`, "Give more digits.");
  return defaultBatchDir(world, only);
}

/** The folders in `folder` that have a plan, the newest plan first. Folders that may not be read have none. */
export function plannedDirs(folder: string): readonly string[] {
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter((dir) => existsSync(join(dir, PLAN_FILE)))
    .map((dir) => ({ dir, atMs: statOrNone(join(dir, PLAN_FILE))?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.atMs - a.atMs)
    .map(({ dir }) => dir);
}
