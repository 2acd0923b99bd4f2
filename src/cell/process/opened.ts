/** What each rung hands over once its worker has answered for the first time. */

import type { Probe, Rung } from "../../protocol/cell.ts";
import type { Channel } from "./channel.ts";

export interface Opened {
  readonly channel: Channel;
  readonly rung: Rung;
  readonly probes: readonly Probe[];
  /** Runs once the worker is gone. */
  readonly onClosed: () => void | Promise<void>;
}
