/** The limits in force: what the policy allows, lowered by flags. A flag that would raise a limit is refused, not ignored. */

import { definedMembers } from "../../base/member.ts";
import { configError } from "../../protocol/error.ts";
import {
  OWN_LIMIT_FIELDS,
  OWN_LIMITS,
  type Limits,
  type OwnLimitField,
  type OwnLimits,
} from "../../protocol/limits.ts";
import type { ChatModel } from "../../protocol/model.ts";

/** `option` is what people write before a limit's name. Throws `config.invalid` for a limit above the policy's, or a fraction of what is counted. */
export function effectiveLimits(policy: Limits, overrides: OwnLimits, option = "--max-"): Limits {
  for (const field of OWN_LIMIT_FIELDS) {
    const { name, isWhole } = OWN_LIMITS[field];
    const flag = `${option}${name}`;
    const asked = overrides[field];
    const allowed = policy[field];
    // Half a step would be rounded up, to more than was asked for.
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
  return { ...policy, ...(definedMembers(overrides) as Readonly<Record<string, number>>) };
}

export interface ResumedLimits {
  /** The policy's: the ceiling. */
  readonly policy: Limits;
  /** The limits that the session has had. */
  readonly session: Limits;
  readonly given: OwnLimits;
  /** The limits of the newer policy, where it replaces the one that the session began with. */
  readonly raised?: Limits | undefined;
  readonly option?: string | undefined;
}

/** The limits of a resumed session: its own, or those that are asked for now, up to the policy's. Throws `config.invalid`. */
export function resumedLimits({ policy, session, given, raised, option }: ResumedLimits): Limits {
  const { ownCostUsd = session.costUsd } = session;
  const had: OwnLimits = { ...session, costUsd: ownCostUsd ?? undefined };
  const ownOf = (field: OwnLimitField): number | undefined => {
    const own = had[field];
    // A limit that came from the policy alone comes from the newer policy.
    if (own === undefined || (raised !== undefined && own === policy[field])) return raised?.[field];
    return Math.min(own, (raised ?? policy)[field] ?? own);
  };
  const own = Object.fromEntries(OWN_LIMIT_FIELDS.map((field) => [field, ownOf(field)]));
  return effectiveLimits(raised ?? policy, { ...own, ...definedMembers(given) }, option);
}

/** Throws `config.invalid` for a limit of money where the price of the model is not known. */
export function requirePrice({ name, costUsd }: Pick<ChatModel, "name" | "costUsd">, limits: Limits): void {
  if (limits.costUsd === undefined) return;
  if (costUsd({ input: 1, cacheRead: 0, cacheWrite: 0, output: 1 }) !== undefined) return;
  throw configError(
    `A limit of $${limits.costUsd} is set, but the price of ${name} is not known.`,
    `Set it in the policy: models: { "${name}": { price: { input: …, output: … } } }, in US dollars per million tokens; or choose a model of the catalog (\`kimi-runner models\`); or limit steps, minutes and tokens instead of money.`,
  );
}
