/** Answers given on the command line of a batch → the actions that its waiting tasks hold. */

import { join } from "node:path";
import { describeError } from "../../protocol/error.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { answersOf, MIN_PREFIX, type LocalAnswers } from "../../run/local-answers.ts";
import type { BatchState } from "../results/fold.ts";
import { bundleOf } from "../results/result-of.ts";
import { readLeft } from "./attempt-end.ts";

export const NOTHING_ANSWERED: LocalAnswers = { approve: [], reject: [], by: "" };

/** The answers that fit what a task holds; undefined where there are none, and a sentence where one is missing. */
export function givenAnswers(answers: LocalAnswers, held: readonly HeldCall[]): LocalAnswers | string | undefined {
  const fits = (wanted: string): boolean => wanted === "all" || hasDigest(held, wanted);
  const own = { ...answers, approve: answers.approve.filter(fits), reject: answers.reject.filter(fits) };
  if (own.approve.length + own.reject.length === 0) return undefined;
  try {
    answersOf(own, held);
    return own;
  } catch (error) {
    return describeError(error);
  }
}

/** Digests of the answers that neither a waiting action nor a release has. */
export function unknownAnswers({ approve, reject }: LocalAnswers, state: BatchState, dir: string): readonly string[] {
  const given = [...approve, ...reject].filter((wanted) => wanted !== "all");
  if (given.length === 0) return [];
  const held = heldActions(state, dir);
  return given.filter((wanted) => !hasDigest([...held, ...state.approvals], wanted));
}

/** What the waiting tasks on this machine hold. Throws `session.corrupt` for a damaged bundle of one. */
export function heldActions({ tasks }: BatchState, dir: string): readonly (HeldCall & { readonly title: string })[] {
  return tasks.flatMap(({ task, state, attempt }) => {
    if (state !== "waiting") return [];
    const left = readLeft(join(dir, bundleOf(task, attempt)));
    return left.kind === "nothing" ? [] : left.session.state.held.map((held) => ({ ...held, title: task.title }));
  });
}

function hasDigest(known: readonly Pick<HeldCall, "digest">[], wanted: string): boolean {
  return wanted.length >= MIN_PREFIX && known.some(({ digest }) => digest.startsWith(wanted.toLowerCase()));
}
