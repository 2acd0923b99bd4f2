/** Reads the bundle that a command names, with its journal. */

import { openBundle, type Bundle } from "../session/bundle.ts";
import { readJournal, type ReadJournal } from "../session/journal.ts";
import type { World } from "../run/open/request.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Args } from "./options/args.ts";
import { sessionDir } from "./names/find-session.ts";

/** Throws `config.invalid` without a name, and `session.corrupt` for a journal without a record. */
export function readBundle(
  { positionals: [name] }: Args,
  world: World,
): { readonly bundle: Bundle; readonly journal: ReadJournal } {
  const bundle = openBundle(sessionDir(name, world));
  const journal = readJournal(bundle.journal);
  if (journal.records.length > 0) return { bundle, journal };
  const { line, reason } = journal.problem ?? { line: 1, reason: "it is empty" };
  throw new RunnerError({
    code: "session.corrupt",
    message: `The journal contains no record: ${bundle.journal}:${line}: ${reason}.`,
    hint: "The run stopped before its first record, or the disk lost it.",
  });
}

/** Says on standard error that a journal ends early. Returns the exit code: 0 also for a torn last line, which a killed run leaves. */
export function notePartial({ problem }: ReadJournal, { err }: World): number {
  if (problem !== undefined) err(`The journal ends early: line ${problem.line}: ${problem.reason}.\n`);
  return problem === undefined || problem.kind === "torn" ? 0 : 1;
}
