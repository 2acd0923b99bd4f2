/** The calls that a session waits for answers to, folded from its journal: what was shown, what the model wrote, what was answered. */

import type { Answer } from "../../protocol/approval.ts";
import type { ToolCall } from "../../protocol/message.ts";
import { reads } from "../../protocol/readers.ts";
import type { HeldCall, WireEvent } from "../../protocol/wire.ts";

export interface AnswerableCall extends HeldCall {
  /** As the model wrote them, JSON text; undefined where the facts begin behind the model's message. */
  readonly arguments?: string | undefined;
  /** `at`: when it was recorded, ISO 8601; undefined where nobody said. */
  readonly answer?: (Answer & { readonly at?: string | undefined }) | undefined;
}

/** Of the newest batch that was held, answered calls included. */
export interface HeldBatch {
  /** How many batches were held so far. */
  readonly round: number;
  /** Grows with everything that is asked, answered or taken up: what is kept of a session is behind what was told when it has less. */
  readonly told: number;
  readonly calls: readonly AnswerableCall[];
  /** Calls of the model's newest message. */
  readonly written: readonly ToolCall[];
  /** They are the ones that are asked about. */
  readonly isAsked: boolean;
}

export const NOTHING_HELD: HeldBatch = { round: 0, told: 0, calls: [], written: [], isAsked: false };

/** Calls that no answer was given to yet. */
export function waitingCalls({ calls }: HeldBatch): readonly AnswerableCall[] {
  return calls.filter(({ answer }) => answer === undefined);
}

/** The same object when the event changes nothing. `at` is when it was recorded. */
export function foldHeldBatch(asked: HeldBatch, event: WireEvent, at: string | undefined): HeldBatch {
  if (!reads("asked", event)) return asked;
  switch (event.type) {
    case "context.append": {
      const message = event.messages.findLast(({ role }) => role === "assistant");
      if (message?.role !== "assistant") return asked;
      return { ...asked, written: message.toolCalls, isAsked: false };
    }
    case "deferral.open":
      return { ...asked, ...openedWith(event.held, asked), told: asked.told + 1, isAsked: true };
    case "deferral.answer": {
      const { type: _type, digest, ...given } = event;
      const answer = { ...given, at };
      const calls = asked.calls.map((call) => (call.digest === digest ? { ...call, answer } : call));
      return { ...asked, calls, told: asked.told + 1 };
    }
    case "session.resume":
      return { ...asked, told: asked.told + 1 };
  }
}

/** A batch that was answered in part is held again, for the rest of its calls. */
function openedWith(held: readonly HeldCall[], { round, calls, written, isAsked }: HeldBatch) {
  const asked = held.map((call): AnswerableCall => ({ ...call, arguments: written[call.index]?.arguments }));
  if (!isAsked) return { round: round + 1, calls: asked };
  const open = new Set(held.map(({ digest }) => digest));
  const answered = calls.filter(({ answer, digest }) => answer !== undefined && !open.has(digest));
  return { round, calls: [...answered, ...asked].toSorted((a, b) => a.index - b.index) };
}
