/** The terms of a request for approval, and the update of its comment when something becomes of it. */

import { systemClock } from "../../base/clock.ts";
import { forgeOf } from "../../github/api/forge.ts";
import type { Policy } from "../../policy/policy.ts";
import { putDeferral } from "../../publish/comments/deferral-comment.ts";
import { createOutgoing } from "../../publish/render/outgoing.ts";
import type { DeferralState, DeferralTerms } from "../../publish/result/deferral-terms.ts";
import { foldRecord } from "../../run-model/apply.ts";
import { NO_FACTS } from "../../run-model/facts.ts";
import { readJournal } from "../../session/journal.ts";
import type { DecisionContext, ThreadSession } from "../sessions/thread-sessions.ts";
import type { Saved } from "../sessions/own-session.ts";
import { repoOf, type JobParts } from "../context/job-parts.ts";
import { commentSeal, jobSealSecret } from "../sessions/session-seal.ts";

interface TermsOptions {
  readonly policy: Pick<Policy, "approvers">;
  readonly session: string;
  /** When the request was posted, ms since the epoch. */
  readonly shownAt: number;
  readonly saved: Saved | undefined;
  readonly parts: Pick<JobParts, "inputs" | "job" | "world">;
}

export function deferralTermsOf({ policy, session, shownAt, saved, parts }: TermsOptions): DeferralTerms {
  const { permission, twoPerson, codeOwners, session: allowsSession, expiresHours } = policy.approvers;
  const canAskEditor = forgeOf(parts.job).hasGraphql;
  return {
    command: parts.inputs.start.trigger,
    expiresAt: shownAt + expiresHours * 3_600_000,
    permission,
    twoPerson,
    codeOwners,
    allowsSession,
    isKept: saved?.kind === "saved",
    whyNotKept: saved?.kind === "unsaved" ? saved.said : undefined,
    session,
    seal: canAskEditor ? undefined : commentSeal(jobSealSecret(parts), systemClock.now),
  };
}

/** Updates the comment that asked for approval, so that people do not answer what is over. Warns when it cannot be changed. */
export async function updateDeferral(
  context: DecisionContext,
  { bundle, begin }: ThreadSession,
  { policy, shownAt, state }: Pick<TermsOptions, "policy" | "shownAt"> & { readonly state: DeferralState },
): Promise<void> {
  const { client, job, inputs, trigger, world } = context;
  if (inputs.publish !== "github") return;
  const { sessionId: session } = begin;
  const result = await putDeferral({
    client,
    repo: repoOf(context),
    thread: trigger.thread.number,
    self: context.self,
    outgoing: createOutgoing((text) => text), // the journal is redacted
    clock: systemClock,
    facts: readJournal(bundle.journal).records.reduce(foldRecord, NO_FACTS),
    terms: deferralTermsOf({
      policy,
      session,
      shownAt,
      saved: { kind: "saved" },
      parts: context,
    }),
    state,
    links: { runUrl: job.runUrl },
  });
  if (result.kind === "refused") world.warn(`The request in the thread could not be changed: ${result.reason}`);
}
