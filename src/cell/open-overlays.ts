/** Mounts the overlays of a sealed cell. Where this machine mounts none, the host's own folders take their place. */

import { spawnSync } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "../base/paths/is-within.ts";
import type { WorkspaceOverlay } from "../protocol/overlay.ts";
import type { OpenCellOptions, Uncopied } from "./process/options.ts";
import type { BoundMount, Mount } from "./process/mounts.ts";
import { removeTree } from "./process/remove-tree.ts";
import {
  entranceBy,
  openMountNamespace,
  type Entrance,
  type MountNamespace,
  type NamespaceOptions,
} from "./sealed/mount-namespace.ts";
import { createMasks, type Masks } from "./sealed/masks.ts";
import { STAGE_NAME, stageOverlays, withoutOverlays, type Staged } from "./sealed/overlays.ts";

export interface OverlayOptions extends NamespaceOptions, Pick<OpenCellOptions, "workDir" | "isolation" | "sudoPath"> {
  readonly mounts: readonly Mount[];
}

/** What a cell is started with. */
export interface CellMounts {
  readonly mounts: readonly BoundMount[];
  /** Undefined without overlays. */
  readonly enter?: Entrance | undefined;
}

export interface OpenedOverlays extends CellMounts {
  /** The private copy of the workspace, where that is one of the overlays. */
  readonly overlay?: WorkspaceOverlay | undefined;
  /** Why there are no overlays, where there should be some. */
  readonly why?: string | undefined;
  /** The overlays that could not be mounted, where others could. */
  readonly uncopied: readonly Uncopied[];
  /** Undefined where this machine lets no mount be made for the cell. */
  readonly masks?: Masks | undefined;
  /** Ends the mounts and removes what was written. With `keepsOverlay` the folder of the workspace's changes stays. Never rejects. */
  readonly close: (keepsOverlay?: boolean) => Promise<void>;
}

/** Mounts the overlays, and the view of a workspace that is no copy. Never rejects: `why` says what failed. */
export async function openOverlays(options: OverlayOptions): Promise<OpenedOverlays> {
  const { mounts, workDir, scratchDir, sudoPath, shape } = options;
  const stage = join(scratchDir, STAGE_NAME);
  try {
    const staged = stageOverlays(mounts, stage, shape, workDir);
    const space = await openMountNamespace(options);
    try {
      return whatIsMounted(options, staged, space);
    } catch (error) {
      await space.close();
      throw error;
    }
  } catch (error) {
    removeStage(stage, sudoPath);
    const plain = withoutOverlays(mounts);
    const hasOverlays = mounts.some(({ kind }) => kind === "overlay");
    if (!hasOverlays) return { mounts: plain, uncopied: [], close: async () => {} };
    return { ...(await openOverlays({ ...options, mounts: plain })), why: (error as Error).message }; // the view alone
  }
}

/** Throws an `Error` with the reason where no overlay was mounted, or the workspace's was not. */
function whatIsMounted(options: OverlayOptions, staged: Staged, space: MountNamespace): OpenedOverlays {
  const { mounts, workDir, isolation, scratchDir, sudoPath } = options;
  const uncopied = missing(staged, space);
  const needed = uncopied.find(({ at }) => isWithin(at, workDir));
  if (needed !== undefined) throw new Error(needed.why);
  requireViews(staged, space);
  if (uncopied.length > 0 && uncopied.length === staged.overlays.length)
    throw new Error(space.complaints.trim().split("\n")[0]);
  const hasOverlay = isolation === "overlay";
  const keptIn = mounts.find((mount) => hasOverlay && mount.kind === "overlay" && mount.at === workDir);
  const copy = hasOverlay ? staged.overlays.find(({ at }) => at === workDir) : undefined;
  const isMissing = ({ at }: Mount): boolean => uncopied.some((one) => one.at === at);
  const others = withoutOverlays(mounts.filter(isMissing));
  return {
    mounts: staged.mounts.flatMap((mount) => (isMissing(mount) ? others.filter(({ at }) => at === mount.at) : [mount])),
    enter: entranceBy(space.keeper, options),
    uncopied,
    overlay: copy && {
      root: copy.merged,
      files: space.seen(copy.merged),
      changes: copy.upper,
      run: space.runIn(copy.merged),
    },
    masks: createMasks({ space, views: staged.views, ...options }),
    close: async (keepsOverlay = false) => {
      await space.close();
      removeStage(join(scratchDir, STAGE_NAME), sudoPath);
      if (!keepsOverlay && keptIn?.kind === "overlay" && keptIn.keptIn !== undefined)
        removeStage(keptIn.keptIn, sudoPath);
    },
  };
}

/** The overlays that `mount` could not make. Its complaints name them. */
function missing({ overlays }: Staged, { complaints, seen }: MountNamespace): readonly Uncopied[] {
  if (complaints === "") return [];
  return overlays
    .filter(({ merged }) => statSync(seen(merged)).dev === statSync(merged).dev)
    .map(({ at, merged }) => {
      const said = `mount: ${realpathSync(merged)}: `;
      const line = complaints.split("\n").find((text) => text.startsWith(said));
      return { at, why: line?.slice(said.length).trim() ?? complaints.trim() };
    });
}

/** Throws where a view was not mounted: the cell would see an empty folder. */
function requireViews({ views }: Staged, { complaints, seen }: MountNamespace): void {
  const isMounted = ({ view, files, isCopy }: Staged["views"][number]): boolean =>
    statSync(seen(view)).ino === statSync(isCopy ? seen(files) : files).ino;
  if (complaints !== "" && !views.every(isMounted)) throw new Error(complaints.trim());
}

/** Removes a folder, through sudo where root's mounts left root's folders in it. What cannot be removed stays on the machine. */
function removeStage(stage: string, sudoPath: string | undefined): void {
  try {
    removeTree(stage);
  } catch {
    if (sudoPath === undefined) return;
    spawnSync(sudoPath, ["-n", "--", "/bin/rm", "-rf", "--", stage], { env: {}, stdio: "ignore" });
  }
}
