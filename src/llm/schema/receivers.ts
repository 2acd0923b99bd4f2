/** Schemas of tools in each receiver's form, which may allow more. The tool's own schema judges the arguments. */

import type { JsonSchema, ToolSpec } from "../../protocol/model.ts";
import { withGeminiChoice, withGeminiKeywords, withGeminiNull, withGeminiType } from "./gemini.ts";
import { inlined, withInner } from "./inline.ts";
import { withPossibleValues, withSimpleValues, withTypedValues, withWords, hasType, withType } from "./values.ts";
import { isRecord } from "../../base/member.ts";

/**
 * `plain`: what every validator accepts, among them OpenAI's: JSON Schema without references, without a choice at the root, and with one
 * schema for the items of each list. `anthropic`: JSON Schema 2020-12. `moonshot`: Moonshot's own subset, which demands a type at every
 * place (https://github.com/MoonshotAI/walle/blob/main/docs/mfjs-spec.md); its validator refuses more than that page says: keywords beside
 * a choice that a branch has too, and some names of properties. `gemini`: a subset of OpenAPI 3.0.
 */
export type SchemaReceiver = "plain" | "anthropic" | "moonshot" | "gemini";

/** Rewrites one place of a schema. */
type Rewrite = (place: JsonSchema) => JsonSchema;

/** The rewrites of each receiver: those before the inner places, and those behind them. */
const REWRITES: Readonly<Record<SchemaReceiver, readonly [before: readonly Rewrite[], after: readonly Rewrite[]]>> = {
  plain: [[withPossibleValues, withListedItems, withAnyItems], []],
  anthropic: [[withPossibleValues, withPrefixItems], []],
  moonshot: [
    [withMergedParts, withoutOpenChoice, withMergedObjects, withTypesInBranches, withTypedValues, withBarePrefixItems],
    [withSimpleValues, withOwnBranches, withAllowedNames, withType],
  ],
  gemini: [
    [withMergedParts, withoutOpenChoice, withMergedObjects, withTypesInBranches, withGeminiNull, withListedItems],
    [withGeminiChoice, withGeminiType, withGeminiKeywords],
  ],
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
  const { anyOf, oneOf, allOf, enum: _, not: __, ...rest } = root;
  const all = schemasIn(allOf);
  const parts = [rest, ...all, ...schemasIn(anyOf, oneOf)];
  const properties = Object.assign({}, ...parts.toReversed().map(propertiesOf)) as JsonSchema;
  const required = new Set([rest, ...all].flatMap(requiredOf));
  // Keywords keep their order, so that an ordinary schema keeps its bytes.
  return { ...rest, type: "object", properties, ...(required.size === 0 ? {} : { required: [...required] }) };
}

function schemasIn(...lists: readonly unknown[]): readonly JsonSchema[] {
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []));
}

function propertiesOf({ properties }: JsonSchema): JsonSchema {
  return isRecord(properties) ? properties : {};
}

