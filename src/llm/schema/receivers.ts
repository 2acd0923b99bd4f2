/**
 * Schemas of tools in the form that each receiver accepts. What a receiver does not understand is left out, so that its schema may
 * allow more than the tool's. The tool's own schema judges the arguments.
 */

import type { JsonSchema, ToolSpec } from "../../protocol/model.ts";
import { withGeminiChoice, withGeminiKeywords, withGeminiNull, withGeminiType } from "./gemini.ts";
import { isFields } from "../wire/wire-value.ts";
import { inlined } from "./inline.ts";
import { hasType, withType } from "./types.ts";

/**
 * `plain`: JSON Schema without references, and without a choice at the root. `moonshot`: in addition a type at every place.
 * `gemini`: a subset of OpenAPI 3.0.
 */
export type SchemaReceiver = "plain" | "moonshot" | "gemini";

/** Rewrites one place of a schema. */
type Rewrite = (place: JsonSchema) => JsonSchema;

/** Rewrites that come before those of the inner places. */
const FIRST: Partial<Record<SchemaReceiver, Rewrite>> = { gemini: withGeminiNull };

/** Rewrites that come after those of the inner places. */
const REWRITES: Readonly<Record<SchemaReceiver, readonly Rewrite[]>> = {
  plain: [],
  moonshot: [withTuples, withMergedParts, withTypesInBranches, withType],
  gemini: [withMergedParts, withGeminiChoice, withGeminiType, withGeminiKeywords],
};

const fitted = new Map<SchemaReceiver, WeakMap<JsonSchema, JsonSchema>>();

/** The parameters of a tool for a receiver. The same tool gives the same object. */
export function parametersFor({ parameters }: Pick<ToolSpec, "parameters">, receiver: SchemaReceiver): JsonSchema {
  const known = fitted.get(receiver) ?? new WeakMap<JsonSchema, JsonSchema>();
  fitted.set(receiver, known);
  const before = known.get(parameters);
  if (before !== undefined) return before;
  const made = rewritten(asObject(inlined(parameters)), receiver);
  known.set(parameters, made);
  return made;
}

/** Makes the root an object with properties, without a choice, as every receiver demands. */
function asObject(root: JsonSchema): JsonSchema {
  const { anyOf, oneOf, allOf, ...rest } = root;
  const choices = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isFields) : []));
  const all = Array.isArray(allOf) ? allOf.filter(isFields) : [];
  const parts = [rest, ...all, ...choices];
  const properties = Object.assign({}, ...parts.toReversed().map((part) => propertiesOf(part))) as JsonSchema;
  const required = new Set([rest, ...all].flatMap(requiredOf));
  // Keywords keep their order, so that an ordinary schema keeps its bytes.
  return { ...rest, type: "object", properties, ...(required.size === 0 ? {} : { required: [...required] }) };
}

function propertiesOf({ properties }: JsonSchema): JsonSchema {
  return isFields(properties) ? properties : {};
}

function requiredOf({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

/** Rewrites every place, the inner ones first. */
function rewritten(whole: JsonSchema, receiver: SchemaReceiver): JsonSchema {
  const again = (one: JsonSchema): JsonSchema => rewritten(one, receiver);
  if (REWRITES[receiver].length === 0) return whole;
  const place = FIRST[receiver]?.(whole) ?? whole;
  const inner = Object.fromEntries(
    Object.entries(place).map(([key, value]): [string, unknown] => {
      if (key === "properties" && isFields(value)) return [key, mapped(value, again)];
      if (["anyOf", "oneOf", "allOf", "prefixItems", "items"].includes(key) && Array.isArray(value))
        return [key, value.filter(isFields).map(again)];
      if (["items", "additionalProperties"].includes(key) && isFields(value)) return [key, again(value)];
      return [key, value];
    }),
  );
  return REWRITES[receiver].reduce((now, rewrite) => rewrite(now), inner as JsonSchema);
}

function mapped(properties: JsonSchema, change: Rewrite): JsonSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, change(isFields(one) ? one : {})]));
}

/** Merges the parts of `allOf` into one place. */
function withMergedParts({ allOf, ...place }: JsonSchema): JsonSchema {
  if (!Array.isArray(allOf)) return place;
  const parts = [...allOf.filter(isFields), place];
  const properties = Object.assign({}, ...parts.map(propertiesOf)) as JsonSchema;
  const required = [...new Set(parts.flatMap(requiredOf))];
  return {
    ...(Object.assign({}, ...parts) as JsonSchema),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Renames `items` with one schema for each entry to `prefixItems`, as in newer JSON Schema. */
function withTuples(place: JsonSchema): JsonSchema {
  const { items, ...rest } = place;
  return Array.isArray(items) ? { ...rest, prefixItems: items as readonly unknown[] } : place;
}

/** Moves a type beside a choice into the branches, and turns several types into a choice. */
function withTypesInBranches(place: JsonSchema): JsonSchema {
  const { type, anyOf, oneOf, ...rest } = place;
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isFields) : []));
  if (branches.length > 0) {
    return { ...rest, anyOf: branches.map((one) => (hasType(one) || type === undefined ? one : { type, ...one })) };
  }
  if (!Array.isArray(type)) return place;
  const { description, ...bounds } = rest;
  const only = type.length === 1 ? { type: type[0] as string, ...rest } : undefined;
  return (
    only ?? {
      ...(description === undefined ? {} : { description }),
      anyOf: type.map((one) => ({ type: one as string, ...bounds })),
    }
  );
}
