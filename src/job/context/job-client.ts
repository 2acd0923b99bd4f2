/** The API client of a job. */

import { systemClock } from "../../base/clock.ts";
import { proxyEnvOf } from "../../base/network/proxy-env.ts";
import { createGitHub, type GitHubClient } from "../../github/api/client.ts";
import { forgeOf } from "../../github/api/forge.ts";
import { configError } from "../../protocol/error.ts";
import type { World } from "../../run/open/request.ts";
import type { GitHubJob } from "./github-job.ts";
import type { JobInputs } from "./inputs.ts";

/** Throws `config.invalid` without a token. */
export function jobClient(
  { token, commit, publish }: Pick<JobInputs, "token" | "commit" | "publish">,
  job: GitHubJob,
  world: Pick<World, "env" | "err">,
): GitHubClient {
  if (token === undefined) {
    throw configError(
      "There is no GitHub token, so no permission can be checked.",
      "Give the input github-token (the action), or set GITHUB_TOKEN (the CLI); it needs contents, issues and pull-requests.",
    );
  }
  if (commit === "verified" && publish === "github" && !forgeOf(job).makesCommits) {
    throw configError("This server cannot create commits through its API.", "Set the input commit to git.");
  }
  return createGitHub({
    token,
    apiUrl: job.apiUrl,
    graphqlUrl: job.graphqlUrl,
    userAgent: "kimi-runner",
    clock: systemClock,
    proxyEnv: proxyEnvOf(world.env),
    onWait: ({ waitMs, reason }) => world.err(`Waiting ${Math.ceil(waitMs / 1000)} s for GitHub: ${reason}\n`),
  });
}
