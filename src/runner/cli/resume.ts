/** `kimi-runner resume <bundle>`: answers what a session waits for, and goes on with it. */

import { resolve } from "node:path";
import { resumeRun } from "../resume.ts";
import { invalid } from "./args.ts";
import type { Command } from "./command.ts";
import { reportEnd, withReport } from "./report.ts";
import { readRunOptions, RUN_OPTIONS } from "./run-options.ts";
import { withSignals } from "./signals.ts";

export const resumeCommand: Command = {
  usage: "resume <bundle> --approve <digest> | --reject <digest>",
  summary: "answer the held actions of a deferred session and go on with it",
  maxArguments: 1,
  options: {
    approve: { value: "digest|all", help: "run this action; repeatable", multiple: true },
    reject: { value: "digest|all", help: "do not run it; repeatable", multiple: true },
    why: { value: "text", help: "told to the model; without it a rejection ends the run" },
    ...RUN_OPTIONS,
  },
  run: async (args, world) => {
    const [dir] = args.positionals;
    if (dir === undefined) throw invalid("There is no bundle.", "Give the directory that the run printed.");
    const request = {
      ...readRunOptions(args, world),
      bundleDir: resolve(world.cwd, dir),
      approve: args.all("approve"),
      reject: args.all("reject"),
      why: args.text("why"),
      by: world.env["USER"] ?? "the local user",
      model: args.text("model"),
    };
    return withReport(request.output, world, () =>
      withSignals(world, async (stopper) => reportEnd(await resumeRun(request, world, stopper), args, world)),
    );
  },
};
