/** The outcome of a run, with a reason in one sentence, from how its last turn stopped or what it threw. */

import { counted } from "../../base/words.ts";
import { describeError, ERROR_OUTCOMES, RunnerError } from "../../protocol/error.ts";
import { severityCounts, type Finding } from "../../protocol/tools/finding.ts";
import type { Hindrance, TurnStop, OutcomeRecord } from "../../protocol/outcome.ts";
import type { LeftOut } from "../../workspace/left-out.ts";
import type { Fruitless, RunFacts } from "../../run-model/facts.ts";

type Ending = Pick<OutcomeRecord, "outcome" | "reason" | "text" | "json" | "hindrance">;

interface Work {
  readonly changed: boolean;
  readonly mustChange?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** Set when no call of the session did or read something. */
  readonly fruitless?: Fruitless | undefined;
  readonly reported?: readonly Finding[] | undefined;
}

export function outcomeOfStop(stop: TurnStop, work: Work): Ending {
  switch (stop.stop) {
    case "end_turn": {
      const { text, json } = stop;
      const wordless = text.trim() === "" ? " It ended without a word." : "";
      const { outcome, reason } = endOfWork(work);
      return { outcome, reason: `${reason}${wordless}`, text, ...(json === undefined ? {} : { json }) };
    }
    case "deferred": {
      const waiting = counted(stop.digests.length, "action waits", "actions wait");
      return { outcome: "deferred", reason: `${waiting} for an answer.` };
    }
    case "limit_steps":
    case "limit_time":
    case "limit_cost":
    case "limit_tokens":
    case "rejected":
    case "stuck":
      return { outcome: stop.stop, reason: stop.reason, ...(stop.text === undefined ? {} : { text: stop.text }) };
    case "interrupted":
      return { outcome: stop.stop, reason: stop.reason };
  }
}

/** The end that the model chose. A run that was to do something and whose calls all came to nothing did not end well. */
function endOfWork({ changed, mustChange = false, readOnly = false, fruitless, reported }: Work): Ending {
  if (changed) return { outcome: "completed", reason: "The model finished." };
  if (reported !== undefined && (reported.length > 0 || fruitless === undefined)) {
    const found = reported.length === 0 ? "found nothing" : `reported ${severityCounts(reported)}`;
    return { outcome: "completed", reason: `The review ${found}.` };
  }
  const again = mustChange ? ", also when it was asked once more" : "";
  const reason = `The model finished without changing a file${again}.`;
  if (fruitless === undefined) return { outcome: "no_change", reason };
  const words = fruitlessWords(fruitless);
  if (readOnly) return { outcome: "no_change", reason: `${reason} It read nothing: ${words}.` };
  const outcome = fruitless.rejected > 0 ? "rejected" : "stuck";
  return { outcome, reason: `The model finished, and nothing was done: ${words}.` };
}

/** Files that the reason names; the warnings of the run name all of them. */
const MAX_NAMED = 5;

/** Names the changes that are missing in the patch. A run all of whose changes are missing has failed. */
export function withLeftOut(ending: Ending, left: readonly Pick<LeftOut, "path" | "why">[]): Ending {
  if (left.length === 0) return ending;
  const named = left.slice(0, MAX_NAMED).map(({ path, why }) => `${path} (${why})`);
  const more = left.length > named.length ? `, and ${left.length - named.length} more` : "";
  const missing = `Not in the patch: ${named.join(", ")}${more}.`;
  if (ending.outcome !== "no_change") return { ...ending, reason: `${ending.reason} ${missing}` };
  const reason = `The model finished without changing a file that a patch can hold. ${missing}`;
  return { ...ending, outcome: "failed", reason };
}

/** Adds to the reason what was in the way and how a person changes it. */
export function withHindrance(ending: Ending, hindrance: Hindrance | undefined): Ending {
  if (hindrance === undefined) return ending;
  const { what, fix } = hindrance;
  const named = what === "" ? "" : ` In the way: ${what}.`;
  return { ...ending, reason: `${ending.reason}${named} ${fix}`, hindrance };
}

/** The outcome for what was thrown. A rejection of a provider that has a hint can be mended by a setting. */
export function outcomeOfError(error: unknown): Ending {
  const reason = describeError(error);
  if (!(error instanceof RunnerError)) return { outcome: "failed", reason };
  const isSetting = error.code === "provider.rejected" && error.hint !== undefined;
  return { outcome: isSetting ? "config_error" : ERROR_OUTCOMES[error.code], reason };
}

/** The counts, if the session made calls and none of them came to anything; otherwise undefined. A run whose model finished then did nothing. */
export function fruitlessCalls({ fruitless }: Pick<RunFacts, "fruitless">): Fruitless | undefined {
  return fruitless === undefined || fruitless.rejected + fruitless.failed === 0 ? undefined : fruitless;
}

/** `2 calls were rejected and 1 failed`. */
function fruitlessWords({ rejected, failed }: Fruitless): string {
  const refused = rejected === 0 ? [] : [`${counted(rejected, "call was", "calls were")} rejected`];
  const broken = failed === 0 ? [] : [rejected === 0 ? `${counted(failed, "call")} failed` : `${failed} failed`];
  return [...refused, ...broken].join(" and ");
}
