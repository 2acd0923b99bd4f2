/** The limits in force: what the policy allows, lowered by flags. A flag that would raise a limit is refused, not ignored. */

import { configError } from "../../protocol/error.ts";
import {
  OWN_LIMIT_FIELDS,
  OWN_LIMITS,
  type Limits,
  type OwnLimitField,
  type OwnLimits,
} from "../../protocol/limits.ts";
import type { ChatModel } from "../../protocol/model.ts";

/** `option`: how people write one, before its name. Throws `config.invalid` when an override is above the policy's limit, or a fraction where things are counted. */
export function effectiveLimits(policy: Limits, overrides: OwnLimits, option = "--max-"): Limits {
  for (const field of OWN_LIMIT_FIELDS) {
    const { name, isWhole } = OWN_LIMITS[field];
    const flag = `${option}${name}`;
    const asked = overrides[field];
    const allowed = policy[field];
    // Half a step would be rounded up, above what was asked for.
    if (asked !== undefined && isWhole && !Number.isInteger(asked)) {
      throw configError(
        `${flag} ${asked} is not a whole number.`,
        `Give ${Math.max(1, Math.floor(asked))}, for example.`,
      );
    }
    if (asked === undefined || allowed === undefined || asked <= allowed) continue;
    throw configError(
      `${flag} ${asked} is above the policy's limit of ${allowed}.`,
      `Give ${allowed} or less, or raise the limit in the policy.`,
    );
  }
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return { ...policy, ...given };
}

export interface ResumedLimits {
  /** The policy's: the ceiling. */
  readonly policy: Limits;
  /** What the session had so far. */
  readonly session: Limits;
  readonly given: OwnLimits;
  /** The policy's now, which takes the place of the one that the session was judged by. */
  readonly raised?: Limits | undefined;
  readonly option?: string | undefined;
}

/** The limits of a session that goes on: its own, or what is asked for now, up to the policy's. Throws `config.invalid`. */
export function resumedLimits({ policy, session, given, raised, option }: ResumedLimits): Limits {
  const { ownCostUsd = session.costUsd } = session;
  const had: OwnLimits = { ...session, costUsd: ownCostUsd ?? undefined };
  const ownOf = (field: OwnLimitField): number | undefined => {
    const own = had[field];
    // What only the policy limited is limited by the newer one.
    if (own === undefined || (raised !== undefined && own === policy[field])) return raised?.[field];
    return Math.min(own, (raised ?? policy)[field] ?? own);
  };
  const own = Object.fromEntries(OWN_LIMIT_FIELDS.map((field) => [field, ownOf(field)]));
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return effectiveLimits(raised ?? policy, { ...own, ...asked }, option);
}

/** A money limit without a price cannot be held. Throws `config.invalid`. */
export function requirePrice({ name, costUsd }: Pick<ChatModel, "name" | "costUsd">, limits: Limits): void {
  if (limits.costUsd === undefined) return;
  if (costUsd({ input: 1, cacheRead: 0, cacheWrite: 0, output: 1 }) !== undefined) return;
  throw configError(
    `A limit of $${limits.costUsd} is set, but the price of ${name} is not known.`,
    `Say it in the policy: models: { "${name}": { price: { input: …, output: … } } }, in US dollars per million tokens; or choose a model of the catalog (\`kimi-runner models\`); or limit steps, minutes and tokens instead of money.`,
  );
}
