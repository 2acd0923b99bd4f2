/** Gets the commits of a pull request into the workspace before its run. */

import { RunnerError } from "../../protocol/error.ts";
import { checkOut } from "../../workspace/check-out.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { readHead } from "../../workspace/repository.ts";
import type { World } from "../../run/open/request.ts";
import type { GitHubJob } from "./github-job.ts";
import type { JobInputs } from "./inputs.ts";
import { commitsOf, type JobContext } from "./job-context.ts";
import { remoteOf } from "./repository.ts";

export interface FetchOptions {
  readonly inputs: JobInputs;
  readonly job: GitHubJob;
  readonly scene: Pick<JobContext, "thread">;
  readonly world: World;
}

/** Puts a pull request's head into the workspace, or refuses a laptop's checkout that is somewhere else. */
export async function fetchCommits({ inputs, job, scene, world }: FetchOptions): Promise<ReturnType<typeof commitsOf>> {
  const commits = commitsOf(scene);
  if (commits === undefined) return undefined;
  const checkout = findCheckout(inputs.cwd);
  const pathVar = world.env["PATH"] ?? "";
  if (inputs.checkOut) {
    const remote = remoteOf(job, inputs);
    await checkOut({ checkout, remote, ...commits, pathVar });
    return commits;
  }
  const { headCommit } = await readHead(checkout, { pathVar, paths: [] });
  if (headCommit === commits.head) return commits;
  throw new RunnerError({
    code: "config.invalid",
    message: `The pull request is at ${commits.head.slice(0, 12)}, this checkout at ${headCommit.slice(0, 12)}.`,
    hint: `Check it out first: git fetch origin ${commits.base} ${commits.head} && git checkout ${commits.head}`,
  });
}
