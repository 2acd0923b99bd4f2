/** What every part of a job works with. Made once in `job.ts`, passed whole. */

import type { Secrets } from "../../base/redact.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import type { Stopper } from "../../run/open/stopper.ts";
import type { World } from "../../run/open/request.ts";
import { secretsOf } from "../../run/open/secrets.ts";
import type { GitHubJob } from "./github-job.ts";
import type { JobInputs } from "./inputs.ts";
import type { Reaction } from "../../publish/comments/reaction.ts";
import type { RunTrigger } from "./task.ts";
import type { Repo } from "../../publish/result/ports.ts";
import type { Remote } from "../../workspace/push.ts";

export interface JobParts {
  readonly inputs: JobInputs;
  readonly world: World;
  readonly stopper: Stopper;
  readonly job: GitHubJob;
  readonly client: GitHubClient;
}

/** A job whose event asks for a run. */
export interface JobRequest extends JobParts {
  readonly trigger: RunTrigger;
  /** The reaction on what started the run, where a person waits for it before the thread is read. */
  readonly reaction?: Reaction | undefined;
}

/** Values that must never be written anywhere, by name. */
export function jobSecrets({ inputs, world }: Pick<JobParts, "inputs" | "world">): Secrets {
  return { ...secretsOf(world.env, inputs.run.model.apiKey), GITHUB_TOKEN: inputs.token };
}

/** For calls of the API. */
export function repoOf({ job: { owner, repo: name, serverUrl } }: Pick<JobParts, "job">): Repo {
  return { owner, name, serverUrl };
}

/** For git. Without a token only what is public can be fetched. */
export function remoteOf({ job, inputs: { token = "" } }: Pick<JobParts, "job" | "inputs">): Remote {
  return { url: `${job.serverUrl}/${job.owner}/${job.repo}.git`, token };
}
