/** Answers on the command line: finds the held calls that their digests or prefixes mean. */

import type { Answer } from "../protocol/approval.ts";
import { configError, type RunnerError } from "../protocol/error.ts";
import type { HeldCall } from "../protocol/wire.ts";

export interface LocalAnswers {
  /** Digests or unique prefixes of at least 8 digits, or `all` for every held call. */
  readonly approve: readonly string[];
  readonly reject: readonly string[];
  /** The reason for the model. A rejection without a reason ends the run. */
  readonly why?: string | undefined;
  readonly by: string;
}

export const MIN_PREFIX = 8;

/** The answers by full digest. Throws `config.invalid` for an answer that fits no call, two for one call, and a call without one. */
export function answersOf({ approve, reject, why, by }: LocalAnswers, held: readonly HeldCall[]): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  const give = (digests: readonly string[], answer: Answer): void => {
    for (const digest of digests.flatMap((wanted) => matching(wanted, held))) {
      if (answers.has(digest)) throw refused(`${digest.slice(0, 12)} is answered twice.`, held);
      answers.set(digest, answer);
    }
  };
  const isCut = held.some(({ files, unshown = [] }) => files !== undefined && unshown.length > 0);
  // changes.patch beside the session shows this person every file whole.
  give(approve, { verdict: "approve", by, ...(isCut ? { coversUnshown: true } : {}) });
  give(reject, { verdict: "reject", by, reason: why });
  // Changed files of a run that ended need no answer now.
  if (answers.size === 0 && held.every(({ files }) => files !== undefined)) return answers;
  if (answers.size < held.length) throw refused("Every held action needs an answer.", held);
  return answers;
}

function matching(wanted: string, held: readonly HeldCall[]): string[] {
  const digests = held.map(({ digest }) => digest);
  if (wanted === "all") return digests;
  const matches = digests.filter((digest) => wanted.length >= MIN_PREFIX && digest.startsWith(wanted.toLowerCase()));
  if (matches.length === 1) return matches;
  throw refused(`No single held action has the digest ${wanted}.`, held);
}

/** How the held calls can be answered. */
export function heldHint(held: readonly HeldCall[]): string {
  const open = held.map(({ digest, summary }) => `${digest.slice(0, 12)} (${summary})`).join(", ");
  return `Held: ${open}. Answer each with --approve <digest> or --reject <digest>, or use \`all\`.`;
}

function refused(message: string, held: readonly HeldCall[]): RunnerError {
  const nothing = "Nothing waits for an answer; leave --approve and --reject out.";
  return configError(message, held.length === 0 ? nothing : heldHint(held));
}
