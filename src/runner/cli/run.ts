/** `kimi-runner run "<prompt>"`: one headless run on the repository around the current folder. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { startRun } from "../run.ts";
import { invalid, type Args } from "./args.ts";
import type { Command } from "./command.ts";
import { defaultModel } from "../model.ts";
import { readRunOptions, RUN_OPTIONS } from "./run-options.ts";
import { withSignals } from "./signals.ts";
import { reportEnd, withReport } from "./report.ts";

export const runCommand: Command = {
  usage: `run "<prompt>" | -`,
  summary: "run the agent on this repository; - reads the prompt from standard input",
  maxArguments: Infinity, // the words of a prompt without quotes
  options: {
    ...RUN_OPTIONS,
    bundle: { value: "dir", help: "where the bundle goes (default: the user's state folder)" },
    cwd: { value: "dir", help: "run there instead of here" },
    event: { value: "file", help: "take the task from a GitHub event payload instead of a prompt; needs GITHUB_TOKEN" },
    "event-name": { value: "name", help: "which event the payload is, where it does not show" },
    trigger: { value: "word", help: "what begins a command in a comment (default: /kimi)" },
    publish: {
      value: "none|dry|github",
      help: "with --event: post nothing, write it to files, or post it (default: none)",
    },
    "dry-run": { help: "with --event: say what would run, and stop" },
  },
  run: async (args, world) => {
    const cwd = resolve(world.cwd, args.text("cwd") ?? ".");
    const bundle = args.text("bundle");
    if (args.has("event")) {
      const { runEvent } = await import("./run-event.ts");
      return runEvent(args, cwd, world);
    }
    refuseEventOptions(args);
    const request = {
      ...readRunOptions(args, world),
      prompt: promptOf(args.positionals),
      cwd,
      model: args.text("model") ?? defaultModel(world.env),
      bundleDir: bundle === undefined ? undefined : resolve(world.cwd, bundle),
    };
    return withReport(request.output, world, () =>
      withSignals(world, async (stopper) => reportEnd(await startRun(request, world, stopper), args, world)),
    );
  },
};

/** Somebody who wrote --dry-run must not get a run because --event was forgotten. */
function refuseEventOptions(args: Args): void {
  const given = ["event-name", "trigger", "publish", "dry-run"].find((name) => args.has(name));
  if (given !== undefined) throw invalid(`--${given} needs --event.`, "Name a payload with --event, or leave it out.");
}

function promptOf(positionals: readonly string[]): string {
  const text = positionals.length === 1 && positionals[0] === "-" ? readFileSync(0, "utf8") : positionals.join(" ");
  if (text.trim() !== "") return text;
  throw invalid("There is no prompt.", `Give one: kimi-runner run "fix the failing test".`);
}
