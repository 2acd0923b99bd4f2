/** A cell after its worker's first answer, as each rung builds it. */

import type { Probe, Rung } from "../../protocol/cell.ts";
import type { Channel } from "./channel.ts";

export interface BuiltCell {
  readonly channel: Channel;
  readonly rung: Rung;
  readonly probes: readonly Probe[];
  /** Why folders that are copies on write elsewhere are the host's own here, or missing. */
  readonly withoutOverlays?: string | undefined;
  /** Paths in the cell. */
  readonly nodePath: string;
  readonly workerPath: string;
  /** Called after the worker has ended. */
  readonly onClosed: () => void | Promise<void>;
}
