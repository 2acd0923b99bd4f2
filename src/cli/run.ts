/** `kimi-runner run "<prompt>"` and `kimi-runner import`: run the agent on the repository around the current folder. */

import { sessionDir } from "./options/find-session.ts";
import { resolve } from "node:path";
import { startRun } from "../run/run.ts";
import { configError } from "../protocol/error.ts";
import type { World } from "../run/open/request.ts";
import { inGroup, type Args, type Subcommand } from "./options/args.ts";
import {
  NEW_RUN_OPTIONS,
  pipedContext,
  promptFromWords,
  promptWords,
  readNewRun,
  readRalph,
  schemaFile,
} from "./options/run-options.ts";
import { reporting, runAndReport } from "./report.ts";

const STDIN = "/dev/stdin";

export const runCommand: Subcommand = {
  usage: `run "<prompt>" | -`,
  summary: "run the agent on this repository; - reads the prompt from standard input",
  cleansItself: true,
  maxArguments: Infinity, // the words of a prompt without quotes
  examples: [
    'kimi-runner run "fix the failing test"',
    'npm test 2>&1 | kimi-runner run "fix this"',
    'kimi-runner run -m openai/gpt-5 --max-cost 2 -p "add a --json flag"',
    'kimi-runner run --continue "now document it"',
  ],
  options: {
    prompt: { value: "text", short: "p", help: "the prompt, instead of words after the options" },
    continue: { help: "continue the newest session of this repository: resume it, or follow it up with a new prompt" },
    ...NEW_RUN_OPTIONS,
    "json-schema": { value: "file", help: "the answer is JSON that fits this schema" },
    input: {
      value: ["text", "stream-json"],
      help: "stream-json: prompts, steers and cancels as JSON lines on standard input (default: text)",
    },
    ...inGroup("GitHub events", {
      event: {
        value: "file",
        help: "take the task from a GitHub event payload instead of a prompt; needs GITHUB_TOKEN",
      },
      "event-name": { value: "name", help: "the event's name, if the payload does not show it" },
      trigger: { value: "word", help: "the word that begins a command in a comment (default: /kimi)" },
      base: {
        value: "branch",
        help: "with --event: the base branch of pull requests (default: the checked-out branch)",
      },
      publish: {
        value: ["none", "dry", "github"],
        help: "with --event: post nothing, write it to files, or post it (default: none)",
      },
      phase: {
        value: ["all", "agent", "publish"],
        help: "with --event: run and publish, only run, or only publish the run in --bundle (default: all)",
      },
      "dry-run": { help: "with --event: say what would run, and stop" },
    }),
  },
  run: reporting(async (args, world) => {
    const request = readNewRun(args, world);
    const isStreamed = args.choice("input", ["text", "stream-json"], "text") === "stream-json";
    if (args.has("event")) {
      const other = isStreamed ? "--input stream-json" : args.has("continue") ? "--continue" : undefined;
      if (other !== undefined)
        throw configError(`${other} cannot be combined with --event.`, "The event contains the task.");
      const { runEvent } = await import("./run-event.ts");
      return runEvent(args, world);
    }
    refuseEventOptions(args);
    if (args.has("continue")) return await goOn(args, isStreamed, world);
    if (isStreamed) {
      if (args.has("json-schema"))
        throw configError("--json-schema cannot be combined with --input stream-json.", "Leave one out.");
      const { runStreamInput } = await import("./run-stream-input.ts");
      return runStreamInput(args, request, world);
    }
    const schema = schemaFile(args, world);
    const words = promptWords(args);
    const prompt = await promptFromWords(words, world);
    // Standard input can be read once: as the prompt, as a file that an option names, or as context.
    const names = [words[0], args.text("policy"), args.text("json-schema")];
    const isTaken = names.some((name) => name === "-" || name === STDIN);
    const context = isTaken ? undefined : await pipedContext(world);
    const task = { prompt, context, schema, ralph: readRalph(args) };
    return runAndReport({ args, world }, (stopper) => startRun({ ...request, task }, { world, stopper }));
  }),
};

/** Resumes the newest session of the repository, or runs a new prompt with what was said in it. */
async function goOn(args: Args, isStreamed: boolean, world: World): Promise<number> {
  const other = isStreamed ? "input stream-json" : args.has("json-schema") ? "json-schema" : undefined;
  if (other !== undefined) throw configError(`--continue cannot be combined with --${other}.`, "Leave one out.");
  const latest = sessionDir("latest", { ...world, cwd: resolve(world.cwd, args.text("cwd") ?? ".") });
  const words = promptWords(args);
  const { run } = words.length === 0 ? (await import("./resume.ts")).resumeCommand : importCommand;
  return await run({ ...args, positionals: [latest, ...words] }, world);
}

/** Without --event these options would be ignored, and --dry-run would start a run. */
function refuseEventOptions(args: Args): void {
  const given = ["event-name", "trigger", "base", "publish", "phase", "dry-run"].find((name) => args.has(name));
  if (given !== undefined)
    throw configError(`--${given} needs --event.`, "Name a payload with --event, or leave it out.");
}

export const importCommand: Subcommand = {
  usage: `import <file|bundle|session|latest> "<prompt>" | -`,
  summary: "run the agent with a context.jsonl, a session or a text file as its history",
  cleansItself: true,
  maxArguments: Infinity, // the words of a prompt without quotes
  options: NEW_RUN_OPTIONS,
  run: reporting(async (args, world) => {
    const [source, ...words] = args.positionals;
    if (source === undefined) throw configError("There is nothing to import.", "Give a session or a file.");
    const request = readNewRun(args, world);
    const ralph = readRalph(args);
    const { readImported } = await import("../run/open/imported.ts");
    return runAndReport({ args, world }, async (stopper) => {
      const isFileName = source.includes("."); // a missing file is reported as one, not as an unknown session
      const cwd = source === "latest" ? resolve(world.cwd, args.text("cwd") ?? ".") : world.cwd;
      const path = isFileName ? resolve(world.cwd, source) : sessionDir(source, { ...world, cwd });
      const { messages: history, warnings, inPlanMode: plan } = readImported(path);
      const task = { prompt: await promptFromWords(words, world), history, ralph, plan };
      for (const text of warnings) world.warn(`${source}: ${text}.`);
      return await startRun({ ...request, task }, { world, stopper });
    });
  }),
};
