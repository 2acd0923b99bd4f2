/** The action's front door: inputs → job, run, outputs. Talks to the toolkit only through what `main.ts` hands in. */

import { plainText, quoted } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";
import { describeError, RunnerError } from "../protocol/error.ts";
import { totalTokens } from "../protocol/model.ts";
import { exitCode, OUTCOME_NAMES, type Outcome } from "../protocol/outcome.ts";
import { withSignals } from "./cli/signals.ts";
import type { JobContext } from "./job/environment.ts";
import type { JobInputs } from "./job/inputs.ts";
import { runJob, type JobEnd } from "./job/job.ts";
import { defaultModel } from "./model.ts";
import { outcomeOfError } from "./outcome.ts";
import type { World } from "./request.ts";

export interface ActionIo {
  /** Trimmed; empty when not given. */
  readonly input: (name: string) => string;
  readonly output: (name: string, value: string) => void;
  readonly notice: (message: string) => void;
  readonly fail: (message: string) => void;
  /** What is printed until `endGroup` is one fold of the log. */
  readonly group: (name: string) => void;
  readonly endGroup: () => void;
  /** The toolkit's own, which reads the runner's variables and the payload when it is loaded. */
  readonly context: () => Promise<JobContext>;
}

/** GitHub shows ten warnings of a step and drops the rest. */
const MAX_WARNINGS = 10;
const MAX_WARNING_CHARS = 500;

/** Runs the action; returns the exit code. Never throws: what went wrong is an outcome and a failed step. */
export async function runAction(io: ActionIo, world: World): Promise<number> {
  try {
    const inputs = jobInputs(io, world, await contextOf(io));
    const failOn = failOnInput(io);
    const annotating = { ...world, warn: annotations(world) };
    return await withSignals(world, async (stopper) => {
      io.group("kimi-runner");
      const done = await runJob(inputs, annotating, stopper).finally(io.endGroup);
      if (done.kind === "ran") world.out(closing(done));
      return report(done, failOn, io);
    });
  } catch (error) {
    const { outcome, reason } = outcomeOfError(error);
    io.output("outcome", outcome);
    io.output("reason", reason);
    io.fail(describeError(error));
    return exitCode(outcome);
  }
}

/** What is to be read without opening the fold. */
function closing({ end, published }: Extract<JobEnd, { kind: "ran" }>): string {
  const { outcome, reason } = end.outcome;
  const { pullRequest } = published ?? {};
  const url = pullRequest !== undefined && "url" in pullRequest ? `\n${pullRequest.url}` : "";
  return `${quoted(`${outcome}: ${oneLine(reason, MAX_WARNING_CHARS)}${url}`)}\n`;
}

/** Warnings as annotations of one line; from the eleventh on as lines of the log. */
function annotations({ warn, err }: World): World["warn"] {
  let count = 0;
  return (text) => {
    const line = oneLine(plainText(text), MAX_WARNING_CHARS);
    count += 1;
    if (count <= MAX_WARNINGS) warn(line);
    else err(`${quoted(`warning: ${line}`)}\n`);
  };
}

function report(done: JobEnd, failOn: ReadonlySet<Outcome> | undefined, { output, notice, fail }: ActionIo): number {
  if (done.kind !== "ran") {
    const reason = done.kind === "skipped" ? done.reason : "A short reply was enough.";
    output("outcome", "skipped");
    output("reason", reason);
    notice(reason);
    return 0;
  }
  const { outcome, exitCode: code, bundle, sessionId } = done.end;
  const { branch, pullRequest } = done.published ?? {};
  output("outcome", outcome.outcome);
  output("reason", outcome.reason);
  output("bundle", bundle.dir);
  output("session", sessionId);
  output("steps", String(outcome.steps));
  output("tokens", String(totalTokens(outcome.usage)));
  output("cost-usd", outcome.costUsd === undefined ? "" : outcome.costUsd.toFixed(6));
  output("branch", branch !== undefined && "branch" in branch ? branch.branch : "");
  output("pr-url", pullRequest !== undefined && "url" in pullRequest ? pullRequest.url : "");
  const fails = failOn === undefined ? code !== 0 : failOn.has(outcome.outcome);
  if (!fails) return 0;
  fail(`${outcome.outcome}: ${outcome.reason}`);
  return code === 0 ? 1 : code;
}

