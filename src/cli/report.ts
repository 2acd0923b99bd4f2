/** The last lines of a run: what it came to, where the work is, what to do next. */

import { systemClock } from "../base/clock.ts";
import { createRedact, redactDeep } from "../base/redact.ts";
import { OUTPUTS, type OutputFormat } from "../sinks/output.ts";
import { outcomeOfError } from "../run/end/outcome.ts";
import type { RunEnd } from "../run/end/run-end.ts";
import type { World } from "../run/open/request.ts";
import { withSignals, type Stopper } from "../run/open/stopper.ts";
import { secretsOf } from "../run/open/secrets.ts";
import type { Args } from "./args.ts";

/** Options that a resume needs again, because they say where to find what must be the same. */
const SAME_AGAIN = ["policy", "profile", "sandbox", "base-url"];

/** Lines about files that would not be published; outcome.json has all. */
const MAX_LEFT_OUT = 20;

/** Prints the closing lines on standard error and returns the exit code. `args` are those of the run. */
export function reportEnd({ outcome, exitCode, bundle, held }: RunEnd, args: Args, world: World): number {
  world.err(`        bundle: ${bundle.dir}\n`);
  for (const { path, rule, isAnswerable } of (outcome.heldFiles ?? []).slice(0, MAX_LEFT_OUT)) {
    world.err(`        ${isAnswerable ? "held" : "left out"}: ${shellWord(path)} (${rule})\n`);
  }
  if (held.length > 0) {
    const digests = held.map(({ digest }) => `--approve ${digest.slice(0, 12)}`).join(" ");
    const again = SAME_AGAIN.map((name) => ({ name, value: args.text(name) }))
      .filter(({ value }) => value !== undefined)
      .map(({ name, value = "" }) => ` --${name} ${shellWord(value)}`);
    world.err(`        answer: kimi-runner resume ${shellWord(bundle.dir)} ${digests}${again.join("")}\n`);
  }
  return exitCode;
}

/** Does a run under the process's signals, and reports how it ended. `args` are those of the run. */
export async function runAndReport(
  { args, output, world }: { readonly args: Args; readonly output: OutputFormat; readonly world: World },
  run: (stopper: Stopper) => Promise<RunEnd>,
): Promise<number> {
  return withReport(output, world, () =>
    withSignals(world, async (stopper) => reportEnd(await run(stopper), args, world)),
  );
}

/** Runs `work`. An error is also printed in the form that `--output` promises to programs, and then thrown. */
export async function withReport(
  output: OutputFormat,
  { out, env }: World,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const outcome = redactDeep(outcomeOfError(error), createRedact(secretsOf(env, undefined)));
    out(await OUTPUTS[output].refused(outcome, systemClock.now()));
    throw error;
  }
}

/** As it must be typed for a shell to take it as one word. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
