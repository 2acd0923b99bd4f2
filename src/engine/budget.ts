/**
 * What the run may still use. It counts calls, tokens and money across resumes and reserves before every model call. The cap of
 * the answer keeps the call within the limits.
 */

import type { Clock } from "../base/clock.ts";
import type { Budget, Reservation } from "../protocol/budget.ts";
import type { Limits } from "../protocol/limits.ts";
import { addUsage, NO_USAGE, totalTokens, type ChatModel, type TokenUsage } from "../protocol/model.ts";
import { MAIN_AGENT, type Spent } from "../protocol/turn.ts";
import type { PressedLimit } from "../protocol/wire.ts";

/** A shorter answer is cut off before it contains a useful tool call, so the run stops instead. */
const MIN_ANSWER_TOKENS = 256;
/** Estimates are off by up to a third until a first count of the provider calibrates them. */
const UNCALIBRATED = 1.5;
const HEADROOM = 1.05;

/** With less room for its answer a call waits for the calls of other agents, which rarely use all of their reservations. */
const ROOMY_ANSWER_TOKENS = 4096;

/** Used share of a limit at which the model is warned. Kimi's number. */
const PRESSED_SHARE = 0.75;
/** A smaller limit of steps was set for a short task. None of its steps is used for closing words. */
const MIN_CLOSING_STEPS = 10;
/** Time at the end of the run that is reserved for closing words, and its largest share of the time limit. */
const CLOSING_MS = 45_000;
const MAX_CLOSING_SHARE = 0.05;

export interface BudgetOptions {
  readonly limits: Limits;
  /** What earlier processes of the session spent. */
  readonly spent: Spent;
  readonly model: Pick<ChatModel, "costUsd" | "maxOutputTokens">;
  readonly clock: Pick<Clock, "monotonic">;
  /** Working time of earlier processes of the session. */
  readonly usedMs?: number | undefined;
}

