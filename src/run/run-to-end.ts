/** Runs a session from its first prompt to its end, whether it is new or resumed. */

import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "../base/clock.ts";
import { exitCode, type TurnStop } from "../protocol/outcome.ts";
import type { Assembly } from "./agent/assemble.ts";
import { withSessionHooks } from "./agent/hooks.ts";
import { fittingAnswer, type AnswerSchema } from "./agent/json-answer.ts";
import { executeText } from "./agent/run-prompt.ts";
import { finishRun } from "./end/finish.ts";
import type { RunEnd } from "./end/run-end.ts";
import type { RunParts } from "./agent/run-parts.ts";

interface EndParts extends RunParts {
  readonly assembly: Assembly;
  /** The JSON Schema that the answer must fit. */
  readonly schema?: AnswerSchema | undefined;
  readonly source: "startup" | "resume";
}

/** How long the end of a run waits for the ledger. A cancelled job has ten seconds for all of its end. */
const SETTLED_WITHIN_MS = 2_000;

/** Runs the first prompt and those that follow it, and ends the run. */
export async function runToEnd(first: (signal: AbortSignal) => Promise<TurnStop>, parts: EndParts): Promise<RunEnd> {
  const { session, bench, stopper, limits, spending, hooks } = parts;
  const beganAt = systemClock.now();
  stopper.limitTime(limits.minutes, parts.usedMs ?? 0);
  bench.onWarning((text) => void session.emit({ type: "warning", text }).catch(() => {})); // a journal that cannot be written fails again at the next event
  hooks.opened?.(parts);
  const [turns] = await Promise.allSettled([runTurns(first, parts)]);
  const { change, keepsCheckout } = parts;
  const totals = spending.settle();
  // After the end is recorded, no resume could settle what a kill left reserved.
  await Promise.race([totals, delay(SETTLED_WITHIN_MS, undefined, { ref: false })]);
  const ended = await finishRun({ session, bench, change, end: turns, keepsCheckout });
  const { outcome, isWithheld } = ended;
  const { begin, held } = session.state();
  const end = {
    outcome,
    exitCode: exitCode(outcome.outcome, stopper.stoppedBy()),
    bundle: session.bundle,
    sessionId: begin?.sessionId ?? "",
    held,
    isWithheld,
    totals: await totals,
    beganAt,
  };
  const met = await hooks.deliver?.(end, parts);
  if (met === undefined) return end;
  return { ...end, outcome: { ...outcome, ...met }, exitCode: exitCode(met.outcome, stopper.stoppedBy()) };
}

async function runTurns(first: (signal: AbortSignal) => Promise<TurnStop>, parts: EndParts): Promise<TurnStop> {
  const { assembly, session, stopper, schema, source } = parts;
  const { signal } = stopper;
  const { streamInput } = parts.hooks;
  if (parts.failure !== undefined) throw parts.failure;
  const next = (prompt: string, turnSignal: AbortSignal): Promise<TurnStop> => executeText(prompt, parts, turnSignal);
  return withSessionHooks(assembly.hooks, source, async () => {
    const { context, redact } = session;
    if (streamInput !== undefined) return await streamInput.runPrompts({ first, next, context, signal, redact });
    const stop = await first(signal);
    return schema === undefined ? stop : await fittingAnswer(stop, schema, (prompt) => next(prompt, signal));
  });
}
