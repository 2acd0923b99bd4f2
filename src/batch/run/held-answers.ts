/** The answers to the actions that waiting tasks hold: from the command line of a batch, and from its record. */

import { join } from "node:path";
import { describeError } from "../../protocol/error.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { answersOf, MIN_PREFIX, type LocalAnswers } from "../../run/local-answers.ts";
import type { BatchState } from "../results/fold.ts";
import { bundleOf } from "../results/result-of.ts";
import type { AnswerLine } from "../results/results-line.ts";
import { readAttempt } from "./attempt-end.ts";

export const NOTHING_ANSWERED: LocalAnswers = { approve: [], reject: [], by: "" };

/** The answers that belong to what a task holds. Undefined where there are none, and a sentence where one is missing. */
export function answersFor(
  given: LocalAnswers,
  recorded: readonly AnswerLine[],
  held: readonly HeldCall[],
): LocalAnswers | string | undefined {
  const fits = (wanted: string): boolean => wanted === "all" || hasDigest(held, wanted);
  const ofTask = { ...given, approve: given.approve.filter(fits), reject: given.reject.filter(fits) };
  const own = withRecorded(
    ofTask,
    recorded.filter(({ digest }) => fits(digest)),
  );
  if (own.approve.length + own.reject.length === 0) return undefined;
  try {
    answersOf(own, held);
    return own;
  } catch (error) {
    return describeError(error);
  }
}

/** The answers of the command line together with those of the record. A rejection without a reason ends the run, also beside one with a reason. */
export function withRecorded(given: LocalAnswers, recorded: readonly AnswerLine[]): LocalAnswers {
  if (recorded.length === 0) return given;
  const digests = (verdict: AnswerLine["verdict"]): readonly string[] =>
    recorded.flatMap((answer) => (answer.verdict === verdict ? [answer.digest] : []));
  const ofRecord = recorded.flatMap(({ verdict, why }) => (verdict === "reject" ? [why] : []));
  const whys = new Set([...(given.reject.length > 0 ? [given.why] : []), ...ofRecord]);
  const people = new Set([...(given.by === "" ? [] : [given.by]), ...recorded.map(({ by }) => by)]);
  return {
    approve: [...new Set([...given.approve, ...digests("approve")])],
    reject: [...new Set([...given.reject, ...digests("reject")])],
    why: whys.size === 0 || whys.has(undefined) ? undefined : [...whys].join(" "),
    by: [...people].join(", "),
  };
}

/** Digests of the answers that belong to no waiting action and to no release. */
export function unknownAnswers({ approve, reject }: LocalAnswers, state: BatchState, dir: string): readonly string[] {
  const given = [...approve, ...reject].filter((wanted) => wanted !== "all");
  if (given.length === 0) return [];
  const held = heldActions(state, dir);
  return given.filter((wanted) => !hasDigest([...held, ...state.approvals], wanted));
}

/** What the waiting tasks on this machine hold. Throws `session.corrupt` for a damaged bundle. */
export function heldActions({ tasks }: BatchState, dir: string): readonly (HeldCall & { readonly title: string })[] {
  return tasks.flatMap(({ task, state, attempt }) => {
    if (state !== "waiting") return [];
    const left = readAttempt(join(dir, bundleOf(task.id, attempt)));
    return left.kind === "nothing" ? [] : left.session.state.held.map((held) => ({ ...held, title: task.title }));
  });
}

function hasDigest(known: readonly Pick<HeldCall, "digest">[], wanted: string): boolean {
  return wanted.length >= MIN_PREFIX && known.some(({ digest }) => digest.startsWith(wanted.toLowerCase()));
}
