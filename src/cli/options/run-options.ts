/** The options of the commands that run the agent, and how they are read: those of any run, and those of a new run (bundle, folder, prompt). */

import { resolve } from "node:path";
import { readGivenFile } from "../../base/file-text.ts";
import { systemReason } from "../../base/system-error.ts";
import { MODEL_FORMS } from "../../llm/providers.ts";
import { SANDBOX_LEVELS } from "../../protocol/cell.ts";
import { OWN_LIMITS, readOwnLimits } from "../../protocol/limits.ts";
import { THINKING, TOOL_SYNTAXES } from "../../protocol/model.ts";
import { OUTPUT_FORMATS } from "../../sinks/output.ts";
import { configError } from "../../protocol/error.ts";
import { inGroup, type Args, type Options } from "./args.ts";
import { readStandardInput } from "./standard-input.ts";
import type { RunSettings, Task, World, RunRequest } from "../../run/open/request.ts";
import { ralphMoves } from "../../run/agent/ralph.ts";

const LIMIT_OPTIONS: Options = inGroup(
  "Limits",
  Object.fromEntries(
    Object.values(OWN_LIMITS).map(({ name, unit }) => [
      `max-${name}`,
      { value: unit, help: "lowers the policy's limit" },
    ]),
  ),
);

export const MODEL_OPTIONS: Options = inGroup("Model", {
  model: { value: "provider/id", short: "m", help: MODEL_FORMS.join(", ") },
  "fallback-model": {
    value: "provider/id",
    help: "used when an outage of the model outlasts --max-patience; its key comes from its variable",
  },
  "api-key": { value: "key", help: "instead of KIMI_API_KEY, OPENAI_API_KEY, …; a variable is safer" },
  "base-url": { value: "url", help: "another endpoint that speaks the provider's protocol" },
  header: { value: "name=value", help: "sent with every model request; repeatable", multiple: true },
});

const POLICY_OPTIONS: Options = inGroup("Policy and sandbox", {
  policy: { value: "file", help: "instead of .github/kimi-policy.yml" },
  profile: { value: "name", help: "a profile of the policy, e.g. schedule" },
});

const SANDBOX_OPTION: Options = inGroup("Policy and sandbox", {
  sandbox: {
    value: SANDBOX_LEVELS,
    help: "less than sealed only if the policy allows it too (default: sealed)",
  },
});

const CWD_OPTION: Options = { cwd: { value: "dir", help: "the folder to run in (default: this one)" } };

export const COMMITTED_OPTION: Options = {
  committed: { help: "use the policy that a run would have, not the file in the work tree" },
};

/** The options that say where a cell opens, and under which policy. */
export const WORKBENCH_OPTIONS: Options = { ...POLICY_OPTIONS, ...SANDBOX_OPTION, ...CWD_OPTION };

export const RUN_OPTIONS: Options = {
  ...MODEL_OPTIONS,
  ...POLICY_OPTIONS,
  ...inGroup("Agent", {
    agent: { value: "name", help: "default, okabe (with D-Mail), coder, explore or plan" },
    "agent-file": { value: "path", help: "an agent file of the base commit, from the root of the repository" },
    mode: { value: "slug", help: "architect, code, ask, debug, orchestrator, or one of .kilocodemodes" },
    thinking: { value: THINKING, help: "how much the model reasons (default: the provider's own)" },
    "tool-syntax": {
      value: TOOL_SYNTAXES,
      help: "xml: calls are text, for a model that does not support tools (default: native)",
    },
  }),
  ...SANDBOX_OPTION,
  ...LIMIT_OPTIONS,
  "no-apply": { help: "do not change the checkout; `kimi-runner apply` puts the change there later" },
  output: { value: OUTPUT_FORMATS, help: "what goes to standard output (default: text)" },
};

/** Of the commands that run one agent. */
export const QUIET_OPTION: Options = {
  quiet: { short: "q", help: "no progress: the answer, warnings and errors only" },
};

