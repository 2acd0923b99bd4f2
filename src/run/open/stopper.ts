/** The abort signal of a run: aborted by a signal of the system, by the time limit, or by the program. */

import { counted } from "../../base/words.ts";
import { RunnerError } from "../../protocol/error.ts";
import { STOP_SIGNALS, type StopSignal } from "../../protocol/outcome.ts";
import type { World } from "./request.ts";

export type Stopper = Readonly<ReturnType<typeof createStopper>>;

export function createStopper() {
  const controller = new AbortController();
  let stoppedBy: StopSignal | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    /** The signal that stopped the run, for its exit code. */
    stoppedBy: (): StopSignal | undefined => stoppedBy,
    interrupt: (signal: StopSignal): void => {
      stoppedBy ??= signal;
      controller.abort(new RunnerError({ code: "run.interrupted", message: `Stopped by ${signal}.` }));
    },
    stop: (reason: string): void => controller.abort(new RunnerError({ code: "run.interrupted", message: reason })),
    /** Starts the time limit, of which the session has already used `usedMs`. */
    limitTime: (minutes: number, usedMs: number): void => {
      const message = `The limit of ${counted(minutes, "minute")} is reached.`;
      const limit = new RunnerError({ code: "run.time_limit", message });
      timer = setTimeout(() => controller.abort(limit), Math.max(0, minutes * 60_000 - usedMs));
      timer.unref();
    },
    dispose: (): void => clearTimeout(timer),
  };
}

/**
 * Runs `body` with a stopper for signals. The first signal stops the run and saves its work; the same signal again ends the
 * process at once. GitHub cancels a job with SIGINT, SIGTERM 7.5 s later and SIGKILL 2.5 s after that, so SIGTERM must not cut
 * short the saving. A stopped run has the signal's exit code, also where `body` throws.
 */
export async function withSignals(
  world: World,
  body: (stopper: Stopper) => Promise<number>,
  /** What the person who stops the run is told. */
  told = "the work so far will be in the bundle",
): Promise<number> {
  const stopper = createStopper();
  const handlers = Object.entries(STOP_SIGNALS).map(([name, code]) => {
    const signal = name as StopSignal;
    const onSignal = (): void => {
      if (stopper.stoppedBy() === signal) process.exit(code);
      if (stopper.stoppedBy() !== undefined) return;
      world.err(`\n${signal}: stopping; ${told}. Send it again to exit at once.\n`);
      stopper.interrupt(signal);
    };
    return { signal, onSignal };
  });
  for (const { signal, onSignal } of handlers) process.on(signal, onSignal);
  try {
    return await body(stopper);
  } catch (error) {
    const stoppedBy = stopper.stoppedBy();
    if (stoppedBy === undefined || !(error instanceof RunnerError && error.code === "run.interrupted")) throw error;
    return STOP_SIGNALS[stoppedBy];
  } finally {
    stopper.dispose();
    for (const { signal, onSignal } of handlers) process.off(signal, onSignal);
  }
}
