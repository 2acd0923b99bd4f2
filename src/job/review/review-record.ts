/**
 * The record of the newest review of a pull request, under `refs/kimi/reviews/`: the commit that was read, the findings that stand,
 * and the proven suggestions that were posted. It is sealed as sessions are, because suggestions in it are committed. GitHub's own
 * word does not do: after a force-push the `commit_id` of an old review is the new head (max-sixty/tend#884).
 */

import { systemClock } from "../../base/clock.ts";
import { describeError } from "../../protocol/error.ts";
import { parseReviewRecord, writeReviewRecord, type ReviewRecord } from "../../session/review-record.ts";
import type { RefUpdate, RemoteRef } from "../../workspace/push-refs.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import type { JobContext } from "../context/job-context.ts";
import { parseSessionId, threadPrefix } from "../sessions/session-id.ts";
import { REVIEWS } from "../sessions/session-refs.ts";
import { createSeal, jobSealSecret, SEAL } from "../sessions/session-seal.ts";

const FILE = "review.json";

type Context = Pick<JobContext, "job" | "inputs" | "world" | "thread">;

/** What the server has of the reviews of a pull request. */
export interface ReadRecord {
  readonly record?: ReviewRecord | undefined;
  readonly problem?: string | undefined;
  readonly listed: readonly RemoteRef[];
}

/** Reads the newest record, as of the request of a session. Never rejects. */
export async function readRecord(context: Context, refs: RemoteRefs, asOf?: string): Promise<ReadRecord> {
  const { job, thread } = context;
  if (thread?.pull === undefined || !keepsRecords(context)) return { listed: [] };
  let listed: readonly RemoteRef[] = [];
  try {
    listed = await refs.list(`${REVIEWS}${threadPrefix(thread.number)}`);
    const name = listed.findLast(({ ref }) => asOf === undefined || !isLater(ref, asOf))?.ref;
    const stored = name === undefined ? undefined : await refs.read(name);
    if (stored === undefined) return { listed };
    const problem = createSeal(jobSealSecret(context)).problemIn({ files: stored.files, tree: undefined });
    if (problem !== undefined) return { problem, listed };
    const record = parseReviewRecord(stored.files.get(FILE)?.toString("utf8"), placeOf(job, thread.number));
    const isHere = record !== undefined && `${REVIEWS}${record.id}` === name;
    return isHere ? { record, listed } : { problem: "It belongs to another review.", listed };
  } catch (error) {
    return { problem: describeError(error), listed };
  }
}

/** Writes the record and deletes the listed ones. Its parent is the reviewed commit, which the server so keeps after a rebase. Never rejects. */
export async function writeRecord(
  context: Context,
  refs: RemoteRefs,
  { record, listed }: Required<Pick<ReadRecord, "listed">> & { readonly record: ReviewRecord },
): Promise<void> {
  const { job, thread, world } = context;
  if (thread === undefined || !keepsRecords(context)) return;
  if (listed.some((one) => isLater(one.ref, record.id))) return;
  try {
    const ref = `${REVIEWS}${record.id}`;
    const files = new Map([[FILE, writeReviewRecord(record, placeOf(job, thread.number))]]);
    files.set(SEAL, createSeal(jobSealSecret(context)).write({ files, tree: undefined }));
    const atSeconds = Math.floor(systemClock.now() / 1000);
    const commit = await refs.write({ files, parent: record.head, message: `review ${record.id}`, atSeconds });
    const updates = new Map<string, RefUpdate>(
      listed.map((one) => [one.ref, { ref: one.ref, commit: null, expected: one.commit }]),
    );
    updates.set(ref, { ref, commit, expected: updates.get(ref)?.expected ?? null });
    const result = await refs.update([...updates.values()], { isAtomic: false, known: record.head });
    if (result.kind === "refused") world.warn(`${UNKEPT} ${result.said.trim()} Give the token \`contents: write\`.`);
  } catch (error) {
    world.warn(`${UNKEPT} ${describeError(error)}`);
  }
}

/** A publishing job often has no secret, and could not tell its records from forged ones. */
function keepsRecords(context: Context): boolean {
  const { publish, phase } = context.inputs;
  return publish === "github" && (phase === "all" || jobSealSecret(context) !== undefined);
}

const UNKEPT = "The review is not recorded on the server, so the next one reads the whole change:";

function placeOf({ owner, repo }: Context["job"], thread: number) {
  return { repository: `${owner}/${repo}`.toLowerCase(), thread };
}

/** Whether the review of a reference was asked for later. Those of one second have no order. */
function isLater(ref: string, id: string): boolean {
  const at = (name: string): number => parseSessionId(name)?.at ?? 0;
  return at(ref.slice(REVIEWS.length)) > at(id);
}
