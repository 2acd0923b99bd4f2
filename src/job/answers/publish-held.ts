/**
 * Publishes or drops the files that a run held for an answer. It asks no model and opens no cell. The answer is in the stored journal
 * already, so a job that is killed here can be run again: it finds what was published by then, and does not do it twice.
 */

import { systemClock } from "../../base/clock.ts";
import { coveredFiles } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import { hasTrait, type OutcomeRecord } from "../../protocol/outcome.ts";
import type { HeldCall, WireEvent } from "../../protocol/wire.ts";
import type { PublishResult } from "../../publish/result/publish-result.ts";
import { foldRecord } from "../../run-model/apply.ts";
import { readSession, type StoredSession } from "../../run/open/session.ts";
import { questionAbout } from "../../run/end/held-change.ts";
import { openJournal } from "../../session/journal.ts";
import type { HeldChange } from "../../session/answered-versions.ts";
import { deliverEnded, type PublishableRun } from "../deliver/deliver.ts";
import { storedRun } from "../deliver/publish-stored.ts";
import { reportBroken } from "../deliver/report-broken.ts";
import { updateDeferral } from "../deliver/update-deferral.ts";
import type { JobContext } from "../context/job-context.ts";
import type { JobEnd } from "../context/job-end.ts";
import { createPosts } from "../context/posts.ts";
import { sessionFiles } from "../sessions/job-session-store.ts";
import { currentBase } from "./gather-facts.ts";
import { usableContext, type ResumeSessionOptions } from "./resume-session.ts";

/** Carries out the recorded answer. Throws `RunnerError` when it cannot; the thread is told, and the answer stays recorded. */
export async function publishHeld(options: ResumeSessionOptions): Promise<JobEnd> {
  const { session, open } = options;
  try {
    const context = await usableContext(options);
    const stored = readSession(session.bundle);
    const { change, outcome } = stored.state;
    if (change?.answer === undefined || outcome === undefined) {
      throw new RunnerError({ code: "session.corrupt", message: "The stored session has no answer about files." });
    }
    const asked = { stored, change, outcome };
    const answered = { ...asked, rest: await questionAboutRest(options, asked) };
    const publishable = await publishableOf(context, options, answered);
    const posts = createPosts(context, { key: session.origin.key });
    void posts?.reaction.seen();
    const delivery = { context, posts, requestKey: session.origin.key, saved: { kind: "saved" } as const };
    const { bundle, begin } = session;
    const over = { outcome, bundle, sessionId: begin.sessionId, held: [] };
    const ended = await deliverEnded(delivery, publishable, over).catch(async (error: unknown) => {
      await reportBroken({ parts: context, facts: publishable.run.facts, posts }, error);
      throw error;
    });
    await close(options, { ...answered, published: ended.published, publishable });
    return ended;
  } catch (error) {
    await open.store.abandon();
    throw error;
  }
}

interface Answered {
  readonly stored: StoredSession;
  readonly change: HeldChange;
  readonly outcome: OutcomeRecord;
  /** Asks about the files that the answer does not cover. */
  readonly rest?: HeldCall | undefined;
}

/** An approval covers what its request showed whole. The other files are asked about again, in the words of today. */
async function questionAboutRest(
  { session, open }: ResumeSessionOptions,
  { change: { call, answer } }: Answered,
): Promise<HeldCall | undefined> {
  if (answer?.verdict !== "approve") return undefined;
  const covered = new Set(coveredFiles(call, answer).map(({ path }) => path));
  const heldFiles = (call.files ?? []).filter(({ path }) => !covered.has(path));
  if (heldFiles.length === 0) return undefined;
  const { objects } = open.git;
  const names = new Set(heldFiles.map(({ path }) => path));
  const start = await objects.treeOf(session.begin.headCommit);
  const others = (await objects.edits(start, session.tree)).filter(({ path }) => !names.has(path));
  return await questionAbout(
    { tree: await objects.treeWith(start, others), heldFiles },
    objects,
    session.begin.sessionId,
  );
}

/** The change of the session under the policy of today. Only the answered files are published. */
async function publishableOf(
  context: JobContext,
  { session, open, ...decision }: ResumeSessionOptions,
  { stored, change: { call, answer }, rest }: Answered,
): Promise<PublishableRun> {
  const { policy } = await currentBase(decision, open, session);
  const answeredAt = stored.journal.records.findLast(({ event }) => event.type === "deferral.answer")?.time ?? "";
  const beganAt = Date.parse(answeredAt) || systemClock.now();
  const { run, ...where } = await storedRun(context, { session: { ...session, stored }, open }, { policy, beganAt });
  const files = answer?.verdict === "approve" ? coveredFiles(call, answer) : [];
  const told = { ...run.facts, outputs: [] }; // they were carried out when the run ended
  const facts = rest === undefined ? told : foldRecord(told, { event: { type: "deferral.open", held: [rest] } });
  return { ...where, run: { ...run, facts, only: new Set(files.map(({ path }) => path)) } };
}

interface Closing extends Answered {
  readonly published: PublishResult;
  readonly publishable: PublishableRun;
}

/** Deletes a session that is over, else saves it as stopped. Files whose branch was refused wait for an answer again; other refusals leave the answer recorded. */
async function close(
  options: ResumeSessionOptions,
  { stored, change: { call }, outcome, rest, published, publishable }: Closing,
): Promise<void> {
  const { session, open } = options;
  const { bundle, begin, tree } = session;
  const { pullRequest } = published;
  const isRefused = published.branch.kind === "refused";
  if (!isRefused && pullRequest.kind === "refused") return await open.store.abandon();
  const done = { outcome: outcome.outcome, pullRequest: "number" in pullRequest ? pullRequest.number : undefined };
  const again = isRefused ? call : rest;
  if (again === undefined && hasTrait(done.outcome, "final")) return void (await open.store.finish(done));
  const events: readonly WireEvent[] = [
    ...(isRefused ? [] : [{ type: "session.end", ...outcome, heldFiles: published.heldFiles } as const]),
    ...(again === undefined ? [] : [{ type: "deferral.open", held: [again] } as const]),
  ];
  const { redact } = publishable.run;
  const journal = openJournal({ path: bundle.journal, clock: systemClock, redact, previous: stored.journal });
  for (const event of events) journal.record(event);
  journal.close();
  const state = again === undefined ? "stopped" : "waiting";
  await open.store.save({ files: sessionFiles(bundle), tree, parent: begin.headCommit }, state);
  if (!isRefused) return await open.store.carriedOut(done);
  const shown = { policy: publishable.policy, shownAt: systemClock.now(), state: { kind: "waiting" } as const };
  await updateDeferral(options, session, shown);
}
