/** The budget of a run, across resumes. Every attempt reserves the most that it can use before it is sent. */

import { counted, money } from "../base/words.ts";
import type { Clock } from "../base/clock.ts";
import type { AttemptUse, AttemptRequest, Budget, Reservation } from "../protocol/budget.ts";
import type { Limits } from "../protocol/limits.ts";
import { addUsage, NO_USAGE, totalTokens, type Charge, type TokenUsage, type ChatModel } from "../protocol/model.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Tally } from "../protocol/tally.ts";
import { MAIN_AGENT, type Spent } from "../protocol/turn.ts";
import type { PressedLimit } from "../protocol/wire.ts";

/** An answer with a lower cap would be cut off before a useful tool call is complete, so the run stops instead. */
const MIN_ANSWER_TOKENS = 256;
/** Factor for estimates, which are off by up to a third, until a first count of the provider calibrates them. */
const UNCALIBRATED = 1.5;
const HEADROOM = 1.05;
/** With less room for its answer, an attempt waits for those of other agents, which rarely use all that they reserved. */
const ROOMY_ANSWER_TOKENS = 4096;

/** Used share of a limit at which the model is warned. Kimi's number. */
const PRESSED_SHARE = 0.75;
/** A smaller limit of steps is meant for a short task, so that none of its steps is used for closing words. */
const MIN_CLOSING_STEPS = 10;
/** Time at the end of the run for closing words, and its largest share of the time limit. */
const CLOSING_MS = 45_000;
const MAX_CLOSING_SHARE = 0.05;

interface BudgetOptions {
  readonly limits: Limits;
  /** What earlier processes of the session spent. */
  readonly spent: Pick<Tally, "steps" | "usage" | "costUsd"> & Pick<Spent, "denials" | "pressed">;
  readonly clock: Pick<Clock, "monotonic">;
  /** Working time of earlier processes of the session. */
  readonly usedMs?: number | undefined;
}

