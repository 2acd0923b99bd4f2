/** Calls of a session that came to nothing. A run whose model finished and all of whose work was refused or failed did nothing. */

import { counted } from "../../base/words.ts";
import { isAnswer } from "../../protocol/approval.ts";
import type { WireEvent } from "../../protocol/wire.ts";

export interface Fruitless {
  readonly rejected: number;
  readonly failed: number;
}

/** Tools with which a model only writes to itself, under all their names. */
const NOTES = /todo|think/i;

/**
 * The counts, if the session made calls and none of them came to anything; otherwise undefined. A command that ran did something,
 * and so did a person who refused a call.
 */
export function fruitlessCalls(events: Iterable<WireEvent>): Fruitless | undefined {
  let [rejected, failed] = [0, 0];
  for (const whole of events) {
    const event = whole.type === "subagent.event" ? whole.event : whole;
    if (event.type === "step.interrupted") return undefined; // it was stopped, and its calls did not fail by themselves
    if (event.type === "call.failed") failed += 1;
    if (event.type === "call.judged") {
      const { capabilities, decision } = event;
      const isCommand = decision.verdict === "approve" && capabilities.some(({ kind }) => kind === "exec");
      if (isCommand || isAnswer(decision)) return undefined;
      if (decision.verdict === "reject") rejected += 1;
    }
    if (event.type !== "tool.end") continue;
    if (event.isError) failed += 1;
    else if (event.result.completion === undefined && !NOTES.test(event.tool)) return undefined;
  }
  return rejected + failed === 0 ? undefined : { rejected, failed };
}

/** `2 calls were rejected and 1 failed`. */
export function fruitlessWords({ rejected, failed }: Fruitless): string {
  const refused = rejected === 0 ? [] : [`${counted(rejected, "call was", "calls were")} rejected`];
  const broken = failed === 0 ? [] : [rejected === 0 ? `${counted(failed, "call")} failed` : `${failed} failed`];
  return [...refused, ...broken].join(" and ");
}
