/** The limits in force: what the policy allows, lowered by flags. A flag that would raise a limit is refused, not ignored. */

import { RunnerError } from "../../protocol/error.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { ChatModel } from "../../protocol/model.ts";
import type { LimitOverrides } from "./request.ts";

const FLAGS = {
  steps: "--max-steps",
  minutes: "--max-minutes",
  costUsd: "--max-cost",
  tokens: "--max-tokens",
} as const;

/** Counted, not measured: half a step would be rounded up, above what was asked for. */
const WHOLE: ReadonlySet<string> = new Set(["steps", "tokens"]);

/** Throws `config.invalid` when an override is above the policy's limit, or a fraction where things are counted. */
export function effectiveLimits(policy: Limits, overrides: LimitOverrides): Limits {
  for (const name of Object.keys(FLAGS) as (keyof typeof FLAGS)[]) {
    const asked = overrides[name];
    const allowed = policy[name];
    if (asked !== undefined && WHOLE.has(name) && !Number.isInteger(asked)) {
      throw new RunnerError({
        code: "config.invalid",
        message: `${FLAGS[name]} ${asked} is not a whole number.`,
        hint: `Give ${Math.max(1, Math.floor(asked))}, for example.`,
      });
    }
    if (asked === undefined || allowed === undefined || asked <= allowed) continue;
    throw new RunnerError({
      code: "config.invalid",
      message: `${FLAGS[name]} ${asked} is above the policy's limit of ${allowed}.`,
      hint: `Give ${allowed} or less, or raise the limit in the policy.`,
    });
  }
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return { ...policy, ...given };
}

export interface ResumedLimits {
  /** The policy's: the ceiling. */
  readonly policy: Limits;
  /** What the session had so far. */
  readonly session: Limits;
  readonly given: LimitOverrides;
}

/** The limits of a session that goes on: its own, or what is asked for now, up to the policy's. Throws `config.invalid`. */
export function resumedLimits({ policy, session, given }: ResumedLimits): Limits {
  const { steps, minutes, tokens, ownCostUsd = session.costUsd } = session;
  const own = { steps, minutes, costUsd: ownCostUsd ?? undefined, tokens };
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return effectiveLimits(policy, { ...own, ...asked });
}

/** A money limit without a price cannot be held. Throws `config.invalid`. */
export function requirePrice({ name, costUsd }: Pick<ChatModel, "name" | "costUsd">, limits: Limits): void {
  if (limits.costUsd === undefined) return;
  if (costUsd({ input: 1, cacheRead: 0, cacheWrite: 0, output: 1 }) !== undefined) return;
  throw new RunnerError({
    code: "config.invalid",
    message: `A limit of $${limits.costUsd} is set, but the price of ${name} is not known.`,
    hint: "Choose a model of the catalog (`kimi-runner models`), or limit steps, minutes and tokens instead of money.",
  });
}
