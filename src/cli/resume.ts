/** `kimi-runner resume <bundle>`: answers the held calls of a session, and resumes a session that waits, stopped or was killed. */

import { resolve } from "node:path";
import { member } from "../base/member.ts";
import { hasTrait, OUTCOME_NAMES } from "../protocol/outcome.ts";
import type { World } from "../run/open/request.ts";
import { openBundle } from "../session/bundle.ts";
import { findCheckout, type Checkout } from "../workspace/checkout.ts";
import { withObjects } from "../workspace/object-reader.ts";
import { answersOf } from "../run/local-answers.ts";
import { resumeRun } from "../run/resume.ts";
import { configError } from "../protocol/error.ts";
import type { Args, Subcommand } from "./options/args.ts";
import { factsIn, sessionDir } from "./options/find-session.ts";
import { reporting, runAndReport } from "./report.ts";
import { QUIET_OPTION, readRunOptions, RUN_OPTIONS } from "./options/run-options.ts";

export const resumeCommand: Subcommand = {
  usage: "resume <bundle|session|latest> [--approve <digest>] [--reject <digest>]",
  summary: "continue a session that waits, was cut off or reached a limit",
  cleansItself: true,
  maxArguments: 1,
  options: {
    session: { value: "id", short: "S", help: "the session, instead of the argument" },
    approve: { value: "digest|all", help: "run this held action; repeatable", multiple: true },
    reject: { value: "digest|all", help: "do not run it; repeatable", multiple: true },
    why: { value: "text", help: "the reason, which the model reads; without it, a rejection ends the run" },
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

/** The folder in which to resume; undefined for the session's own. Throws `config.invalid` where that is gone, or another clone is meant. */
async function checkoutFor(bundleDir: string, args: Args, world: World): Promise<string | undefined> {
  const named = args.text("cwd");
  if (named !== undefined) return resolve(world.cwd, named);
  const { begin, ended } = factsIn(openBundle(bundleDir));
  const [workDir, commit] = [member(begin, "workDir"), member(begin, "headCommit")];
  if (typeof workDir !== "string" || typeof commit !== "string") return undefined; // `resumeRun` says what is wrong
  const [here, there] = [checkoutAt(world.cwd), checkoutAt(workDir)];
  if (here !== undefined && here.root === there?.root) return undefined;
  const isClone = here !== undefined && (await hasCommit(here, commit, world));
  if (there === undefined) {
    const isOver = OUTCOME_NAMES.some((name) => name === member(ended, "outcome") && hasTrait(name, "final"));
    if (isOver && !args.has("approve") && !args.has("reject")) return undefined;
    const hint = isClone ? `Give --cwd ${here.root} to continue in this one.` : "Name where it is now with --cwd.";
    throw configError(`The session's checkout is no longer in ${workDir}.`, hint);
  }
  if (!isClone) {
    world.err(`The session continues in ${there.root}.\n`);
    return undefined;
  }
  const hint = `Give --cwd ${there.root} for that one, or --cwd ${here.root} for this one.`;
  throw configError(`The session would change the checkout ${there.root}; this is ${here.root}.`, hint);
}

function checkoutAt(dir: string): Checkout | undefined {
  try {
    return findCheckout(dir);
  } catch {
    return undefined;
  }
}

async function hasCommit({ root }: Checkout, commit: string, { env }: World): Promise<boolean> {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return false;
  return await withObjects({ root, pathVar: env["PATH"] ?? "" }, async (read) => {
    const [found] = await read([commit]);
    return found !== undefined;
  });
}
