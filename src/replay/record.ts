/** The record that a replay follows: what comes next, compared with each new event until one differs. */

import { canonicalJson } from "../base/canonical-json.ts";
import { isAskedByTool } from "../protocol/paid-events.ts";
import { RunnerError } from "../protocol/error.ts";
import type { EventOf, JournalRecord, WireEvent } from "../protocol/wire.ts";

export type Recorded = Pick<JournalRecord, "seq" | "time" | "event">;

/** Why the replay stopped. */
export type Stopped =
  | { readonly kind: "ended" }
  | {
      readonly kind: "diverged";
      readonly at: Recorded;
      /** The event that came instead, or words for what the loop asked for. */
      readonly now: WireEvent | string;
    };

export type Feed = ReturnType<typeof createFeed>;

/** The feed of one turn, with what aborts it. */
export interface TurnFeed extends Feed {
  readonly controller: AbortController;
}

/** Whether the event comes from outside the loop, at any time. */
function isFromOutside(event: WireEvent | undefined): event is EventOf<"warning" | "mcp.progress"> {
  return event?.type === "warning" || event?.type === "mcp.progress";
}

/** Creates a feed over `records`. It calls `accept` with each record that was reproduced. */
export function createFeed(records: readonly Recorded[], accept: (event: WireEvent, record: Recorded) => void) {
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
  /** Earlier versions did not record the begin of attempts, nor attempts without an answer and a usage. */
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
    /** The next record of any kind; undefined at the end. */
    next: (): Recorded | undefined => records[at],
    /** How the turn under way ends; undefined where the record stops before that. */
    turnEnd: (): EventOf<"turn.end"> | undefined => {
      // It is searched for once in a turn, because every step asks for it.
      if (nextEnd < at) nextEnd = records.findIndex(({ event }, index) => index >= at && event.type === "turn.end");
      if (nextEnd === -1) nextEnd = records.length;
      const event = records[nextEnd]?.event;
      return event?.type === "turn.end" ? event : undefined;
    },
    /** The next event of the loop. Warnings and progress are left out: they come from outside, at any time. */
    peek: (): WireEvent | undefined => ahead().next().value,
    /** Events of the loop from the next one on. */
    ahead,
    /** All records from the next one on, with those from outside. */
    recordsAhead: (): readonly Recorded[] => records.slice(at),
    /** Compares with the next record and goes on. Where they differ or the record ends, it throws, and every later call does. */
    take: (now: WireEvent): void => {
      match(now);
      if (stopped !== undefined) throw stop(now);
    },
    /** The same without a throw. */
    match,
    copy: (): void => {
      const event = records[at]?.event;
      if (event !== undefined) advance(event);
    },
    /** Stops at a later record, whose content differs. */
    diverge: (place: Recorded, now: WireEvent | string): void => {
      stopped ??= { kind: "diverged", at: place, now };
    },
    /** The error for a request of the loop that is not what the record has next. */
    miss: (asked: string): RunnerError => {
      if (stopped === undefined) skipOutside();
      return stop(asked);
    },
    stopped: (): Stopped | undefined => stopped,
  };
}

/** The event with the recorded values where they depend on the machine or the day: durations, and prices of reservations. */
function timedAs(recorded: WireEvent, now: WireEvent): WireEvent {
  if (recorded.type === "tool.end" && now.type === "tool.end") return { ...now, durationMs: recorded.durationMs };
  if (recorded.type !== "attempt.begin" || now.type !== "attempt.begin") return now;
  return { ...now, usage: recorded.usage, costUsd: recorded.costUsd };
}

/** Copies the requests of a tool to a model. Returns whether there were any. */
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

/** How the result begins of a call that a cancellation left undone. */
const UNDONE = "Error: cancelled before it ran.";

/** Aborts the turn where the next event is an interruption, or the result of a call that it left undone. */
export function abortIfDue(feed: TurnFeed): void {
  const next = feed.peek();
  const leavesUndone =
    next?.type === "context.append" &&
    next.messages.some((message) => message.role === "tool" && message.content.startsWith(UNDONE));
  if (leavesUndone || next?.type === "step.interrupted") abortAsRecorded(feed);
}

/** Aborts the turn as it was aborted. Returns whether it was. */
export function abortAsRecorded(feed: TurnFeed): boolean {
  const end = feed.turnEnd();
  if (end?.stop !== "limit_time" && end?.stop !== "interrupted") return false;
  const code = end.stop === "limit_time" ? "run.time_limit" : "run.interrupted";
  feed.controller.abort(new RunnerError({ code, message: reasonAhead(feed) ?? "" }));
  return true;
}

export function reasonAhead(feed: Feed): string | undefined {
  return feed.ahead().find((event) => event.type === "step.interrupted" || event.type === "turn.end")?.reason;
}

/** The error where the record has nothing that was asked for: the recorded one, or the end of the replay. */
export function recordedFailure(feed: TurnFeed, asked: string): unknown {
  return isFailure(feed.peek()) ? failureAhead(feed) : feed.miss(asked);
}

export function isFailure(next: WireEvent | undefined): boolean {
  if (next?.type === "hook.begin") return next.event === "StopFailure";
  return next?.type === "step.interrupted" || next?.type === "turn.end";
}

/** The error or the abort with which the turn ended. */
export function failureAhead(feed: TurnFeed): unknown {
  if (abortAsRecorded(feed)) return feed.controller.signal.reason;
  return new RunnerError({ code: "cell.failed", message: reasonAhead(feed) ?? "" });
}
