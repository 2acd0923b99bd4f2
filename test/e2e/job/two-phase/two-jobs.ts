/** One event with two jobs: the first may only read and leaves an artifact, the second publishes the bundle in it. */

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startArtifactService } from "../../../doubles/artifact-service.ts";
import type { ActionEnd, ActionOptions } from "../../../doubles/runner.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { createJobScene, type JobScene, type JobSceneOptions } from "../job-scene.ts";

const READER = "ghs_READERa1b2c3d4e5f6a7b8c9d0";

type Event = Parameters<JobScene["run"]>[0];

export interface TwoJobs {
  readonly scene: JobScene;
  /** The job with `phase: agent`, with a token that may read. */
  readonly agent: (event: Event, more?: Partial<ActionOptions>) => Promise<ActionEnd>;
  /** Unpacks an artifact of the first job, as actions/download-artifact does; returns the folder. */
  readonly download: (artifact: string | undefined) => string;
  /** The job with `phase: publish`, with a token that may write. */
  readonly publish: (event: Event, bundle: string, more?: Partial<ActionOptions>) => Promise<ActionEnd>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export async function createTwoJobs(options: JobSceneOptions = {}): Promise<TwoJobs> {
  const scene = await createJobScene(options);
  scene.github.addToken(READER, { scopes: { contents: "read", issues: "read", pull_requests: "read" } });
  const artifacts = await startArtifactService();
  const scratch = createScratch();
  const run =
    (inputs: Readonly<Record<string, string>>, job: Partial<ActionOptions>) =>
    async (event: Event, more: Partial<ActionOptions> = {}): Promise<ActionEnd> =>
      await scene.run(event, { ...job, ...more, inputs: { ...inputs, ...more.inputs } });
  return {
    scene,
    agent: run({ phase: "agent" }, { token: READER, artifacts }),
    publish: async (event, bundle, more = {}) => await run({ phase: "publish", bundle }, { artifacts })(event, more),
    download: (artifact = "") => {
      const dir = mkdtempSync(join(scratch.dir, "bundle-"));
      for (const { path, bytes } of artifacts.unpack(artifact)) {
        mkdirSync(dirname(join(dir, path)), { recursive: true });
        writeFileSync(join(dir, path), bytes);
      }
      return dir;
    },
    [Symbol.asyncDispose]: async () => {
      await scene[Symbol.asyncDispose]();
      await artifacts.close();
      scratch[Symbol.dispose]();
    },
  };
}

/** `METHOD /path` of every request that would change something. */
export function writesIn(requests: JobScene["github"]["requests"]): readonly string[] {
  return requests
    .filter(({ method, path }) => method !== "GET" && path !== "/graphql" && !path.endsWith("/git-upload-pack"))
    .map(({ method, path }) => `${method} ${path}`);
}
