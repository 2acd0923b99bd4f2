/** A review that found nothing: one neutral check run on the reviewed commit, where the token may make one (`checks: write`). */

import { crashAt } from "../../base/crash.ts";
import { member } from "../../base/member.ts";
import { safeInline } from "../../publish/render/safe-markdown.ts";
import { inRepo } from "../../publish/result/ports.ts";
import { briefNames } from "../../review/areas.ts";
import { shownPath } from "../../review/foreign-words.ts";
import type { JobContext } from "../context/job-context.ts";
import { repoOf } from "../context/job-parts.ts";

const NAME = "kimi review";

interface CleanReview {
  readonly head: string;
  /** What was not looked at whole. */
  readonly unshown: readonly string[];
}

/** Says it once for a commit. Without the right, and for whatever else GitHub says, the review stays silent. Never rejects. */
export async function tellClean(context: JobContext, { head, unshown }: CleanReview): Promise<void> {
  const { outbox, job } = context;
  const place = inRepo(repoOf(context));
  const named = briefNames(unshown, (path) => safeInline(shownPath(path)));
  const rest = unshown.length === 0 ? "" : ` Not reviewed in full: ${named}.`;
  const output = { title: "No findings", summary: `The review of ${head.slice(0, 12)} has no findings.${rest}` };
  try {
    const of = { ...place, ref: head, check_name: NAME, filter: "latest" };
    const { data } = await outbox.api.request("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", of);
    if (isTold(data, output.title)) return;
    crashAt("check.create.before");
    await outbox.api.request("POST /repos/{owner}/{repo}/check-runs", {
      ...place,
      name: NAME,
      head_sha: head,
      status: "completed",
      conclusion: "neutral",
      output,
      ...(job.runUrl === undefined ? {} : { details_url: job.runUrl }),
    });
    crashAt("check.create.after");
  } catch {
    // A check run is a courtesy: a token that may not make one is no reason for noise.
  }
}

function isTold(data: unknown, title: string): boolean {
  const runs = member(data, "check_runs");
  return (
    Array.isArray(runs) &&
    runs.some((run: unknown) => member(run, "name") === NAME && member(member(run, "output"), "title") === title)
  );
}
