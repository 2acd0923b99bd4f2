/**
 * Publishes the run of another job. This job has the token that may write, and treats the bundle as a stranger's. It takes from its
 * own event who asked, where, for what and where the change goes; everything else in the bundle is checked.
 */

import { exitCode } from "../../protocol/outcome.ts";
import { waitingCalls } from "../../run-model/held-calls.ts";
import { NO_FACTS } from "../../run-model/facts.ts";
import { checkBundle, type CheckedBundle } from "../../session/bundle-check.ts";
import { sessionFacts } from "../../run/open/session.ts";
import { sessionOriginOf } from "../sessions/claim-request.ts";
import { deliverEnded } from "../deliver/deliver.ts";
import { baseWarnings } from "../context/base-branch.ts";
import { openJobGit } from "../context/job-git.ts";
import { obstacles } from "../context/examine.ts";
import { lineageDepth } from "../guards/lineage.ts";
import { expectationsOf, differs, originTexts, requireExpected } from "./expectations.ts";
import { reportBroken } from "../deliver/report-broken.ts";
import { readDelivery } from "./read-delivery.ts";
import { withdrawn, type JobEnd } from "../context/job-end.ts";
import { createPosts } from "../context/posts.ts";
import { branchKeyOf, requestKeyOf } from "../context/request-keys.ts";
import { isReview, type JobContext } from "../context/job-context.ts";
import { sessionId } from "../sessions/session-id.ts";

/** Publishes the bundle in `bundleDir`. Throws `config.invalid` for a bundle that it refuses, before anything is published. */
export async function publishPhase(context: JobContext): Promise<JobEnd> {
  try {
    return await checkAndPublish(context);
  } catch (error) {
    await reportBroken({ parts: context, facts: NO_FACTS, posts: undefined }, error);
    throw error;
  }
}

async function checkAndPublish(context: JobContext): Promise<JobEnd> {
  const { inputs, world } = context;
  const module = isReview(context) ? await import("./publish-review.ts") : undefined; // few runs are reviews
  const nothing = await module?.nothingToReview(context);
  if (nothing !== undefined) return await withdrawn(nothing, context);
  using own = await openJobGit(context);
  const checked = checkBundle({ dir: inputs.bundleDir, describe: sessionFacts });
  requireNoAnswers(checked);
  requireSameRequest(context, checked);
  const publishable = await readDelivery({ context, checked, own });
  const { run } = publishable;
  const { bundle } = checked;
  for (const text of [...obstacles(context.findings), ...baseWarnings(context)]) world.warn(text);
  const facts = { ...run.facts, depth: await lineageDepth(context) };
  const { outcome, sessionId } = facts;
  const ended = { outcome, bundle, sessionId, held: waitingCalls(facts.asked) };
  if (inputs.publish === "none")
    return {
      kind: "ran",
      end: { ...ended, exitCode: exitCode(outcome.outcome), beganAt: run.beganAt },
      published: undefined,
    };
  const requestKey = branchKeyOf(context);
  const review = await module?.publishReview(context, { checked, publishable, key: requestKey ?? sessionId });
  const posts = createPosts(context);
  const saved = { kind: "unsaved", said: "The job that worked had no right to write." } as const;
  const delivery = { context, posts, requestKey, saved, review };
  return await deliverEnded(delivery, { ...publishable, run: { ...run, facts } }, ended);
}

/** A run of two jobs takes no answers, so an answer in a bundle is forged. It would be shown as a person's, and a resume would carry it out. */
function requireNoAnswers({ records }: CheckedBundle): void {
  for (const { event } of records) {
    if (event.type === "deferral.answer") throw differs("answer", `${event.verdict} by ${event.by}`, undefined);
  }
}

function requireSameRequest(context: JobContext, { begin, delivery }: CheckedBundle): void {
  const { trigger, thread } = context;
  const origin = sessionOriginOf(context);
  requireExpected(delivery.expects, expectationsOf(context));
  if (begin.origin === undefined) throw differs("origin", undefined, origin.repository);
  requireExpected(originTexts(begin.origin), originTexts(origin));
  const at = Date.parse(trigger.before ?? "");
  const id = sessionId({ thread: thread?.number, at: at || 0 }, requestKeyOf(trigger));
  if (thread !== undefined && begin.sessionId !== id) throw differs("session", begin.sessionId, id);
}
