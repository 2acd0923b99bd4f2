/** The rewrites for Gemini, which understands a subset of OpenAPI 3.0: https://ai.google.dev/api/caching#Schema. */

import type { JsonSchema } from "../../protocol/model.ts";
import { isFields } from "../wire/wire-value.ts";
import { impliedType } from "./types.ts";

/** Replaces null in a choice by the flag `nullable`. */
export function withGeminiNull(place: JsonSchema): JsonSchema {
  const list = place["anyOf"] ?? place["oneOf"];
  const isNull = (one: unknown): boolean => isFields(one) && one["type"] === "null";
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

/** Gives a place one type. Several types become `anyOf`, and null becomes `nullable`. */
export function withGeminiType(place: JsonSchema): JsonSchema {
  const { type: raw, anyOf, ...rest } = place;
  const types = (Array.isArray(raw) ? raw : [raw ?? impliedType(place)]).filter((one) => typeof one === "string");
  const branches = Array.isArray(anyOf) ? anyOf.filter(isFields) : [];
  if (branches.length === 1) return { ...branches[0], ...rest };
  if (branches.length > 1) return { ...rest, anyOf: branches };
  const nullable = types.includes("null") ? { nullable: true } : {};
  const named = types.filter((one) => one !== "null");
  if (named.length > 1) return { ...rest, anyOf: named.map((type) => ({ type })), ...nullable };
  return raw !== undefined && raw === named[0] ? place : { type: named[0] ?? "string", ...rest, ...nullable };
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
  const texts = Array.isArray(values) ? values.filter((value) => value !== null).map(String) : [];
  const isText = rest["type"] === "string" && texts.length > 0;
  return {
    ...(Object.fromEntries(known) as JsonSchema),
    ...(GEMINI_FORMATS.has(format) ? { format } : {}),
    // `enum` takes only strings, so that other values are listed in the description.
    ...(isText ? { enum: texts } : {}),
    ...(texts.length > 0 && !isText
      ? { description: [rest["description"], `One of: ${texts.join(", ")}.`].filter(Boolean).join(" ") }
      : {}),
    ...(rest["type"] === "array" && !isFields(rest["items"]) ? { items: { type: "string" } } : {}),
  };
}
