/**
 * Keeps secrets of this job out of the record, which leaves this machine before anything is published: texts are redacted, and a
 * change that holds one is not kept.
 */

import { redactDeep } from "../../base/redact.ts";
import { describeError } from "../../protocol/error.ts";
import { applyPatch } from "../../workspace/apply-patch.ts";
import { describeLeaks, findLeaks } from "../../workspace/change/leaks.ts";
import type { CheckedAttempt } from "./bundle-line.ts";
import type { BatchPublisher } from "./publisher.ts";

/** git writes content that is no text in base 85, in which no search finds anything. */
const BINARY = /^GIT binary patch$/m;

/** The attempts as they may be recorded. One whose change holds a secret needs a person, who has to rotate it. */
export async function withoutLeaks(
  attempts: readonly CheckedAttempt[],
  delivery: BatchPublisher,
): Promise<readonly CheckedAttempt[]> {
  const { redact } = delivery;
  const clean: CheckedAttempt[] = [];
  for (const attempt of attempts) {
    const line = redactDeep(attempt.line, redact);
    const report = redact(attempt.report);
    const leak = attempt.patch.length === 0 ? undefined : await leakOf(attempt, delivery);
    if (leak === undefined) clean.push({ ...attempt, line, report });
    else
      clean.push({
        ...attempt,
        line: { ...line, state: "person", reason: redact(leak), patch: null },
        report,
        patch: Buffer.alloc(0),
      });
  }
  return clean;
}

/** A sentence for people, or undefined. A patch that does not apply is named when it is delivered. */
async function leakOf({ patch }: CheckedAttempt, delivery: BatchPublisher): Promise<string | undefined> {
  const { git, gitDir, path, search, base } = delivery;
  const text = patch.toString("latin1");
  // Without the marks of the lines, a value over several lines is as it stands in the file.
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
