/** The files of a bundle that are made from its journal and patch: outcome.json, session.json, transcript.md and report.html. */

import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { findShapes } from "../../base/redact/token-shapes.ts";
import { createRedact } from "../../base/redact.ts";
import { canonicalJson } from "../../base/canonical-json.ts";
import { crashAt } from "../../base/crash.ts";
import { jsonFile, statOrNone } from "../../base/file-text.ts";
import { member } from "../../base/member.ts";
import { sha256, sha256File } from "../../base/sha256.ts";
import { systemReason } from "../../base/system-error.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import type { OutcomeRecord } from "../../protocol/outcome.ts";
import type { Finding } from "../../protocol/tools/finding.ts";
import type { JournalRecord } from "../../protocol/wire.ts";
import { writeJson, writeWhole, type Bundle } from "../../session/bundle.ts";
import { readJournal } from "../../session/journal.ts";
import { renderTranscript } from "../../sinks/transcript.ts";
import { sessionFacts, type Session } from "../open/session.ts";

/** Whether all of them are in the bundle and whole. */
export function hasViews(
  { journal, outcome: file, session, transcript, page, patch }: Bundle,
  outcome: OutcomeRecord,
): boolean {
  const digests = member(jsonFile(session), "views"); // older programs recorded none
  // There may be the page of an earlier stop.
  const isPageWhole = existsSync(page) && (digests === undefined || digestOf(page) === member(digests, basename(page)));
  return (
    existsSync(session) &&
    isPageWhole &&
    canonicalJson(jsonFile(file) ?? null) === canonicalJson(outcome) &&
    digestOf(transcript) === sha256(transcriptOf({ patch }, readJournal(journal).records))
  );
}

/** The SHA-256 of each view, by its name, as `views` of `session.json` has it. */
export function viewDigests({ context, transcript, page }: Bundle): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries([context, transcript, page].map((path) => [basename(path), digestOf(path)]));
}

function digestOf(path: string): string | undefined {
  return statOrNone(path)?.isFile() === true ? sha256File(path) : undefined;
}

/** Writes the page again, and its digest where there are digests. */
export async function writePage(bundle: Bundle, records: readonly JournalRecord[]): Promise<void> {
  const text = await pageOf(bundle, records);
  writeWhole(bundle.page, text);
  const facts = jsonFile(bundle.session);
  const views = member(facts, "views");
  if (!(facts instanceof Object) || !(views instanceof Object)) return;
  Object.assign(views, { "report.html": sha256(text) });
  writeJson(bundle.session, facts);
}

/** Writes them for a session that ended. The most important one is first: a disk that is nearly full may still take it. */
export async function writeViews(
  session: Pick<Session, "bundle" | "state" | "warn">,
  outcome: OutcomeRecord,
): Promise<void> {
  const { bundle, warn } = session;
  const { records } = readJournal(bundle.journal);
  const { begin } = session.state();
  let [transcript, page] = ["", ""];
  const views: readonly (() => void | Promise<void>)[] = [
    () => writeJson(bundle.outcome, outcome),
    () => void (transcript = transcriptOf(bundle, records)),
    async () => void (page = await pageOf(bundle, records)),
    () => {
      if (begin === undefined) return;
      const digests = { ...viewDigests(bundle), "transcript.md": sha256(transcript), "report.html": sha256(page) };
      writeJson(bundle.session, { ...sessionFacts(begin), views: digests });
    },
    () => {
      if (transcript === "") return; // it could not be made, which was said
      crashAt("bundle.transcript.before");
      writeWhole(bundle.transcript, transcript);
      crashAt("bundle.transcript.after");
    },
    () => {
      if (page === "") return;
      crashAt("bundle.page.before");
      writeWhole(bundle.page, page);
      crashAt("bundle.page.after");
    },
  ];
  for (const write of views) {
    try {
      await write();
    } catch (error) {
      warn(error instanceof RunnerError ? error.message : systemReason(error));
    }
  }
}

/** Writes what a review found, for a step that uploads it. */
export async function writeFindings(
  { bundle, warn }: Pick<Session, "bundle" | "warn">,
  findings: readonly Finding[],
): Promise<void> {
  const { sarifOf } = await import("../../review/sarif.ts"); // few runs are reviews
  try {
    writeWhole(bundle.findings, sarifOf(findings));
  } catch (error) {
    warn(describeError(error)); // a full disk changes nothing of the run
  }
}

/** Transcript and page show only the beginning of a larger patch. */
const MAX_PATCH_BYTES = 8_000_000;

/** The transcript of a run, from its journal and its patch. */
export function transcriptOf({ patch }: Pick<Bundle, "patch">, records: readonly JournalRecord[]): string {
  return renderTranscript(records, beginningOf(patch));
}

/** The page of a run, from its journal and its patch. Loads the report modules. */
export async function pageOf({ patch }: Pick<Bundle, "patch">, records: readonly JournalRecord[]): Promise<string> {
  const { renderPage } = await import("../../report/page.ts");
  return renderPage({ records, patch: beginningOf(patch) });
}

const redactShapes = createRedact({});

/** The beginning of the patch, without keys of a known shape: the views are read more often than the patch, which has to apply. */
function beginningOf(path: string): string {
  const text = existsSync(path) ? firstOf(path) : "";
  return findShapes(text).length === 0 ? text : redactShapes(text);
}

function firstOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(MAX_PATCH_BYTES);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
