/** `kimi-runner verify <bundle>`: checks that the journal is whole, and that the other files of the bundle agree with it. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../base/canonical-json.ts";
import { strictJson } from "../base/strict-json.ts";
import { sha256, sha256File } from "../base/sha256.ts";
import { counted } from "../base/words.ts";
import type { Bundle } from "../session/bundle.ts";
import type { ReadJournal } from "../session/journal.ts";
import type { JournalRecord, WireEvent } from "../protocol/wire.ts";
import { contextLines, linesText, renderContext } from "../sinks/context-records.ts";
import { pageOf, transcriptOf } from "../run/end/views.ts";
import { sessionFacts } from "../run/open/session.ts";
import { readBundle } from "./read-bundle.ts";
import type { Subcommand } from "./options/args.ts";

export const verifyCommand: Subcommand = {
  usage: "verify <bundle|session|latest>",
  summary: "check the hash chain of a run, and the files made from it",
  maxArguments: 1,
  options: {},
  run: async (args, world) => {
    const { bundle, journal } = readBundle(args, world);
    const problems = await problemsOf(bundle, journal);
    for (const problem of problems) world.out(`✗ ${problem}\n`);
    if (problems.length > 0) return 1;
    world.out(`✓ ${counted(journal.records.length, "record")}, chain ${journal.records.at(-1)?.hash ?? "empty"}\n`);
    return 0;
  },
};

async function problemsOf(bundle: Bundle, { records, problem }: ReadJournal): Promise<string[]> {
  const found: string[] = [];
  if (problem !== undefined) found.push(`journal.jsonl:${problem.line}: ${problem.reason}`);
  const events = records.map(({ event }) => event);
  const last = events.findLast(({ type }) => type === "session.end" || type === "session.resume");
  if (last?.type !== "session.end") return [...found, "journal.jsonl: the run has no recorded end"];
  const { type: _, ...outcome } = last;
  const begin = events.find((event) => event.type === "session.begin");
  const same = [
    ["transcript.md", textOf(bundle.transcript) === transcriptOf(bundle, records)],
    // Bundles of older programs have no page.
    ["report.html", !existsSync(bundle.page) || textOf(bundle.page) === (await pageOf(bundle, records))],
    ["outcome.json", isJson(bundle.outcome, outcome)],
    ["session.json", begin !== undefined && isJson(bundle.session, sessionFacts(begin))],
    ["context.jsonl", contextTexts(records).includes(textOf(bundle.context) ?? "")],
  ] as const;
  for (const [name, isSame] of same) if (!isSame) found.push(`${name}: is not what the journal says`);
  if (!existsSync(bundle.patch) || sha256File(bundle.patch) !== last.patchDigest) {
    found.push("changes.patch: is not the patch that was recorded");
  }
  return [...found, ...blobProblems(bundle, events)];
}

/** Older programs wrote no results for calls that had none. */
function contextTexts(records: readonly JournalRecord[]): readonly string[] {
  return [renderContext(records), linesText(contextLines(records))];
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function isJson(path: string, expected: object): boolean {
  const found = strictJson(textOf(path) ?? "");
  return found.kind === "value" && canonicalJson(found.value) === canonicalJson(expected);
}

function blobProblems({ dir, blobs }: Bundle, events: readonly WireEvent[]): string[] {
  const recorded = events.flatMap((event) => (event.type === "tool.end" && event.blob ? [event.blob] : []));
  const missing = recorded.filter((name) => !existsSync(join(dir, name))).map((name) => `${name}: is missing`);
  const names = existsSync(blobs) ? readdirSync(blobs) : [];
  const changed = names
    .filter((name) => `${sha256(readFileSync(join(blobs, name)))}.txt` !== name)
    .map((name) => `blobs/${name}: its content is not what its name says`);
  return [...missing, ...changed];
}
