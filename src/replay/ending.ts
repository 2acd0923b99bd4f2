/** How the turn that is replayed ended, known before it does: what an abort, a limit or a failure was. */

import { RunnerError } from "../protocol/error.ts";
import type { WireEvent } from "../protocol/wire.ts";
import type { Feed } from "./record.ts";

/** How many steps of nothing but mistakes ended the turn under way; 0 when it ended otherwise. */
export function mistakesAtEnd(feed: Feed): number {
  const end = feed.turnEnd();
  if (end?.stop !== "stuck") return 0;
  return Number(/^(\d+) steps in a row (?:contained only|held nothing but) mistakes/.exec(end.reason ?? "")?.[1] ?? 0);
}

/** What the batch says of a call that a cancellation left undone. */
const UNDONE = "Error: cancelled before it ran.";

/** The abort that must have happened by now, judged by what comes next: an interruption, or results of calls left undone. */
export function abortDue(feed: Feed): RunnerError | undefined {
  const next = feed.peek();
  const leavesUndone =
    next?.type === "context.append" &&
    next.messages.some((message) => message.role === "tool" && message.content.startsWith(UNDONE));
  return leavesUndone || next?.type === "step.interrupted" ? abortOf(feed) : undefined;
}

/** What the turn under way was aborted with; undefined when it was not. */
export function abortOf(feed: Feed): RunnerError | undefined {
  const end = feed.turnEnd();
  if (end?.stop !== "limit_time" && end?.stop !== "interrupted") return undefined;
  const code = end.stop === "limit_time" ? "run.time_limit" : "run.interrupted";
  return new RunnerError({ code, message: reasonAhead(feed) ?? "" });
}

/** Why the turn was cut off. */
export function reasonAhead(feed: Feed): string | undefined {
  return feed.ahead().find((event) => event.type === "step.interrupted" || event.type === "turn.end")?.reason;
}

/**
 * Why a part that was asked for something gave nothing: the turn was cut off or failed there. Anything else is where the
 * replay parts from the record.
 */
export function recordedFailure(feed: Feed, asked: string, controller: AbortController): unknown {
  return isFailure(feed.peek()) ? failureAhead(feed, controller) : feed.miss(asked);
}

/** Whether an event follows a failure of the turn. */
export function isFailure(next: WireEvent | undefined): boolean {
  if (next?.type === "hook.begin") return next.event === "StopFailure";
  return next?.type === "step.interrupted" || next?.type === "turn.end";
}

/** What the turn failed with, or was aborted with; an abort is passed on to the controller. */
export function failureAhead(feed: Feed, controller: AbortController): unknown {
  const abort = abortOf(feed);
  if (abort === undefined) return new RunnerError({ code: "cell.failed", message: reasonAhead(feed) ?? "" });
  if (!controller.signal.aborted) controller.abort(abort);
  return controller.signal.reason;
}
