/**
 * The record of the newest review of a pull request, under `refs/kimi/reviews/`: the commit that was read, the findings that stand,
 * and the proven suggestions that were posted. It is sealed as sessions are, because suggestions in it are committed.
 */

import { systemClock } from "../../base/clock.ts";
import { describeError } from "../../protocol/error.ts";
import { parseReviewRecord, writeReviewRecord, type ReviewRecord } from "../../session/review-record.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import type { JobContext } from "../context/job-context.ts";
import { parseSessionId, threadPrefix } from "../sessions/session-id.ts";
import { REVIEWS } from "../sessions/session-refs.ts";
import { createSeal, jobSealSecret, SEAL } from "../sessions/session-seal.ts";

const FILE = "review.json";

type Context = Pick<JobContext, "job" | "inputs" | "world" | "thread">;

/** The newest record of the pull request, as of the request of a session; `problem` says why there is none that can be used. Never rejects. */
export async function readRecord(
  context: Context,
  refs: RemoteRefs,
  asOf?: string,
): Promise<{ readonly record: ReviewRecord } | { readonly problem?: string }> {
  const { job, inputs, thread } = context;
  if (thread?.pull === undefined || inputs.publish !== "github") return {};
  try {
    const names = (await refs.list(`${REVIEWS}${threadPrefix(thread.number)}`)).map(({ ref }) => ref);
    const name = names.findLast((ref) => asOf === undefined || !isLater(ref, asOf));
    const stored = name === undefined ? undefined : await refs.read(name);
    if (stored === undefined) return {};
    const problem = createSeal(jobSealSecret(context)).problemIn({ files: stored.files, tree: undefined });
    if (problem !== undefined) return { problem };
    const record = parseReviewRecord(stored.files.get(FILE)?.toString("utf8"), placeOf(job, thread.number));
    return record !== undefined && `${REVIEWS}${record.id}` === name
      ? { record }
      : { problem: "It is of another review." };
  } catch (error) {
    return { problem: describeError(error) };
  }
}

/**
 * Writes the record, and deletes the older ones of the pull request. Its parent is the commit that was read, which the server so
 * keeps after a rebase. Never rejects: without a record the next review reads the whole change.
 */
export async function writeRecord(context: Context, refs: RemoteRefs, record: ReviewRecord): Promise<void> {
  const { job, inputs, thread, world } = context;
  if (thread === undefined || inputs.publish !== "github") return;
  try {
    const old = await refs.list(`${REVIEWS}${threadPrefix(thread.number)}`);
    const ref = `${REVIEWS}${record.id}`;
    if (old.some((one) => isLater(one.ref, record.id))) return;
    const files = new Map([[FILE, writeReviewRecord(record, placeOf(job, thread.number))]]);
    files.set(SEAL, createSeal(jobSealSecret(context)).write({ files, tree: undefined }));
    const atSeconds = Math.floor(systemClock.now() / 1000);
    const commit = await refs.write({ files, parent: record.head, message: `review ${record.id}`, atSeconds });
    const expected = old.find((one) => one.ref === ref)?.commit ?? null;
    const others = old.filter((one) => one.ref !== ref);
    const removed = others.map((one) => ({ ref: one.ref, commit: null, expected: one.commit }));
    const result = await refs.update([{ ref, commit, expected }, ...removed], { isAtomic: false });
    if (result.kind === "refused") world.warn(`${UNKEPT} ${result.said.trim()} Give the token \`contents: write\`.`);
  } catch (error) {
    world.warn(`${UNKEPT} ${describeError(error)}`);
  }
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
