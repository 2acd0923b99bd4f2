/** The combinations of a matrix, and values of a workflow as mappings and lists. */

import { isRecord, member } from "../base/member.ts";

const MAX_COMBINATIONS = 40;
/** Values read of one list: more than the combinations that are looked at. */
const MAX_VALUES = 256;

/** The key of a combination of which an earlier job decides a part. */
export const NOT_KNOWN = "*";

/** What a matrix runs: the product of its lists, without `exclude`, and with `include`. */
export function combinationsOf(matrix: unknown): readonly Readonly<Record<string, unknown>>[] {
  const lists = Object.entries(mapOf(matrix)).flatMap(([key, values]) =>
    key !== "include" && key !== "exclude" && Array.isArray(values) ? [[key, values as unknown[]] as const] : [],
  );
  let all: Record<string, unknown>[] = lists.length === 0 ? [] : [{}];
  for (const [key, values] of lists) {
    const some = values.slice(0, MAX_VALUES);
    all = all.flatMap((one) => some.map((value) => ({ ...one, [key]: value }))).slice(0, MAX_COMBINATIONS * 4);
  }
  const matches = (one: object, other: object): boolean =>
    Object.entries(other).every(([key, value]) => textOf(member(one, key)) === textOf(value));
  const excluded = arrayOf(member(matrix, "exclude"));
  all = all.filter((one) => !excluded.some((other) => matches(one, other)));
  const keys = new Set(lists.map(([key]) => key));
  const original = [...all];
  for (const extra of arrayOf(member(matrix, "include"))) {
    const shared = Object.fromEntries(Object.entries(extra).filter(([key]) => keys.has(key)));
    const fitting = original.filter((one) => matches(one, shared));
    if (fitting.length === 0) all.push({ ...extra });
    else for (const one of fitting) for (const [key, value] of Object.entries(extra)) one[key] ??= value;
  }
  const isDecidedLater = [matrix, ...Object.values(mapOf(matrix))].some((one) => typeof one === "string");
  const rest = isDecidedLater ? { [NOT_KNOWN]: true } : {};
  return (all.length === 0 ? [{}] : all.slice(0, MAX_COMBINATIONS)).map((one) => ({ ...one, ...rest }));
}

/** A quoted number is the number. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function arrayOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
