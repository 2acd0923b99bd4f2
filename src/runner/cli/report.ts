/** The last lines of a run: what it came to, where the work is, what to do next. */

import type { RunEnd } from "../run.ts";
import type { World } from "../request.ts";

/** Prints the closing lines on standard error and returns the exit code. */
export function reportEnd({ outcome, exitCode, bundle, held }: RunEnd, world: World): number {
  world.err(`        bundle: ${bundle.dir}\n`);
  if (outcome.outcome === "deferred") {
    const digests = held.map(({ digest }) => `--approve ${digest.slice(0, 12)}`).join(" ");
    world.err(`        answer: kimi-runner resume ${bundle.dir} ${digests}\n`);
  }
  return exitCode;
}
