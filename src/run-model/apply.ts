/** The run model after one more record. It costs the same at the end of a run as at its beginning. */

import { foldTally } from "../protocol/tally.ts";
import type { JournalRecord, WireEvent } from "../protocol/wire.ts";
import type { RunFacts } from "./facts.ts";
import { factsAfter } from "./meanings.ts";

/** A record of the journal, or an event without a time. */
interface FactRecord extends Pick<JournalRecord, "event"> {
  readonly time?: string | undefined;
}

/** The facts after one more record, and what is kept beside them. */
export function foldRecord<F extends RunFacts>(facts: F, { event, time }: FactRecord): F {
  const timed = { ...facts, worked: workedTo(facts.worked, event, time), tally: foldTally(facts.tally, event) };
  return { ...timed, ...factsAfter(timed, event, time) };
}

/** The time before an answer and before a resume was waiting. */
function workedTo(worked: RunFacts["worked"], { type }: WireEvent, time: string | undefined): RunFacts["worked"] {
  const at = Date.parse(time ?? "");
  if (Number.isNaN(at)) return worked;
  const { ms, firstAt = at, lastAt = at } = worked;
  const isWaiting = type === "deferral.answer" || type === "session.resume";
  return { ms: isWaiting ? ms : ms + Math.max(0, at - lastAt), firstAt, lastAt: at };
}
