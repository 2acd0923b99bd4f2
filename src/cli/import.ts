/** `kimi-runner import <file|bundle> "<prompt>"`: starts a run whose context begins with an earlier conversation. */

import { resolve } from "node:path";
import { readImported } from "../run/open/imported.ts";
import { startRun } from "../run/run.ts";
import { configError } from "../protocol/error.ts";
import type { Subcommand } from "./options/args.ts";
import { NEW_RUN_OPTIONS, promptFromWords, readNewRun, readRalph } from "./options/run-options.ts";
import { reporting, runAndReport } from "./report.ts";

export const importCommand: Subcommand = {
  usage: `import <file|bundle> "<prompt>" | -`,
  summary: "run the agent with a context.jsonl, a bundle or a text file as its history",
  cleansItself: true,
  maxArguments: Infinity, // the words of a prompt without quotes
  options: NEW_RUN_OPTIONS,
  run: reporting(async (args, world) => {
    const [source, ...words] = args.positionals;
    if (source === undefined) throw configError("There is nothing to import.", "Give a bundle or a file.");
    const request = readNewRun(args, world);
    const ralph = readRalph(args);
    return runAndReport({ args, world }, async (stopper) => {
      const { messages: history, warnings } = readImported(resolve(world.cwd, source));
      const task = { prompt: await promptFromWords(words, world), history, ralph };
      for (const text of warnings) world.warn(`${source}: ${text}.`);
      return await startRun({ ...request, task }, { world, stopper });
    });
  }),
};
