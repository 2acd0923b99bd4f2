/** Hides files from the commands of a cell: looks for them while the cell opens, and has the cell cover them before its first request. */

import { existsSync } from "node:fs";
import { relative } from "node:path";
import { isWithin } from "../../base/is-within.ts";
import type { OpenedCell } from "../../cell/open.ts";
import type { Overlay } from "../../cell/process/mounts.ts";
import type { Policy } from "../../policy/policy.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { hiddenPaths, type HiddenPaths } from "./hidden-paths.ts";
import { walk, type Entry } from "./walk.ts";

export interface HideFromOptions {
  /** The real path of the checkout. */
  readonly root: string;
  readonly pathVar: string;
  readonly policy: Pick<Policy, "rules" | "sandbox">;
  readonly isOutsider: boolean;
  /** What the checkout holds. */
  readonly entries: Promise<readonly Entry[]>;
  /** What the cell has besides the checkout, as folders. */
  readonly overlays?: readonly Overlay[] | undefined;
  /** The copy of the checkout has changes already. */
  readonly isChanged: boolean;
}

/** Has the cell cover what its commands may not see. Rejects where something cannot be found or covered; requests of the cell do too. */
export async function hideFrom(cell: OpenedCell, options: HideFromOptions): Promise<HiddenPaths> {
  const { root, pathVar, overlays = [], isChanged } = options;
  const place = { root, path: trustedPath(pathVar, root) };
  const finding = (async () => {
    const files = isChanged ? cell.ground?.files : undefined;
    const inside = overlays.filter(({ at }) => at !== root && isWithin(at, root));
    const more = inside.flatMap(({ at, lower }) =>
      lower.filter((dir) => existsSync(dir)).map(async (dir) => await walk(dir, pathIn(root, at))),
    );
    const all = await Promise.all([files === undefined ? options.entries : walk(files), ...more]);
    const found = await hiddenPaths(all.flat(), {
      ...options,
      trackedAmong: async (paths) => await (await loadGit()).trackedAmong(place, paths),
    });
    const { gitIndex } = cell;
    if (cell.rung === "sealed" && gitIndex !== undefined && found.tracked.length > 0)
      await (await loadGit()).passOver(place, gitIndex, found.tracked);
    return found;
  })();
  await cell.hide(finding.then(({ paths }) => paths.map(({ path }) => Buffer.from(path, "latin1"))));
  return await finding;
}

/** git loads only where something is hidden. */
const loadGit = async () => await import("../../workspace/git/tracked-paths.ts");

function pathIn(root: string, at: string): string {
  return Buffer.from(relative(root, at)).toString("latin1");
}
