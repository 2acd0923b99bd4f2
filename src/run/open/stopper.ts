/** The one abort signal of a run: a signal from outside, or the wall clock. */

import { RunnerError } from "../../protocol/error.ts";
import type { World } from "./request.ts";

export interface Stopper {
  readonly signal: AbortSignal;
  /** Which signal stopped the run, for its exit code. */
  readonly stoppedBy: () => "SIGINT" | "SIGTERM" | undefined;
  readonly interrupt: (signal: "SIGINT" | "SIGTERM") => void;
  /** Stops the run for this reason, as a signal would. */
  readonly stop: (reason: string) => void;
  /** Arms the wall clock; the run has used `usedMs` of it. */
  readonly limitTime: (minutes: number, usedMs: number) => void;
  readonly dispose: () => void;
}

export function createStopper(): Stopper {
  const controller = new AbortController();
  let stoppedBy: "SIGINT" | "SIGTERM" | undefined;
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
      const limit = new RunnerError({ code: "run.time_limit", message: `The limit of ${minutes} minutes is reached.` });
      timer = setTimeout(() => controller.abort(limit), Math.max(0, minutes * 60_000 - usedMs));
      timer.unref();
    },
    dispose: () => clearTimeout(timer),
  };
}

/**
 * Runs `body` with a stopper that SIGINT and SIGTERM stop: the first with the work saved, the same once more at once. GitHub
 * cancels a job with SIGINT, SIGTERM 7.5 s later and the end 2.5 s after that: what must be saved has all the ten seconds.
 */
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
