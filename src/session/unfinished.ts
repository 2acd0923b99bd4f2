/** What is unfinished, as a fold over the journal: a step, calls, a mail, the end of a turn. Empty when nothing is open. */

import { callsOf, textOf, type Message } from "../protocol/message.ts";
import { totalTokens } from "../protocol/model.ts";
import { reads } from "../protocol/readers.ts";
import type { OpenCalls, Unfinished } from "../protocol/unfinished.ts";
import type { Progressed } from "../protocol/turn.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";

const NO_CALLS: OpenCalls = {
  begun: new Set(),
  results: new Map(),
  held: new Map(),
  answers: new Map(),
  applied: new Map(),
};

/** Events that restore or set aside everything that is unfinished. */
type Boundary = EventOf<"session.resume" | "compaction.begin" | "compaction.end">;

/** Folds one event. A compaction without an end did not happen. */
export function foldUnfinished(open: Unfinished, event: WireEvent): Unfinished {
  if (event.type === "session.resume") {
    const { step, ...rest } = open.before ?? open;
    return step === undefined ? rest : { ...rest, step: { ...step, isDiscounted: true } };
  }
  if (event.type === "compaction.begin") return { ...open, before: open };
  if (event.type === "compaction.end") return { ...open, before: undefined };
  const next = foldEvent(open, event);
  if (open.before === undefined || next === open) return next;
  return { ...next, before: open.before, words: next.words ?? open.words };
}

/** The number of finished steps: a step whose answer never came is made again under the same number. */
export function closedSteps({ steps, unfinished }: Pick<Progressed, "steps" | "unfinished">): number {
  return unfinished.step === undefined || unfinished.step.isDiscounted ? steps : steps - 1;
}

function foldEvent(open: Unfinished, event: Exclude<WireEvent, Boundary>): Unfinished {
  if (!reads("unfinished", event)) return open;
  switch (event.type) {
    case "step.begin":
      return { step: { checkpoint: undefined, isDiscounted: false } };
    case "context.checkpoint":
      if (open.step === undefined) return open.before === undefined ? { ...open, mark: event.id } : open;
      if (open.step.checkpoint !== undefined) return open;
      return { ...open, step: { ...open.step, checkpoint: event.id } };
    case "context.revert":
    case "context.clear":
      return { ...open, mark: undefined, ...(open.step && { step: { ...open.step, checkpoint: undefined } }) };
    case "step.usage":
      return {
        ...open,
        isCut: event.isCut,
        isPaused: event.isPaused,
        tokens: event.contextTokens ?? totalTokens(event.usage),
      };
    case "context.usage":
      return { ...open, tokens: undefined };
    case "context.append":
      return event.messages.at(-1)?.role === "tool"
        ? closeCalls(open.calls, event.messages)
        : event.messages.reduce(foldMessage, open);
    case "deferral.open":
    case "deferral.answer":
    case "tool.begin":
    case "tool.end":
    case "tool.usage":
      return open.calls === undefined ? open : { ...open, calls: foldCalls(open.calls, event) };
    case "mail.sent": {
      const { checkpoint, message, restoreFiles } = event;
      return { mail: { mail: { checkpoint, message, restoreFiles }, isSent: true } };
    }
    case "steer.input":
      return { ...open, arrived: [...(open.arrived ?? []), { kind: "steer", text: event.text }] };
    case "notification":
      return { ...open, arrived: [...(open.arrived ?? []), { kind: "notice", text: event.text }] };
    case "flow.begin":
    case "flow.move":
      return { ...open, words: undefined, isMoved: true };
    case "flow.end":
      return { ...open, isMoved: undefined };
    case "turn.begin":
      return event.input === "" ? open : { words: event.input }; // a resume has no words of its own
    case "turn.end":
      return endTurn(open, event);
    case "session.end": // a run that was stuck may be resumed, and then tries again
      return open.over !== undefined && event.outcome === "stuck" ? {} : open;
  }
}

/** After an end that the model chose, a resume has nothing to do. Checks and hooks that were cut off run again. */
function endTurn(open: Unfinished, { stop, reason = "" }: EventOf<"turn.end">): Unfinished {
  switch (stop) {
    case "end_turn":
      return { over: { stop, text: open.ended ?? "" } };
    case "rejected":
    case "stuck":
      return { over: { stop, reason } };
    case "interrupted":
    case "limit_time":
    case "error":
      return open;
    default:
      return { ...open, ended: undefined, isAnswered: undefined };
  }
}

/** The results of a message are appended together. What follows from them, an end or a mail, is still open. */
function closeCalls(calls: OpenCalls | undefined, messages: readonly Message[]): Unfinished {
  const accepted = messages.flatMap((message, index) => {
    const result = calls?.results.get(index);
    return message.role === "tool" && !message.isError && result !== undefined ? [result] : [];
  });
  const mail = accepted.find((result) => result.mail !== undefined)?.mail;
  const ended = accepted.find((result) => result.completion !== undefined)?.completion;
  return { ...(mail === undefined ? {} : { mail: { mail, isSent: false } }), ended, isAnswered: true };
}

function foldMessage(open: Unfinished, message: Message): Unfinished {
  switch (message.role) {
    case "user":
      return open.step === undefined ? {} : open; // a message after the begin of a step is its checkpoint mark
    case "assistant": {
      const { isCut, isPaused, tokens } = open;
      if (callsOf(message).length > 0) return { isCut, tokens, calls: NO_CALLS };
      return { isCut, tokens, ended: isCut === true || isPaused === true ? undefined : textOf(message) };
    }
    case "tool":
      return open;
  }
}

type CallsEvent = EventOf<"deferral.open" | "deferral.answer" | "tool.begin" | "tool.end" | "tool.usage">;

function foldCalls(calls: OpenCalls, event: CallsEvent): OpenCalls {
  switch (event.type) {
    case "deferral.open":
      if (event.held.some(({ files }) => files !== undefined)) return calls; // these are changed files, held at the end of the run
      return { ...calls, held: new Map(event.held.map((held) => [held.index, held])) };
    case "deferral.answer": {
      const { type: _type, digest, ...answer } = event;
      return { ...calls, answers: new Map([...calls.answers, [digest, answer]]) };
    }
    case "tool.begin":
      return { ...calls, begun: new Set([...calls.begun, event.index]) };
    case "tool.usage":
      if (event.answer === undefined) return calls;
      return { ...calls, applied: new Map([...calls.applied, [event.answer.key, event.answer.text]]) };
    case "tool.end":
      return { ...calls, results: new Map([...calls.results, [event.index, event.result]]) };
  }
}
