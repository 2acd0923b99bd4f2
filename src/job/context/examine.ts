/** The preflight of a job: what its trigger will want of GitHub, and what to do about what was found. */

import { proxyEnvOf } from "../../base/proxy-env.ts";
import type { PushTarget } from "../../github/preflight/branch-rules.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import { preflight } from "../../github/preflight/preflight.ts";
import type { Thread } from "../../github/thread/thread.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Warn } from "../../publish/result/ports.ts";
import { safeInline } from "../../publish/render/safe-markdown.ts";
import type { World } from "../../run/open/request.ts";
import type { GitHubJob } from "./github-job.ts";
import type { JobInputs } from "./inputs.ts";
import type { JobContext } from "./job-context.ts";
import { addToSummary } from "./summary-file.ts";
import { isAnswerOnly, type RunTrigger } from "./task.ts";

/** As the branches of runs are named; rules match on patterns, so any of the kind will do. */
export const OWN_BRANCH: PushTarget = { branch: "kimi/issue-1-00000000", shown: "kimi/**" };

export interface Examination {
  readonly inputs: JobInputs;
  readonly world: World;
  readonly job: GitHubJob;
  readonly trigger: RunTrigger;
  readonly thread: Promise<Thread | undefined>;
  readonly self: Promise<JobContext["self"]>;
}

/** Looks while the thread is still being read. A job that posts nothing needs nothing of GitHub. Never rejects. */
export async function examine(
  client: GitHubClient,
  { inputs, world, job, trigger, thread, self }: Examination,
): Promise<readonly PreflightCheck[]> {
  if (inputs.publish !== "github" || inputs.token === undefined) return [];
  const push = !isAnswerOnly(trigger.verb);
  return preflight(client, {
    owner: job.owner,
    repo: job.repo,
    serverUrl: job.serverUrl,
    token: inputs.token,
    proxyEnv: proxyEnvOf(world.env),
    wants: { push, pullRequest: push && trigger.thread?.kind !== "pull", comment: trigger.thread !== undefined },
    target: thread.then(targetOf),
    self,
    hasArtifacts: job.hasArtifacts,
  });
}

function targetOf(thread: Thread | undefined): PushTarget | undefined {
  const { pull } = thread ?? {};
  if (pull === undefined) return OWN_BRANCH;
  return pull.fork ? undefined : { branch: pull.headRef };
}

/** Ends the job before anything is spent where no run can come to anything. Throws `config.invalid`. */
export function requireUsable(findings: readonly PreflightCheck[], job: GitHubJob, warn: Warn): void {
  const blocking = findings.find(({ blocks }) => blocks);
  if (blocking === undefined) return;
  const { detail, fix = "" } = blocking;
  addToSummary(job, `## kimi-runner: the run did not begin\n\n${safeInline(detail)} ${safeInline(fix)}`, warn);
  throw new RunnerError({ code: "config.invalid", message: detail, hint: fix });
}

/** What people should know at once, one line each. What nobody could find out is not among it. */
export function obstacles(findings: readonly PreflightCheck[]): readonly string[] {
  return findings.filter(({ ok }) => ok === false).map(({ detail, fix }) => (fix ? `${detail} ${fix}` : detail));
}
