/** The HTML page of a run, as an artifact: the job that ran uploads it, and the publishing job finds it. */

import { systemClock } from "../../base/clock.ts";
import { proxyEnvOf } from "../../base/network/proxy-env.ts";
import type { PageService } from "../../publish/page-artifact.ts";
import type { JobParts } from "../context/job-parts.ts";

type Parts = Pick<JobParts, "job" | "world">;

/** Uploads the page and returns its address; undefined where it cannot be shown. `artifact`: name of that with the bundle. Never rejects. */
export async function showPage(parts: Parts, path: string, artifact: string): Promise<string | undefined> {
  const access = accessTo(parts);
  if (access === undefined) return undefined;
  const { pageName, uploadPage } = await import("../../publish/page-artifact.ts");
  const { retentionDays } = parts.job;
  const now = systemClock.now();
  return addressOf(parts, await uploadPage({ access, path, name: pageName(artifact), retentionDays, now }));
}

/** The address of the page that an earlier job of this workflow run uploaded. Never rejects. */
export async function findShownPage(parts: Parts, artifact: string): Promise<string | undefined> {
  const access = accessTo(parts);
  if (access === undefined) return undefined;
  const { findPage, pageName } = await import("../../publish/page-artifact.ts");
  return addressOf(parts, await findPage(access, pageName(artifact)));
}

function accessTo({ job, world: { env } }: Parts): PageService | undefined {
  const { ACTIONS_RESULTS_URL: url, ACTIONS_RUNTIME_TOKEN: token } = env;
  return job.artifacts.isThere && url && token ? { url, token, proxyEnv: proxyEnvOf(env) } : undefined;
}

function addressOf({ job: { runUrl } }: Parts, id: number | undefined): string | undefined {
  return id === undefined || runUrl === undefined ? undefined : `${runUrl}/artifacts/${id}`;
}
