/** The bundle: one folder with all files of a run. This file owns its layout. */

import { accessSync, constants, existsSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crashAt } from "../base/crash.ts";
import { namesIn, lstatOrNone } from "../base/file-text.ts";
import { isRecord } from "../base/member.ts";
import type { Redact } from "../base/redact.ts";
import { sha256 } from "../base/sha256.ts";
import { systemReason } from "../base/system-error.ts";
import { configError, RunnerError } from "../protocol/error.ts";
import type { BlobStore } from "../protocol/turn.ts";
import { makeFolders } from "../base/make-folders.ts";

/** A file that is added here is also described in docs/bundle.md. */
const FILES = {
  /** Version, identity and base of the session, and the digests of `context`, `transcript` and `page` (`views`). Readers start with this file. */
  session: "session.json",
  journal: "journal.jsonl",
  /** The context in Kimi CLI's JSONL format. It is a view and is never read back. */
  context: "context.jsonl",
  /** `git diff --binary` from the start commit to the final workspace. */
  patch: "changes.patch",
  outcome: "outcome.json",
  transcript: "transcript.md",
  page: "report.html",
  /** What a review found, as SARIF. Other runs have none. */
  findings: "findings.sarif",
  /** What another job needs to publish the run, where this job does not. */
  delivery: "delivery.json",
  /** A folder: the whole texts of tool results that were shortened. */
  blobs: "blobs",
} as const;

export type Bundle = { readonly dir: string } & { readonly [F in keyof typeof FILES]: string };

/** Each revert of the context leaves the context file that was there before it. */
const REVERTED_CONTEXT = /^context_\d{1,5}\.jsonl$/;
const BLOB = /^blobs\/[0-9a-f]{64}\.txt$/;

/** The content of `session.json` that the journal says. */
export function withoutViews(content: unknown): unknown {
  if (!isRecord(content)) return content;
  return Object.fromEntries(Object.entries(content).filter(([name]) => name !== "views"));
}

/** Whether a path, relative to the bundle, is that of a file that other machines get. */
export function isBundleFile(path: string): boolean {
  const isNamed = path !== FILES.blobs && Object.values(FILES).some((name) => name === path);
  return isNamed || REVERTED_CONTEXT.test(path) || BLOB.test(path);
}

/** Whether the bundle itself uses a name in its folder, also for a moment, as the lock does. */
export function isTakenName(name: string): boolean {
  return isBundleFile(name) || name === FILES.blobs || staysHere(name) || name.startsWith(LOCK);
}

function bundleAt(dir: string): Bundle {
  const paths = Object.entries(FILES).map(([file, name]) => [file, join(dir, name)] as const);
  return { dir, ...(Object.fromEntries(paths) as Omit<Bundle, "dir">) };
}

/** Creates an empty bundle. Throws `config.invalid` when the folder already holds one, or cannot be written to. */
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

/** The error for a bundle in a folder that cannot be written to. */
export function unwritableBundle(dir: string, cause: unknown): RunnerError {
  const hint = "Name a folder that you may write to with --bundle.";
  return configError(`The bundle cannot be written to ${dir}: ${systemReason(cause)}.`, hint, cause);
}

/** What differed from the start commit when the session began. */
export const START_PATCH = "start.patch";
/** A killed process may have left a part of one. */
const OWN_PATCH = /^(?:start|work(?:-\d+)?)\.patch(?:\.part)?$/;

/** Whether a file of a bundle may be anything of a person, so that it stays on this machine. */
export function staysHere(name: string): boolean {
  return OWN_PATCH.test(name);
}

/** The lock is not sent to other machines, where it would never be released. */
export const LOCK = "session.lock";
/** A journal is read into memory at once; one of 500 steps has about 20 MB. A sparse file may have any size. */
const MAX_BYTES = 1_000_000_000;

/** Opens the bundle in `dir`, where each file must be plain: no pipe and no link. Throws `config.invalid`. */
export function openBundle(dir: string): Bundle {
  const bundle = bundleAt(dir);
  const names = namesIn(dir);
  if (names.includes("blobs")) {
    if (!lstatSync(bundle.blobs).isDirectory()) throw strange(dir, "blobs", "it is not a folder");
    for (const name of namesIn(bundle.blobs)) requirePlain(dir, `blobs/${name}`);
  }
  for (const name of names) if (isBundleFile(name) || name === LOCK) requirePlain(dir, name);
  if (names.includes("journal.jsonl")) return bundle;
  throw configError(
    `No bundle here: ${dir} (journal.jsonl is missing).`,
    "Give the directory that a run printed as its bundle.",
  );
}

function requirePlain(dir: string, name: string): void {
  const stats = lstatOrNone(join(dir, name));
  if (stats === undefined) return; // a lock that was released in the meantime
  if (!stats.isFile()) throw strange(dir, name, "it is not a plain file");
  if (stats.size > MAX_BYTES) throw strange(dir, name, `${stats.size} bytes are too many`);
}

function strange(dir: string, name: string, why: string): RunnerError {
  return configError(
    `The bundle ${dir} is not as a run leaves it: ${JSON.stringify(name)}: ${why}.`,
    "Give the directory that a run printed as its bundle.",
  );
}

/** Creates the store of blobs. A blob is named by the digest of its redacted text, so the same output is stored once. */
export function createBlobStore(dir: string, redact: Redact): BlobStore {
  return {
    put: async (text) => {
      const clean = redact(text);
      const name = `${sha256(clean)}.txt`;
      crashAt("bundle.blob.before");
      writeWhole(join(dir, name), clean);
      crashAt("bundle.blob.after");
      return `blobs/${name}`;
    },
  };
}

/** Writes a file and its folder. Removes a part that fits a full disk: readers would believe it. Throws `session.write`. */
export function writeWhole(path: string, text: string): void {
  try {
    makeFolders(dirname(path));
    writeFileSync(path, text, { mode: 0o600 });
  } catch (cause) {
    if (lstatOrNone(path)?.isFile() === true) rmSync(path);
    throw sessionWriteError("A file of the bundle could not be written", path, cause);
  }
}

/** Writes a JSON file of the bundle, indented for people. */
export function writeJson(path: string, value: unknown): void {
  crashAt("bundle.json.before");
  writeWhole(path, `${JSON.stringify(value, null, 2)}\n`);
  crashAt("bundle.json.after");
}

/** The `session.write` error for a file of the bundle. `problem` begins its message. */
export function sessionWriteError(problem: string, path: string, cause: unknown): RunnerError {
  return new RunnerError({
    code: "session.write",
    message: `${problem}: ${path}: ${systemReason(cause)}.`,
    hint: "Free space on that disk, or name another folder with --bundle.",
    cause,
  });
}