function requiredOf({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

function rewritten(whole: JsonSchema, receiver: SchemaReceiver): JsonSchema {
  const [before, after] = REWRITES[receiver];
  const place = before.reduce((now, rewrite) => rewrite(now), whole);
  const inner = withInner(place, (one) => rewritten(one, receiver));
  return after.reduce((now, rewrite) => rewrite(now), inner);
}

/** Merges the parts of `allOf` into one place. */
function withMergedParts({ allOf, ...place }: JsonSchema): JsonSchema {
  if (!Array.isArray(allOf)) return place;
  const parts = [...schemasIn(allOf).map(withMergedParts), place];
  const properties = Object.assign({}, ...parts.map(propertiesOf)) as JsonSchema;
  const required = [...new Set(parts.flatMap(requiredOf))];
  return {
    ...(Object.assign({}, ...parts) as JsonSchema),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Removes a choice of which one branch accepts everything: mostly branches that only demanded properties of the place around them. */
function withoutOpenChoice(place: JsonSchema): JsonSchema {
  const isOpen = (one: unknown): boolean => isRecord(one) && Object.keys(one).every((key) => WORDS.has(key));
  return ["anyOf", "oneOf"].reduce((now, key) => {
    const { [key]: list, ...rest } = now;
    return Array.isArray(list) && list.some(isOpen) ? rest : now;
  }, place);
}

/** Merges the branches of a choice into an object with properties of its own, which may have any of them then. */
function withMergedObjects(place: JsonSchema): JsonSchema {
  const { anyOf, oneOf, ...rest } = place;
  const branches = schemasIn(anyOf, oneOf);
  if (branches.length === 0 || !isRecord(rest["properties"])) return place;
  const properties = Object.assign({}, ...[rest, ...branches].toReversed().map(propertiesOf)) as JsonSchema;
  return { ...rest, type: "object", properties };
}

/** Keywords that only describe. */
const WORDS: ReadonlySet<string> = new Set(["description", "title", "examples", "deprecated"]);

/** Keywords with places of their own, and the type to which they belong. */
const INNER: Readonly<Record<string, string>> = {
  properties: "object",
  patternProperties: "object",
  additionalProperties: "object",
  items: "array",
  prefixItems: "array",
};

/** Moves a type beside a choice into the branches, and turns several types into a choice. */
function withTypesInBranches(place: JsonSchema): JsonSchema {
  const { type, anyOf, oneOf, ...rest } = place;
  const branches = schemasIn(anyOf, oneOf);
  if (branches.length > 0) {
    return { ...rest, anyOf: branches.map((one) => (hasType(one) || type === undefined ? one : { type, ...one })) };
  }
  if (!Array.isArray(type)) return place;
  if (type.length === 1) return { type: type[0] as string, ...rest };
  const { description, ...bounds } = rest;
  const boundsOf = (name: unknown): JsonSchema =>
    Object.fromEntries(Object.entries(bounds).filter(([key]) => (INNER[key] ?? name) === name));
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: type.map((one) => ({ type: one as string, ...boundsOf(one) })),
  };
}

/** The schemas of a tuple's items, what items behind them may be (false for none), and the other keywords, which every place has. */
function tupleOf({ additionalItems, ...place }: JsonSchema) {
  const { items, prefixItems, ...rest } = place;
  const listed: unknown = Array.isArray(prefixItems) ? prefixItems : items;
  if (!Array.isArray(listed)) return { rest: place };
  return { listed: listed.filter(isRecord), others: Array.isArray(items) ? additionalItems : items, rest };
}

/** Writes a tuple as JSON Schema 2020-12 has it: the draft before had its schemas in `items`, and Anthropic and xAI refuse that. */
function withPrefixItems(place: JsonSchema): JsonSchema {
  const { listed = [], others, rest } = tupleOf(place);
  if (listed.length === 0) return rest;
  return { ...rest, prefixItems: listed, ...(others === false || isRecord(others) ? { items: others } : {}) };
}

/** The same for Moonshot, which takes no `items` beside it. */
function withBarePrefixItems(place: JsonSchema): JsonSchema {
  const made = withPrefixItems(place);
  const { items: _, ...bare } = made;
  return "prefixItems" in made ? bare : made;
}

/** Writes a tuple as a list whose items are any of its schemas, with their order in words: OpenAI and Gemini know no tuples. */
function withListedItems(place: JsonSchema): JsonSchema {
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
function withAnyItems(place: JsonSchema): JsonSchema {
  const { type } = place;
  const isList = type === "array" || (Array.isArray(type) && type.includes("array"));
  return isList && !isRecord(place["items"]) ? { ...place, items: {} } : place;
}

/** Keywords that may stand beside a choice and in its branches. */
const SHARED: ReadonlySet<string> = new Set(["description", "title"]);

/** Leaves each keyword either beside a choice or in its branches, and branches that are choices themselves are branches of this one. */
function withOwnBranches(place: JsonSchema): JsonSchema {
  const { anyOf, nullable: _, ...rest } = place;
  if (!Array.isArray(anyOf)) return "nullable" in place ? rest : place;
  const isChoice = (one: JsonSchema): boolean => Array.isArray(one["anyOf"]) && Object.keys(one).length === 1;
  const inner = anyOf.filter(isRecord).flatMap((one) => (isChoice(one) ? (one["anyOf"] as JsonSchema[]) : [one]));
  const branches = [...new Map(inner.map((one) => [JSON.stringify(one), one])).values()];
  const isTwice = (key: string): boolean => !SHARED.has(key) && branches.some((one) => Object.hasOwn(one, key));
  const twice = Object.entries(rest).filter(([key]) => isTwice(key));
  const moved = Object.fromEntries(twice.filter(([, value]) => !isRecord(value)));
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !isTwice(key)));
  return { ...kept, anyOf: branches.map((branch) => ({ ...moved, ...branch })) };
}

/** Names of keywords that no property may have. */
const RESERVED: ReadonlySet<string> = new Set(["$defs", "$ref", "anyOf", "required", "additionalProperties"]);

/** Tells of properties with reserved names in words: the tool still takes them. */
function withAllowedNames(place: JsonSchema): JsonSchema {
  const { properties, required, ...rest } = place;
  const names = isRecord(properties) ? Object.keys(properties).filter((name) => RESERVED.has(name)) : [];
  if (names.length === 0) return place;
  const allowed = Object.entries(properties as JsonSchema).filter(([name]) => !RESERVED.has(name));
  const demanded = Array.isArray(required) ? required.filter((name) => !names.includes(String(name))) : [];
  const made = {
    ...rest,
    properties: Object.fromEntries(allowed),
    ...(demanded.length === 0 ? {} : { required: demanded }),
  };
  return withWords(made, `It also takes ${names.map((name) => JSON.stringify(name)).join(", ")}.`);
}
