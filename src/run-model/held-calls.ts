/** The calls of a session that wait for answers, folded from its journal with the model's arguments and the answers. */

import type { Answer } from "../protocol/approval.ts";
import { callsOf, type Message, type ToolCall } from "../protocol/message.ts";
import type { EventOf, HeldCall } from "../protocol/wire.ts";

export interface AnswerableCall extends HeldCall {
  /** JSON text as the model wrote it; undefined where the folded records begin after the model's message. */
  readonly arguments?: string | undefined;
  /** `at`: time of the record, ISO 8601; undefined where the record has none. */
  readonly answer?: (Answer & { readonly at?: string | undefined }) | undefined;
}

/** The newest held batch, including answered calls. */
export interface HeldBatch {
  /** Number of held batches so far. */
  readonly round: number;
  /** Counter of requests, answers and resumptions. A stored session with a lower value than its comment is stale. */
  readonly told: number;
  readonly calls: readonly AnswerableCall[];
  /** Calls of the model's newest message. */
  readonly written: readonly ToolCall[];
  /** `written` contains the held calls. */
  readonly isAsked: boolean;
}

export const NOTHING_HELD: HeldBatch = { round: 0, told: 0, calls: [], written: [], isAsked: false };

/** Whether the call asks to publish changed files of a run that ended. */
export function isChange({ files }: Pick<HeldCall, "files">): boolean {
  return files !== undefined;
}

/** Calls without an answer. */
export function waitingCalls({ calls }: HeldBatch): readonly AnswerableCall[] {
  return calls.filter(({ answer }) => answer === undefined);
}

/** Takes the calls of the model's newest message. */
export function written(asked: HeldBatch, messages: readonly Message[]): HeldBatch {
  const message = messages.findLast(({ role }) => role === "assistant");
  return message?.role === "assistant" ? { ...asked, written: callsOf(message), isAsked: false } : asked;
}

/** `at` is the time of the record. */
export function answered(batch: HeldBatch, event: EventOf<"deferral.answer">, at: string | undefined): HeldBatch {
  const { type: _type, digest, ...given } = event;
  const answer = { ...given, at };
  const calls = batch.calls.map((call) => (call.digest === digest ? { ...call, answer } : call));
  return { ...batch, calls, told: batch.told + 1 };
}

export function asked(batch: HeldBatch, held: readonly HeldCall[]): HeldBatch {
  return { ...batch, ...openedWith(held, batch), told: batch.told + 1, isAsked: true };
}

/** A partly answered batch is held again for its other calls. */
function openedWith(held: readonly HeldCall[], { round, calls, written, isAsked }: HeldBatch) {
  if (held.some(isChange)) return { round: round + 1, calls: held, written: [] };
  const asked = held.map((call): AnswerableCall => ({ ...call, arguments: written[call.index]?.arguments }));
  if (!isAsked) return { round: round + 1, calls: asked };
  const open = new Set(held.map(({ digest }) => digest));
  const answered = calls.filter(({ answer, digest }) => answer !== undefined && !open.has(digest));
  return { round, calls: [...answered, ...asked].toSorted((a, b) => a.index - b.index) };
}