/** The shared options as values. Throws `config.invalid`. */
export function readRunOptions(args: Args, { cwd }: Pick<World, "cwd">): RunSettings {
  const policy = args.text("policy");
  return {
    agent: { agent: args.text("agent"), agentFile: args.text("agent-file"), mode: args.text("mode") },
    model: {
      name: args.text("model"),
      fallback: args.text("fallback-model"),
      apiKey: args.text("api-key"),
      baseUrl: args.text("base-url"),
      headers: Object.fromEntries(args.all("header").map(headerOf)),
      thinking: args.choice("thinking", THINKING, undefined),
      toolSyntax: args.choice("tool-syntax", TOOL_SYNTAXES, undefined),
    },
    workbench: {
      cwd: resolve(cwd, args.text("cwd") ?? "."),
      policyPath: policy === undefined ? undefined : resolve(cwd, policy),
      profile: args.text("profile"),
      sandbox: args.choice("sandbox", SANDBOX_LEVELS, "sealed"),
      needsCopy: args.has("no-apply"),
    },
    limits: readOwnLimits(({ name, from }) => args.number(`max-${name}`, from === 0)),
    keepsCheckout: args.has("no-apply"),
    output: args.choice("output", OUTPUT_FORMATS, "text"),
  };
}

function headerOf(text: string): readonly [string, string] {
  const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw configError(`--header ${text} has no name.`, "Give name=value.");
}

export const NEW_RUN_OPTIONS: Options = {
  ...QUIET_OPTION,
  ...RUN_OPTIONS,
  bundle: { value: "dir", help: "where the bundle goes (default: the user's state folder)" },
  ...CWD_OPTION,
  "max-ralph-iterations": {
    value: "n",
    help: "repeat the prompt up to this many times, until the model says it is done; -1: as the limits allow",
  },
};

/** The request without its task. Throws `config.invalid`. */
export function readNewRun(args: Args, world: Pick<World, "cwd">): Omit<RunRequest, "task"> {
  const bundle = args.text("bundle");
  return {
    ...readRunOptions(args, world),
    bundleDir: bundle === undefined ? undefined : resolve(world.cwd, bundle),
  };
}

/** How often the prompt is repeated; undefined without the option. Throws `config.invalid`. */
export function readRalph(args: Args): number | undefined {
  const text = args.text("max-ralph-iterations");
  if (text === undefined || text === "0") return undefined;
  ralphMoves(Number(text)); // throws for a number that is not accepted
  return Number(text);
}

/** The words of the prompt: the value of --prompt, or the arguments. Throws `config.invalid` where both are given. */
export function promptWords(args: Args): readonly string[] {
  const prompt = args.text("prompt");
  if (prompt === undefined) return args.positionals;
  if (args.positionals.length === 0) return [prompt];
  throw configError(`There are two prompts: --prompt, and ${args.positionals.join(" ")}.`, "Put the prompt in quotes.");
}

/** The words of a prompt; `-` reads standard input. Throws `config.invalid` when there are none. */
export async function promptFromWords(words: readonly string[], world: World): Promise<string> {
  const text = words.length === 1 && words[0] === "-" ? await readStandardInput(world) : words.join(" ");
  if (text.trim() !== "") return text;
  throw configError("There is no prompt.", `Give one: kimi-runner run "fix the failing test".`);
}

/** The text that was piped in beside the prompt, framed as data. */
export async function pipedContext({ readInput }: World): Promise<string | undefined> {
  const text = await readInput?.();
  return text === undefined
    ? undefined
    : `This came on standard input:\n<stdin>\n${text.replaceAll("</stdin>", "<\\/stdin>")}\n</stdin>`;
}

/** The schema of the answer, if one is given. Throws `config.invalid`. */
export function schemaFile(args: Args, { cwd }: World): Task["schema"] {
  const file = args.text("json-schema");
  if (file === undefined) return undefined;
  try {
    return { text: readGivenFile(resolve(cwd, file)).toString("utf8"), source: file };
  } catch (cause) {
    throw configError(`The schema cannot be read: ${file}: ${systemReason(cause)}.`, "Name a JSON file.", cause);
  }
}
