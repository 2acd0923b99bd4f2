/**
 * SIGINT and SIGTERM during a run: the first stops it with the work saved, the same once more leaves at once. GitHub cancels a job
 * with SIGINT, SIGTERM 7.5 s later and the end 2.5 s after that: what must be saved has all the ten seconds.
 */

import type { World } from "./request.ts";
import { createStopper, type Stopper } from "./stopper.ts";

/** Runs `body` with a stopper that the process's signals pull. */
export async function withSignals(world: World, body: (stopper: Stopper) => Promise<number>): Promise<number> {
  const stopper = createStopper();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (signal !== "SIGINT" && signal !== "SIGTERM") return;
    if (stopper.stoppedBy() === signal) process.exit(signal === "SIGTERM" ? 143 : 130);
    if (stopper.stoppedBy() !== undefined) return;
    world.err(`\n${signal}: stopping; the work so far will be in the bundle. Once more to leave at once.\n`);
    stopper.interrupt(signal);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    return await body(stopper);
  } finally {
    stopper.dispose();
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
