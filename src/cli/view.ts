/** `kimi-runner view <bundle>`: the transcript of any bundle, also of one that was killed. */

import { resolve } from "node:path";
import { openBundle } from "../session/bundle.ts";
import { readJournal } from "../session/journal.ts";
import { renderTranscript } from "../sinks/transcript.ts";
import { invalid } from "./args.ts";
import type { Subcommand } from "./subcommand.ts";

export const viewCommand: Subcommand = {
  usage: "view <bundle>",
  summary: "print the transcript of a run",
  maxArguments: 1,
  options: {},
  run: async ({ positionals: [dir] }, world) => {
    if (dir === undefined) throw invalid("There is no bundle.", "Give the directory that the run printed.");
    const { records, problem } = readJournal(openBundle(resolve(world.cwd, dir)).journal);
    world.out(renderTranscript(records));
    if (problem !== undefined) world.err(`The journal ends early: line ${problem.line}: ${problem.reason}.\n`);
    return 0;
  },
};
