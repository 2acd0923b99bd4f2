/** The items of lists: tuples of older and newer JSON Schema, and lists that say nothing of their items. */

import type { JsonSchema } from "../../protocol/model.ts";
import { withWords } from "./values.ts";
import { isRecord } from "../../base/member.ts";

/**
 * A tuple: one schema for each item, what items behind them may be (false for none), and the other keywords. Of another place, what
 * stays of it.
 */
function tupleOf({ additionalItems, ...place }: JsonSchema) {
  const { items, prefixItems, ...rest } = place;
  const listed: unknown = Array.isArray(prefixItems) ? prefixItems : items;
  if (!Array.isArray(listed)) return { rest: place };
  return { listed: listed.filter(isRecord), others: Array.isArray(items) ? additionalItems : items, rest };
}

/** Writes a tuple as JSON Schema 2020-12 has it: the draft before had its schemas in `items`, and Anthropic and xAI refuse that. */
export function withPrefixItems(place: JsonSchema): JsonSchema {
  const { listed = [], others, rest } = tupleOf(place);
  if (listed.length === 0) return rest;
  return { ...rest, prefixItems: listed, ...(others === false || isRecord(others) ? { items: others } : {}) };
}

/** The same for Moonshot, which takes no `items` beside it. */
export function withBarePrefixItems(place: JsonSchema): JsonSchema {
  const made = withPrefixItems(place);
  const { items: _, ...bare } = made;
  return "prefixItems" in made ? bare : made;
}

/** Writes a tuple as a list whose items are any of its schemas, with their order in words: OpenAI and Gemini know no tuples. */
export function withListedItems(place: JsonSchema): JsonSchema {
  const { listed, others, rest } = tupleOf(place);
  if (listed === undefined) return rest;
  const all = [...listed, ...(isRecord(others) ? [others] : [])];
  const distinct = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  const [only = {}, ...more] = distinct;
  const made = {
    ...rest,
    items: more.length === 0 ? only : { anyOf: distinct },
    ...(others === false ? { maxItems: rest["maxItems"] ?? listed.length } : {}),
  };
  const types = listed.map(({ type }) => (typeof type === "string" ? type : "any value"));
  return new Set(types).size < 2 ? made : withWords(made, `The items in their order: ${types.join(", ")}.`);
}

/** Gives each list a schema of its items, without which OpenAI answers 400. */
export function withAnyItems(place: JsonSchema): JsonSchema {
  const { type } = place;
  const isList = type === "array" || (Array.isArray(type) && type.includes("array"));
  return isList && !isRecord(place["items"]) ? { ...place, items: {} } : place;
}
