/** What the days of the catalog mean on a day: models that end, and a list that is old. */

import { configError } from "../../protocol/error.ts";
import { CATALOG_DAY } from "./catalog.ts";
import { familyOf, KNOWN_MODELS, type KnownModel } from "./known-models.ts";

const DAY_MS = 86_400_000;
/** Time to test another model before the provider refuses this one. */
const ENDS_SOON_DAYS = 30;
/** Providers change prices and retire models within a few months. */
const OLD_DAYS = 60;

/** Whole days from one day, YYYY-MM-DD, to another time. */
function daysSince(day: string, now: number): number {
  return Math.floor((now - Date.parse(day)) / DAY_MS);
}

export function hasEnded({ ends }: Pick<KnownModel, "ends">, now: number): boolean {
  return ends !== undefined && daysSince(ends, now) >= 0;
}

/** The nearest model of the same provider that stays; of the same family if there is one. */
function nearestOf({ name }: KnownModel): string {
  const provider = name.slice(0, name.indexOf("/") + 1);
  const stays = KNOWN_MODELS.filter((known) => known.name.startsWith(provider) && known.ends === undefined);
  const near = stays.find((known) => familyOf(known.name) === familyOf(name)) ?? stays[0];
  return near === undefined ? "" : ` The nearest one that stays is ${near.name}.`;
}

/** A warning about a model that its provider retires within a month. */
export function endNote(known: KnownModel, now: number): string | undefined {
  const { name, ends } = known;
  if (ends === undefined || hasEnded(known, now) || -daysSince(ends, now) > ENDS_SOON_DAYS) return undefined;
  return `${name} ends on ${ends}: its provider refuses it from that day on.${nearestOf(known)}`;
}

/** Throws `config.invalid` for a model that its provider has retired. */
export function requireNotEnded(known: KnownModel, now: number): void {
  if (!hasEnded(known, now)) return;
  throw configError(
    `${known.name} was retired on ${known.ends ?? ""}: its provider no longer serves it.`,
    `${nearestOf(known).trim()} If it is still served, the policy can say so: models: { "${known.name}": { window: ${known.window} } }.`.trim(),
  );
}

/** A warning about a list that is older than two months. */
export function ageNote(now: number): string | undefined {
  const days = daysSince(CATALOG_DAY, now);
  if (days <= OLD_DAYS) return undefined;
  return `The catalog of models is from ${CATALOG_DAY}, ${days} days ago. Limits of money use its prices, which may have changed since. Update kimi-runner, or set the price in the policy.`;
}
