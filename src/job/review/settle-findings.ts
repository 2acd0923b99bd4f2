/** What stands of the findings of a pull request after a review: those of its record, those that the model reported, and what people said. */

import type { Policy } from "../../policy/policy.ts";
import type { Finding } from "../../protocol/tools/finding.ts";
import type { OpenReview } from "../../review/open-review.ts";
import { isUnchangedSince, keepsItsNeighbours, isSamePlace, reanchored, withOwnLines } from "../../review/reanchor.ts";
import { shownFindings } from "../../review/check-finding.ts";
import { failing } from "../../run/review.ts";
import type { FoundInReview } from "../context/job-end.ts";
import type { JobContext } from "../context/job-context.ts";
import { closeFixed, readEarlier, standingsOf } from "./earlier.ts";
import type { ReviewRecord } from "../../session/review-record.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import { readRecord, type ReadRecord } from "./review-record.ts";

interface ToSettle {
  readonly reported: readonly Finding[];
  readonly record: ReviewRecord | undefined;
  readonly review: OpenReview;
  readonly policy: Policy;
  readonly head: string;
  /** The review came to its end, so that what is fixed may be closed. */
  readonly isGood: boolean;
}

/**
 * Settles them, and closes the threads of what is fixed. `found`: all that did not end, with their lines as quotes. `news`: those that are
 * not said yet. `disputed`: said before, and closed by people without write permission. `unread`: why the threads could not be read.
 * Never rejects for what a server says.
 */
export async function settleFindings(context: JobContext, given: ToSettle) {
  const { record, review, policy, head, isGood } = given;
  const earlier = await readEarlier(context, context.thread?.number ?? 0);
  const known = await Promise.all((record?.findings ?? []).map(async (one) => (await reanchored(one, review)) ?? one));
  const reported = await Promise.all(given.reported.map(async (one) => await withOwnLines(one, review)));
  // Where a line beside a finding changed, it has another fingerprint now, but its thread has the first one.
  const isUnchanged = await Promise.all(known.map(async (one) => await keepsItsNeighbours(one, review)));
  const named = reported.map(
    (one) =>
      known.find(({ fingerprint }) => fingerprint === one.fingerprint) ??
      known.find((other, at) => isUnchanged[at] !== true && isSamePlace(one, other)) ??
      one,
  );
  const now = [...new Map(named.map((one) => [one.fingerprint, one])).values()];
  const raised = new Set(now.map(({ fingerprint }) => fingerprint));
  const older = known.filter(({ fingerprint }) => !raised.has(fingerprint));
  const all = shownFindings([...older, ...now], policy.review);
  const standing = await standingsOf(all, earlier, review);
  const reportedNow = new Set([...raised, ...reported.map(({ fingerprint }) => fingerprint)]);
  const { threads, unread } = earlier;
  const closed = isGood
    ? await closeFixed(context, { threads, review, raised: reportedNow, known, head })
    : new Set<string>();
  const isSaid = new Set(unread === undefined ? known.map(({ fingerprint }) => fingerprint) : []);
  const kept: Finding[] = [];
  const news: Finding[] = [];
  for (const one of all) {
    const { fingerprint } = one;
    const how = standing.get(fingerprint);
    const isRaised = raised.has(fingerprint);
    if (how === "ended" || (!isRaised && !(await stands(one)))) continue;
    kept.push(one);
    if (isRaised && (how === "fixed" || (how === undefined && !isSaid.has(fingerprint)))) news.push(one);
  }
  const disputed = kept.filter(({ fingerprint }) => standing.get(fingerprint) === "disputed");
  const found: FoundInReview = { findings: kept, failing: failing(kept, policy.review.failsOn) };
  return { found, news, disputed, unread };

  /** Whether a finding stands that the model did not report now: its thread is open, or where it has none, it may be there still. */
  async function stands(one: Finding): Promise<boolean> {
    const how = standing.get(one.fingerprint);
    if (how !== undefined) return how !== "fixed" && !closed.has(one.fingerprint);
    return unread !== undefined || (await mayStandStill(one, review));
  }
}

interface ToSay {
  readonly news: readonly Finding[];
  /** The record as it was when the news were settled. */
  readonly before: ReadRecord;
  readonly refs: RemoteRefs;
}

/**
 * `rest`: the news without what another job has posted since they were settled. `now`: the record of today, or that of `before` where
 * it cannot be read. Never rejects.
 */
export async function notSaidMeanwhile(context: JobContext, { news, before, refs }: ToSay) {
  const [{ standing }, read] = await Promise.all([
    readEarlier(context, context.thread?.number ?? 0),
    readRecord(context, refs),
  ]);
  const now = read.problem === undefined ? read : before;
  const others = now.record?.id === before.record?.id ? [] : (now.record?.findings ?? []);
  const isSaid = new Set(others.map(({ fingerprint }) => fingerprint));
  const rest = news.filter(
    ({ fingerprint }) => !isSaid.has(fingerprint) && (standing.get(fingerprint) ?? "fixed") === "fixed",
  );
  return { rest, now };
}

/** A review of everything would have reported it again. Else it stands until its lines or, where it has none, its file changes. */
async function mayStandStill(one: Finding, review: OpenReview): Promise<boolean> {
  const [{ files }, shown] = await Promise.all([review.diff(), review.shown()]);
  if (shown.since === undefined) return false;
  if (one.anchor === undefined) return files.has(one.path) && !shown.files.has(one.path);
  return await isUnchangedSince({ ...one, side: one.anchor.side }, review);
}
