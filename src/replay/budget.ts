/**
 * The budget of a replay: the engine's own, with a clock that stands still until the record goes on as it does
 * when time has run out: a limit was reached between two records, and nothing else says so.
 */

import { createBudget, type BudgetOptions, type RunBudget } from "../engine/budget.ts";
import type { Reservation } from "../protocol/budget.ts";
import { wordsOf } from "../protocol/message.ts";
import { isAskedByTool } from "../protocol/paid-events.ts";
import { foldTally, NO_TALLY, type Tally } from "../protocol/tally.ts";
import { addUsage, type TokenUsage } from "../protocol/model.ts";
import type { PressedLimit, WireEvent } from "../protocol/wire.ts";
import { foldRefused } from "../session/untold.ts";
import type { Feed } from "./record.ts";

export interface ReplayBudget extends RunBudget {
  /** Counts what subagents and tools used, whose requests are not made again. It is told of every event. */
  readonly count: (event: WireEvent) => void;
}

/** Later than any limit. */
const LATE_MS = Number.MAX_SAFE_INTEGER;

/** What follows where a step was asked for, in records of this version and of those that did not record attempts. */
const STEP_GOES_ON = [
  "step.begin",
  "attempt.begin",
  "step.retry",
  "step.usage",
  "model.wasted",
  "step.interrupted",
] as const;

/** A budget of one process that took the session up. */
export function createReplayBudget(feed: Feed, options: Omit<BudgetOptions, "clock">): ReplayBudget {
  let elapsedMs = 0;
  let ofOthers: Tally = NO_TALLY;
  let isOfTool = false;
  let refused: ReadonlySet<string> = new Set();
  const inner = createBudget({ ...options, clock: { monotonic: () => elapsedMs } });
  /** `isLate`: the record goes on as it does when time has run out. */
  const at = <T>(isLate: boolean, ask: () => T): T => {
    elapsedMs = isLate ? LATE_MS : 0;
    return ask();
  };
  /** What was reserved for each attempt when it was recorded. */
  const recorded = new WeakMap<Reservation, TokenUsage>();
  return {
    ...inner,
    hasSteps: (requests) => at(isTimeUp(feed, "compaction.begin", "hook.begin"), () => inner.hasSteps(requests)),
    reserve: async (wish) => {
      const isLate = wish.purpose === "step" && isTimeUp(feed, ...STEP_GOES_ON);
      const reserved = await at(isLate, () => inner.reserve(wish));
      const begin = feed.ahead().find((event) => event.type === "attempt.begin");
      if (!("stop" in reserved) && begin?.type === "attempt.begin") recorded.set(reserved, begin.usage);
      return reserved;
    },
    settle: (reserved, use) => {
      const most = recorded.get(reserved);
      const isEstimated = use !== undefined && most !== undefined && hasSamePrompt(use.usage, most);
      return inner.settle(reserved, isEstimated ? { ...use, estimated: ["prompt"], isCharged: true } : use);
    },
    pressed: (agentId) => at(pressedAhead(feed).includes("minutes"), () => inner.pressed(agentId)),
    // A clock that is off by a second may round to another minute.
    left: (limit) => (limit === "minutes" ? leftAhead(feed, limit) : undefined) ?? inner.left(limit),
    count: (event) => {
      isOfTool ||= event.type === "attempt.begin" && isAskedByTool(event.purpose);
      if (!isOfTool && event.type !== "subagent.event") return;
      if (event.type === "subagent.event") {
        const refusedBefore = refused;
        refused = foldRefused(refused, event);
        if (refused.size > refusedBefore.size) inner.deny();
      }
      const before = ofOthers;
      ofOthers = foldTally(before, event);
      if (ofOthers !== before) inner.add(more(before, ofOthers));
      if (event.type === "tool.usage" || event.type === "model.wasted") isOfTool = false;
    },
  };
}

/** A request that the provider did not count was charged as it was reserved; later reservations do not learn from it. */
function hasSamePrompt(charged: TokenUsage, most: TokenUsage): boolean {
  return (["input", "cacheRead", "cacheWrite"] as const).every((part) => charged[part] === most[part]);
}

function more(before: Tally, after: Tally): Pick<Tally, "steps" | "usage" | "costUsd"> {
  const less: TokenUsage = {
    input: -before.usage.input,
    cacheRead: -before.usage.cacheRead,
    cacheWrite: -before.usage.cacheWrite,
    output: -before.usage.output,
  };
  return {
    steps: after.steps - before.steps,
    usage: addUsage(after.usage, less),
    costUsd: after.costUsd - before.costUsd,
  };
}

/** Whether what comes next was left undone because time had run out. */
function isTimeUp(feed: Feed, ...next: readonly (WireEvent["type"] | undefined)[]): boolean {
  const ahead = feed.peek();
  const isClosing = ahead?.type === "attempt.begin" && ahead.purpose === "closing";
  return feed.turnEnd()?.stop === "limit_time" && (isClosing || !next.includes(ahead?.type));
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

const NAMES = { steps: "model call", minutes: "minute", cost: "\\$", tokens: "tokens" } as const;

/** What the model was told of a limit; undefined where that is not next. */
export function leftAhead(feed: Feed, limit: PressedLimit): string | undefined {
  const next = feed.ahead().find(({ type }) => type !== "limit.pressed");
  if (next?.type !== "context.append") return undefined;
  const told = next.messages.flatMap((message) => /^<system-reminder>\n(.*) left\. /.exec(wordsOf(message))?.[1] ?? []);
  return told.find((text) => new RegExp(NAMES[limit]).test(text));
}
