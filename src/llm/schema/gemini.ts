/** The rewrites for Gemini, which understands a subset of OpenAPI 3.0: https://ai.google.dev/api/caching#Schema. */

import type { JsonSchema } from "../../protocol/model.ts";
import { withValuesTold, impliedType } from "./values.ts";
import { isRecord } from "../../base/member.ts";

/** Replaces null in a choice by the flag `nullable`. */
export function withGeminiNull(place: JsonSchema): JsonSchema {
  const list = place["anyOf"] ?? place["oneOf"];
  const isNull = (one: unknown): boolean => isRecord(one) && one["type"] === "null";
  if (!Array.isArray(list) || !list.some(isNull) || list.every(isNull)) return place;
  const { anyOf: _, oneOf: __, ...rest } = place;
  return { ...rest, anyOf: list.filter((one) => !isNull(one)), nullable: true };
}

/** Replaces `const` by `enum`, and `oneOf` by `anyOf`. */
export function withGeminiChoice(place: JsonSchema): JsonSchema {
  const { const: only, oneOf, ...rest } = place;
  const choice = Array.isArray(oneOf) && rest["anyOf"] === undefined ? { anyOf: oneOf as readonly unknown[] } : {};
  return { ...rest, ...choice, ...(only === undefined ? {} : { enum: [only] }) };
}

/** Gives a place one type, or a choice. */
export function withGeminiType(place: JsonSchema): JsonSchema {
  const { type, anyOf, ...rest } = place;
  const branches = Array.isArray(anyOf) ? anyOf.filter(isRecord) : [];
  if (branches.length === 1) return { ...branches[0], ...rest };
  if (branches.length > 1) return { ...rest, anyOf: branches };
  const said = type ?? impliedType(place);
  if (said === "null") return { type: "string", ...rest, nullable: true };
  return type === undefined ? { type: said ?? "string", ...rest } : place;
}

const GEMINI_KEYWORDS: ReadonlySet<string> = new Set([
  "type",
  "format",
  "title",
  "description",
  "nullable",
  "enum",
  "properties",
  "required",
  "items",
  "anyOf",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
]);
/** The API answers 400 to other formats. */
const GEMINI_FORMATS: ReadonlySet<unknown> = new Set(["enum", "date-time", "int32", "int64", "float", "double"]);

/** Removes keywords that the API does not have. */
export function withGeminiKeywords(place: JsonSchema): JsonSchema {
  const { enum: values, format, ...rest } = place;
  const isEmpty = Object.keys(rest["properties"] ?? {}).length === 0;
  const known = Object.entries(rest).filter(([key]) => GEMINI_KEYWORDS.has(key) && (key !== "properties" || !isEmpty));
  const listed = Array.isArray(values) ? values.filter((value) => value !== null && value !== "") : [];
  const isText = rest["type"] === "string" && listed.length > 0;
  const made = {
    ...(Object.fromEntries(known) as JsonSchema),
    ...(GEMINI_FORMATS.has(format) ? { format } : {}),
    // `enum` takes only strings, so that other values are listed in the description.
    ...(isText ? { enum: listed.map(String) } : {}),
    ...(rest["type"] === "array" && !isRecord(rest["items"]) ? { items: { type: "string" } } : {}),
  };
  return listed.length > 0 && !isText ? withValuesTold(made, listed) : made;
}
