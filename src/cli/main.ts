/** The CLI: finds the subcommand, loads only that, and turns what it throws into a message and an exit code. */

import { plainText } from "../base/plain-text.ts";
import { createRedact } from "../base/redact.ts";
import { VERSION } from "../base/version.ts";
import { describeError, configError } from "../protocol/error.ts";
import { exitCode } from "../protocol/outcome.ts";
import { outcomeOfError } from "../run/end/outcome.ts";
import type { World } from "../run/open/request.ts";
import { secretsOf } from "../run/open/secrets.ts";
import { helpOf, readArgs, type Subcommand } from "./args.ts";

/** In the order of the help. Each loads on its own: a run must not pay for the doctor. */
const COMMANDS: Readonly<Record<string, () => Promise<Subcommand>>> = {
  run: async () => (await import("./run.ts")).runCommand,
  resume: async () => (await import("./resume.ts")).resumeCommand,
  demo: async () => (await import("./demo.ts")).demoCommand,
  view: async () => (await import("./view.ts")).viewCommand,
  export: async () => (await import("./export.ts")).exportCommand,
  import: async () => (await import("./import.ts")).importCommand,
  replay: async () => (await import("./replay.ts")).replayCommand,
  verify: async () => (await import("./verify.ts")).verifyCommand,
  policy: async () => (await import("./policy.ts")).policyCommand,
  models: async () => (await import("./models.ts")).modelsCommand,
  doctor: async () => (await import("./doctor.ts")).doctorCommand,
};

/** Runs one command line; returns the exit code. Never throws. */
export async function runCli(argv: readonly string[], world: World): Promise<number> {
  const [name = "help", ...rest] = argv;
  try {
    if (name === "--version" || name === "version") return say(world, `kimi-runner ${VERSION}`);
    if (name === "--help" || name === "-h" || name === "help") return say(world, await overview());
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (load === undefined) throw unknownCommand(name);
    const command = await load();
    const { maxArguments = 0, usage, summary, options } = command;
    if (rest.includes("--help") || rest.includes("-h")) {
      return say(world, [`kimi-runner ${usage}`, summary, helpOf(options)].filter((part) => part !== "").join("\n\n"));
    }
    const args = readArgs(rest, options);
    const [surplus] = args.positionals.slice(maxArguments);
    if (surplus !== undefined) throw configError(`One argument too many: ${surplus}.`, `Usage: kimi-runner ${usage}`);
    return await command.run(args, world);
  } catch (error) {
    const redact = createRedact(secretsOf(world.env, undefined)); // a server may have said a key back
    world.err(`error: ${plainText(redact(describeError(error)))}\n`);
    return exitCode(outcomeOfError(error).outcome);
  }
}

function say({ out }: World, text: string): number {
  out(`${text}\n`);
  return 0;
}

function unknownCommand(name: string): Error {
  return configError(`Unknown command: ${name}.`, `Accepted: ${Object.keys(COMMANDS).join(", ")}, help, version.`);
}

async function overview(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return `kimi-runner: an LLM agent on a repository, headless, under a policy\n\n${lines.join("\n")}\n\nkimi-runner <command> --help shows its options.`;
}
