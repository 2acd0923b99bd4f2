/** Reports a job that failed before it published: status comment, reaction and summary say how it ended. */

import { NO_USAGE } from "../../protocol/model.ts";
import { createSummaryGate } from "../../publish/render/outgoing.ts";
import { renderResult } from "../../publish/render/render-result.ts";
import type { ResultView } from "../../publish/render/result-view.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { renderSummary } from "../../publish/render/render-summary.ts";
import { outcomeOfError } from "../../run/end/outcome.ts";
import { jobRedact, type JobParts } from "../context/job-parts.ts";
import type { Posts } from "../context/posts.ts";
import { addToSummary } from "../context/job-end.ts";

interface BrokenJob {
  readonly parts: JobParts;
  readonly facts: RunFacts;
  /** Undefined where nothing is posted. */
  readonly posts: Posts | undefined;
  readonly goesOnWith?: string | undefined;
}

/** Writes status comment, reaction and summary. Never rejects; the caller still throws the error. */
export async function reportBroken(broken: BrokenJob, error: unknown): Promise<void> {
  const { parts, facts, posts, goesOnWith } = broken;
  const redact = jobRedact(parts);
  const { outcome, reason } = outcomeOfError(error);
  const view: ResultView = {
    facts: {
      ...facts,
      outcome: { outcome, reason: redact(reason), steps: 0, usage: NO_USAGE, filesChanged: 0 },
    },
    changes: [],
    goesOnWith,
    links: { runUrl: parts.job.runUrl },
  };
  await posts?.progress?.finish(redact(renderResult(view)));
  await posts?.reaction.done(outcome);
  addToSummary(parts, renderSummary(view, createSummaryGate(redact)));
}
