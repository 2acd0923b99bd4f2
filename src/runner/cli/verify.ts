/** `kimi-runner verify <bundle>`: is the journal whole, and does the bundle say what the journal says? */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sha256 } from "../../base/sha256.ts";
import { openBundle, type Bundle } from "../../session/bundle.ts";
import { readJournal, type ReadJournal } from "../../session/journal.ts";
import { renderTranscript } from "../../sinks/transcript.ts";
import { invalid } from "./args.ts";
import type { Command } from "./command.ts";

export const verifyCommand: Command = {
  usage: "verify <bundle>",
  summary: "check the hash chain of a run, and the files made from it",
  maxArguments: 1,
  options: {},
  run: async ({ positionals: [dir] }, world) => {
    if (dir === undefined) throw invalid("There is no bundle.", "Give the directory that the run printed.");
    const bundle = openBundle(resolve(world.cwd, dir));
    const journal = readJournal(bundle.journal);
    const problems = problemsOf(bundle, journal);
    for (const problem of problems) world.out(`✗ ${problem}\n`);
    if (problems.length > 0) return 1;
    world.out(`✓ ${journal.records.length} records, chain ${journal.records.at(-1)?.hash ?? "empty"}\n`);
    return 0;
  },
};

function problemsOf(bundle: Bundle, { records, problem }: ReadJournal): string[] {
  const found: string[] = [];
  if (problem !== undefined) found.push(`journal.jsonl:${problem.line}: ${problem.reason}`);
  const end = records.findLast(({ event }) => event.type === "session.end");
  if (end?.event.type !== "session.end") return [...found, "journal.jsonl: the run has no recorded end"];
  if (!sameText(bundle.transcript, renderTranscript(records))) {
    found.push("transcript.md: is not what the journal says");
  }
  const { patchDigest } = end.event;
  if (!existsSync(bundle.patch) || sha256(readFileSync(bundle.patch)) !== patchDigest) {
    found.push("changes.patch: is not the patch that was recorded");
  }
  return [...found, ...blobProblems(bundle)];
}

function sameText(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, "utf8") === text;
}

function blobProblems({ blobs }: Bundle): string[] {
  if (!existsSync(blobs)) return [];
  return readdirSync(blobs)
    .filter((name) => `${sha256(readFileSync(join(blobs, name)))}.txt` !== name)
    .map((name) => `blobs/${name}: its content is not what its name says`);
}
