/** Runs the publishing job in the test's own process, because starting the action for each of many cases takes too long. */

import { join } from "node:path";
import { createStopper } from "../../../../src/run/open/stopper.ts";
import { runJob } from "../../../../src/job/job.ts";
import type { JobEnd } from "../../../../src/job/context/job-end.ts";
import type { JobInputs } from "../../../../src/job/context/inputs.ts";
import { checkout } from "../../../doubles/checkout.ts";
import type { GitHub } from "../../../doubles/github/server.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { REPOSITORY, TOKEN } from "../job-scene.ts";

export interface PublishingJob {
  /** Publishes a bundle. Rejects as the job does. */
  readonly publish: (bundleDir: string, more?: Partial<JobInputs>) => Promise<JobEnd>;
  readonly [Symbol.dispose]: () => void;
}

/** For one event, on a checkout of the default branch. */
export async function createPublishingJob(
  github: GitHub,
  event: { readonly name: string; readonly payload: unknown },
): Promise<PublishingJob> {
  const scratch = createScratch();
  const cwd = join(scratch.dir, "workspace");
  await checkout({ github, repository: REPOSITORY, dir: cwd, persistCredentials: false });
  const [owner = "", repo = ""] = REPOSITORY.split("/");
  const { serverUrl, url: apiUrl, graphqlUrl } = github;
  const place = { repo: { owner, repo }, ref: "refs/heads/main", serverUrl, apiUrl, graphqlUrl };
  const context = { eventName: event.name, payload: event.payload, ...place, runId: 4242, runAttempt: 1 };
  const world = {
    env: { PATH: process.env["PATH"] ?? "" },
    cwd,
    nodePath: process.execPath,
    workerPath: "/dev/null/none",
    out: () => {},
    err: () => {},
    warn: () => {},
  };
  const inputs = {
    context,
    start: { trigger: "/kimi" },
    run: { agent: {}, model: {}, workbench: { cwd, sandbox: "none" }, limits: {}, output: "text" },
    token: TOKEN,
    publish: "github",
    phase: "publish",
    commit: "git",
    checkOut: true,
  } as const;
  return {
    publish: async (bundleDir, more = {}) => await runJob({ ...inputs, bundleDir, ...more }, world, createStopper()),
    [Symbol.dispose]: scratch[Symbol.dispose],
  };
}
