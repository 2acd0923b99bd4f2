/** Verifies a claimed success: runs the checks, at most three times, and shows failures to the model. */

import { sha256 } from "../base/sha256.ts";
import { headTail } from "../base/truncate.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import type { Verifier, VerifyResult } from "../protocol/verify.ts";
import type { Progress } from "./state/progress.ts";
import { withoutNoise } from "./state/repetition.ts";

const MAX_ROUNDS = 3;
/** Characters of each failed command's output; about 3,000 tokens. */
const MAX_OUTPUT_CHARS = 12_000;

/** Runs the checks. Returns undefined when they pass, a text for the model when they fail, and a stop after the last round. */
export async function verify(
  verifier: Verifier,
  turn: Turn,
  progress: Progress,
): Promise<string | TurnStop | undefined> {
  const { emit, signal } = turn;
  const commands = verifier.commandsFor(progress.snapshots.hasChanged());
  if (commands.length === 0) return undefined;
  if (progress.rounds >= MAX_ROUNDS && progress.failure !== undefined) return failedFor(progress.rounds);
  progress.rounds += 1;
  const round = progress.rounds;
  await emit({ type: "verify.begin", round, commands });
  const results = await verifier.run(commands, signal);
  const failed = results.filter(({ passed }) => !passed);
  await emit({ type: "verify.end", round, passed: failed.length === 0, results });
  progress.snapshots.begin(); // the commands may have written files
  const before = progress.failure;
  progress.failure = failed.length === 0 ? undefined : failureDigest(failed);
  if (failed.length === 0) return undefined;
  if (progress.failure === before) {
    return { stop: "stuck", reason: `Verification failed twice in the same way: ${namesOf(failed)}.` };
  }
  if (round >= MAX_ROUNDS) return failedFor(round, failed);
  return messageOf(failed, MAX_ROUNDS - round);
}

function failedFor(rounds: number, failed: readonly VerifyResult[] = []): TurnStop {
  const which = failed.length === 0 ? "" : `: ${namesOf(failed)}`;
  return { stop: "stuck", reason: `Verification still fails after round ${rounds}${which}.` };
}

function namesOf(failed: readonly VerifyResult[]): string {
  return failed.map(({ command, end }) => `${command} (${end})`).join(", ");
}

/** A digest that is equal for equal failures. */
export function failureDigest(failed: readonly VerifyResult[]): string {
  return sha256(failed.map(({ command, end, output }) => withoutNoise(`${command}\n${end}\n${output}`)).join("\n"));
}

function messageOf(failed: readonly VerifyResult[], left: number): string {
  const parts = failed.map(
    ({ command, end, output }) => `$ ${command}\n${headTail(output.trim(), MAX_OUTPUT_CHARS)}\n[${end}]`,
  );
  const rounds = left === 1 ? "is one more check" : `are ${left} more checks`;
  return `The work is not accepted yet: the repository's own checks fail. Fix the cause, not the check. There ${rounds}.\n\n${parts.join("\n\n")}`;
}
