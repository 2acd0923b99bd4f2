/** Finds sessions by name: the folder of a bundle, the id of a session in the user's state folder, or `latest`. Reads their journals. */

import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { jsonFile, namesIn, statOrNone } from "../../base/file-text.ts";
import { member, parseJson } from "../../base/member.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { nearest } from "../../base/nearest.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import { openBundle, type Bundle } from "../../session/bundle.ts";
import { readJournal, type ReadJournal } from "../../session/journal.ts";
import type { World } from "../../run/open/request.ts";
import { defaultBundleDir, stateDir } from "../../run/open/state-dir.ts";
import type { Args } from "./args.ts";

export interface StoredSessionFacts {
  readonly id: string;
  readonly dir: string;
  /** Undefined for a session that runs now or was killed. */
  readonly outcome: string | undefined;
  readonly costUsd: number | undefined;
  readonly workDir: string;
  readonly task: string;
  /** Time of the last record, ms since the epoch. */
  readonly lastMs: number;
}

/** The folder of a session. Throws `config.invalid` without a name, and for a name that is neither a folder nor a session. */
export function sessionDir(name: string | undefined, world: Pick<World, "cwd" | "env">): string {
  if (name === undefined) {
    throw configError(
      "No session was given.",
      "Give the folder that the run printed as its bundle, its id, or `latest`.",
    );
  }
  const dir = resolve(world.cwd, name);
  if (existsSync(dir) || /[/\\]/.test(name)) return dir;
  if (name === "latest") return latest(world).dir;
  const own = defaultBundleDir(world, name);
  if (existsSync(own)) return own;
  const near = nearest(name, namesIn(stateDir(world)));
  const hint = near === undefined ? "" : `Did you mean ${near}? `;
  throw configError(`There is no session ${name}.`, `${hint}\`kimi-runner sessions\` lists them.`);
}

/** Every session of the state folder, the newest first. */
export function storedSessions({ env }: Pick<World, "env">): readonly StoredSessionFacts[] {
  return namesIn(stateDir({ env }))
    .flatMap((id) => factsOf(id, defaultBundleDir({ env }, id)))
    .toSorted((a, b) => b.lastMs - a.lastMs);
}

/** The newest session that worked in the folder `cwd` or in one above it. */
function latest({ cwd, env }: Pick<World, "cwd" | "env">): StoredSessionFacts {
  const found = storedSessions({ env }).find(({ workDir }) => isWithin(cwd, workDir));
  if (found !== undefined) return found;
  throw configError(
    `There is no session of ${cwd}.`,
    "`kimi-runner sessions` lists those of other folders; sessions that were given --bundle are found by that folder.",
  );
}

/** Empty where the folder holds no session. */
function factsOf(id: string, dir: string): readonly StoredSessionFacts[] {
  const bundle = bundleIn(dir);
  const lastMs = bundle && statOrNone(bundle.journal)?.mtimeMs;
  if (bundle === undefined || lastMs === undefined) return [];
  const { begin, ended } = factsIn(bundle);
  const [workDir, task] = [member(begin, "workDir"), member(begin, "task")];
  if (typeof workDir !== "string" || typeof task !== "string") return [];
  const [outcome, costUsd] = [member(ended, "outcome"), member(ended, "costUsd")];
  return [
    {
      id,
      dir,
      outcome: typeof outcome === "string" ? outcome : undefined,
      costUsd: typeof costUsd === "number" ? costUsd : undefined,
      workDir,
      task,
      lastMs,
    },
  ];
}

/** What a session was, and how it ended; undefined where that is not known. A session that was killed has only a journal. */
export function factsIn({ session, journal, outcome }: Bundle): { readonly begin: unknown; readonly ended: unknown } {
  const begin = jsonFile(session) ?? member(parseJson(firstLineOf(journal)), "event");
  return { begin, ended: jsonFile(outcome) };
}

function bundleIn(dir: string): Bundle | undefined {
  try {
    return openBundle(dir);
  } catch {
    return undefined; // something else in the state folder
  }
}

/** More than the first record of a journal needs, unless its task is very long. */
const FIRST_LINE_BYTES = 100_000;

function firstLineOf(path: string): string {
  const bytes = Buffer.alloc(FIRST_LINE_BYTES);
  const file = openSync(path, "r");
  try {
    const read = readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString("utf8", 0, read).split("\n", 1)[0] ?? "";
  } finally {
    closeSync(file);
  }
}

/** The bundle that a command names, with its journal. Throws `config.invalid` without a name, and `session.corrupt` for a journal without a record. */
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
