/** `kimi-runner verify <bundle>`: checks the journal, and the other files against it. What this version would write otherwise is noted. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../base/canonical-json.ts";
import { jsonFile } from "../base/file-text.ts";
import { member } from "../base/member.ts";
import { redactDeep } from "../base/redact.ts";
import { sha256, sha256File } from "../base/sha256.ts";
import { counted } from "../base/words.ts";
import { withoutViews, type Bundle } from "../session/bundle.ts";
import type { ReadJournal } from "../session/journal.ts";
import type { WireEvent } from "../protocol/wire.ts";
import { renderContext } from "../sinks/context-records.ts";
import { pageOf, transcriptOf, viewDigests } from "../run/end/views.ts";
import { sessionFacts } from "../run/open/session.ts";
import { readBundle } from "./options/find-session.ts";
import type { Subcommand } from "./options/args.ts";

export const verifyCommand: Subcommand = {
  usage: "verify <bundle|session|latest>",
  summary: "check a run's hash chain and the files made from it",
  maxArguments: 1,
  options: {},
  run: async (args, world) => {
    const { bundle, journal } = readBundle(args, world);
    const problems = problemsOf(bundle, journal);
    for (const problem of problems) world.out(`✗ ${problem}\n`);
    if (problems.length > 0) return 1;
    for (const name of await otherViews(bundle, journal))
      world.out(
        `? ${name}: this version makes a different one from the journal; an older version wrote it, or it was changed\n`,
      );
    world.out(`✓ ${counted(journal.records.length, "record")}, chain ${journal.records.at(-1)?.hash ?? "empty"}\n`);
    return 0;
  },
};

function problemsOf(bundle: Bundle, { records, problem }: ReadJournal): readonly string[] {
  const found: string[] = [];
  if (problem !== undefined) found.push(`journal.jsonl:${problem.line}: ${problem.reason}`);
  const events = records.map(({ event }) => event);
  const last = events.findLast(({ type }) => type === "session.end" || type === "session.resume");
  if (last?.type !== "session.end") return [...found, "journal.jsonl: the run has no recorded end"];
  const { type: _, ...outcome } = last;
  const begin = events.find((event) => event.type === "session.begin");
  const same = [
    ["outcome.json", isJson(jsonFile(bundle.outcome), outcome)],
    ["session.json", begin !== undefined && isJson(withoutViews(jsonFile(bundle.session)), sessionFacts(begin))],
  ] as const;
  for (const [name, isSame] of same) if (!isSame) found.push(`${name}: is not what the journal says`);
  found.push(...viewProblems(bundle));
  if (!existsSync(bundle.patch) || sha256File(bundle.patch) !== last.patchDigest) {
    found.push("changes.patch: is not the patch that was recorded");
  }
  return [...found, ...blobProblems(bundle, events)];
}

/** The views are compared with their digests. Bundles of older programs have none. */
function viewProblems(bundle: Bundle): readonly string[] {
  const now = viewDigests(bundle);
  const then = member(jsonFile(bundle.session), "views");
  if (then === undefined) return existsSync(bundle.transcript) ? [] : ["transcript.md: is missing"];
  const isWhole = then instanceof Object && Object.keys(then).every((name) => Object.hasOwn(now, name));
  if (!isWhole) return ["session.json: its digests are not as the run left them"];
  const changed = Object.keys(now).filter((name) => now[name] !== member(then, name));
  return changed.map((name) => `${name}: is not as the run left it`);
}

/** The views that this version would write differently. */
async function otherViews(bundle: Bundle, { records }: ReadJournal): Promise<readonly string[]> {
  const now = viewDigests(bundle);
  const page = now["report.html"] && (await pageOf(bundle, records));
  const made = {
    "context.jsonl": renderContext(records) || undefined,
    "transcript.md": transcriptOf(bundle, records),
    "report.html": page,
  };
  return Object.entries(made).flatMap(([name, text]) => (now[name] === (text && sha256(text)) ? [] : [name]));
}

function isJson(content: unknown, expected: object): boolean {
  // Older programs wrote half a surrogate pair here, and a whole character into the journal.
  const found = redactDeep(content, (text) => text.toWellFormed());
  return found !== undefined && canonicalJson(found) === canonicalJson(expected);
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
