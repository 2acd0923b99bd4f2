/** The overlays of a sealed cell in one shape: mounted, or replaced by the host's own folders where this machine mounts none. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Ground, Isolation } from "../protocol/ground.ts";
import type { BoundMount, Mount } from "./process/mounts.ts";
import { removeTree } from "./process/remove-tree.ts";
import { openMountNamespace } from "./sealed/mount-namespace.ts";
import { STAGE_NAME, stageOverlays, withoutOverlays } from "./sealed/overlays.ts";
import type { Owner, Shape } from "./sealed/shapes.ts";

export interface OverlayOptions {
  readonly mounts: readonly Mount[];
  readonly workDir: string;
  readonly isolation?: Isolation | undefined;
  readonly scratchDir: string;
  readonly shape: Shape;
  readonly self: Owner;
  readonly sudoPath?: string | undefined;
}

export interface OpenedOverlays {
  readonly mounts: readonly BoundMount[];
  /** A program that enters their namespace and becomes the one that follows; empty without them. */
  readonly enter: readonly string[];
  /** The user of this process, who is root in their namespace. */
  readonly restored?: Owner | undefined;
  /** The copy of the workspace, where it is one of them. */
  readonly ground?: Ground | undefined;
  /** Why there are none. */
  readonly why?: string | undefined;
  /** Ends the mounts and removes what was written; `keepsGround` leaves the folder of the workspace's changes. Never rejects. */
  readonly close: (keepsGround?: boolean) => Promise<void>;
}

export async function openOverlays(options: OverlayOptions): Promise<OpenedOverlays> {
  const { mounts, workDir, isolation, scratchDir, shape, self, sudoPath } = options;
  const close = async (): Promise<void> => {};
  if (mounts.every(({ kind }) => kind !== "overlay")) return { mounts: withoutOverlays(mounts), enter: [], close };
  const stage = join(scratchDir, STAGE_NAME);
  try {
    const staged = stageOverlays(mounts, stage, shape);
    const space = await openMountNamespace({ stage, shape, self });
    const hasGround = isolation === "overlay";
    const keptIn = mounts.find((mount) => hasGround && mount.kind === "overlay" && mount.at === workDir);
    const copy = hasGround ? staged.overlays.find(({ at }) => at === workDir) : undefined;
    return {
      mounts: staged.mounts,
      enter: space.enter,
      restored: shape.kind === "user" ? self : undefined,
      ground: copy && {
        root: copy.merged,
        files: space.seen(copy.merged),
        changes: copy.upper,
        run: space.runIn(copy.merged),
      },
      close: async (keepsGround = false) => {
        await space.close();
        removeStage(stage, sudoPath);
        if (!keepsGround && keptIn?.kind === "overlay" && keptIn.keptIn !== undefined)
          removeStage(keptIn.keptIn, sudoPath);
      },
    };
  } catch (error) {
    removeStage(stage, sudoPath);
    return { mounts: withoutOverlays(mounts), enter: [], why: (error as Error).message, close };
  }
}

/** Through sudo where root's mounts left folders of root's in them. What cannot be removed goes with the machine. */
function removeStage(stage: string, sudoPath: string | undefined): void {
  try {
    removeTree(stage);
  } catch {
    if (sudoPath === undefined) return;
    spawnSync(sudoPath, ["-n", "--", "/bin/rm", "-rf", "--", stage], { env: {}, stdio: "ignore" });
  }
}
