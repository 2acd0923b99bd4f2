/** The files of a bundle that are made from its journal: for programs, for reading, and for a browser. */

import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { canonicalJson } from "../../base/canonical-json.ts";
import { crashAt } from "../../base/crash.ts";
import { parseJson } from "../../base/member.ts";
import { systemReason } from "../../base/system-error.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { OutcomeRecord } from "../../protocol/outcome.ts";
import type { JournalRecord } from "../../protocol/wire.ts";
import { writeJson, writeWhole, type Bundle } from "../../session/bundle.ts";
import { readJournal } from "../../session/journal.ts";
import { renderTranscript } from "../../sinks/transcript.ts";
import { describeSession, type Session } from "../open/session.ts";

/** Whether all of them were written, to their end. */
export function hasViews(
  { journal, outcome: file, session, transcript, page, patch }: Bundle,
  outcome: OutcomeRecord,
): boolean {
  const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
  return (
    existsSync(session) &&
    existsSync(page) &&
    canonicalJson(parseJson(textOf(file)) ?? null) === canonicalJson(outcome) &&
    textOf(transcript) === transcriptOf({ patch }, readJournal(journal).records)
  );
}

/** Writes them for a session that ended. The most needed one first: a disk that is nearly full may still take it. */
export async function writeViews(
  session: Pick<Session, "bundle" | "state" | "warn">,
  outcome: OutcomeRecord,
): Promise<void> {
  const { bundle, warn } = session;
  const { records } = readJournal(bundle.journal);
  const views: readonly (() => void | Promise<void>)[] = [
    () => writeJson(bundle.outcome, outcome),
    () => describeSession(session),
    () => writeTranscript(bundle.transcript, transcriptOf(bundle, records)),
    async () => writePage(bundle.page, await pageOf(bundle, records)),
  ];
  for (const write of views) {
    try {
      await write();
    } catch (error) {
      warn(error instanceof RunnerError ? error.message : systemReason(error));
    }
  }
}

/** A page shows less of a larger patch in any case. */
const MAX_PATCH_BYTES = 8_000_000;

/** The transcript of a run, from its journal and its patch. */
export function transcriptOf({ patch }: Pick<Bundle, "patch">, records: readonly JournalRecord[]): string {
  return renderTranscript(records, existsSync(patch) ? beginningOf(patch) : "");
}

/** The page of a run, from its journal and its patch. Loads what makes it. */
export async function pageOf({ patch }: Pick<Bundle, "patch">, records: readonly JournalRecord[]): Promise<string> {
  const { renderPage } = await import("../../report/page.ts");
  return renderPage({ records, patch: existsSync(patch) ? beginningOf(patch) : "" });
}

function beginningOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(MAX_PATCH_BYTES);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

function writeTranscript(path: string, text: string): void {
  crashAt("bundle.transcript.before");
  writeWhole(path, () => writeFileSync(path, text, { mode: 0o600 }));
  crashAt("bundle.transcript.after");
}

function writePage(path: string, text: string): void {
  crashAt("bundle.page.before");
  writeWhole(path, () => writeFileSync(path, text, { mode: 0o600 }));
  crashAt("bundle.page.after");
}
