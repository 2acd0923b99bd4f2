/** Where the folder of a batch is, and which batch a name means. */

import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { nearest } from "../../base/nearest.ts";
import { configError } from "../../protocol/error.ts";
import { namesIn } from "../../session/bundle.ts";
import type { World } from "../../run/open/request.ts";
import { stateDir } from "../../run/open/state-dir.ts";
import { PLAN_FILE } from "./plan-file.ts";

type Here = Pick<World, "env" | "cwd">;

/** The folder of a batch that was given no other place. */
export function defaultBatchDir(world: Here, id: string): string {
  return join(batchesDir(world), id);
}

function batchesDir(world: Here): string {
  return join(stateDir(world), "batch");
}

const LATEST = "latest";
/** Fewer digits of an id are too easily those of another. */
const MIN_DIGITS = 4;

/**
 * The folder that `name` means: a folder with a plan, the plan itself, the beginning of an id, or `latest`, the newest plan.
 * Throws `config.invalid`.
 */
export function findBatchDir(name: string | undefined, world: Here): string {
  if (name === undefined) throw configError("There is no batch.", `Give its folder, its id or \`${LATEST}\`.`);
  const path = resolve(world.cwd, name);
  if (path.endsWith(`/${PLAN_FILE}`)) return resolve(path, "..");
  if (existsSync(join(path, PLAN_FILE)) || name.includes("/")) return path;
  const ids = namesIn(batchesDir(world)).filter((id) => existsSync(join(defaultBatchDir(world, id), PLAN_FILE)));
  const known =
    name === LATEST ? newest(ids, world) : name.length >= MIN_DIGITS ? ids.filter((id) => id.startsWith(name)) : [];
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

function newest(ids: readonly string[], world: Here): readonly string[] {
  const times = ids.map((id) => ({ id, atMs: statSync(join(defaultBatchDir(world, id), PLAN_FILE)).mtimeMs }));
  return times
    .toSorted((a, b) => b.atMs - a.atMs)
    .slice(0, 1)
    .map(({ id }) => id);
}
