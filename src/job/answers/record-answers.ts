/** Answers go into the journal before anything else happens with them: from then on each is used. */

import { systemClock } from "../../base/clock.ts";
import { createRedact } from "../../base/redact.ts";
import type { Answer } from "../../protocol/approval.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import type { Bundle } from "../../session/bundle.ts";
import { openJournal } from "../../session/journal.ts";
import { readSession } from "../../run/open/session.ts";
import { jobSecrets } from "../context/job-parts.ts";
import type { DecisionContext } from "../sessions/thread-sessions.ts";

/** Returns the calls that still wait. Throws `session.write`. */
export function recordAnswers(
  bundle: Bundle,
  answers: ReadonlyMap<string, Answer>,
  context: DecisionContext,
): readonly HeldCall[] {
  const redact = createRedact(jobSecrets(context));
  const { journal: previous } = readSession(bundle);
  const journal = openJournal({ path: bundle.journal, clock: systemClock, redact, previous });
  try {
    for (const [digest, answer] of answers) journal.record({ type: "deferral.answer", digest, ...answer });
  } finally {
    journal.close();
  }
  return readSession(bundle).state.held;
}
