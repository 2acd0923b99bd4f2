/**
 * Uploads the bundle as an artifact of the run. Only regular files of it are uploaded, because the uploader follows links out of the
 * folder. After a failure the bundle stays in its directory and the result says so.
 */

import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import type { DefaultArtifactClient } from "@actions/artifact";
import type { Clock } from "../base/clock.ts";
import { crashAt } from "../base/crash.ts";
import { oneLine } from "../base/truncate.ts";
import { describeError } from "../protocol/error.ts";
import type { ArtifactAccess } from "../github/api/forge.ts";
import type { Warn } from "./result/ports.ts";
import type { ArtifactResult } from "./result/publish-result.ts";

/** The part of the toolkit's client that is used. `getArtifact` finds the finished artifact of a name in this run, and rejects when there is none. */
export type ArtifactUploader = Pick<DefaultArtifactClient, "uploadArtifact" | "getArtifact">;

export interface UploadOptions {
  readonly dir: string;
  readonly name: string;
  /** Tells by its path whether a file belongs to the bundle. Other files are left out silently. Default: all belong. */
  readonly isPart?: ((path: string) => boolean) | undefined;
  readonly service: ArtifactAccess;
  readonly retentionDays?: number | undefined;
  readonly clock: Clock;
  readonly warn: Warn;
  readonly load?: () => Promise<ArtifactUploader>;
}

/** Limit for one call. The uploader makes five attempts of its own and could hold up the job for longer. */
const TIMEOUT_MS = 120_000;
/** Characters that the service refuses in names, and backslashes, which some systems read as separators. */
const BAD_NAME = /["<>:|*?\r\n\\\p{Cc}]/u;

/** A different name for each attempt: the service never frees a name, not even that of a failed attempt. */
export function artifactName(sessionId: string, runAttempt: number): string {
  return `kimi-${sessionId.replace(/[^\w.-]/g, "_")}-${runAttempt}`;
}

/** Uploads the bundle, or returns the directory and the reason why it was not uploaded. Never rejects. */
export async function uploadBundle(options: UploadOptions): Promise<ArtifactResult> {
  const { dir, name, isPart, service, retentionDays, clock, warn, load = loadArtifactClient } = options;
  if (!service.isThere) return { kind: "directory", dir, because: "no_service", reason: service.why };
  const stop = new AbortController();
  const tooLong = async (): Promise<never> => {
    await clock.sleep(TIMEOUT_MS, stop.signal);
    throw new Error(`no answer within ${TIMEOUT_MS / 1000} s`);
  };
  const inTime = async <T>(work: Promise<T>): Promise<T> => await Promise.race([work, tooLong()]);
  try {
    const { root, files, skipped } = bundleFiles(dir, isPart);
    for (const path of skipped) warn(`Not uploaded: ${oneLine(path, 200)} is not a regular file.`);
    const uploader = await load();
    const keep = retentionDays === undefined ? {} : { retentionDays };
    try {
      crashAt("artifact.upload.before");
      const { id, size } = await inTime(uploader.uploadArtifact(name, files, root, keep));
      crashAt("artifact.upload.after");
      if (id === undefined) throw new Error("the service returned no id");
      return { kind: "uploaded", name, id, sizeBytes: size ?? 0 };
    } catch (error) {
      // Only a finished artifact has this name, so finding it means that only the service's last answer was lost.
      const { artifact } = await inTime(uploader.getArtifact(name)).catch(() => {
        throw error;
      });
      return { kind: "uploaded", name, id: artifact.id, sizeBytes: artifact.size };
    }
  } catch (error) {
    const reason = `The artifact was not uploaded: ${oneLine(describeError(error), 300)}.`;
    warn(`${reason} The bundle is in ${dir}.`);
    return { kind: "directory", dir, because: "failed", reason };
  } finally {
    stop.abort();
  }
}

/** Loads the toolkit's client, which is large and only needed for transfers. */
export async function loadArtifactClient() {
  const { DefaultArtifactClient } = await import("@actions/artifact");
  return new DefaultArtifactClient();
}

export interface BundleFiles {
  /** Real path of the bundle. */
  readonly root: string;
  /** Absolute paths of the regular files without further hard links, sorted. */
  readonly files: string[];
  /** Relative paths of links, special files and files with a bad name. */
  readonly skipped: readonly string[];
}

/** Lists the bundle without following links. Throws when the folder does not exist. */
export function bundleFiles(dir: string, isPart: (path: string) => boolean = () => true): BundleFiles {
  const root = realpathSync(dir);
  const files: string[] = [];
  const skipped: string[] = [];
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder).toSorted()) {
      const path = join(folder, name);
      const stat = lstatSync(path);
      if (stat.isDirectory() && !BAD_NAME.test(name)) visit(path);
      else if (!isPart(relative(root, path))) continue;
      else if (stat.isFile() && stat.nlink === 1 && !BAD_NAME.test(name)) files.push(path);
      else skipped.push(relative(root, path));
    }
  };
  visit(root);
  return { root, files, skipped };
}
