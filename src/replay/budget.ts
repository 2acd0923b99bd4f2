/**
 * The budget of a replay: the engine's own, with a clock that stands still until the record goes on as it does
 * when time has run out: a limit was reached between two records, and nothing else says so.
 */

import { createBudget, type BudgetOptions } from "../engine/budget.ts";
import { isPaid } from "../protocol/tally.ts";
import type { Budget } from "../protocol/budget.ts";
import type { WireEvent } from "../protocol/wire.ts";
import type { Feed } from "./record.ts";

export interface ReplayBudget extends Budget {
  /** Counts what a subagent used, whose own loop is not run again. */
  readonly count: (event: WireEvent) => void;
}

/** Later than any limit. */
const LATE_MS = Number.MAX_SAFE_INTEGER;

/** A budget of one process that took the session up. */
export function createReplayBudget(feed: Feed, options: Omit<BudgetOptions, "clock">): ReplayBudget {
  let elapsedMs = 0;
  const inner = createBudget({ ...options, clock: { monotonic: () => elapsedMs } });
  /** `isLate`: the record goes on as it does when time has run out. */
  const at = <T>(isLate: boolean, ask: () => T): T => {
    elapsedMs = isLate ? LATE_MS : 0;
    return ask();
  };
  return {
    ...inner,
    hasStep: () => at(isTimeUp(feed, "compaction.begin", "hook.begin"), inner.hasStep),
    reserve: (tokens) => at(isTimeUp(feed, "step.begin"), () => inner.reserve(tokens)),
    pressed: (agentId) => at(pressesMinutes(feed), () => inner.pressed(agentId)),
    left: (limit) => (limit === "minutes" ? minutesAhead(feed) : undefined) ?? inner.left(limit),
    count: (event) => {
      if (event.type === "step.begin") void at(false, () => inner.reserve(0));
      if (event.type === "call.judged" && event.decision.verdict === "reject") inner.deny();
      if (isPaid(event) && event.usage) inner.settle(event.usage, 0);
    },
  };
}

/** Whether what comes next was left undone because time had run out. */
function isTimeUp(feed: Feed, ...next: readonly (WireEvent["type"] | undefined)[]): boolean {
  return feed.turnEnd()?.stop === "limit_time" && !next.includes(feed.peek()?.type);
}

function pressesMinutes(feed: Feed): boolean {
  for (const event of feed.ahead()) {
    if (event.type !== "limit.pressed") return false;
    if (event.limit === "minutes") return true;
  }
  return false;
}

/** What the model was told of the minutes: a clock that is off by a second may round to another. */
function minutesAhead(feed: Feed): string | undefined {
  for (const event of feed.ahead()) {
    if (event.type === "limit.pressed") continue;
    if (event.type !== "context.append") return undefined;
    const told = event.messages.map(({ content }) => (typeof content === "string" ? content : ""));
    return told.flatMap((text) => /^<system-reminder>\n(\S+ of \S+ minutes) left\./.exec(text)?.[1] ?? [])[0];
  }
  return undefined;
}