/** Creates a budget, whose clock starts now. */
export function createBudget({ limits, spent, model, clock, usedMs = 0 }: BudgetOptions): Budget {
  let { steps, usage, costUsd, denials } = spent;
  let calibration = UNCALIBRATED;
  const began = clock.monotonic() - usedMs;
  /** Limits that each agent was warned about. A repeated subagent starts without warnings. */
  const named = new Map([[MAIN_AGENT, new Set(spent.pressed)]]);
  /** Steps before the last one, which the closing words take. */
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

  /** The most that each running call may use. */
  const open = new Map<Reservation, { readonly tokens: number; readonly costUsd: number }>();
  let wake: (() => void)[] = [];
  const totalReserved = (what: "tokens" | "costUsd"): number =>
    [...open.values()].reduce((sum, call) => sum + call[what], 0);

  const outputCap = (promptTokens: number): { readonly tokens: number; readonly by: "limit_cost" | "limit_tokens" } => {
    const byTokens =
      limits.tokens === undefined
        ? Infinity
        : limits.tokens - totalTokens(usage) - totalReserved("tokens") - promptTokens;
    const byCost =
      limits.costUsd === undefined
        ? Infinity
        : affordableTokens(limits.costUsd - costUsd - totalReserved("costUsd"), promptTokens, model);
    return byCost < byTokens ? { tokens: byCost, by: "limit_cost" } : { tokens: byTokens, by: "limit_tokens" };
  };

  const promptOf = (estimatedTokens: number): number => Math.ceil(estimatedTokens * calibration * HEADROOM);

  /** Nothing is awaited between the check and the reservation. */
  const reserveMore: Budget["reserveMore"] = async (estimatedPromptTokens) => {
    const roomy = Math.min(ROOMY_ANSWER_TOKENS, model.maxOutputTokens);
    const capNow = (): ReturnType<typeof outputCap> => outputCap(promptOf(estimatedPromptTokens));
    let cap = capNow();
    while (cap.tokens < roomy && open.size > 0) {
      await new Promise<void>((done) => wake.push(done));
      cap = capNow();
    }
    if (cap.tokens < MIN_ANSWER_TOKENS) return { stop: cap.by, reason: spentReason(cap.by, limits, usage, costUsd) };
    const reserved = cap.tokens < model.maxOutputTokens ? { maxOutputTokens: cap.tokens } : {};
    if (estimatedPromptTokens > 0) {
      const [prompt, output] = [promptOf(estimatedPromptTokens), Math.min(cap.tokens, model.maxOutputTokens)];
      const answerUsd = model.costUsd({ ...NO_USAGE, output }) ?? 0;
      open.set(reserved, { tokens: prompt + output, costUsd: promptCost(prompt, model) + answerUsd });
    }
    return reserved;
  };

  return {
    hasStep: () => steps < workSteps && elapsedMs() < workMs,
    reserve: async (estimatedPromptTokens) => {
      if (steps >= workSteps) {
        return { stop: "limit_steps", reason: `The limit of ${limits.steps} model calls is reached.` };
      }
      if (elapsedMs() >= workMs) {
        return { stop: "limit_time", reason: `The time limit of ${limits.minutes} minutes is reached.` };
      }
      steps += 1;
      const reserved = await reserveMore(estimatedPromptTokens);
      if ("stop" in reserved) steps -= 1;
      return reserved;
    },
    reserveMore,
    reserveClosing: async (estimatedPromptTokens) => {
      if (workSteps === limits.steps || steps >= limits.steps) return undefined;
      const reserved = await reserveMore(estimatedPromptTokens);
      if ("stop" in reserved) return undefined;
      steps += 1;
      return reserved;
    },
    settle: (callUsage, estimatedPromptTokens) => {
      const promptTokens = callUsage.input + callUsage.cacheRead + callUsage.cacheWrite;
      if (estimatedPromptTokens > 0) calibration = Math.max(1, promptTokens / estimatedPromptTokens);
      const cost = model.costUsd(callUsage);
      usage = addUsage(usage, callUsage);
      costUsd += cost ?? 0;
      return cost;
    },
    release: (reserved) => {
      if (!open.delete(reserved)) return;
      for (const done of wake) done();
      wake = [];
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
  steps: (left, most) => `${left} of ${most} model calls`,
  minutes: (left, most) => `${Math.round(left)} of ${most} minutes`,
  cost: (left, most) => `$${left.toFixed(2)} of $${most}`,
  tokens: (left, most) => `${left} of ${most} tokens`,
};

/** The most that a prompt may cost: nothing is cached, and writing it to the cache counts where that is dearer. */
function promptCost(tokens: number, model: Pick<ChatModel, "costUsd">): number {
  const usages = [{ input: tokens }, { cacheWrite: tokens }].map((part) => ({ ...NO_USAGE, ...part }));
  return Math.max(...usages.map((one) => model.costUsd(one) ?? 0));
}

/** Output tokens that `leftUsd` pays for after a prompt of `promptTokens`. */
function affordableTokens(leftUsd: number, promptTokens: number, model: Pick<ChatModel, "costUsd">): number {
  const promptUsd = promptCost(promptTokens, model);
  const millionUsd = model.costUsd({ ...NO_USAGE, output: 1_000_000 }) ?? 0;
  if (millionUsd === 0) return promptUsd <= leftUsd ? Infinity : 0;
  return Math.floor(((leftUsd - promptUsd) / millionUsd) * 1_000_000);
}

function spentReason(by: "limit_cost" | "limit_tokens", limits: Limits, usage: TokenUsage, costUsd: number): string {
  return by === "limit_cost"
    ? `The next model call could pass the limit of $${limits.costUsd}; $${costUsd.toFixed(4)} is spent.`
    : `The next model call could pass the limit of ${limits.tokens} tokens; ${totalTokens(usage)} are used.`;
}
