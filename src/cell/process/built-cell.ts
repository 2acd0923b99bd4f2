/** A cell after its worker's first answer, as each rung builds it. */

import type { Probe, Rung } from "../../protocol/cell.ts";
import type { Ground } from "../../protocol/ground.ts";
import type { Channel } from "./channel.ts";
import type { Used } from "./frames.ts";

/** A folder of the cell that should be a copy on write and is the host's own, or missing. */
export interface Uncopied {
  readonly at: string;
  readonly why: string;
}

export interface BuiltCell {
  readonly channel: Channel;
  readonly rung: Rung;
  readonly probes: readonly Probe[];
  /** Why folders that are copies on write elsewhere are the host's own here, or missing. */
  readonly withoutOverlays?: string | undefined;
  /** Folders that are not copies on write though others are. */
  readonly uncopied?: readonly Uncopied[] | undefined;
  /** Paths in the cell. */
  readonly nodePath: string;
  readonly workerPath: string;
  /** Opens the cell again after the worker's death, with the same files; throws as the first opening does. */
  readonly reopen: (used: Used) => Promise<BuiltCell>;
  /** The workspace's private copy, where `overlays` names the workspace. It outlives the cell: `onReleased` ends it. */
  readonly ground?: Ground | undefined;
  readonly onReleased?: ((keepsGround: boolean) => Promise<void>) | undefined;
  /** Called after the worker has ended. */
  readonly onClosed: () => void | Promise<void>;
}
