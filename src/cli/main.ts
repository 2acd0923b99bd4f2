/** The CLI: finds the subcommand, loads only that, and turns what it throws into a message and an exit code. */

import { nearest } from "../base/nearest.ts";
import { harmlessText, plainText } from "../base/plain-text.ts";
import { createRedact } from "../base/redact.ts";
import { VERSION } from "../base/version.ts";
import { describeError, configError } from "../protocol/error.ts";
import { exitCode } from "../protocol/outcome.ts";
import { outcomeOfError } from "../run/end/outcome.ts";
import type { World } from "../run/open/request.ts";
import { secretsOf } from "../run/open/secrets.ts";
import { helpOf, readArgs, type Subcommand } from "./options/args.ts";

/** The subcommands in the order of the help. Each module loads only when its command is called, because loading takes time. */
const COMMANDS: Readonly<Record<string, () => Promise<Subcommand>>> = {
  run: async () => (await import("./run.ts")).runCommand,
  resume: async () => (await import("./resume.ts")).resumeCommand,
  demo: async () => (await import("./demo.ts")).demoCommand,
  view: async () => (await import("./view.ts")).viewCommand,
  apply: async () => (await import("./apply.ts")).applyCommand,
  sessions: async () => (await import("./sessions.ts")).sessionsCommand,
  export: async () => (await import("./export.ts")).exportCommand,
  import: async () => (await import("./import.ts")).importCommand,
  replay: async () => (await import("./replay.ts")).replayCommand,
  verify: async () => (await import("./verify.ts")).verifyCommand,
  policy: async () => (await import("./policy.ts")).policyCommand,
  batch: async () => (await import("./batch/batch.ts")).batchCommand,
  models: async () => (await import("./models.ts")).modelsCommand,
  doctor: async () => (await import("./doctor.ts")).doctorCommand,
  cell: async () => (await import("./cell.ts")).cellCommand,
  completions: async () => (await import("./completions.ts")).completionsCommand(allCommands),
};

/** Subcommands that only this program starts. Help and completions leave them out. */
const INTERNAL: typeof COMMANDS = {
  "batch-task": async () => (await import("./batch/task.ts")).batchTaskCommand,
};

/** Runs one command line; returns the exit code. Never throws. */
export async function runCli(argv: readonly string[], world: World): Promise<number> {
  const [name = "help"] = argv;
  try {
    if (name === "--version" || name === "version") return say(world, `kimi-runner ${VERSION}`);
    if (name === "--help" || name === "-h" || name === "help") return say(world, await help(argv.slice(1)));
    const { command, rest } = await find(argv);
    const { maxArguments = 0, usage, options } = command;
    const own = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
    if (own.includes("--help") || own.includes("-h")) return say(world, await helpFor(command));
    const args = readArgs(rest, options);
    const [surplus] = args.positionals.slice(maxArguments);
    if (surplus !== undefined) throw configError(`One argument too many: ${surplus}.`, `Usage: kimi-runner ${usage}`);
    return await command.run(args, command.cleansItself === true ? world : cleansed(world));
  } catch (error) {
    const redact = createRedact(secretsOf(world.env, undefined)); // an error may quote a server that repeated a key
    world.err(`error: ${plainText(redact(describeError(error)))}\n`);
    return exitCode(outcomeOfError(error).outcome);
  }
}

/** Output that cannot control a terminal, for text of repositories, models and servers. */
function cleansed(world: World): World {
  const { out, err, warn } = world;
  return {
    ...world,
    out: (text) => out(harmlessText(text)),
    err: (text) => err(harmlessText(text)),
    warn: (text) => warn(harmlessText(text)),
  };
}

function say({ out }: World, text: string): number {
  out(`${text}\n`);
  return 0;
}

interface Found {
  readonly command: Subcommand;
  /** The words after its name. */
  readonly rest: readonly string[];
}

/** Throws `config.invalid` for an unknown name. */
async function find([name = "", ...rest]: readonly string[]): Promise<Found> {
  const command = await load(name, { ...COMMANDS, ...INTERNAL }, [...Object.keys(COMMANDS), "help", "version"]);
  const [action, ...more] = rest;
  if (command.actions === undefined || action === undefined || action.startsWith("-")) return { command, rest };
  const { actions } = command;
  return { command: await load(action, actions, Object.keys(actions), `${name} `), rest: more };
}

/** `accepted` are the names that people may use. */
function load(name: string, commands: typeof COMMANDS, accepted: readonly string[], group = ""): Promise<Subcommand> {
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found !== undefined) return found();
  const near = nearest(name, accepted);
  const hint = near === undefined ? `Accepted: ${accepted.join(", ")}.` : `Did you mean ${near}?`;
  throw configError(`Unknown command: ${group}${name}.`, hint);
}

async function help(words: readonly string[]): Promise<string> {
  return words.length === 0 ? overview() : helpFor((await find(words)).command);
}

async function allCommands(): Promise<ReadonlyMap<string, Subcommand>> {
  const loaded = Object.entries(COMMANDS).map(async ([name, read]) => [name, await read()] as const);
  return new Map(await Promise.all(loaded));
}

/** The help of a command; for a group the help of its actions follows. */
async function helpFor({ usage, summary, options, actions = {} }: Subcommand): Promise<string> {
  const own = [`kimi-runner ${usage}`, summary, helpOf(options)].filter((part) => part !== "").join("\n\n");
  const below = await Promise.all(Object.values(actions).map(async (read) => helpFor(await read())));
  return [own, ...below].join("\n\n\n");
}

async function overview(): Promise<string> {
  const commands = [...(await allCommands()).values()];
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return `kimi-runner: an LLM agent on a repository, headless, under a policy\n\n${lines.join("\n")}\n\nkimi-runner <command> --help shows its options.`;
}
