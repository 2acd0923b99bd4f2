/**
 * The budget of a replay. It is the engine's own over what the record has used so far. What the record cannot tell is taken from what
 * comes next: whether time had run out, and whether tokens and money were left for an attempt, which depended on estimates of the
 * model and on what other agents had reserved by then.
 */

import { createBudget } from "../engine/budget.ts";
import type { AttemptRequest, Budget } from "../protocol/budget.ts";
import type { Limits } from "../protocol/limits.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import { wordsOf } from "../protocol/message.ts";
import type { AttemptPurpose } from "../protocol/paid-events.ts";
import type { Spent } from "../protocol/turn.ts";
import type { PressedLimit, WireEvent } from "../protocol/wire.ts";
import { reasonAhead, type Feed } from "./record.ts";

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

/** Creates the budget. `spent` is what the record has used so far. */
export function createReplayBudget(feed: Feed, limits: Limits, spent: () => Spent): Budget {
  const now = (isLate = false): Budget =>
    createBudget({ limits, spent: spent(), clock: { monotonic: () => 0 }, usedMs: isLate ? LATE_MS : 0 });
  return {
    allowsSummary: () => now(isTimeUp(feed, "compaction.begin", "hook.begin")).allowsSummary(),
    reserve: async (request) => {
      const isLate = request.purpose === "step" && isTimeUp(feed, ...PAID.step);
      // So small that every budget pays for it that is not used up, or so large that no limited one does.
      const sized = isPaidFor(feed, request)
        ? { promptTokens: 0, nextStepTokens: Math.sign(request.nextStepTokens ?? 0) }
        : { promptTokens: Number.MAX_SAFE_INTEGER };
      const reserved = await now(isLate).reserve({ ...request, ...sized });
      return "stop" in reserved && isOfMeans(reserved.stop) ? stopAhead(feed, reserved) : reserved;
    },
    settle: (reserved, used) => now().settle(reserved, used),
    deny: () => {}, // the record counts it
    denials: () => spent().denials,
    pressed: (agentId) => now(pressedAhead(feed).includes("minutes")).pressed(agentId),
    // A clock that is off by a second may round to another minute.
    left: (limit) => (limit === "minutes" ? leftAhead(feed, limit) : undefined) ?? now().left(limit),
  };
}

function isPaidFor(feed: Feed, { purpose }: AttemptRequest): boolean {
  const ahead = feed.peek();
  if (ahead?.type === "attempt.begin") return ahead.purpose === purpose;
  return ahead === undefined || PAID[purpose].includes(ahead.type);
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
