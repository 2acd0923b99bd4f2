/**
 * Schemas of tools as each receiver takes them. What a receiver cannot be told is left out, so that it may accept more than the
 * tool does; the tool's own schema judges the arguments.
 */

import type { JsonSchema, ToolSpec } from "../../protocol/model.ts";
import { withGeminiChoice, withGeminiKeywords, withGeminiNull, withGeminiType } from "./gemini.ts";
import { inlined, isSchema } from "./inline.ts";
import { hasType, withType } from "./types.ts";

/**
 * `plain`: JSON Schema without references. `openai` and `anthropic`: and no choice at the root. `moonshot`: and a type at every
 * place. `gemini`: the subset of OpenAPI 3.0. `strict`: OpenAI's strict mode.
 */
export type SchemaReceiver = "plain" | "openai" | "anthropic" | "moonshot" | "gemini" | "strict";

/** Rewrites one place whose inner places are rewritten already. */
type Rewrite = (place: JsonSchema) => JsonSchema;

/** Before the inner places are rewritten. */
const FIRST: Partial<Record<SchemaReceiver, Rewrite>> = { gemini: withGeminiNull };

const REWRITES: Readonly<Record<SchemaReceiver, readonly Rewrite[]>> = {
  plain: [],
  openai: [],
  anthropic: [],
  moonshot: [withTuples, withMergedParts, withTypesInBranches, withType],
  gemini: [withMergedParts, withGeminiChoice, withGeminiType, withGeminiKeywords],
  strict: [withMergedParts, withStrictChoice, withStrictObject, withStrictKeywords],
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

/** A root that is an object with properties: every receiver wants one, and none takes a choice there. */
function asObject(root: JsonSchema): JsonSchema {
  const { anyOf, oneOf, allOf, ...rest } = root;
  const choices = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isSchema) : []));
  const all = Array.isArray(allOf) ? allOf.filter(isSchema) : [];
  const parts = [rest, ...all, ...choices];
  const properties = Object.assign({}, ...parts.toReversed().map((part) => propertiesOf(part))) as JsonSchema;
  const required = new Set([rest, ...all].flatMap(requiredOf));
  // Keywords stay where they are, so that an ordinary schema keeps its bytes.
  return { ...rest, type: "object", properties, ...(required.size === 0 ? {} : { required: [...required] }) };
}

function propertiesOf({ properties }: JsonSchema): JsonSchema {
  return isSchema(properties) ? properties : {};
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
      if (key === "properties" && isSchema(value)) return [key, mapped(value, again)];
      if (["anyOf", "oneOf", "allOf", "prefixItems", "items"].includes(key) && Array.isArray(value))
        return [key, value.filter(isSchema).map(again)];
      if (["items", "additionalProperties"].includes(key) && isSchema(value)) return [key, again(value)];
      return [key, value];
    }),
  );
  return REWRITES[receiver].reduce((now, rewrite) => rewrite(now), inner as JsonSchema);
}

function mapped(properties: JsonSchema, change: Rewrite): JsonSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, change(isSchema(one) ? one : {})]));
}

/** Parts that must all hold become one place. */
function withMergedParts({ allOf, ...place }: JsonSchema): JsonSchema {
  if (!Array.isArray(allOf)) return place;
  const parts = [...allOf.filter(isSchema), place];
  const properties = Object.assign({}, ...parts.map(propertiesOf)) as JsonSchema;
  const required = [...new Set(parts.flatMap(requiredOf))];
  return {
    ...(Object.assign({}, ...parts) as JsonSchema),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** A list with a place for each entry has another name in newer JSON Schema. */
function withTuples(place: JsonSchema): JsonSchema {
  const { items, ...rest } = place;
  return Array.isArray(items) ? { ...rest, prefixItems: items as readonly unknown[] } : place;
}

/** A type beside a choice moves into its branches; several types become a choice. */
function withTypesInBranches(place: JsonSchema): JsonSchema {
  const { type, anyOf, oneOf, ...rest } = place;
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isSchema) : []));
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

function withStrictChoice(place: JsonSchema): JsonSchema {
  const { oneOf, ...rest } = place;
  return Array.isArray(oneOf) ? { ...rest, anyOf: oneOf as readonly unknown[] } : place;
}

/** All properties are required; one that may be left out may be null instead. */
function withStrictObject(place: JsonSchema): JsonSchema {
  if (place["type"] !== "object") return hasType(place) ? place : withType(place);
  const needed = new Set(requiredOf(place));
  const properties = Object.entries(propertiesOf(place)).map(([name, one]): [string, unknown] => [
    name,
    needed.has(name) || !isSchema(one) ? one : orNull(one),
  ]);
  return {
    ...place,
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

function orNull(place: JsonSchema): JsonSchema {
  const { description, ...bare } = place;
  return { ...(description === undefined ? {} : { description }), anyOf: [bare, { type: "null" }] };
}

const STRICT_REFUSED =
  /^(?:not|if|then|else|patternProperties|prefixItems|dependent.*|unevaluated.*|propertyNames|default)$/;

function withStrictKeywords(place: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(place).filter(([key]) => !STRICT_REFUSED.test(key)));
}
