/** What each level returns once the cell's worker has answered for the first time. */

import type { Probe, SandboxLevel } from "../../protocol/cell.ts";
import type { WorkspaceOverlay } from "../../protocol/overlay.ts";
import type { Channel } from "./channel.ts";
import type { Used } from "./frames.ts";

/** A folder of the cell that should be a copy on write, but is the host's own or missing. */
export interface Uncopied {
  readonly at: string;
  readonly why: string;
}

export interface BuiltCell {
  readonly channel: Channel;
  readonly level: SandboxLevel;
  readonly probes: readonly Probe[];
  /** Why no folder is a copy on write, though some should be; undefined where copies were mounted. */
  readonly withoutOverlays?: string | undefined;
  /** The folders that could not be mounted as copies on write, where others could. */
  readonly uncopied?: readonly Uncopied[] | undefined;
  /** Paths in the cell. */
  readonly nodePath: string;
  readonly workerPath: string;
  /** Opens the cell again after the worker's death, with the same files. Throws as the first opening does. */
  readonly reopen: (used: Used) => Promise<BuiltCell>;
  /**
   * Covers paths of the workspace, relative to it, so that commands see them as empty. Throws `sandbox.refused` with a path that commands
   * would see. Undefined for cells without mounts of their own.
   */
  readonly hide?: ((paths: readonly Buffer[]) => Promise<void>) | undefined;
  /** The index of the cell's own git directory. Commands can write to it. */
  readonly gitIndex?: string | undefined;
  /** The workspace's private copy, where `overlays` names the workspace. It outlives the cell: `onReleased` ends it. */
  readonly overlay?: WorkspaceOverlay | undefined;
  readonly onReleased?: ((keepsOverlay: boolean) => Promise<void>) | undefined;
  /** Called after the worker has ended. */
  readonly onClosed: () => void | Promise<void>;
}
