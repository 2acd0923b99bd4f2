/** Checks the bundle of another job before its content is used: its files, their digests, and what they say. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lstatOrNone } from "../base/file-text.ts";
import { canonicalJson } from "../base/canonical-json.ts";
import { parseJson } from "../base/member.ts";
import { plainText } from "../base/plain-text.ts";
import { sha256 } from "../base/sha256.ts";
import { oneLine } from "../base/truncate.ts";
import { configError, type RunnerError } from "../protocol/error.ts";
import type { EventOf, JournalRecord } from "../protocol/wire.ts";
import { isBundleFile, openBundle, staysHere, withoutViews, type Bundle } from "./bundle.ts";
import { openDelivery, type Delivery } from "./delivery.ts";
import { readJournal } from "./journal.ts";
import { problemOfEvent } from "./told-events.ts";

/** The content of a bundle that passed the check. */
export interface CheckedRun {
  readonly bundle: Bundle;
  readonly records: readonly JournalRecord[];
  readonly begin: EventOf<"session.begin">;
  readonly outcome: EventOf<"session.end"> & { readonly tree: string };
  readonly patch: Buffer;
}

/** The same, with the facts that the publishing job compares. */
export interface CheckedBundle extends CheckedRun {
  readonly delivery: Delivery;
}

export interface BundleLimits {
  readonly files: number;
  /** Bytes of all files together. */
  readonly bytes: number;
  readonly patchBytes: number;
}

/** A run of a hundred steps has some 200 files and 5 MB. The patch must fit into memory several times. */
const LIMITS: BundleLimits = { files: 10_000, bytes: 500_000_000, patchBytes: 50_000_000 };

export interface BundleCheck {
  readonly dir: string;
  /** The expected content of `session.json`. */
  readonly describe: (begin: EventOf<"session.begin">) => object;
  readonly limits?: BundleLimits;
}

/** Throws `config.invalid` with the first wrong file and the reason. */
export function checkBundle(check: BundleCheck): CheckedBundle {
  const { dir, limits = LIMITS } = check;
  const sizes = filesIn(dir, limits);
  const delivery = openDelivery(read(openBundle(dir).delivery, "delivery.json").toString("utf8"));
  if (typeof delivery === "string") throw refused("delivery.json", delivery);
  checkDigests(dir, [...sizes.keys()], delivery.files);
  return { ...checkContent(check), delivery };
}

/** Checks a bundle that has no delivery. Throws as `checkBundle`. */
export function checkRun(check: BundleCheck): CheckedRun {
  filesIn(check.dir, check.limits ?? LIMITS);
  return checkContent(check);
}

function checkContent({ dir, describe }: BundleCheck): CheckedRun {
  const bundle = openBundle(dir);
  const { records, problem } = readJournal(bundle.journal);
  if (problem !== undefined) throw refused(`journal.jsonl:${problem.line}`, problem.reason);
  const { begin, end } = endsOf(records);
  const { type: _, ...outcome } = end;
  requireJson(bundle.session, "session.json", describe(begin));
  requireJson(bundle.outcome, "outcome.json", outcome);
  const patch = read(bundle.patch, "changes.patch");
  if (sha256(patch) !== end.patchDigest) throw refused("changes.patch", "it is not the patch that was recorded");
  if (end.tree === undefined) throw refused("journal.jsonl", "the end names no tree of the workspace");
  return { bundle, records, begin, outcome: { ...end, tree: end.tree }, patch };
}

/** The paths and sizes of all files. Throws for everything that is not a plain file of a bundle; links are not followed. */
function filesIn(dir: string, limits: BundleLimits): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  let bytes = 0;
  const visit = (folder: string, prefix: string): void => {
    for (const name of readdirSync(folder).toSorted()) {
      const path = `${prefix}${name}`;
      const stat = lstatOrNone(join(folder, name));
      if (stat === undefined) throw refused(path, "its name is not UTF-8");
      if (stat.isDirectory() && path === "blobs") {
        visit(join(folder, name), "blobs/");
        continue;
      }
      if (staysHere(path)) continue; // it was for the machine that wrote it
      if (!stat.isFile() || stat.nlink !== 1) throw refused(path, "it is not a plain file");
      if (!isBundleFile(path)) throw refused(path, "it does not belong in a bundle");
      sizes.set(path, stat.size);
      bytes += stat.size;
      if (sizes.size > limits.files) throw refused("the folder", `it has more than ${limits.files} files`);
      if (bytes > limits.bytes) throw refused("the folder", `it has more than ${limits.bytes} bytes`);
    }
  };
  if (lstatOrNone(dir)?.isDirectory() === true) visit(dir, "");
  const patch = sizes.get("changes.patch") ?? 0;
  if (patch > limits.patchBytes) throw refused("changes.patch", `${patch} bytes are too many`);
  return sizes;
}

function checkDigests(dir: string, found: readonly string[], wanted: Delivery["files"]): void {
  const present = found.filter((path) => path !== "delivery.json");
  const surplus = present.find((path) => !Object.hasOwn(wanted, path));
  if (surplus !== undefined) throw refused(surplus, "it was not handed over");
  for (const [path, digest] of Object.entries(wanted)) {
    if (!present.includes(path)) throw refused(path, "it is missing");
    if (sha256(read(join(dir, path), path)) !== digest) throw refused(path, "it is not the file that was handed over");
  }
}

/** Checks every event. Returns the beginning and the last end of the journal's only session. */
function endsOf(records: readonly JournalRecord[]) {
  for (const { event, seq } of records) {
    const problem = problemOfEvent(event);
    if (problem !== undefined) throw refused(`journal.jsonl:${seq + 1}`, problem);
  }
  const [first, ...rest] = records.map(({ event }) => event);
  const last = rest.at(-1);
  if (first?.type !== "session.begin") throw refused("journal.jsonl", "it does not begin with a session");
  if (rest.some(({ type }) => type === "session.begin")) throw refused("journal.jsonl", "it contains two sessions");
  if (last?.type !== "session.end") throw refused("journal.jsonl", "the run has no recorded end");
  return { begin: first, end: last };
}

function requireJson(path: string, name: string, expected: object): void {
  const said = parseJson(read(path, name).toString("utf8"));
  const found = name === "session.json" ? withoutViews(said) : said;
  if (found === undefined) throw refused(name, "it is not JSON");
  if (canonicalJson(found) !== canonicalJson(expected)) throw refused(name, "it is not what the journal says");
}

function read(path: string, name: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw refused(name, "it is missing");
  }
}

function refused(what: string, why: string): RunnerError {
  return configError(
    `The bundle is not published: ${oneLine(plainText(what), 200)}: ${oneLine(plainText(why), 300)}.`,
    "Pass the bundle unchanged from the job with `phase: agent`.",
  );
}
