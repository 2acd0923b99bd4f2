/** What earlier reviews left in the pull request: how their findings stand, and the end of those that are fixed. */

import { forgeOf } from "../../github/api/forge.ts";
import { checkAccess } from "../../github/people/access.ts";
import { fetchReviewThreads } from "../../github/thread/review-threads.ts";
import { describeError } from "../../protocol/error.ts";
import type { Finding } from "../../protocol/tools/finding.ts";
import type { OpenReview } from "../../review/open-review.ts";
import { isUnchangedSince } from "../../review/reanchor.ts";
import {
  fixedText,
  isApp,
  isUnsettled,
  objectors,
  ownThreads,
  quotedIn,
  standingBeside,
  standings,
  type OwnThread,
  type Standing,
} from "../../review/threads.ts";
import type { JobContext } from "../context/job-context.ts";

export interface Earlier {
  readonly threads: readonly OwnThread[];
  /** By the fingerprint of a finding. */
  readonly standing: ReadonlyMap<string, Standing>;
  readonly unread?: string | undefined;
}

/** Reads the threads of our findings, and asks for the permission of each person who objected. Never rejects. */
export async function readEarlier(context: JobContext, number: number): Promise<Earlier> {
  const { client, self, job } = context;
  const { owner, repo } = job;
  if (!forgeOf(job).hasGraphql) return { threads: [], standing: new Map() }; // there a review is one comment
  try {
    const read = await fetchReviewThreads({ client, owner, repo, number });
    if ("unread" in read) return { threads: [], standing: new Map(), unread: read.unread };
    const threads = ownThreads(read.threads, self);
    const people = new Map(threads.flatMap((thread) => objectors(thread, self)).map((one) => [one.id, one]));
    const asked = [...people.values()].map(async (one) => {
      const { allowed } = await checkAccess(client, { owner, repo, users: [one] });
      return allowed ? [one.id] : [];
    });
    const mayWrite = new Set((await Promise.all(asked)).flat());
    return { threads, standing: standings(threads, self, mayWrite) };
  } catch (error) {
    return { threads: [], standing: new Map(), unread: describeError(error) };
  }
}

/** How each finding stands that the pull request has already. */
export async function standingsOf(
  findings: readonly Finding[],
  earlier: Earlier,
  review: OpenReview,
): Promise<ReadonlyMap<string, Standing>> {
  const found = new Map(earlier.standing);
  for (const finding of findings) {
    const { fingerprint, path } = finding;
    if (found.has(fingerprint) || earlier.threads.every((thread) => thread.path !== path)) continue;
    const [content] = await review.successors(path);
    const standing = content && standingBeside(finding, content, earlier);
    if (standing !== undefined) found.set(fingerprint, standing);
  }
  return found;
}

interface ToClose {
  readonly threads: readonly OwnThread[];
  readonly review: OpenReview;
  /** Fingerprints of what the model reported now. */
  readonly raised: ReadonlySet<string>;
  /** Of the last review's record, which has their replacements. */
  readonly known: readonly Finding[];
  readonly head: string;
}

/**
 * Closes our open threads whose lines are gone from the head, or are back where they were deleted, and that the model did not report
 * again. Returns their fingerprints. Never rejects.
 */
export async function closeFixed(
  context: JobContext,
  { threads, review, raised, known, head }: ToClose,
): Promise<ReadonlySet<string>> {
  const closed = new Set<string>();
  for (const thread of threads) {
    const quoted = isUnsettled(thread, context.self) ? quotedIn(thread) : undefined;
    if (quoted === undefined || raised.has(thread.fingerprint)) continue;
    try {
      const { path, side, fingerprint } = thread;
      const replacement = known.find((one) => one.fingerprint === fingerprint)?.replacement;
      if (await isUnchangedSince({ path, side, quote: quoted, replacement }, review)) continue;
      await close(context, thread, head);
      closed.add(thread.fingerprint);
    } catch (error) {
      context.world.warn(`The thread of a fixed finding in ${thread.path} stays open: ${describeError(error)}`);
    }
  }
  return closed;
}

const RESOLVE = "mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }";
const REPLY =
  "mutation ($id: ID!, $body: String!) { addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $id, body: $body }) { comment { id } } }";

/** The account of a personal token is a person's, so that the thread has to say that it was the program that closed it. */
async function close({ outbox, self }: JobContext, thread: OwnThread, head: string): Promise<void> {
  const { id, viewerCanResolve } = thread;
  const reply = async (): Promise<unknown> => await outbox.api.graphql(REPLY, { id, body: fixedText(head) });
  if (!viewerCanResolve || !isApp(self)) await reply();
  if (!viewerCanResolve) return;
  try {
    await outbox.api.graphql(RESOLVE, { id }, { repeat: "always" });
  } catch (error) {
    if (!isApp(self)) throw error;
    await reply(); // some tokens may not, though GitHub said before that they may
  }
}
