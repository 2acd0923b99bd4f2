/** What people answered in the record of a batch → the answers that a resumed task gets. */

import type { HeldCall } from "../../protocol/wire.ts";
import type { LocalAnswers } from "../../run/local-answers.ts";
import type { AnswerLine } from "./results-line.ts";

/** Whether every action of a waiting session has an answer. */
export function areAnswered(held: readonly HeldCall[], answers: readonly AnswerLine[]): boolean {
  return held.length > 0 && held.every(({ digest }) => answers.some((answer) => answer.digest === digest));
}

/** Those of the command line, with those of the record. */
export function withRecorded(given: LocalAnswers, recorded: readonly AnswerLine[]): LocalAnswers {
  if (recorded.length === 0) return given;
  const digests = (verdict: AnswerLine["verdict"]): readonly string[] =>
    recorded.flatMap((answer) => (answer.verdict === verdict ? [answer.digest] : []));
  const people = new Set([...(given.by === "" ? [] : [given.by]), ...recorded.map(({ by }) => by)]);
  return {
    approve: [...new Set([...given.approve, ...digests("approve")])],
    reject: [...new Set([...given.reject, ...digests("reject")])],
    why: given.why ?? recorded.find(({ why }) => why !== undefined)?.why,
    by: [...people].join(", "),
  };
}
