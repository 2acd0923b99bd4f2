/** Downloads artifacts of the same workflow run, which the service knows by the job's token, into folders. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ArtifactAccess } from "../github/api/forge.ts";
import { configError, describeError, RunnerError } from "../protocol/error.ts";
import { loadArtifactClient } from "./artifact.ts";

interface Target {
  /** It is created. */
  readonly dir: string;
  readonly service: ArtifactAccess;
}

/** Downloads the first of these artifacts that exists into `dir`, and returns its name. Throws `github.failed`. */
export async function downloadArtifact({
  names,
  dir,
  service,
}: Target & { readonly names: readonly string[] }): Promise<string | undefined> {
  return await withService(service, names.join(", "), async (client) => {
    const { artifacts } = await client.listArtifacts({ latest: true });
    const name = names.find((wanted) => artifacts.some((artifact) => artifact.name === wanted));
    const found = artifacts.find((artifact) => artifact.name === name);
    if (found === undefined) return undefined;
    mkdirSync(dir, { recursive: true });
    await client.downloadArtifact(found.id, { path: dir });
    return name;
  });
}

/** Downloads all artifacts whose names begin with `prefix`, each into a folder of `dir` with its name. Returns the names, sorted. */
export async function downloadArtifacts({
  prefix,
  dir,
  service,
}: Target & { readonly prefix: string }): Promise<readonly string[]> {
  return await withService(service, `${prefix}…`, async (client) => {
    const { artifacts } = await client.listArtifacts({ latest: true });
    const wanted = artifacts.filter(({ name }) => name.startsWith(prefix) && /^[\w.-]+$/.test(name));
    for (const { name, id } of wanted) {
      mkdirSync(join(dir, name), { recursive: true });
      await client.downloadArtifact(id, { path: join(dir, name) });
    }
    return wanted.map(({ name }) => name).toSorted();
  });
}

async function withService<T>(
  service: ArtifactAccess,
  what: string,
  use: (client: Awaited<ReturnType<typeof loadArtifactClient>>) => Promise<T>,
): Promise<T> {
  if (!service.isThere) throw configError(service.why, "Run this phase as a step of a workflow on GitHub.");
  try {
    return await use(await loadArtifactClient());
  } catch (cause) {
    const message = `An artifact of this workflow run cannot be downloaded (${what}): ${describeError(cause)}.`;
    throw new RunnerError({ code: "github.failed", message, hint: "Run the failed jobs again.", cause });
  }
}
