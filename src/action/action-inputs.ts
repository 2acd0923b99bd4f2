/** Reads and checks the inputs of action.yml. An error names the input and what it accepts. */

import { RUN_VERBS } from "../github/event/command.ts";
import { SANDBOX_LEVELS } from "../protocol/cell.ts";
import { configError, type RunnerError } from "../protocol/error.ts";
import { readOwnLimits, type OwnLimit } from "../protocol/limits.ts";
import { THINKING, TOOL_SYNTAXES } from "../protocol/model.ts";
import { OUTCOME_NAMES, type Outcome } from "../protocol/outcome.ts";
import type { WorkflowContext } from "../job/context/github-job.ts";
import { PHASES, type JobInputs } from "../job/context/inputs.ts";
import type { World } from "../run/open/request.ts";

const BATCH_PHASES = ["plan", "shard", "collect"] as const;

/** Text of an input, trimmed; empty when not given. */
export type ReadInput = (name: string) => string;

/** The inputs of the job. Throws `config.invalid`. */
export function jobInputs(input: ReadInput, world: World, context: WorkflowContext): JobInputs {
  const given = (name: string): string | undefined => input(name) || undefined;
  const { env } = world;
  return {
    context,
    start: {
      trigger: triggerWord(input),
      labels: labelsInput(input),
      assignee: given("assignee"),
      prompt: given("prompt"),
      allowedBots: botsInput(input),
    },
    run: {
      agent: { agent: given("agent"), agentFile: given("agent-file"), mode: given("mode") },
      model: {
        name: given("model"),
        fallback: given("fallback-model"),
        apiKey: given("api-key"),
        baseUrl: given("base-url"),
        thinking: given("thinking") === undefined ? undefined : choice(input, "thinking", THINKING),
        toolSyntax: given("tool-syntax") === undefined ? undefined : choice(input, "tool-syntax", TOOL_SYNTAXES),
      },
      workbench: {
        cwd: env["GITHUB_WORKSPACE"] ?? world.cwd,
        policyPath: given("policy"),
        profile: given("profile"),
        sandbox: choice(input, "sandbox", SANDBOX_LEVELS),
      },
      limits: readOwnLimits((limit) => limitInput(input, limit)),
      output: "text",
    },
    key: given("key"),
    base: given("base"),
    schema: schemaInput(given("output-schema")),
    bundleDir: given("bundle") ?? `${env["RUNNER_TEMP"] ?? "/tmp"}/kimi-runner-bundle`,
    token: given("github-token") ?? env["GITHUB_TOKEN"],
    sessionKey: given("session-key"),
    publish: choice(input, "publish", ["github", "dry", "none"]),
    phase: phaseInput(input),
    commit: choice(input, "commit", ["git", "verified"]),
    checkOut: true,
  };
}

/** The phases of a batch are accepted too; `batchInputs` reads them. */
function phaseInput(input: ReadInput): JobInputs["phase"] {
  const phase = choice(input, "phase", [...PHASES, ...BATCH_PHASES]);
  return PHASES.find((name) => name === phase) ?? "all";
}

function schemaInput(text: string | undefined): JobInputs["schema"] {
  if (text === undefined) return undefined;
  return text.startsWith("{") ? { text, source: "of the input output-schema" } : { path: text };
}

/** The first accepted value is the default. */
function choice<T extends string>(input: ReadInput, name: string, accepted: readonly [T, ...T[]]): T {
  const text = input(name);
  if (text === "") return accepted[0];
  const found = accepted.find((one) => one === text);
  if (found !== undefined) return found;
  throw invalidInput(name, text, accepted.join(", "));
}

/** Only a limit that a policy may set to zero can be zero. */
function limitInput(input: ReadInput, { name, isWhole, from }: OwnLimit): number | undefined {
  const text = input(`max-${name}`);
  if (text === "") return undefined;
  const value = Number(text);
  const isInRange = from === 0 ? value >= 0 : value > 0;
  if (isInRange && (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value))) return value;
  const accepted = from === 0 ? "zero or a number above it" : `a ${isWhole ? "whole " : ""}number above zero`;
  throw invalidInput(`max-${name}`, text, accepted);
}

