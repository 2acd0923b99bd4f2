/**
 * Keeps secrets of this job out of the record, which is sent to the server before anything is published. Texts are redacted, and a
 * change that contains a secret is not kept.
 */

import { redactDeep } from "../../base/redact.ts";
import { describeError } from "../../protocol/error.ts";
import { applyPatch } from "../../workspace/apply-patch.ts";
import { describeLeaks, findLeaks } from "../../workspace/change/leaks.ts";
import type { CheckedAttempt } from "./bundle-line.ts";
import type { BatchJob } from "./batch-job.ts";

/** git writes binary content in base 85, in which a search finds nothing. */
const BINARY = /^GIT binary patch$/m;

/** The attempts as they may be recorded. A change that contains a secret needs a person, who has to replace the secret. */
export async function withoutLeaks(
  attempts: readonly CheckedAttempt[],
  batch: BatchJob,
): Promise<readonly CheckedAttempt[]> {
  const { redact } = batch;
  const clean: CheckedAttempt[] = [];
  for (const attempt of attempts) {
    const leak = attempt.patch.length === 0 ? undefined : await leakOf(attempt, batch);
    const safe = { ...attempt, line: redactDeep(attempt.line, redact), report: redact(attempt.report) };
    const line = { ...safe.line, state: "person", reason: redact(leak ?? ""), patch: null } as const;
    clean.push(leak === undefined ? safe : { ...safe, line, patch: Buffer.alloc(0) });
  }
  return clean;
}

/** A sentence about the secrets in a change, or undefined. */
async function leakOf({ patch }: CheckedAttempt, batch: BatchJob): Promise<string | undefined> {
  const { path, search, base } = batch;
  const { objects: git, gitDir } = batch.git;
  const text = patch.toString("latin1");
  // Without the mark in front of each line, a value of several lines is as in the file.
  if (!BINARY.test(text) && search(text).length + search(text.replace(/^[+ -]/gm, "")).length === 0) return undefined;
  try {
    const from = await git.treeOf(base);
    const to = await applyPatch({ gitDir, path, tree: from, patch });
    const leaks = await findLeaks({ git, from, to, search });
    return leaks.length === 0 ? undefined : describeLeaks(leaks);
  } catch (error) {
    return `Its change holds a secret, or cannot be read: ${describeError(error)}`;
  }
}