/** Creates a budget, whose clock starts now. */
export function createBudget({ limits, spent, clock, usedMs = 0 }: BudgetOptions): Budget {
  let { steps, usage, costUsd, denials } = spent;
  let calibration = UNCALIBRATED;
  const began = clock.monotonic() - usedMs;
  /** Limits that each agent was warned about. A subagent that is started again has none. */
  const named = new Map([[MAIN_AGENT, new Set(spent.pressed)]]);
  /** Steps for work; the last one is for the closing words. */
  const workSteps = limits.steps >= MIN_CLOSING_STEPS ? limits.steps - 1 : limits.steps;
  const limitMs = limits.minutes * 60_000;
  const workMs = limitMs - Math.min(CLOSING_MS, limitMs * MAX_CLOSING_SHARE);
  const elapsedMs = (): number => clock.monotonic() - began;

  const used = (): Readonly<Record<PressedLimit, readonly [number, number | undefined]>> => ({
    steps: [steps, limits.steps >= MIN_CLOSING_STEPS ? limits.steps : undefined],
    minutes: [elapsedMs() / 60_000, limits.minutes],
    cost: [costUsd, limits.costUsd],
    tokens: [totalTokens(usage), limits.tokens],
  });

  const open = new Set<Reservation>();
  let wake: (() => void)[] = [];

  const outputCap = ({ model, nextStepTokens = 0 }: AttemptRequest, prompt: number): Cap => {
    const promptTokens = prompt + promptOf(nextStepTokens);
    const reserved = [...open];
    const reservedTokens = reserved.reduce((sum, call) => sum + totalTokens(call.usage), 0);
    const reservedUsd = reserved.reduce((sum, call) => sum + (call.costUsd ?? 0), 0);
    const byTokens =
      limits.tokens === undefined ? Infinity : limits.tokens - totalTokens(usage) - reservedTokens - promptTokens;
    const byCost =
      limits.costUsd === undefined
        ? Infinity
        : affordableTokens(limits.costUsd - costUsd - reservedUsd, promptTokens, model);
    return byCost < byTokens ? { tokens: byCost, by: "limit_cost" } : { tokens: byTokens, by: "limit_tokens" };
  };

  const spentStop = (stop: Cap["by"]): TurnStop => ({
    stop,
    reason:
      stop === "limit_cost"
        ? `The next model call could pass the limit of ${money(limits.costUsd ?? 0)}; ${money(costUsd)} is spent.`
        : `The next model call could pass the limit of ${limits.tokens} tokens; ${totalTokens(usage)} are used.`,
  });

  const promptOf = (estimatedTokens: number): number => Math.ceil(estimatedTokens * calibration * HEADROOM);

  /** Reserves money and tokens. Nothing is awaited between the check and the reservation. */
  const reserveAnswer = async (request: AttemptRequest): Promise<Reservation | TurnStop> => {
    const { model } = request;
    const raised = request.isRaised === true ? model.raisedOutputTokens : undefined;
    const most = Math.min(raised ?? model.maxOutputTokens, request.maxOutputTokens ?? Infinity);
    let prompt = promptOf(request.promptTokens);
    let cap = outputCap(request, prompt);
    while (cap.tokens < Math.min(ROOMY_ANSWER_TOKENS, most) && open.size > 0) {
      await new Promise<void>((done) => wake.push(done));
      prompt = promptOf(request.promptTokens);
      cap = outputCap(request, prompt);
    }
    if (cap.tokens < MIN_ANSWER_TOKENS) return spentStop(cap.by);
    const output = Math.min(cap.tokens, most);
    const reserved: Reservation = {
      request,
      usage: { ...costliestPrompt(prompt, model), output },
      costUsd: highestCost(prompt, output, model),
      ...(output === model.maxOutputTokens ? {} : { maxOutputTokens: output }),
    };
    open.add(reserved);
    return reserved;
  };

  const stopOf = ({ purpose, nextStepTokens = 0 }: AttemptRequest): TurnStop | undefined => {
    const requests = purpose === "summary" && nextStepTokens > 0 ? 2 : 1;
    const most = purpose !== "closing" ? workSteps : workSteps < limits.steps ? limits.steps : 0;
    if (steps + requests > most) {
      return { stop: "limit_steps", reason: `The limit of ${counted(limits.steps, "model call")} is reached.` };
    }
    const mostMs = purpose === "closing" ? limitMs : workMs;
    if (purpose === "summary" || elapsedMs() < mostMs) return undefined;
    return { stop: "limit_time", reason: `The time limit of ${counted(limits.minutes, "minute")} is reached.` };
  };

  /** What the provider did not count is charged as it was reserved, because an estimate may be too low, and never below it. */
  const chargeOf = (reserved: Reservation, use: AttemptUse): TokenUsage => {
    const { usage: counted, estimated = [] } = use;
    if (estimated.length === 0) return counted;
    const { output: most, ...prompt } = reserved.usage;
    const output = Math.max(counted.output, Math.min(most, promptOf(counted.output)));
    const answer = estimated.includes("answer") ? { output } : {};
    return { ...counted, ...(estimated.includes("prompt") ? prompt : {}), ...answer };
  };

  const calibrate = ({ request }: Reservation, { usage: counted, estimated = [], contextTokens }: AttemptUse): void => {
    const { input, cacheRead, cacheWrite } = counted;
    const tokens = input + cacheRead + cacheWrite;
    const isCounted = contextTokens === undefined && !estimated.includes("prompt") && request.promptTokens > 0;
    // A count that fills the window was cut to it, so it cannot calibrate estimates.
    if (isCounted && tokens < request.model.window) calibration = Math.max(1, tokens / request.promptTokens);
  };

  return {
    allowsSummary: () => steps + 2 <= workSteps && elapsedMs() < workMs,
    reserve: async (request) => {
      const stop = stopOf(request);
      if (stop !== undefined) return stop;
      steps += 1;
      const reserved = await reserveAnswer(request);
      if ("stop" in reserved) steps -= 1;
      return reserved;
    },
    settle: (reserved, use): Charge => {
      open.delete(reserved);
      for (const done of wake) done();
      wake = [];
      if (use?.isFree === true) {
        steps -= 1;
        return { usage: NO_USAGE, costUsd: 0 };
      }
      if (use !== undefined) calibrate(reserved, use);
      const charge = use === undefined ? reserved.usage : chargeOf(reserved, use);
      const cost = use === undefined ? reserved.costUsd : costOf(reserved, use, charge);
      usage = addUsage(usage, charge);
      costUsd += cost ?? 0;
      return { usage: charge, costUsd: cost };
    },
    deny: () => {
      denials += 1;
    },
    denials: () => denials,
    pressed: (agentId) => {
      const told = named.get(agentId) ?? new Set();
      const now = (Object.entries(used()) as [PressedLimit, readonly [number, number | undefined]][])
        .filter(([limit, [amount, most]]) => most !== undefined && amount >= most * PRESSED_SHARE && !told.has(limit))
        .map(([limit]) => limit);
      named.set(agentId, new Set([...told, ...now]));
      return now;
    },
    left: (limit) => {
      const [amount, most = Infinity] = used()[limit];
      return LEFT[limit](Math.max(0, most - amount), most);
    },
  };
}

