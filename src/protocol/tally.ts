/** What model calls used, summed over the events that say so: the run, its subagents, comments and replays all count with this fold. */

import { addUsage, NO_USAGE, type TokenUsage } from "./model.ts";
import { reads, type ReadBy } from "./readers.ts";
import type { EventOf, WireEvent } from "./wire.ts";

export interface Tally {
  /** Model calls; the summaries of compactions are none of them. */
  readonly steps: number;
  readonly usage: TokenUsage;
  readonly costUsd: number;
  /** False as soon as a call had no known price: `costUsd` is only a part then. */
  readonly priced: boolean;
}

export const NO_TALLY: Tally = { steps: 0, usage: NO_USAGE, costUsd: 0, priced: true };

/** One event folded in; what a subagent uses counts for the run. The same object when nothing was used. */
export function foldTally<T extends Tally>(tally: T, event: WireEvent): T {
  if (!reads("tally", event)) return tally;
  switch (event.type) {
    case "subagent.event":
      return foldTally(tally, event.event);
    case "step.begin":
      return { ...tally, steps: tally.steps + 1 };
    case "closing.usage":
      return charged({ ...tally, steps: tally.steps + 1 }, event);
    case "step.usage":
    case "model.wasted":
    case "compaction.end":
      return charged(tally, event);
  }
}

/** Whether it ends a call of the model that is charged. */
export function isPaid(event: WireEvent): event is Exclude<ReadBy<"tally">, EventOf<"step.begin" | "subagent.event">> {
  return reads("tally", event) && event.type !== "step.begin" && event.type !== "subagent.event";
}

/** The whole cost; undefined where it is not known. */
export function knownCost({ costUsd, priced }: Tally): number | undefined {
  return priced ? costUsd : undefined;
}

type Paid = { readonly usage?: TokenUsage | undefined; readonly costUsd?: number | undefined };

function charged<T extends Tally>(tally: T, { usage, costUsd }: Paid): T {
  if (usage === undefined) return tally;
  return {
    ...tally,
    usage: addUsage(tally.usage, usage),
    costUsd: tally.costUsd + (costUsd ?? 0),
    priced: tally.priced && costUsd !== undefined,
  };
}
