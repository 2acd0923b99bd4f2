/** Downloads artifacts of the same workflow run, which the service knows by the job's token, into folders. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ArtifactAccess } from "../github/api/forge.ts";
import { configError, describeError, RunnerError } from "../protocol/error.ts";
import { loadArtifactClient } from "./artifact.ts";

/** The part of `@actions/artifact` that is used. */
interface ArtifactDownloader {
  readonly listArtifacts: (options?: {
    latest?: boolean;
  }) => Promise<{ readonly artifacts: readonly { readonly name: string; readonly id: number }[] }>;
  readonly downloadArtifact: (id: number, options: { path: string }) => Promise<{ readonly digestMismatch?: boolean }>;
}

export interface DownloadOptions {
  /** The first of these that exists is downloaded. */
  readonly names: readonly string[];
  /** The folder for it, which is created. */
  readonly dir: string;
  readonly service: ArtifactAccess;
  readonly load?: () => Promise<ArtifactDownloader>;
}

/** Returns the name of the downloaded artifact; undefined if none of them exists. Throws `github.failed`. */
export async function downloadArtifact(options: DownloadOptions): Promise<string | undefined> {
  const { names, dir, service, load = loadArtifactClient } = options;
  return await withService({ what: names.join(", "), service, load }, async (client) => {
    const { artifacts } = await client.listArtifacts({ latest: true });
    const name = names.find((wanted) => artifacts.some((artifact) => artifact.name === wanted));
    const found = artifacts.find((artifact) => artifact.name === name);
    if (found === undefined) return undefined;
    mkdirSync(dir, { recursive: true });
    await client.downloadArtifact(found.id, { path: dir });
    return name;
  });
}

export interface DownloadAllOptions extends Pick<DownloadOptions, "service" | "load"> {
  /** All artifacts whose names begin with it. */
  readonly prefix: string;
  /** The folder in which each artifact gets a folder with its name, so that files of several artifacts do not meet. */
  readonly dir: string;
}

/** Returns the names, sorted. Throws `github.failed`. */
export async function downloadArtifacts(options: DownloadAllOptions): Promise<readonly string[]> {
  const { prefix, dir, service, load = loadArtifactClient } = options;
  return await withService({ what: `${prefix}…`, service, load }, async (client) => {
    const { artifacts } = await client.listArtifacts({ latest: true });
    const wanted = artifacts.filter(({ name }) => name.startsWith(prefix) && /^[\w.-]+$/.test(name));
    for (const { name, id } of wanted) {
      mkdirSync(join(dir, name), { recursive: true });
      await client.downloadArtifact(id, { path: join(dir, name) });
    }
    return wanted.map(({ name }) => name).toSorted();
  });
}

interface Service extends Required<Pick<DownloadOptions, "service" | "load">> {
  /** Names of artifacts, for messages. */
  readonly what: string;
}

async function withService<T>(
  { what, service, load }: Service,
  use: (client: ArtifactDownloader) => Promise<T>,
): Promise<T> {
  if (!service.isThere) throw configError(service.why, "Run this phase as a step of a workflow on GitHub.");
  try {
    return await use(await load());
  } catch (cause) {
    throw new RunnerError({
      code: "github.failed",
      message: `An artifact of this workflow run cannot be downloaded (${what}): ${describeError(cause)}.`,
      hint: "Run the failed jobs again.",
      cause,
    });
  }
}
