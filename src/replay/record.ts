/**
 * The record that a replay runs along: what comes next, and whether what came now is what was recorded. The first event
 * that is not ends the replay; so does the end of the record. How a turn ended is known here before it does.
 */

import { canonicalJson } from "../base/canonical-json.ts";
import { isAskedByTool } from "../protocol/paid-events.ts";
import { RunnerError } from "../protocol/error.ts";
import type { EventOf, JournalRecord, WireEvent } from "../protocol/wire.ts";

export type Recorded = Pick<JournalRecord, "seq" | "time" | "event">;

/** Why the loop was stopped. */
export type Stopped =
  | { readonly kind: "ended" }
  | {
      readonly kind: "diverged";
      readonly at: Recorded;
      /** The event that came now, or words for what was asked for. */
      readonly now: WireEvent | string;
    };

export interface Feed {
  /** The next record of any kind; undefined at the end. */
  readonly next: () => Recorded | undefined;
  /** The next event of the loop: warnings and progress come from outside it, at any time. */
  readonly peek: () => WireEvent | undefined;
  /** Events of the loop from the next one on. */
  readonly ahead: () => IteratorObject<WireEvent>;
  /** The same with their places, and with what came from outside. */
  readonly recordsAhead: () => Iterable<Recorded>;
  /** How the turn under way ends; undefined where the record stops before that. */
  readonly turnEnd: () => EventOf<"turn.end"> | undefined;
  /** Compares with the next record and goes on. Throws, from then on for good, where they differ or the record ends. */
  readonly take: (now: WireEvent) => void;
  /** The same without a throw. */
  readonly match: (now: WireEvent) => void;
  /** Takes over the next record as it is. */
  readonly copy: () => void;
  /** Stops at a record further on: what is inside it came another way. */
  readonly diverge: (at: Recorded, now: WireEvent | string) => void;
  /** The error for something that was asked for and is not what was recorded next. */
  readonly miss: (asked: string) => RunnerError;
  readonly stopped: () => Stopped | undefined;
}

/** Whether the event comes from outside the loop, at any time. */
function isFromOutside(event: WireEvent | undefined): event is EventOf<"warning" | "mcp.progress"> {
  return event?.type === "warning" || event?.type === "mcp.progress";
}

/** A feed over `records`; `accept` is told of each record that came again. */
export function createFeed(records: readonly Recorded[], accept: (event: WireEvent, record: Recorded) => void): Feed {
  let at = 0;
  let stopped: Stopped | undefined;
  const hasAttempts = records.some(({ event }) => event.type === "attempt.begin");
  const advance = (event: WireEvent): void => {
    const record = records[at];
    at += 1;
    if (record !== undefined) accept(event, record);
  };
  const stop = (now: WireEvent | string): RunnerError => {
    const record = records[at];
    stopped ??= record === undefined ? { kind: "ended" } : { kind: "diverged", at: record, now };
    return new RunnerError({ code: "session.corrupt", message: "The replay is over." });
  };
  const skipOutside = (): void => {
    for (let event = records[at]?.event; isFromOutside(event); event = records[at]?.event) advance(event);
  };
  function* ahead(): Generator<WireEvent, undefined> {
    for (let index = at; index < records.length; index += 1) {
      const event = records[index]?.event;
      if (event !== undefined && !isFromOutside(event)) yield event;
    }
  }
  /** Versions before this one did not record attempts, nor those of them that had no answer and no usage. */
  const isUnrecorded = (now: WireEvent): boolean =>
    !hasAttempts &&
    (now.type === "attempt.begin" || (now.type === "model.wasted" && records[at]?.event.type !== "model.wasted"));
  const match = (now: WireEvent): void => {
    if (stopped !== undefined || isUnrecorded(now)) return;
    if (!isFromOutside(now)) skipOutside();
    const event = records[at]?.event;
    const timed = event === undefined ? now : timedAs(event, now);
    if (event !== undefined && canonicalJson(timed) === canonicalJson(event)) advance(timed);
    else stop(timed);
  };
  let nextEnd = -1;
  return {
    next: () => records[at],
    turnEnd: () => {
      // Found once for a turn: it is asked for at every step.
      if (nextEnd < at) nextEnd = records.findIndex(({ event }, index) => index >= at && event.type === "turn.end");
      if (nextEnd === -1) nextEnd = records.length;
      const event = records[nextEnd]?.event;
      return event?.type === "turn.end" ? event : undefined;
    },
    peek: () => ahead().next().value,
    ahead,
    recordsAhead: () => records.slice(at),
    take: (now) => {
      match(now);
      if (stopped !== undefined) throw stop(now);
    },
    match,
    copy: () => {
      const event = records[at]?.event;
      if (event !== undefined) advance(event);
    },
    diverge: (place, now) => {
      stopped ??= { kind: "diverged", at: place, now };
    },
    miss: (asked) => {
      if (stopped === undefined) skipOutside();
      return stop(asked);
    },
    stopped: () => stopped,
  };
}

/** How long a tool ran is the machine's, not the run's; what an attempt reserved follows the prices of its day. */
function timedAs(recorded: WireEvent, now: WireEvent): WireEvent {
  if (recorded.type === "tool.end" && now.type === "tool.end") return { ...now, durationMs: recorded.durationMs };
  if (recorded.type !== "attempt.begin" || now.type !== "attempt.begin") return now;
  return { ...now, usage: recorded.usage, costUsd: recorded.costUsd };
}

/** Takes over what a tool asked a model. Returns whether there was something. */
export function copyAskedByTool(feed: Feed): boolean {
  let any = false;
  for (let next = feed.peek(); next?.type === "attempt.begin" && isAskedByTool(next.purpose); next = feed.peek()) {
    any = true;
    feed.copy();
    const end = feed.peek();
    if (end?.type === "tool.usage" || end?.type === "model.wasted") feed.copy();
  }
  return any;
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
