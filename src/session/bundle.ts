/** The bundle: one directory with all files of a run. This file owns its layout. */

import { accessSync, constants, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crashAt } from "../base/crash.ts";
import type { Redact } from "../base/redact.ts";
import { sha256 } from "../base/sha256.ts";
import { systemReason } from "../base/system-error.ts";
import { configError, RunnerError } from "../protocol/error.ts";
import type { BlobStore } from "../protocol/turn.ts";
import { makeFolders } from "../base/make-folders.ts";

/** To add a file, add it here and in docs/bundle.md. */
const FILES = {
  /** Version, identity and base of the session. Readers begin with it. */
  session: "session.json",
  journal: "journal.jsonl",
  /** The context in Kimi CLI's JSONL format: a view, never read back. */
  context: "context.jsonl",
  /** `git diff --binary` from the start commit to the final workspace. */
  patch: "changes.patch",
  outcome: "outcome.json",
  transcript: "transcript.md",
  /** The page of the run, for a browser. */
  page: "report.html",
  /** What another job needs to publish the run, when this one does not. */
  delivery: "delivery.json",
  /** A folder: results of tools that were cut, whole. */
  blobs: "blobs",
} as const;

export type Bundle = { readonly dir: string } & { readonly [F in keyof typeof FILES]: string };

/** A revert of the context leaves the file before it. */
const REVERTED_CONTEXT = /^context_\d{1,5}\.jsonl$/;
const BLOB = /^blobs\/[0-9a-f]{64}\.txt$/;

/** True for the path, relative to the bundle, of a file that other machines get. */
export function isBundleFile(path: string): boolean {
  const isNamed = path !== FILES.blobs && Object.values(FILES).some((name) => name === path);
  return isNamed || REVERTED_CONTEXT.test(path) || BLOB.test(path);
}

/** The paths of a bundle; creates nothing. */
function bundleAt(dir: string): Bundle {
  const paths = Object.entries(FILES).map(([file, name]) => [file, join(dir, name)] as const);
  return { dir, ...(Object.fromEntries(paths) as Omit<Bundle, "dir">) };
}

/** Creates an empty bundle. Throws `config.invalid` when the directory already holds one, or cannot be written to. */
export function createBundle(dir: string): Bundle {
  const bundle = bundleAt(dir);
  if (existsSync(bundle.journal)) {
    throw configError(
      `The bundle directory already contains a session: ${dir}.`,
      "Give a new directory with --bundle, or resume the session with `kimi-runner resume`.",
    );
  }
  try {
    crashAt("bundle.create.before");
    makeFolders(dir, 0o700);
    crashAt("bundle.create.after");
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    throw unwritableBundle(dir, cause);
  }
  return bundle;
}

/** The error for a bundle whose folder refuses to be written to. */
export function unwritableBundle(dir: string, cause: unknown): RunnerError {
  const hint = "Name a folder that you may write to with --bundle.";
  return configError(`The bundle cannot be written to ${dir}: ${systemReason(cause)}.`, hint, cause);
}

/** A file of a bundle that other machines do not get: there it would lock for ever. */
export const LOCK = "session.lock";
/** A journal is read at once; one of 500 steps has about 20 MB. A sparse file may have any size. */
const MAX_BYTES = 1_000_000_000;

/**
 * The bundle in `dir`, which may be foreign: all its files are checked to be plain files, so that reading them waits for no pipe
 * and follows no link. Throws `config.invalid` when there is none, or with the name of the wrong file.
 */
export function openBundle(dir: string): Bundle {
  const bundle = bundleAt(dir);
  const names = namesIn(dir);
  if (names.includes("blobs")) {
    if (!lstatSync(bundle.blobs).isDirectory()) throw strange(dir, "blobs", "it is no folder");
    for (const name of namesIn(bundle.blobs)) requirePlain(dir, `blobs/${name}`);
  }
  for (const name of names) if (isBundleFile(name) || name === LOCK) requirePlain(dir, name);
  if (names.includes("journal.jsonl")) return bundle;
  throw configError(
    `No bundle here: ${dir} (journal.jsonl is missing).`,
    "Give the directory that a run printed as its bundle.",
  );
}

/** Names in a folder; none when it is no folder. */
export function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function requirePlain(dir: string, name: string): void {
  const stats = lstatSync(join(dir, name), { throwIfNoEntry: false });
  if (stats === undefined) return; // a lock released in the meantime
  if (!stats.isFile()) throw strange(dir, name, "it is not a plain file");
  if (stats.size > MAX_BYTES) throw strange(dir, name, `${stats.size} bytes are too many`);
}

function strange(dir: string, name: string, why: string): RunnerError {
  return configError(
    `The bundle ${dir} is not as a run leaves it: ${JSON.stringify(name)}: ${why}.`,
    "Give the directory that a run printed as its bundle.",
  );
}

/** Creates the store of blobs. Their names are digests of their redacted text, so the same output is stored once. */
export function createBlobStore(dir: string, redact: Redact): BlobStore {
  return {
    put: async (text) => {
      const clean = redact(text);
      const name = `${sha256(clean)}.txt`;
      crashAt("bundle.blob.before");
      writeWhole(join(dir, name), () => {
        mkdirSync(dir, { recursive: true });
        writeFileSync(join(dir, name), clean, { mode: 0o600 });
      });
      crashAt("bundle.blob.after");
      return `blobs/${name}`;
    },
  };
}

/** Writes a JSON file of the bundle, indented for people. */
export function writeJson(path: string, value: unknown): void {
  crashAt("bundle.json.before");
  writeWhole(path, () => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 }));
  crashAt("bundle.json.after");
}

/** Writes a file completely or not at all, because readers would believe the part that fits a full disk. Throws `session.write`. */
export function writeWhole(path: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) rmSync(path);
    throw new RunnerError({
      code: "session.write",
      message: `A file of the bundle could not be written: ${path}: ${systemReason(cause)}.`,
      hint: "Free space on that disk, or name another folder with --bundle.",
      cause,
    });
  }
}
