/** The sums of what requests used, as a fold over the events. Older journals count by `step.begin`. */

import { addUsage, NO_USAGE, totalTokens, type Charge, type TokenUsage } from "./model.ts";
import type { Unanswered } from "./paid-events.ts";
import { reads, type ReadBy } from "./readers.ts";
import type { EventOf, WireEvent } from "./wire.ts";

export interface Tally {
  /** Requests that were answered, or may have been. */
  readonly steps: number;
  readonly usage: TokenUsage;
  readonly costUsd: number;
  /** False when an attempt had no known price. `costUsd` is then only a part of the cost. */
  readonly priced: boolean;
  readonly unanswered: Unanswered;
  /** Attempts without an end so far, by the id of their agent; "" is the main agent. */
  readonly open: ReadonlyMap<string, OpenAttempt>;
}

/** What an attempt reserved; undefined for a step whose attempt is not recorded, or not yet. */
type OpenAttempt = Charge | undefined;

const MAIN = "";
const NONE_UNANSWERED: Unanswered = { paid: 0, free: 0, tokens: 0, costUsd: 0 };

export const NO_TALLY: Tally = {
  steps: 0,
  usage: NO_USAGE,
  costUsd: 0,
  priced: true,
  unanswered: NONE_UNANSWERED,
  open: new Map(),
};

/** Adds one event. What a subagent uses counts for the run. Returns the same object when the event does not count. */
export function foldTally<T extends Tally>(tally: T, event: WireEvent, agent = MAIN): T {
  if (!reads("tally", event)) return tally;
  switch (event.type) {
    case "subagent.event":
      return foldTally(tally, event.event, event.agentId);
    case "session.resume":
      return withOpenCharged(tally);
    case "step.begin":
      return { ...tally, steps: tally.steps + 1, open: new Map([...tally.open, [agent, undefined]]) };
    case "attempt.begin": {
      const { usage, costUsd } = event;
      const isCounted = tally.open.has(agent); // by its step
      const open = new Map([...tally.open, [agent, { usage, costUsd }]]);
      return { ...tally, steps: tally.steps + (isCounted ? 0 : 1), open };
    }
    case "closing.usage": {
      const isCounted = tally.open.get(agent) !== undefined;
      return ended(charged({ ...tally, steps: tally.steps + (isCounted ? 0 : 1) }, event), agent);
    }
    case "step.usage":
    case "tool.usage":
      return ended(charged(tally, event), agent);
    case "compaction.end":
      return event.usage === undefined ? tally : ended(charged(tally, event), agent);
    case "model.wasted":
      return wasted(tally, event, agent);
  }
}

function wasted<T extends Tally>(tally: T, event: EventOf<"model.wasted">, agent: string): T {
  const isOpen = tally.open.get(agent) !== undefined; // else it is of an older version, whose steps stay open
  if (event.why === "free") {
    const { unanswered } = tally;
    const counted = { ...tally, unanswered: { ...unanswered, free: unanswered.free + 1 } };
    return isOpen ? ended({ ...counted, steps: tally.steps - 1 }, agent) : counted;
  }
  const paid = event.why === "cut" ? tally : notAnswered(tally, event);
  return isOpen ? ended(charged(paid, event), agent) : charged(paid, event);
}

/** The sums when the process has ended: attempts without an end are charged what they had reserved. */
export function withOpenCharged<T extends Tally>(tally: T): T {
  if (tally.open.size === 0) return tally;
  let sum: T = { ...tally, open: NO_TALLY.open };
  for (const [agent, reserved] of tally.open) {
    if (reserved !== undefined) sum = charged(notAnswered(sum, reserved), reserved);
    // The step of the main agent is made again under its own number, and counts then.
    else if (agent === MAIN) sum = { ...sum, steps: sum.steps - 1 };
  }
  return sum;
}

const NOT_PAID = ["step.begin", "attempt.begin", "session.resume", "subagent.event"] as const;

/** Whether the event ends an attempt, which may be charged. */
export function isPaid(event: WireEvent): event is Exclude<ReadBy<"tally">, EventOf<(typeof NOT_PAID)[number]>> {
  return reads("tally", event) && !NOT_PAID.some((type) => type === event.type);
}

/** The whole cost; undefined when a price is not known. */
export function knownCost({ costUsd, priced }: Tally): number | undefined {
  return priced ? costUsd : undefined;
}

/** The attempts without an answer; undefined when there were none. */
export function knownUnanswered({ unanswered }: Tally): Unanswered | undefined {
  return unanswered.paid + unanswered.free === 0 ? undefined : unanswered;
}

type Paid = { readonly [F in keyof Charge]?: Charge[F] | undefined };

function charged<T extends Tally>(tally: T, { usage, costUsd }: Paid): T {
  if (usage === undefined) return tally;
  return {
    ...tally,
    usage: addUsage(tally.usage, usage),
    costUsd: tally.costUsd + (costUsd ?? 0),
    priced: tally.priced && costUsd !== undefined,
  };
}

function notAnswered<T extends Tally>(tally: T, { usage = NO_USAGE, costUsd = 0 }: Paid): T {
  const { paid, tokens, costUsd: before, ...rest } = tally.unanswered;
  const unanswered = { ...rest, paid: paid + 1, tokens: tokens + totalTokens(usage), costUsd: before + costUsd };
  return { ...tally, unanswered };
}

function ended<T extends Tally>(tally: T, agent: string): T {
  const open = new Map(tally.open);
  open.delete(agent);
  return { ...tally, open };
}
