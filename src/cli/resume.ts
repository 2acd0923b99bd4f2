/** `kimi-runner resume <bundle>`: answers what a session waits for, and goes on with one that waits or was cut off. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { World } from "../run/open/request.ts";
import { answersOf } from "../run/local-answers.ts";
import { resumeRun } from "../run/resume.ts";
import { defaultBundleDir } from "../run/open/state-dir.ts";
import { configError } from "../protocol/error.ts";
import type { Subcommand } from "./args.ts";
import { runAndReport } from "./report.ts";
import { readRunOptions, RUN_OPTIONS } from "./run-options.ts";

export const resumeCommand: Subcommand = {
  usage: "resume <bundle|session> [--approve <digest>] [--reject <digest>]",
  summary: "go on with a session that was deferred, cut off or reached a limit",
  maxArguments: 1,
  options: {
    approve: { value: "digest|all", help: "run this held action; repeatable", multiple: true },
    reject: { value: "digest|all", help: "do not run it; repeatable", multiple: true },
    why: { value: "text", help: "told to the model; without it a rejection ends the run" },
    ...RUN_OPTIONS,
  },
  run: async (args, world) => {
    const [name] = args.positionals;
    if (name === undefined) {
      throw configError("There is no session.", "Give the directory that the run printed as its bundle, or its id.");
    }
    const answers = {
      approve: args.all("approve"),
      reject: args.all("reject"),
      why: args.text("why"),
      by: world.env["USER"] ?? "the local user",
    };
    const settings = readRunOptions(args, world);
    const request = {
      ...settings,
      workbench: { ...settings.workbench, cwd: undefined }, // where the session worked
      bundleDir: bundleDirOf(name, world),
      answers: (held: Parameters<typeof answersOf>[1]) => answersOf(answers, held),
    };
    const { output } = request;
    return runAndReport({ args, output, world }, (stopper) => resumeRun(request, { world, stopper }));
  },
};

/** A directory, or the id of a session whose bundle is in the user's state folder. */
function bundleDirOf(name: string, world: World): string {
  const dir = resolve(world.cwd, name);
  const own = defaultBundleDir(world, name);
  return !existsSync(dir) && !/[/\\]/.test(name) && existsSync(own) ? own : dir;
}
