/**
 * Publishes or drops the files that a run left for an answer. It asks no model and opens no cell. The answer is in the stored
 * journal before, so a job that is killed here can be run again; what was published by then is found and not done twice.
 */

import { systemClock } from "../../base/clock.ts";
import { createLeakSearch, createRedact } from "../../base/redact.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import { RunnerError } from "../../protocol/error.ts";
import { exitCode, hasTrait } from "../../protocol/outcome.ts";
import type { WireEvent } from "../../protocol/wire.ts";
import { foldRecord, NO_FACTS } from "../../publish/result/run-facts.ts";
import type { PublishResult } from "../../publish/result/publish-result.ts";
import { readSession, type StoredSession } from "../../run/open/session.ts";
import { openJournal } from "../../session/journal.ts";
import type { HeldChange } from "../../session/answered-versions.ts";
import { deliver, intoOf, outcomeAfterPublishing, targetOf, type PublishableRun } from "../deliver/deliver.ts";
import { reportBroken } from "../deliver/report-broken.ts";
import { updateDeferral } from "../deliver/deferral-terms.ts";
import { outputRefusalOf } from "../deliver/judge-outputs.ts";
import type { JobContext } from "../context/job-context.ts";
import type { JobEnd } from "../context/job-end.ts";
import { jobSecrets, remoteOf } from "../context/job-parts.ts";
import { outboxOf } from "../context/outbox.ts";
import { createPosts } from "../context/posts.ts";
import { sessionFiles } from "../sessions/job-session-store.ts";
import { currentBase } from "./current-base.ts";
import { usableContext, type ResumeSessionOptions } from "./resume-session.ts";

/** Carries the recorded answer out. Throws `RunnerError` for what stands in the way; people are told, and the answer stays recorded. */
export async function publishHeld(options: ResumeSessionOptions): Promise<JobEnd> {
  const { session, open } = options;
  try {
    const context = await usableContext(options);
    const stored = readSession(session.bundle);
    const { change, outcome } = stored.state;
    if (change?.answer === undefined || outcome === undefined) {
      throw new RunnerError({ code: "session.corrupt", message: "The stored session has no answer about files." });
    }
    const publishable = await publishableOf(context, options, { stored, change });
    const outbox = outboxOf(context);
    const posts = createPosts(context, outbox.api, { key: session.origin.key });
    void posts?.reaction.seen();
    const delivery = { context, outbox, posts, requestKey: session.origin.key, saved: { kind: "saved" } as const };
    const published = await deliver(delivery, publishable).catch(async (error: unknown) => {
      await reportBroken({ parts: context, facts: publishable.run.facts, posts }, error);
      throw error;
    });
    await close(options, { stored, change, published, publishable });
    const met = outcomeAfterPublishing(outcome, published);
    const ended = { bundle: session.bundle, sessionId: session.begin.sessionId, held: [], isWithheld: false };
    const { beganAt } = publishable.run;
    const end = { ...ended, outcome: { ...outcome, ...met }, exitCode: exitCode(met.outcome), beganAt };
    return { kind: "ran", end, published };
  } catch (error) {
    await open.store.abandon();
    throw error;
  }
}

interface Answered {
  readonly stored: StoredSession;
  readonly change: HeldChange;
}

/** The change of the session, of which only the answered files are published now. */
async function publishableOf(
  context: JobContext,
  { session, open, ...decision }: ResumeSessionOptions,
  { stored, change: { call, answer } }: Answered,
): Promise<PublishableRun> {
  const { begin, tree } = session;
  const { policy } = await currentBase(decision, open, session);
  const git = open.git.objects;
  const base = begin.headCommit;
  await git.treeOf(base).catch(async () => await git.fetch(remoteOf(context), base));
  const secrets = jobSecrets(context);
  const { records } = stored.journal;
  const facts = records.reduce(foldRecord, NO_FACTS);
  const answeredAt = records.findLast(({ event }) => event.type === "deferral.answer")?.time ?? "";
  const files = answer?.verdict === "approve" ? (call.files ?? []) : [];
  return {
    run: {
      facts: { ...facts, outputs: [] }, // they were carried out when the run ended
      base,
      merge: begin.origin?.merge,
      tree,
      changes: await open.git.changes(base, tree),
      heldBy: judgeChange(policy, facts.rung ?? "none", stored.state.answered),
      only: new Set(files.map(({ path }) => path)),
      outputRefusal: outputRefusalOf(context, policy, true),
      redact: createRedact(secrets),
      search: createLeakSearch(secrets),
      beganAt: Date.parse(answeredAt) || systemClock.now(),
    },
    target: targetOf(context, { git, policy, into: intoOf(context.job, open.repository) }),
    policy,
  };
}

interface Closing extends Answered {
  readonly published: PublishResult;
  readonly publishable: PublishableRun;
}

/** Ends the session, or leaves it to go on; the files of an answer that could not be carried out wait again. */
async function close(
  options: ResumeSessionOptions,
  { stored, change: { call }, published, publishable }: Closing,
): Promise<void> {
  const { session, open } = options;
  const { bundle, begin, tree } = session;
  const { outcome } = stored.state;
  const isRefused = published.branch.kind === "refused";
  if (!isRefused && outcome !== undefined && hasTrait(outcome.outcome, "final"))
    return void (await open.store.finish());
  const event: WireEvent | undefined = isRefused
    ? { type: "deferral.open", held: [call] }
    : outcome && { type: "session.end", ...outcome, heldFiles: published.heldFiles };
  const { redact } = publishable.run;
  const journal = openJournal({ path: bundle.journal, clock: systemClock, redact, previous: stored.journal });
  if (event !== undefined) journal.record(event);
  journal.close();
  const state = isRefused ? "waiting" : "stopped";
  await open.store.save({ files: sessionFiles(bundle), tree, parent: begin.headCommit }, state);
  if (!isRefused) return;
  const shown = { policy: publishable.policy, shownAt: systemClock.now(), state: { kind: "waiting" } as const };
  await updateDeferral(options, session, shown);
}
