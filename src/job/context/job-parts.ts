/** What every part of a job works with. `job.ts` makes it once and passes it whole. */

import { proxyEnvOf } from "../../base/network/proxy-env.ts";
import { createRedact, type Redact, type Secrets } from "../../base/redact.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import type { Stopper } from "../../run/open/stopper.ts";
import type { World } from "../../run/open/request.ts";
import { secretsOf } from "../../run/open/secrets.ts";
import type { GitHubJob } from "./github-job.ts";
import type { JobInputs } from "./inputs.ts";
import type { Outbox } from "./outbox.ts";
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
  /** Where the job writes: GitHub, or the files of a dry run. */
  readonly outbox: Outbox;
}

/** A job whose event asks for a run. */
export interface JobRequest extends JobParts {
  readonly trigger: RunTrigger;
  /** The reaction on the comment or issue that started the run, where it is posted before the thread is read. */
  readonly reaction?: Reaction | undefined;
}

/** Secrets by name. Their values are redacted everywhere. */
export function jobSecrets({ inputs, world }: Pick<JobParts, "inputs" | "world">): Secrets {
  return { ...secretsOf(world.env, inputs.run.model.apiKey), GITHUB_TOKEN: inputs.token };
}

/** Redacts the secrets of the job. */
export function jobRedact(parts: Pick<JobParts, "inputs" | "world">): Redact {
  return createRedact(jobSecrets(parts));
}

/** The repository, for calls of the API. */
export function repoOf({ job: { owner, repo: name, serverUrl } }: Pick<JobParts, "job">): Repo {
  return { owner, name, serverUrl };
}

/** The repository, for git. Without a token only a public one can be fetched. */
export function remoteOf({ job, inputs, world }: Pick<JobParts, "job" | "inputs" | "world">): Remote {
  const { token = "" } = inputs;
  return { url: `${job.serverUrl}/${job.owner}/${job.repo}.git`, token, env: networkOf(world.env) };
}

/** Proxies and certificate authorities for git, by the names that it reads: it knows `http_proxy` in small letters only. */
function networkOf(env: JobParts["world"]["env"]): Record<string, string> {
  const { HTTP_PROXY, HTTPS_PROXY, NO_PROXY } = proxyEnvOf(env) ?? {};
  const { GIT_SSL_CAINFO } = env;
  const all = { http_proxy: HTTP_PROXY, https_proxy: HTTPS_PROXY, no_proxy: NO_PROXY, GIT_SSL_CAINFO };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
