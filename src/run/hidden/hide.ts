/** Hides files from the commands of a cell: looks for them while the cell opens, and has the cell cover them before its first request. */

import { FILES_AT } from "../setup/collect-layer.ts";
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { isWithin } from "../../base/paths/is-within.ts";
import type { OpenedCell } from "../../cell/open.ts";
import type { Overlay } from "../../cell/process/mounts.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { hiddenPaths, type HiddenOptions, type HiddenPaths } from "./hidden-paths.ts";
import { walk, type Entry } from "./walk.ts";

export interface HideFromOptions extends Pick<HiddenOptions, "root" | "policy" | "isOutsider"> {
  readonly pathVar: string;
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
    const files = isChanged ? cell.overlay?.files : undefined;
    const [here, made] = await Promise.all([
      files === undefined ? options.entries : walk(files),
      overlays.length === 0 ? [] : madeBySetup(overlays, root),
    ]);
    const before = new Set(made.length === 0 ? [] : (await options.entries).map(({ path }) => path));
    const own = new Set(made.flatMap(({ path }) => (before.has(path) ? [] : [path])));
    const found = await hiddenPaths([...here, ...made.filter(({ path }) => !before.has(path))], {
      ...options,
      isMadeForCommands: (path) => own.has(path),
      trackedAmong: async (paths) => await (await loadGit()).trackedAmong(place, paths),
    });
    const { gitIndex } = cell;
    if (cell.level === "sealed" && gitIndex !== undefined && found.tracked.length > 0)
      await (await loadGit()).passOver(place, gitIndex, found.tracked);
    return found;
  })();
  await cell.hide(finding.then(({ paths }) => paths.map(({ path }) => Buffer.from(path, "latin1"))));
  return await finding;
}

/** git loads only where something is hidden. */
const loadGit = async () => await import("../../workspace/git/tracked-paths.ts");

/** What the layers of setup bring into the workspace. */
async function madeBySetup(overlays: readonly Overlay[], root: string): Promise<readonly Entry[]> {
  const walks = overlays.flatMap(({ at, lower }) => {
    if (at !== FILES_AT && !(at !== root && isWithin(at, root))) return [];
    const place = at === FILES_AT ? "" : Buffer.from(relative(root, at)).toString("latin1");
    return lower.filter((dir) => existsSync(dir)).map(async (dir) => await walk(dir, place));
  });
  return (await Promise.all(walks)).flat();
}
