/** The one abort signal of a run: a signal from outside, or the wall clock. */

import { counted } from "../../base/words.ts";
import { RunnerError } from "../../protocol/error.ts";
import { STOP_SIGNALS, type StopSignal } from "../../protocol/outcome.ts";
import type { World } from "./request.ts";

export interface Stopper {
  readonly signal: AbortSignal;
  /** Which signal stopped the run, for its exit code. */
  readonly stoppedBy: () => StopSignal | undefined;
  readonly interrupt: (signal: StopSignal) => void;
  /** Stops the run for this reason, as a signal would. */
  readonly stop: (reason: string) => void;
  /** Arms the wall clock; the run has used `usedMs` of it. */
  readonly limitTime: (minutes: number, usedMs: number) => void;
  readonly dispose: () => void;
}

export function createStopper(): Stopper {
  const controller = new AbortController();
  let stoppedBy: StopSignal | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    stoppedBy: () => stoppedBy,
    interrupt: (signal) => {
      stoppedBy ??= signal;
      controller.abort(new RunnerError({ code: "run.interrupted", message: `Stopped by ${signal}.` }));
    },
    stop: (reason) => controller.abort(new RunnerError({ code: "run.interrupted", message: reason })),
    limitTime: (minutes, usedMs) => {
      const limit = new RunnerError({
        code: "run.time_limit",
        message: `The limit of ${counted(minutes, "minute")} is reached.`,
      });
      timer = setTimeout(() => controller.abort(limit), Math.max(0, minutes * 60_000 - usedMs));
      timer.unref();
    },
    dispose: () => clearTimeout(timer),
  };
}

/**
 * Runs `body` with a stopper that signals stop: the first with the work saved, the same once more at once. GitHub cancels a job
 * with SIGINT, SIGTERM 7.5 s later and the end 2.5 s after that: what must be saved has all the ten seconds. What was stopped by one
 * ends with its code, also where the body could only throw.
 */
export async function withSignals(
  world: World,
  body: (stopper: Stopper) => Promise<number>,
  /** What the person who stops it is told. */
  told = "the work so far will be in the bundle",
): Promise<number> {
  const stopper = createStopper();
  const handlers = Object.entries(STOP_SIGNALS).map(([name, code]) => {
    const signal = name as StopSignal;
    const onSignal = (): void => {
      if (stopper.stoppedBy() === signal) process.exit(code);
      if (stopper.stoppedBy() !== undefined) return;
      world.err(`\n${signal}: stopping; ${told}. Once more to leave at once.\n`);
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
