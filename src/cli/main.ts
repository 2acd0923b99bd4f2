/** The CLI: finds the subcommand, loads only that, and turns what it throws into a message and an exit code. */

import { nearest } from "../base/nearest.ts";
import { harmlessText, plainText } from "../base/plain-text.ts";
import { createRedact } from "../base/redact.ts";
import { oneLine } from "../base/truncate.ts";
import { VERSION } from "../base/version.ts";
import { describeError, configError } from "../protocol/error.ts";
import { exitCode } from "../protocol/outcome.ts";
import { outcomeOfError } from "../run/end/outcome.ts";
import type { World } from "../run/open/request.ts";
import { secretsOf } from "../run/open/secrets.ts";
import { styled } from "../sinks/terminal-text.ts";
import { readArgs, type Subcommand } from "./options/args.ts";
import { commandHelp, commandList, exampleList } from "./options/help.ts";

type Commands = Readonly<Record<string, () => Promise<Subcommand>>>;

/** The subcommands as the help shows them. Each module loads only when its command is called, because loading takes time. */
const GROUPS: Readonly<Record<string, Commands>> = {
  "Run the agent": {
    run: async () => (await import("./run.ts")).runCommand,
    resume: async () => (await import("./resume.ts")).resumeCommand,
    import: async () => (await import("./run.ts")).importCommand,
    batch: async () => (await import("./batch/batch.ts")).batchCommand,
    review: async () => (await import("./review.ts")).reviewCommand,
    demo: async () => (await import("./demo.ts")).demoCommand,
  },
  "Look at a session": {
    sessions: async () => (await import("./sessions.ts")).sessionsCommand,
    view: async () => (await import("./view.ts")).viewCommand,
    apply: async () => (await import("./apply.ts")).applyCommand,
    export: async () => (await import("./export.ts")).exportCommand,
    replay: async () => (await import("./replay.ts")).replayCommand,
    verify: async () => (await import("./verify.ts")).verifyCommand,
  },
  Prepare: {
    init: async () => (await import("./init.ts")).initCommand,
    doctor: async () => (await import("./doctor.ts")).doctorCommand,
    policy: async () => (await import("./policy.ts")).policyCommand,
    cell: async () => (await import("./cell.ts")).cellCommand,
    models: async () => (await import("./models.ts")).modelsCommand,
    completions: async () => (await import("./completions.ts")).completionsCommand(allCommands),
  },
};

const COMMANDS: Commands = Object.assign({}, ...Object.values(GROUPS));

const EXAMPLES = [
  'kimi-runner run "fix the failing test"',
  'npm test 2>&1 | kimi-runner run "fix this"',
  "kimi-runner resume latest --approve all",
  'kimi-runner policy explain "git push origin main"',
];

/** Commands of other programs by the one here that does the same. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  exec: "run",
  prompt: "run",
  show: "view",
  log: "view",
  ls: "sessions",
};

/** Subcommands that only this program starts. Help and completions leave them out. */
const INTERNAL: Commands = {
  "batch-task": async () => (await import("./batch/task.ts")).batchTaskCommand,
};

/** Runs one command line; returns the exit code. Never throws. */
export async function runCli(argv: readonly string[], world: World): Promise<number> {
  const [name = "help"] = argv;
  try {
    if (["--version", "-V", "version"].includes(name)) return say(world, `kimi-runner ${VERSION}`);
    if (name === "--help" || name === "-h" || name === "help") return say(world, await help(argv.slice(1)));
    // `kimi-runner -p "fix it"`, as other agents are called.
    const { command, rest } = await find(name.startsWith("-") ? ["run", ...argv] : argv);
    const { maxArguments = 0, usage, options } = command;
    const own = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
    if (own.includes("--help") || own.includes("-h")) return say(world, await helpFor(command));
    const args = readArgs(rest, options);
    const [surplus] = args.positionals.slice(maxArguments);
    if (surplus !== undefined) throw configError(`One argument too many: ${surplus}.`, `Usage: kimi-runner ${usage}`);
    const told = command.cleansItself === true ? world : cleansed(world);
    return await command.run(args, args.has("quiet") ? { ...told, isQuiet: true } : told);
  } catch (error) {
    const redact = createRedact(secretsOf(world.env, undefined)); // an error may quote a server that repeated a key
    const word = world.isColoured === true ? styled("red", "error:") : "error:";
    world.err(`${word} ${plainText(redact(describeError(error)))}\n`);
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

/** The command, and the words after its name. Throws `config.invalid` for an unknown name. */
async function find([name = "", ...rest]: readonly string[]) {
  const command = await load(name, { ...COMMANDS, ...INTERNAL }, [...Object.keys(COMMANDS), "help", "version"]);
  const [action, ...more] = rest;
  if (command.actions === undefined || action === undefined || action.startsWith("-")) return { command, rest };
  const { actions } = command;
  return { command: await load(action, actions, Object.keys(actions), `${name} `), rest: more };
}

/** `accepted` are the names that people may use. */
function load(name: string, commands: Commands, accepted: readonly string[], group = ""): Promise<Subcommand> {
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found !== undefined) return found();
  const known = ELSEWHERE[name];
  const near = known !== undefined && accepted.includes(known) ? known : nearest(name, accepted);
  const isPrompt = group === "" && /\s/.test(name);
  const otherwise = isPrompt ? "A prompt goes after `run`." : `\`kimi-runner ${group}--help\` lists the commands.`;
  throw configError(
    `Unknown command: ${group}${oneLine(name, 100)}.`,
    near === undefined ? otherwise : `Did you mean ${near}?`,
  );
}

async function help(words: readonly string[]): Promise<string> {
  return words.length === 0 ? overview() : helpFor((await find(words)).command);
}

async function allCommands(): Promise<ReadonlyMap<string, Subcommand>> {
  const loaded = Object.entries(COMMANDS).map(async ([name, read]) => [name, await read()] as const);
  return new Map(await Promise.all(loaded));
}

/** The help of a command; for a group the help of its actions follows. */
async function helpFor(command: Subcommand): Promise<string> {
  const below = await Promise.all(Object.values(command.actions ?? {}).map(async (read) => helpFor(await read())));
  return [commandHelp(command), ...below].join("\n\n\n");
}

async function overview(): Promise<string> {
  const commands = await allCommands();
  const groups = Object.entries(GROUPS).map(([title, names]) => {
    return [title, Object.keys(names).map((name) => [name, commands.get(name)?.summary ?? ""] as const)] as const;
  });
  return [
    "kimi-runner: runs an LLM agent headless on a repository, under a policy",
    "Usage: kimi-runner <command> [options]",
    commandList(groups),
    exampleList(EXAMPLES),
    "kimi-runner <command> --help shows its options.",
  ].join("\n\n");
}