const LEFT: Readonly<Record<PressedLimit, (left: number, most: number) => string>> = {
  steps: (left, most) => `${left} of ${counted(most, "model call")}`,
  minutes: (left, most) => `${Math.round(left)} of ${counted(most, "minute")}`,
  cost: (left, most) => `${money(left)} of ${money(most)}`,
  tokens: (left, most) => `${left} of ${most} tokens`,
};

interface Cap {
  readonly tokens: number;
  readonly by: "limit_cost" | "limit_tokens";
}

/** A stated cost is ignored if it differs from the known price by more than this factor. */
const STATED_SHARE = 10;
/** The highest stated cost that is accepted without a known price: more than a full window of the dearest model costs. */
const MAX_STATED_USD = 100;

type Priced = Pick<ChatModel, "costUsd">;

/** The cost that the provider states, if it is plausible; otherwise the cost of the tokens. */
function costOf({ request }: Reservation, { costUsd: stated }: AttemptUse, charge: TokenUsage): number | undefined {
  const known = request.model.costUsd(charge);
  if (stated === undefined) return known;
  if (known === undefined) return stated <= MAX_STATED_USD ? stated : undefined;
  return stated >= known / STATED_SHARE && stated <= known * STATED_SHARE ? stated : known;
}

/** The most that an attempt may cost; undefined when the price is not known. */
function highestCost(prompt: number, output: number, model: Priced): number | undefined {
  return model.costUsd(NO_USAGE) === undefined
    ? undefined
    : promptCost(prompt, model) + answerCost(prompt, output, model);
}

/** The usage of a prompt in the most expensive case: nothing is cached, and all is written to the cache if that costs more. */
function costliestPrompt(tokens: number, { costUsd }: Priced): TokenUsage {
  const plain = { ...NO_USAGE, input: tokens };
  const written = { ...NO_USAGE, cacheWrite: tokens };
  return (costUsd(written) ?? 0) > (costUsd(plain) ?? 0) ? written : plain;
}

function promptCost(tokens: number, model: Priced): number {
  return model.costUsd(costliestPrompt(tokens, model)) ?? 0;
}

/** The cost of an answer alone. Some models charge more for it after a long prompt. */
function answerCost(prompt: number, output: number, model: Priced): number {
  const asked = { ...NO_USAGE, input: prompt };
  return (model.costUsd({ ...asked, output }) ?? 0) - (model.costUsd(asked) ?? 0);
}

/** The number of output tokens that `leftUsd` pays for after a prompt of `promptTokens`. */
function affordableTokens(leftUsd: number, promptTokens: number, model: Priced): number {
  const promptUsd = promptCost(promptTokens, model);
  const millionUsd = answerCost(promptTokens, 1_000_000, model);
  if (millionUsd === 0) return promptUsd <= leftUsd ? Infinity : 0;
  return Math.floor(((leftUsd - promptUsd) / millionUsd) * 1_000_000);
}
