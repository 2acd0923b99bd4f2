/** The API client of a job. */

import { systemClock } from "../../base/clock.ts";
import { proxyEnvOf } from "../../base/proxy-env.ts";
import { createGitHub, type GitHubClient } from "../../github/api/client.ts";
import { configError } from "../../protocol/error.ts";
import type { World } from "../../run/open/request.ts";
import type { GitHubJob } from "./github-job.ts";
import type { JobInputs } from "./inputs.ts";

/** Throws `config.invalid` without a token. */
export function jobClient({ token }: JobInputs, job: GitHubJob, world: World): GitHubClient {
  if (token === undefined) {
    throw configError(
      "There is no GitHub token, so no permission can be checked.",
      "Give the input github-token (the action), or set GITHUB_TOKEN (the CLI); it needs contents, issues and pull-requests.",
    );
  }
  return createGitHub({
    token,
    apiUrl: job.apiUrl,
    graphqlUrl: job.graphqlUrl,
    userAgent: "kimi-runner",
    clock: systemClock,
    proxyEnv: proxyEnvOf(world.env),
    onWait: ({ waitMs, reason }) => world.err(`GitHub asks to wait ${Math.ceil(waitMs / 1000)} s: ${reason}\n`),
  });
}
