/** `kimi-runner resume <bundle>`: answers the held calls of a session, and resumes a session that waits, stopped or was killed. */

import { answersOf } from "../run/local-answers.ts";
import { resumeRun } from "../run/resume.ts";
import { configError } from "../protocol/error.ts";
import type { Subcommand } from "./options/args.ts";
import { sessionDir } from "./names/find-session.ts";
import { checkoutFor } from "./names/session-checkout.ts";
import { reporting, runAndReport } from "./report.ts";
import { QUIET_OPTION, readRunOptions, RUN_OPTIONS } from "./options/run-options.ts";

export const resumeCommand: Subcommand = {
  usage: "resume <bundle|session|latest> [--approve <digest>] [--reject <digest>]",
  summary: "continue a session that waits, was cut off or reached a limit",
  cleansItself: true,
  maxArguments: 1,
  options: {
    session: { value: "id", short: "S", help: "the session, in place of the argument" },
    approve: { value: "digest|all", help: "run this held action; repeatable", multiple: true },
    reject: { value: "digest|all", help: "do not run it; repeatable", multiple: true },
    why: { value: "text", help: "told to the model; without it a rejection ends the run" },
    cwd: { value: "dir", help: "the checkout to continue in, if it is not the session's own" },
    ...QUIET_OPTION,
    ...RUN_OPTIONS,
  },
  examples: [
    "kimi-runner resume latest --approve all",
    'kimi-runner resume latest --reject 1a2b3c4d5e6f --why "use the test DB"',
  ],
  run: reporting(async (args, world) => {
    const [named, option] = [args.positionals[0], args.text("session")];
    if (named !== undefined && option !== undefined) {
      throw configError(`Two sessions are named: ${named} and --session ${option}.`, "Name one of them.");
    }
    const bundleDir = sessionDir(named ?? option, world);
    const answers = {
      approve: args.all("approve"),
      reject: args.all("reject"),
      why: args.text("why"),
      by: world.env["USER"] ?? "the local user",
    };
    const settings = readRunOptions(args, world);
    const workbench = { ...settings.workbench, cwd: await checkoutFor(bundleDir, args, world) };
    return runAndReport({ args, world }, (stopper) =>
      resumeRun({ ...settings, workbench, bundleDir, answers: (held) => answersOf(answers, held) }, { world, stopper }),
    );
  }),
};
