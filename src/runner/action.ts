/** The action's front door: inputs → request, run, outputs. Talks to the toolkit only through what `main.ts` hands in. */

import { describeError, RunnerError } from "../protocol/error.ts";
import { totalTokens } from "../protocol/model.ts";
import { exitCode } from "../protocol/outcome.ts";
import { withSignals } from "./cli/signals.ts";
import { defaultModel } from "./model.ts";
import { outcomeOfError } from "./outcome.ts";
import type { RunRequest, World } from "./request.ts";
import { startRun, type RunEnd } from "./run.ts";

export interface ActionIo {
  /** Trimmed; empty when not given. */
  readonly input: (name: string) => string;
  readonly output: (name: string, value: string) => void;
  readonly fail: (message: string) => void;
}

/** Runs the action; returns the exit code. Never throws: what went wrong is an outcome and a failed step. */
export async function runAction(io: ActionIo, world: World): Promise<number> {
  try {
    const request = requestOf(io, world);
    return await withSignals(world, async (stopper) => report(await startRun(request, world, stopper), io));
  } catch (error) {
    const { outcome, reason } = outcomeOfError(error);
    io.output("outcome", outcome);
    io.output("reason", reason);
    io.fail(describeError(error));
    return exitCode(outcome);
  }
}

function report({ outcome, exitCode: code, bundle, sessionId }: RunEnd, { output, fail }: ActionIo): number {
  output("outcome", outcome.outcome);
  output("reason", outcome.reason);
  output("bundle", bundle.dir);
  output("session", sessionId);
  output("steps", String(outcome.steps));
  output("tokens", String(totalTokens(outcome.usage)));
  output("cost-usd", outcome.costUsd === undefined ? "" : outcome.costUsd.toFixed(6));
  if (code !== 0) fail(`${outcome.outcome}: ${outcome.reason}`);
  return code;
}

function requestOf({ input }: ActionIo, world: World): RunRequest {
  const given = (name: string): string | undefined => input(name) || undefined;
  const prompt = given("prompt");
  if (prompt === undefined) throw invalidInput("prompt", "", "the task in plain words");
  const sandbox = given("sandbox") ?? "sealed";
  if (sandbox !== "sealed" && sandbox !== "none") throw invalidInput("sandbox", sandbox, "sealed or none");
  const temp = world.env["RUNNER_TEMP"];
  return {
    prompt,
    cwd: world.env["GITHUB_WORKSPACE"] ?? world.cwd,
    model: given("model") ?? defaultModel(world.env),
    apiKey: given("api-key"),
    baseUrl: given("base-url"),
    policyPath: given("policy"),
    profile: given("profile"),
    sandbox,
    limits: {
      steps: numberInput(input, "max-steps"),
      minutes: numberInput(input, "max-minutes"),
      costUsd: numberInput(input, "max-cost"),
      tokens: numberInput(input, "max-tokens"),
    },
    bundleDir: given("bundle") ?? (temp === undefined ? undefined : `${temp}/kimi-runner-bundle`),
    output: "text",
  };
}

function numberInput(input: ActionIo["input"], name: string): number | undefined {
  const text = input(name);
  if (text === "") return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw invalidInput(name, text, "a number above zero");
}

function invalidInput(name: string, value: string, accepted: string): RunnerError {
  return new RunnerError({
    code: "config.invalid",
    message: value === "" ? `The input ${name} is missing.` : `The input ${name} is not accepted: ${value}.`,
    hint: `Accepted: ${accepted}.`,
  });
}
