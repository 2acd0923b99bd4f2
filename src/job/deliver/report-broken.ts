/** A job that broke before its result was out: who asked gets the one final status all the same. */

import { createRedact } from "../../base/redact.ts";
import { NO_USAGE } from "../../protocol/model.ts";
import { createSummaryGate } from "../../publish/render/outgoing.ts";
import { renderResult, type ResultView } from "../../publish/render/render-result.ts";
import type { RunFacts } from "../../publish/result/run-facts.ts";
import { renderSummary } from "../../publish/render/render-summary.ts";
import { outcomeOfError } from "../../run/end/outcome.ts";
import { secretsOf } from "../../run/open/secrets.ts";
import type { World } from "../../run/open/request.ts";
import type { GitHubJob } from "../context/github-job.ts";
import type { JobInputs } from "../context/inputs.ts";
import type { Posts } from "../context/posts.ts";
import { addToSummary } from "../context/summary-file.ts";

export interface BrokenJob {
  readonly job: GitHubJob;
  readonly inputs: JobInputs;
  readonly world: World;
  readonly facts: RunFacts;
  /** Undefined where nothing is posted. */
  readonly posts: Posts | undefined;
  /** What goes on with the kept session. */
  readonly goesOnWith?: string | undefined;
}

/** Writes status comment, reaction and summary. Never rejects; the caller still throws the error. */
export async function reportBroken(broken: BrokenJob, error: unknown): Promise<void> {
  const { job, inputs, world, facts, posts, goesOnWith } = broken;
  const redact = createRedact({ ...secretsOf(world.env, inputs.apiKey), GITHUB_TOKEN: inputs.token });
  const { outcome, reason } = outcomeOfError(error);
  const view: ResultView = {
    facts: {
      ...facts,
      outcome: { outcome, reason: redact(reason), steps: 0, usage: NO_USAGE, filesChanged: 0 },
    },
    changes: [],
    goesOnWith,
    links: { runUrl: job.runUrl },
  };
  await posts?.progress?.finish(redact(renderResult(view)));
  await posts?.reaction.done(outcome);
  addToSummary(job, renderSummary(view, createSummaryGate(redact)), world.warn);
}
