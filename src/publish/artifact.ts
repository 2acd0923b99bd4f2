/**
 * The bundle as an artifact of the run. Only regular files that are ours go up: the uploader itself follows links out of
 * the folder. Whatever goes wrong, the bundle stays where it is and the result says so; nothing here throws.
 */

import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Clock } from "../base/clock.ts";
import { crashAt } from "../base/crash.ts";
import { oneLine } from "../base/truncate.ts";
import { describeError } from "../protocol/error.ts";
import type { Warn } from "./result/ports.ts";
import type { ArtifactResult } from "./result/publish-result.ts";

/** The part of `@actions/artifact` that is used. */
export interface ArtifactUploader {
  readonly uploadArtifact: (
    name: string,
    files: string[],
    rootDirectory: string,
    options?: { retentionDays?: number },
  ) => Promise<{ readonly id?: number; readonly size?: number }>;
  /** The finished artifact of this name in this run; rejects when there is none. */
  readonly getArtifact: (
    name: string,
  ) => Promise<{ readonly artifact: { readonly id: number; readonly size: number } }>;
}

export interface UploadOptions {
  /** The bundle. */
  readonly dir: string;
  readonly name: string;
  /** Which files are the bundle's, by their path in it; all when left out. The others stay without a word. */
  readonly isPart?: ((path: string) => boolean) | undefined;
  /** Whether ACTIONS_RUNTIME_TOKEN and ACTIONS_RESULTS_URL are set; a local run and a composite step have none. */
  readonly hasService: boolean;
  readonly retentionDays?: number | undefined;
  readonly clock: Clock;
  readonly warn: Warn;
  readonly load?: () => Promise<ArtifactUploader>;
}

/** The uploader tries five times by itself; a run must not hang on it for longer than this. */
const TIMEOUT_MS = 120_000;
/** What the service refuses in names, and backslashes, which some systems take for separators. */
const BAD_NAME = /["<>:|*?\r\n\\\p{Cc}]/u;

/** A name of its own for every attempt: the service keeps names for ever, also those of a failed attempt. */
export function artifactName(sessionId: string, runAttempt: number): string {
  return `kimi-${sessionId.replace(/[^\w.-]/g, "_")}-${runAttempt}`;
}

/** Uploads the bundle, or says why it stays a directory. */
export async function uploadBundle(options: UploadOptions): Promise<ArtifactResult> {
  const { dir, name, isPart, hasService, retentionDays, clock, warn, load = loadUploader } = options;
  if (!hasService) {
    const reason = "There is no artifact service here (ACTIONS_RUNTIME_TOKEN is not set).";
    return { kind: "directory", dir, because: "no_service", reason };
  }
  const stop = new AbortController();
  const tooLong = async (): Promise<never> => {
    await clock.sleep(TIMEOUT_MS, stop.signal);
    throw new Error(`no answer within ${TIMEOUT_MS / 1000} s`);
  };
  const inTime = async <T>(work: Promise<T>): Promise<T> => await Promise.race([work, tooLong()]);
  try {
    const { root, files, skipped } = bundleFiles(dir, isPart);
    for (const path of skipped) warn(`Not uploaded: ${oneLine(path, 200)} is not a plain file of the bundle.`);
    const uploader = await load();
    const keep = retentionDays === undefined ? {} : { retentionDays };
    try {
      crashAt("artifact.upload.before");
      const { id, size } = await inTime(uploader.uploadArtifact(name, files, root, keep));
      crashAt("artifact.upload.after");
      if (id === undefined) throw new Error("the service gave it no id");
      return { kind: "uploaded", name, id, sizeBytes: size ?? 0 };
    } catch (error) {
      // Names are unique and only whole artifacts have one: the answer to the last step was lost.
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

async function loadUploader(): Promise<ArtifactUploader> {
  const { DefaultArtifactClient } = await import("@actions/artifact");
  return new DefaultArtifactClient();
}

export interface BundleFiles {
  /** Real path of the bundle. */
  readonly root: string;
  /** Absolute paths of regular files with one name each, in order. */
  readonly files: string[];
  /** Relative paths of everything else. */
  readonly skipped: readonly string[];
}

/** Walks the bundle without following anything. Throws when the folder itself is not there. */
export function bundleFiles(dir: string, isPart: (path: string) => boolean = () => true): BundleFiles {
  const root = realpathSync(dir);
  const files: string[] = [];
  const skipped: string[] = [];
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder).toSorted()) {
      const path = join(folder, name);
      const stat = lstatSync(path);
      const isInside = realpathOrNone(path)?.startsWith(`${root}${sep}`) === true;
      if (stat.isDirectory() && isInside && !BAD_NAME.test(name)) visit(path);
      else if (!isPart(relative(root, path))) continue;
      else if (stat.isFile() && stat.nlink === 1 && isInside && !BAD_NAME.test(name)) files.push(path);
      else skipped.push(relative(root, path));
    }
  };
  visit(root);
  return { root, files, skipped };
}

function realpathOrNone(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // a link to nothing
  }
}
