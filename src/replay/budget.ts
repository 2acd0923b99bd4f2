/**
 * The budget of a replay. It is the engine's own, with what it cannot know taken from the record. Its clock stands still until the
 * record goes on as it does when time has run out. Whether tokens and money were left for an attempt also depended on estimates of the
 * model and on what other agents had reserved by then, so that comes from the record too.
 */

import { createBudget, type BudgetOptions, type RunBudget } from "../engine/budget.ts";
import type { AttemptRequest } from "../protocol/budget.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import { wordsOf } from "../protocol/message.ts";
import { isAskedByTool, type AttemptPurpose } from "../protocol/paid-events.ts";
import { foldTally, NO_TALLY, type Tally } from "../protocol/tally.ts";
import { addUsage, type TokenUsage } from "../protocol/model.ts";
import type { PressedLimit, WireEvent } from "../protocol/wire.ts";
import { foldRefused } from "../session/untold.ts";
import { reasonAhead, type Feed } from "./record.ts";

export interface ReplayBudget extends RunBudget {
  /** Counts what subagents and tools used, whose requests are not made again. It is called with every event. */
  readonly count: (event: WireEvent) => void;
}

/** Later than any limit. */
const LATE_MS = Number.MAX_SAFE_INTEGER;

/** The events that follow a paid attempt, also in records of versions without `attempt.begin`. */
const PAID: Readonly<Record<AttemptPurpose, readonly WireEvent["type"][]>> = {
  step: [
    "step.begin",
    "attempt.begin",
    "step.retry",
    "step.usage",
    "model.wasted",
    "step.interrupted",
    "context.append",
  ],
  summary: ["context.clear", "model.wasted", "step.retry"],
  closing: ["closing.usage", "model.wasted"],
  apply: [],
  embed: [],
};

/** Creates the budget of one process of the session. */
export function createReplayBudget(feed: Feed, options: Omit<BudgetOptions, "clock">): ReplayBudget {
  let elapsedMs = 0;
  let ofOthers: Tally = NO_TALLY;
  let isOfTool = false;
  let refused: ReadonlySet<string> = new Set();
  const inner = createBudget({ ...options, clock: { monotonic: () => elapsedMs } });
  /** Asks the engine's budget. `isLate`: the record goes on as it does when time has run out. */
  const at = <T>(isLate: boolean, ask: () => T): T => {
    elapsedMs = isLate ? LATE_MS : 0;
    return ask();
  };
  return {
    ...inner,
    allowsSummary: () => at(isTimeUp(feed, "compaction.begin", "hook.begin"), inner.allowsSummary),
    reserve: async (request) => {
      const isLate = request.purpose === "step" && isTimeUp(feed, ...PAID.step);
      const reserved = await at(isLate, () => inner.reserve(isPaidFor(feed, request) ? least(request) : most(request)));
      return "stop" in reserved && isOfMeans(reserved.stop) ? stopAhead(feed, reserved) : reserved;
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

function isPaidFor(feed: Feed, { purpose }: AttemptRequest): boolean {
  const ahead = feed.peek();
  if (ahead?.type === "attempt.begin") return ahead.purpose === purpose;
  return ahead === undefined || PAID[purpose].includes(ahead.type);
}

/** The attempt, so small that every budget pays for it that is not used up. */
function least(request: AttemptRequest): AttemptRequest {
  return { ...request, promptTokens: 0, nextStepTokens: Math.sign(request.nextStepTokens ?? 0) };
}

/** The attempt, so large that no limited budget pays for it. */
function most(request: AttemptRequest): AttemptRequest {
  return { ...request, promptTokens: Number.MAX_SAFE_INTEGER };
}

function isOfMeans(stop: string): stop is "limit_tokens" | "limit_cost" {
  return stop === "limit_tokens" || stop === "limit_cost";
}

/** The recorded stop. Which of the two limits was reached is not known otherwise. */
function stopAhead(feed: Feed, stop: TurnStop): TurnStop {
  const end = feed.turnEnd();
  if (end === undefined || !isOfMeans(end.stop)) return stop;
  return { stop: end.stop, reason: reasonAhead(feed) ?? "" };
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

/** Whether time ran out before the next thing, so that none of these events comes next. */
function isTimeUp(feed: Feed, ...next: readonly (WireEvent["type"] | undefined)[]): boolean {
  const ahead = feed.peek();
  const isClosing = ahead?.type === "attempt.begin" && ahead.purpose === "closing";
  return feed.turnEnd()?.stop === "limit_time" && (isClosing || !next.includes(ahead?.type));
}

/** The limits that the model is warned of next. */
export function pressedAhead(feed: Feed): readonly PressedLimit[] {
  const pressed: PressedLimit[] = [];
  for (const event of feed.ahead()) {
    if (event.type !== "limit.pressed") return pressed;
    pressed.push(event.limit);
  }
  return pressed;
}

const NAMES = { steps: "model call", minutes: "minute", cost: "\\$", tokens: "tokens" } as const;

/** What the model is told next about a limit; undefined where that does not come next. */
export function leftAhead(feed: Feed, limit: PressedLimit): string | undefined {
  const next = feed.ahead().find(({ type }) => type !== "limit.pressed");
  if (next?.type !== "context.append") return undefined;
  const told = next.messages.flatMap((message) => /^<system-reminder>\n(.*) left\. /.exec(wordsOf(message))?.[1] ?? []);
  return told.find((text) => new RegExp(NAMES[limit]).test(text));
}
