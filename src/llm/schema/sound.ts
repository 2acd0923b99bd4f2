/** Keywords whose value is not of their kind. MCP servers send them, and each receiver refuses the whole request for one. */

import type { JsonSchema } from "../../protocol/model.ts";
import { isRecord } from "../../base/member.ts";

/** Types under the names of other languages. */
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["string", "number", "integer", "boolean", "object", "array", "null"].map((name) => [name, name]),
  ),
  str: "string",
  text: "string",
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  bool: "boolean",
  dict: "object",
  map: "object",
  list: "array",
  tuple: "array",
  none: "null",
};

type Check = (value: unknown) => unknown;

const isText: Check = (value) => (typeof value === "string" ? value : undefined);
const isFlag: Check = (value) => (typeof value === "boolean" ? value : undefined);
const isNumber: Check = (value) => (Number.isFinite(value) ? value : undefined);
const isLength: Check = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined);
const isMap: Check = (value) => (isRecord(value) ? value : undefined);
const isList: Check = (value) => (Array.isArray(value) && value.length > 0 ? value : undefined);
const isNamed: Check = (value) => {
  if (!Array.isArray(value)) return typeof value === "string" ? typeNamed(value) : undefined;
  const names = new Set(value.flatMap((one) => (typeof one === "string" ? (typeNamed(one) ?? []) : [])));
  return names.size === 0 ? undefined : [...names];
};
const isDistinct: Check = (value) => (Array.isArray(value) && value.length > 0 ? [...new Set(value)] : undefined);

/** What stays of a keyword's value; undefined for nothing. Other keywords stay as they are. */
const CHECKS: Readonly<Record<string, Check>> = {
  ...each(["description", "title", "pattern", "format"], isText),
  ...each(["uniqueItems", "deprecated", "readOnly", "writeOnly", "nullable"], isFlag),
  ...each(["minimum", "maximum"], isNumber),
  multipleOf: (value) => (Number(isNumber(value)) > 0 ? value : undefined),
  ...each(["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"], isLength),
  ...each(["properties", "patternProperties", "dependentSchemas"], isMap),
  ...each(["anyOf", "oneOf", "allOf", "prefixItems"], isList),
  ...each(["enum", "required"], isDistinct),
  additionalProperties: (value) => (typeof value === "boolean" || isRecord(value) ? value : undefined),
  type: isNamed,
};

function each(names: readonly string[], check: Check): Readonly<Record<string, Check>> {
  return Object.fromEntries(names.map((name) => [name, check]));
}

function typeNamed(name: string): string | undefined {
  const known = name.toLowerCase();
  return Object.hasOwn(TYPES, known) ? TYPES[known] : undefined;
}

/** The place without keywords of another kind. Draft 4's `exclusiveMinimum: true` becomes the bound itself. */
export function sound(place: JsonSchema): JsonSchema {
  const kept = Object.entries(place).flatMap(([key, value]) => {
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
    const stays = check === undefined ? value : check(value);
    return stays === undefined ? [] : [[key, stays] as const];
  });
  return withBound(withBound(Object.fromEntries(kept), "minimum", "exclusiveMinimum"), "maximum", "exclusiveMaximum");
}

function withBound(place: JsonSchema, name: string, exclusive: string): JsonSchema {
  const { [name]: bound, [exclusive]: said, ...rest } = place;
  if (said === undefined || isNumber(said) !== undefined) return place;
  if (bound === undefined) return rest;
  return { ...rest, [said === true ? exclusive : name]: bound };
}
