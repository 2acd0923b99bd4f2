/** What is recorded of a request that was carried out and published: `done.json` beside the lease of its claim. */

import { member, parseJson } from "../../base/member.ts";
import { OUTCOME_NAMES, type Outcome } from "../../protocol/outcome.ts";

export const DONE = "done.json";

export interface DoneRecord {
  readonly outcome: Outcome;
  /** Number of the pull request, where there is one. */
  readonly pullRequest?: number | undefined;
}

export function writeDone(done: DoneRecord): string {
  return `${JSON.stringify({ v: 1, ...done })}\n`;
}

/** Why a job does nothing when its request, or its answer to a session, is done already. */
export function doneReason({ outcome, pullRequest }: DoneRecord, isAnswer = false): string {
  const where = pullRequest === undefined ? "" : ` in pull request #${pullRequest}`;
  return isAnswer
    ? `This comment was carried out before${where} (${outcome}).`
    : `This request was carried out and published before${where} (${outcome}). Write the command again to have it done anew.`;
}

/** Undefined for a file that this program did not write. A forged file can only keep a job from working. */
export function parseDone(bytes: Buffer | undefined): DoneRecord | undefined {
  const value = parseJson(bytes?.toString("utf8") ?? "");
  const outcome = OUTCOME_NAMES.find((name) => name === member(value, "outcome"));
  const pullRequest = member(value, "pullRequest");
  return outcome && { outcome, pullRequest: Number.isSafeInteger(pullRequest) ? Number(pullRequest) : undefined };
}
