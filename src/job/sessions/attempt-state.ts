/** Asks GitHub whether the attempt of a workflow run that wrote a lease goes on. The session of an attempt that is over is free at once. */

import { member } from "../../base/member.ts";
import { forgeOf } from "../../github/api/forge.ts";
import { inRepo } from "../../publish/result/ports.ts";
import { repoOf, type JobParts } from "../context/job-parts.ts";
import type { AttemptState, LeaseOwner } from "./lease.ts";

/**
 * Undefined for an attempt of this job's own run, and where the server does not say: without `actions: read`, and on Gitea and
 * Forgejo, where the address of a run's page has another number than its API.
 */
export async function attemptState(
  parts: Pick<JobParts, "job" | "client" | "stopper">,
  own: LeaseOwner,
  { runId, runAttempt }: LeaseOwner,
): Promise<AttemptState | undefined> {
  const { job, client, stopper } = parts;
  if (runId === 0 || runId === own.runId || !forgeOf(job).hasGraphql) return undefined;
  const route = "GET /repos/{owner}/{repo}/actions/runs/{run_id}";
  const { signal } = stopper;
  const answer = await client
    .request(route, { ...inRepo(repoOf({ job })), run_id: runId }, { signal })
    .catch(() => undefined);
  const newest = member(answer?.data, "run_attempt");
  if (typeof newest !== "number" || newest < runAttempt) return undefined;
  return newest > runAttempt || member(answer?.data, "status") === "completed" ? "over" : "at-work";
}
