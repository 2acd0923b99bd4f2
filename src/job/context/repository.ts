/** The repository of a job, as the parts that write to it name it. */

import type { Repo } from "../../publish/result/ports.ts";
import type { Remote } from "../../workspace/push.ts";
import type { JobParts } from "./job-parts.ts";

/** For calls of the API. */
export function repoOf({ job: { owner, repo: name, serverUrl } }: Pick<JobParts, "job">): Repo {
  return { owner, name, serverUrl };
}

/** For git. Without a token only what is public can be fetched. */
export function remoteOf({ job, inputs: { token = "" } }: Pick<JobParts, "job" | "inputs">): Remote {
  return { url: `${job.serverUrl}/${job.owner}/${job.repo}.git`, token };
}
