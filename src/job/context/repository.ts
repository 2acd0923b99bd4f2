/** The repository of a job, as the parts that write to it name it. */

import type { Repo } from "../../publish/result/ports.ts";
import type { Remote } from "../../workspace/push.ts";
import type { JobInputs } from "./inputs.ts";
import type { GitHubJob } from "./github-job.ts";

type Place = Pick<GitHubJob, "owner" | "repo" | "serverUrl">;

/** For calls of the API. */
export function repoOf({ owner, repo: name, serverUrl }: Place): Repo {
  return { owner, name, serverUrl };
}

/** For git. Without a token only what is public can be fetched. */
export function remoteOf({ owner, repo, serverUrl }: Place, { token = "" }: Pick<JobInputs, "token">): Remote {
  return { url: `${serverUrl}/${owner}/${repo}.git`, token };
}