/** The toolkit throws for a payload that is no JSON, and where nothing names a repository. */
async function contextOf({ context }: ActionIo): Promise<JobContext> {
  try {
    const known = await context();
    const { eventName, payload, repo, ref, serverUrl, apiUrl, graphqlUrl, runId, runAttempt } = known;
    return { eventName, payload, repo, ref, serverUrl, apiUrl, graphqlUrl, runId, runAttempt };
  } catch (cause) {
    throw new RunnerError({
      code: "config.invalid",
      message: `What started this job cannot be read: ${describeError(cause)}.`,
      hint: "Run as a GitHub Action, under act, or with `kimi-runner run --event`.",
      cause,
    });
  }
}

function jobInputs({ input }: ActionIo, world: World, context: JobContext): JobInputs {
  const given = (name: string): string | undefined => input(name) || undefined;
  const { env } = world;
  return {
    context,
    cwd: env["GITHUB_WORKSPACE"] ?? world.cwd,
    trigger: triggerWord(input),
    label: given("label"),
    assignee: given("assignee"),
    prompt: given("prompt"),
    token: given("github-token") ?? env["GITHUB_TOKEN"],
    publish: choice(input, "publish", ["github", "dry", "none"]),
    commit: choice(input, "commit", ["git", "verified"]),
    checkOut: true,
    model: given("model") ?? defaultModel(env),
    apiKey: given("api-key"),
    baseUrl: given("base-url"),
    policyPath: given("policy"),
    profile: given("profile"),
    sandbox: choice(input, "sandbox", ["sealed", "none"]),
    limits: {
      steps: wholeInput(input, "max-steps"),
      minutes: numberInput(input, "max-minutes"),
      costUsd: numberInput(input, "max-cost"),
      tokens: wholeInput(input, "max-tokens"),
    },
    bundleDir: given("bundle") ?? `${env["RUNNER_TEMP"] ?? "/tmp"}/kimi-runner-bundle`,
    output: "text",
  };
}

/** The first accepted value is the default. */
function choice<T extends string>(input: ActionIo["input"], name: string, accepted: readonly [T, ...T[]]): T {
  const text = input(name);
  if (text === "") return accepted[0];
  const found = accepted.find((one) => one === text);
  if (found !== undefined) return found;
  throw invalidInput(name, text, accepted.join(", "));
}

function numberInput(input: ActionIo["input"], name: string): number | undefined {
  const text = input(name);
  if (text === "") return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw invalidInput(name, text, "a number above zero");
}

function wholeInput(input: ActionIo["input"], name: string): number | undefined {
  const value = numberInput(input, name);
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw invalidInput(name, input(name), "a whole number above zero");
}

/** A command is the first word of a line, so that anything but a word would never be found. */
function triggerWord(input: ActionIo["input"]): string {
  const text = input("trigger") || "/kimi";
  if (!/\s/.test(text)) return text;
  throw invalidInput("trigger", text, "one word, for example /kimi");
}

/** Outcomes that fail the job; undefined for those with an exit code of their own. */
function failOnInput({ input }: ActionIo): ReadonlySet<Outcome> | undefined {
  const text = input("fail-on");
  if (text === "") return undefined;
  if (text === "never") return new Set();
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !OUTCOME_NAMES.some((outcome) => outcome === name));
  if (unknown !== undefined) throw invalidInput("fail-on", unknown, `never, or a list of ${OUTCOME_NAMES.join(", ")}`);
  return new Set(OUTCOME_NAMES.filter((outcome) => names.includes(outcome)));
}

function invalidInput(name: string, value: string, accepted: string): RunnerError {
  return new RunnerError({
    code: "config.invalid",
    message: `The input ${name} is not accepted: ${value}.`,
    hint: `Accepted: ${accepted}.`,
  });
}
