/**
 * The budget of a replay: the engine's own, with a clock that stands still until the record goes on as it does
 * when time has run out: a limit was reached between two records, and nothing else says so.
 */

import { createBudget, type BudgetOptions } from "../engine/budget.ts";
import { isPaid } from "../protocol/tally.ts";
import type { Budget } from "../protocol/budget.ts";
import type { PressedLimit, WireEvent } from "../protocol/wire.ts";
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
    pressed: (agentId) => at(pressedAhead(feed).includes("minutes"), () => inner.pressed(agentId)),
    // A clock that is off by a second may round to another minute.
    left: (limit) => (limit === "minutes" ? leftAhead(feed, limit) : undefined) ?? inner.left(limit),
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

/** Limits that the model is warned of next. */
export function pressedAhead(feed: Feed): readonly PressedLimit[] {
  const pressed: PressedLimit[] = [];
  for (const event of feed.ahead()) {
    if (event.type !== "limit.pressed") return pressed;
    pressed.push(event.limit);
  }
  return pressed;
}

const NAMES = { steps: "model calls", minutes: "minutes", cost: "\\$", tokens: "tokens" } as const;

/** What the model was told of a limit; undefined where that is not next. */
export function leftAhead(feed: Feed, limit: PressedLimit): string | undefined {
  const next = feed.ahead().find(({ type }) => type !== "limit.pressed");
  if (next?.type !== "context.append") return undefined;
  const told = next.messages.flatMap(({ content }) =>
    typeof content === "string" ? (/^<system-reminder>\n(.*) left\. /.exec(content)?.[1] ?? []) : [],
  );
  return told.find((text) => new RegExp(NAMES[limit]).test(text));
}
