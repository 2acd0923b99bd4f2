/** Runs the preflight for what the trigger needs on GitHub, and acts on its findings. */

import type { PushTarget } from "../../github/preflight/branch-rules.ts";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import { preflight } from "../../github/preflight/preflight.ts";
import type { Thread } from "../../github/thread/thread.ts";
import { configError } from "../../protocol/error.ts";
import { safeWords } from "../../publish/render/safe-markdown.ts";
import type { JobParts, JobRequest } from "./job-parts.ts";
import { addToSummary } from "./job-end.ts";
import { isAnswerOnly } from "./task.ts";

/** An example of a run's branch. Branch rules match names by patterns, so any such name will do. */
export const OWN_BRANCH: PushTarget = { branch: "kimi/issue-1-00000000", shown: "kimi/**" };

/** Runs while the thread is being read. Finds nothing for a job that posts nothing. Never rejects. */
export async function examine(
  { inputs, job, trigger, client }: JobRequest,
  reading: { readonly thread: Promise<Thread | undefined>; readonly self: Promise<{ readonly login: string }> },
): Promise<readonly PreflightCheck[]> {
  if (inputs.publish !== "github" || inputs.token === undefined) return [];
  const push = !isAnswerOnly(trigger.verb);
  return preflight(client, {
    owner: job.owner,
    repo: job.repo,
    serverUrl: job.serverUrl,
    token: inputs.token,
    wants: {
      push,
      pullRequest: push && trigger.thread?.kind !== "pull" && !isInstallation(inputs.token),
      comment: trigger.thread !== undefined,
    },
    // The branch of an issue's run is known before the issue is read.
    target: trigger.thread?.kind === "pull" ? reading.thread.then(targetOf) : Promise.resolve(OWN_BRANCH),
    self: reading.self,
    artifacts: job.artifacts,
  });
}

/** Whether the token is an App's, such as the workflow's own. GitHub does not show such a token the settings of the repository. */
function isInstallation(token: string): boolean {
  return token.startsWith("ghs_");
}

function targetOf(thread: Thread | undefined): PushTarget | undefined {
  const { pull } = thread ?? {};
  if (pull === undefined) return OWN_BRANCH;
  return pull.fork ? undefined : { branch: pull.headRef };
}

/** Ends a job in which no run can succeed, before it costs money. Throws `config.invalid`. */
export function requireUsable(findings: readonly PreflightCheck[], parts: Pick<JobParts, "job" | "world">): void {
  const blocking = findings.find(({ blocks }) => blocks);
  if (blocking === undefined) return;
  const { detail, fix = "" } = blocking;
  addToSummary(parts, `## kimi-runner: the run did not begin\n\n${safeWords(detail)} ${safeWords(fix)}`);
  throw configError(detail, fix);
}

/** Warnings about failed checks, one line each. Checks that GitHub did not answer are left out. */
export function obstacles(findings: readonly PreflightCheck[]): readonly string[] {
  return findings.filter(({ ok }) => ok === false).map(({ detail, fix }) => (fix ? `${detail} ${fix}` : detail));
}
