/** `kimi-runner sessions`: lists the sessions of this machine, the newest first. */

import { money } from "../base/words.ts";
import { systemClock } from "../base/clock.ts";
import { oneLine } from "../base/truncate.ts";
import { storedSessions, type StoredSessionFacts } from "./options/find-session.ts";
import type { Subcommand } from "./options/args.ts";
import { tableOf } from "./table.ts";

const COLUMNS = ["session", "outcome", "age", "cost", "repository", "task"];
const TASK_CHARS = 60;
/** Longest path of the system. */
const PATH_CHARS = 4096;
/** Most rows without `--all`. */
const MAX_ROWS = 50;

export const sessionsCommand: Subcommand = {
  usage: "sessions",
  summary: "list the sessions of this machine; view, resume, apply and others take an id or `latest`",
  options: {
    all: { help: `every session, not only the newest ${MAX_ROWS}` },
    json: { help: "one JSON object for each" },
  },
  run: async (args, world) => {
    const found = storedSessions(world);
    const shown = args.has("all") ? found : found.slice(0, MAX_ROWS);
    if (args.has("json")) {
      for (const { lastMs, ...facts } of shown)
        world.out(`${JSON.stringify({ ...facts, last: new Date(lastMs).toISOString() })}\n`);
      return 0;
    }
    if (shown.length === 0) {
      world.err("There are no sessions in the state folder yet; those that were given --bundle are not listed.\n");
      return 0;
    }
    const now = systemClock.now();
    world.out(tableOf([COLUMNS, ...shown.map((session) => cellsOf(session, now))]));
    if (found.length > shown.length) world.err(`${found.length - shown.length} older ones: --all\n`);
    return 0;
  },
};

function cellsOf(
  { id, outcome, lastMs, costUsd, workDir, task }: StoredSessionFacts,
  nowMs: number,
): readonly string[] {
  return [
    id,
    outcome ?? "no end",
    age(nowMs - lastMs),
    costUsd === undefined ? "unknown" : money(costUsd),
    oneLine(workDir, PATH_CHARS),
    oneLine(task, TASK_CHARS),
  ];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function age(ms: number): string {
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`;
}