/** One word: a command is the first word of a line, so longer texts would never be found. */
function triggerWord(input: ReadInput): string {
  const text = input("trigger") || "/kimi";
  if (!/\s/.test(text)) return text;
  throw invalidInput("trigger", text, "one word, for example /kimi");
}

/** Labels with the verb that each asks for, such as `kimi, needs-plan=plan`. */
function labelsInput(input: ReadInput): JobInputs["start"]["labels"] {
  return listInput(input, "label").map((entry) => {
    const [name = "", word, ...rest] = entry.split("=").map((part) => part.trim());
    const verb = RUN_VERBS.find((known) => known === word);
    if (name !== "" && rest.length === 0 && (word === undefined || verb !== undefined)) return { name, verb };
    throw invalidInput("label", entry, `labels, each alone or with one of ${RUN_VERBS.join(", ")}: needs-plan=plan`);
  });
}

/** Logins of bots, which all end in `[bot]` but Copilot's. Another login is refused: it is a bot's without its ending, or a person's. */
function botsInput(input: ReadInput): readonly string[] {
  const bots = listInput(input, "allowed-bots");
  const other = bots.find((login) => !/^(?:[A-Za-z0-9-]+\[bot\]|Copilot)$/.test(login));
  if (other === undefined) return bots;
  throw invalidInput(
    "allowed-bots",
    other,
    "exact logins of bots, which end in [bot], such as dependabot[bot], and Copilot",
  );
}

function listInput(input: ReadInput, name: string): readonly string[] {
  return input(name)
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The outcomes that fail the job; undefined where the exit code of the outcome decides. Throws `config.invalid`. */
export function failOnInput(input: ReadInput): ReadonlySet<Outcome> | undefined {
  const text = input("fail-on");
  if (text === "") return undefined;
  if (text === "never") return new Set();
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !OUTCOME_NAMES.some((outcome) => outcome === name));
  if (unknown !== undefined) throw invalidInput("fail-on", unknown, `never, or a list of ${OUTCOME_NAMES.join(", ")}`);
  return new Set(OUTCOME_NAMES.filter((outcome) => names.includes(outcome)));
}

function invalidInput(name: string, value: string, accepted: string): RunnerError {
  return configError(`The input ${name} is not accepted: ${value}.`, `Accepted: ${accepted}.`);
}

export type BatchInputs =
  /** `batch`: the name of a batch file, or the id of a batch that the repository has a record of. */
  | { readonly phase: "plan"; readonly batch: string }
  | { readonly phase: "shard"; readonly id: string; readonly shard: number }
  /** Without an id: every batch that the repository has a record of. */
  | { readonly phase: "collect"; readonly id: string | undefined };

/** The inputs of a phase of a batch; undefined for the other phases. Throws `config.invalid`. */
export function batchInputs(input: ReadInput): BatchInputs | undefined {
  const phase = BATCH_PHASES.find((name) => name === input("phase"));
  const batch = input("batch");
  const shard = input("shard");
  switch (phase) {
    case undefined:
      return undefined;
    case "plan":
      if (batch === "")
        throw missing("batch", phase, "the name of a file in .github/kimi-batch, or the id of a batch that was begun");
      return { phase, batch };
    case "shard":
      if (!/^[0-9a-f]{12}$/.test(batch))
        throw missing("batch", phase, "the id of the batch, an output of the phase plan");
      if (!/^\d{1,4}$/.test(shard)) throw missing("shard", phase, "a number of the output shards of the phase plan");
      return { phase, id: batch, shard: Number(shard) };
    case "collect":
      if (batch !== "" && !/^[0-9a-f]{12}$/.test(batch))
        throw missing("batch", phase, "the id of the batch, an output of the phase plan, or leave it out for all");
      return { phase, id: batch === "" ? undefined : batch };
    default:
      return phase satisfies never;
  }
}

function missing(name: string, phase: string, what: string): RunnerError {
  return configError(`The phase ${phase} needs the input ${name}.`, `Give ${what}.`);
}
