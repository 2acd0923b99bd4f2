/** `kimi-runner replay <bundle>`: the run once more, from its record, and the first place where it would go another way now. */

import { resolve } from "node:path";
import { VERSION } from "../../base/version.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { JournalRecord } from "../../protocol/wire.ts";
import { openBundle } from "../../session/bundle.ts";
import { readJournal } from "../../session/journal.ts";
import { firstDifference } from "../replay/difference.ts";
import type { Stopped } from "../replay/record.ts";
import type { Replayed } from "../replay/replay.ts";
import type { World } from "../request.ts";
import { invalid } from "./args.ts";
import type { Command } from "./command.ts";

export const replayCommand: Command = {
  usage: "replay <bundle>",
  summary: "run a recorded session again without a model, and say where it would go another way",
  maxArguments: 1,
  options: {},
  run: async ({ positionals: [dir] }, world) => {
    if (dir === undefined) throw invalid("There is no bundle.", "Give the directory that the run printed.");
    const { journal } = openBundle(resolve(world.cwd, dir));
    const { records, problem } = readJournal(journal);
    if (problem?.kind === "broken") {
      throw new RunnerError({
        code: "session.corrupt",
        message: `The journal is damaged: ${journal}:${problem.line}: ${problem.reason}.`,
        hint: "Only a whole record can be replayed; `kimi-runner view` shows it up to that line.",
      });
    }
    const { replay } = await import("../replay/replay.ts");
    return report(await replay(records), records, world);
  },
};

/** Prints what came of it; returns the exit code. */
function report(replayed: Replayed, all: readonly JournalRecord[], { out, err }: World): number {
  const { records, requests, divergence, isSameFile, isSameTools } = replayed;
  const begin = all.find(({ event }) => event.type === "session.begin")?.event;
  const program = `kimi-runner ${VERSION}`;
  if (begin?.type === "session.begin" && begin.program !== program) {
    err(`The session was recorded by ${begin.program}; this is ${program}.\n`);
  }
  if (!isSameTools) err("The tools were described to the model in other words than this program's.\n");
  if (divergence !== undefined) {
    out(describe(divergence));
    return 1;
  }
  const same = isSameFile ? "identical" : "the events are the same, the bytes of their lines are not";
  out(`${isSameFile ? "✓" : "✗"} ${records} records, ${requests} requests: ${same}\n`);
  return isSameFile ? 0 : 1;
}

function describe({ at, now }: Extract<Stopped, { kind: "diverged" }>): string {
  const title = `✗ record ${at.seq} (${at.event.type})`;
  if (typeof now === "string") return `${title}: the loop asked for ${now}\n`;
  if (now.type !== at.event.type) return `${title}: ${now.type} came instead\n  now:      ${JSON.stringify(now)}\n`;
  const difference = firstDifference(at.event, now);
  if (difference === undefined) return `${title} differs\n`;
  return `${title} differs: ${difference.path}\n  recorded: ${difference.recorded}\n  now:      ${difference.now}\n`;
}
