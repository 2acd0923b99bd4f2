/** The facts of a run that did this. */

import type { WireEvent } from "../../src/protocol/wire.ts";
import { foldRecord } from "../../src/run-model/apply.ts";
import { NO_FACTS, type RunFacts } from "../../src/run-model/facts.ts";

export function factsOf(events: readonly WireEvent[]): RunFacts {
  return events.reduce((facts, event) => foldRecord(facts, { event }), NO_FACTS);
}
