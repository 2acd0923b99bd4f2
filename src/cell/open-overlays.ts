/** The overlays of a sealed cell in one shape: mounted, or replaced by the host's own folders where this machine mounts none. */

import { spawnSync } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "../base/is-within.ts";
import type { Ground, Isolation } from "../protocol/ground.ts";
import type { Uncopied } from "./process/built-cell.ts";
import type { BoundMount, Mount } from "./process/mounts.ts";
import { removeTree } from "./process/remove-tree.ts";
import {
  entering,
  startMountNamespace,
  type MountNamespace,
  type NamespaceOptions,
  type WaitingNamespace,
} from "./sealed/mount-namespace.ts";
import { STAGE_NAME, stageOverlays, withoutOverlays, type Staged } from "./sealed/overlays.ts";
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

/** What a cell is started with. */
export interface CellMounts {
  readonly mounts: readonly BoundMount[];
  /** A program that enters their namespace and becomes the one that follows; undefined without overlays. */
  readonly enter?: Entrance | undefined;
  /** The user of this process, who is root in their namespace. */
  readonly restored?: Owner | undefined;
}

/** The program waits for a line with the keeper's id, so that it may be started before the mounts are made. */
interface Entrance {
  readonly command: readonly string[];
  /** Rejects where the mounts are not those that were asked for. */
  readonly keeper: Promise<number>;
}

export interface OpenedOverlays extends CellMounts {
  /** The copy of the workspace, where it is one of them. */
  readonly ground?: Ground | undefined;
  /** Why there are none. */
  readonly why?: string | undefined;
  /** Those that could not be mounted, where others could. */
  readonly uncopied: readonly Uncopied[];
  /** Ends the mounts and removes what was written; `keepsGround` leaves the folder of the workspace's changes. Never rejects. */
  readonly close: (keepsGround?: boolean) => Promise<void>;
}

/** Overlays that are being mounted. */
export interface OpeningOverlays {
  /** For a cell that is started meanwhile; it fails where `opened` has other mounts. */
  readonly first: CellMounts;
  readonly opened: Promise<OpenedOverlays>;
}

/** A namespace for the overlays, started before it is known which there are. */
export function startOverlays({ scratchDir, shape, self }: Omit<NamespaceOptions, "stage"> & { scratchDir: string }) {
  return startMountNamespace({ stage: join(scratchDir, STAGE_NAME), shape, self });
}

export async function openOverlays(options: OverlayOptions): Promise<OpenedOverlays> {
  return await beginOverlays(options).opened;
}

/** Mounts the overlays, in a namespace that may be there already. */
export function beginOverlays(options: OverlayOptions, started?: WaitingNamespace): OpeningOverlays {
  const { mounts, scratchDir, sudoPath } = options;
  const stage = join(scratchDir, STAGE_NAME);
  const plain = { mounts: withoutOverlays(mounts), uncopied: [], close: async (): Promise<void> => {} };
  if (mounts.every(({ kind }) => kind !== "overlay")) {
    return { first: plain, opened: Promise.resolve(started?.close()).then(() => plain) };
  }
  const waiting = started ?? startOverlays(options);
  const give = async (): Promise<void> => {
    await waiting.close();
    removeStage(stage, sudoPath);
  };
  let staged: Staged;
  try {
    staged = stageOverlays(mounts, stage, options.shape);
  } catch (error) {
    return { first: plain, opened: give().then(() => ({ ...plain, why: (error as Error).message })) };
  }
  const mounted = mountAll(options, staged, waiting);
  const opened = mounted.catch(async (error: unknown): Promise<OpenedOverlays> => {
    await give();
    return { ...plain, why: (error as Error).message };
  });
  const keeper = mounted.then(async ({ enter, uncopied: [missing] }) => {
    if (missing === undefined && enter !== undefined) return await enter.keeper;
    throw new Error(missing?.why);
  });
  keeper.catch(() => {}); // `opened` says why
  const first = { ...startedWith(options), mounts: staged.mounts };
  return { first: { ...first, enter: { command: entering(options.shape), keeper } }, opened };
}

/** Throws an `Error` with the reason where none can be made, or the workspace is among those that cannot. */
async function mountAll(options: OverlayOptions, staged: Staged, waiting: WaitingNamespace): Promise<OpenedOverlays> {
  const { mounts, workDir, isolation, scratchDir, shape, sudoPath } = options;
  const space = await waiting.mount();
  const uncopied = missing(staged, space);
  const needed = uncopied.find(({ at }) => isWithin(at, workDir));
  if (needed !== undefined) throw new Error(needed.why);
  const hasGround = isolation === "overlay";
  const keptIn = mounts.find((mount) => hasGround && mount.kind === "overlay" && mount.at === workDir);
  const copy = hasGround ? staged.overlays.find(({ at }) => at === workDir) : undefined;
  const isMissing = ({ at }: Mount): boolean => uncopied.some((one) => one.at === at);
  const others = withoutOverlays(mounts.filter(isMissing));
  return {
    ...startedWith(options),
    mounts: staged.mounts.flatMap((mount) => (isMissing(mount) ? others.filter(({ at }) => at === mount.at) : [mount])),
    enter: { command: entering(shape), keeper: Promise.resolve(space.keeper) },
    uncopied,
    ground: copy && {
      root: copy.merged,
      files: space.seen(copy.merged),
      changes: copy.upper,
      run: space.runIn(copy.merged),
    },
    close: async (keepsGround = false) => {
      await space.close();
      removeStage(join(scratchDir, STAGE_NAME), sudoPath);
      if (!keepsGround && keptIn?.kind === "overlay" && keptIn.keptIn !== undefined)
        removeStage(keptIn.keptIn, sudoPath);
    },
  };
}

function startedWith({ shape, self }: OverlayOptions): Pick<CellMounts, "restored"> {
  return { restored: shape.kind === "user" ? self : undefined };
}

/** The overlays that `mount` could not make. It names them in its lines. */
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

/** Through sudo where root's mounts left folders of root's in them. What cannot be removed goes with the machine. */
function removeStage(stage: string, sudoPath: string | undefined): void {
  try {
    removeTree(stage);
  } catch {
    if (sudoPath === undefined) return;
    spawnSync(sudoPath, ["-n", "--", "/bin/rm", "-rf", "--", stage], { env: {}, stdio: "ignore" });
  }
}
