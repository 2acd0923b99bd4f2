/** Replaces the references in a schema, which several receivers refuse. Places beyond a bound accept any value. */

import type { JsonSchema } from "../../protocol/model.ts";
import { sound } from "./sound.ts";
import { isRecord } from "../../base/member.ts";

/** More than people write, and a few thousand tokens of each request. */
const MAX_PLACES = 1_000;
const MAX_DEPTH = 24;
/** All texts together: descriptions, names, values. */
const MAX_CHARS = 65_536;
/** One keyword's value: a description, a list of values. */
const MAX_VALUE_CHARS = 8_192;

/** Keywords whose value is a mapping of names to schemas (`MAPS`), a list of schemas (`LISTS`), or a schema (`SINGLES`). */
const MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);
const LISTS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const SINGLES: ReadonlySet<string> = new Set([
  "items",
  "additionalProperties",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
]);
/** Keywords that do not describe a value. */
const DROPPED: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$comment",
  "$anchor",
  "$dynamicAnchor",
  "$defs",
  "definitions",
  "$ref",
  "$dynamicRef",
]);

/** The place with each schema inside it changed. */
export function withInner(place: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(place).map(([key, value]): [string, unknown] => {
      if (MAPS.has(key) && isRecord(value)) {
        const inner = Object.entries(value).map(([name, one]) => [name, change(isRecord(one) ? one : {})] as const);
        return [key, Object.fromEntries(inner)];
      }
      if ((LISTS.has(key) || key === "items") && Array.isArray(value)) return [key, value.filter(isRecord).map(change)];
      return [key, SINGLES.has(key) && isRecord(value) ? change(value) : value];
    }),
  );
}

/** The schema with each reference replaced by the schema that it names. */
export function inlined(root: JsonSchema): JsonSchema {
  let places = 0;
  let chars = 0;
  const isFull = (): boolean => places > MAX_PLACES || chars > MAX_CHARS;

  /** The value of a keyword without schemas. Undefined when there is no room; the keyword is then left out. */
  const value = (raw: unknown): unknown => {
    const kept = shortened(raw);
    chars += textLength(kept);
    return isFull() ? undefined : kept;
  };
  const properties = (raw: JsonSchema, depth: number, trail: readonly JsonSchema[]): JsonSchema => {
    const kept: [string, JsonSchema][] = [];
    for (const [name, one] of Object.entries(raw)) {
      chars += name.length;
      if (isFull()) break;
      kept.push([name, place(one, depth, trail)]);
    }
    return Object.fromEntries(kept);
  };
  const keyword = (key: string, raw: unknown, depth: number, trail: readonly JsonSchema[]): unknown => {
    if (MAPS.has(key) && isRecord(raw)) return properties(raw, depth, trail);
    if (key === "required") return raw;
    const isList = LISTS.has(key) || key === "items";
    if (isList && Array.isArray(raw)) return raw.slice(0, MAX_DEPTH).map((one) => place(one, depth, trail));
    if (isList && !isRecord(raw)) return undefined;
    return SINGLES.has(key) && isRecord(raw) ? place(raw, depth, trail) : value(raw);
  };
  const place = (raw: unknown, depth: number, trail: readonly JsonSchema[]): JsonSchema => {
    places += 1;
    if (!isRecord(raw)) return {};
    if (isFull() || depth > MAX_DEPTH) return cut("too large or too deep to be sent");
    const reference = raw["$ref"];
    if (reference === undefined) return members(raw, depth, trail);
    const target = typeof reference === "string" ? lookUp(root, reference) : undefined;
    if (target === undefined) return { ...members(raw, depth, trail), ...cut("in another document") };
    if (trail.includes(target)) return cut("that of one of the places around it");
    const named = place(target, depth + 1, [...trail, target]);
    // Keywords beside a reference, mostly a description, apply to this place.
    return { ...named, ...members(raw, depth, trail) };
  };
  const members = (raw: JsonSchema, depth: number, trail: readonly JsonSchema[]): JsonSchema => {
    const said = Object.entries(sound(raw))
      .filter(([key]) => !DROPPED.has(key))
      .map(([key, one]) => [key, keyword(key, one, depth + 1, trail)] as const)
      .filter(([, one]) => one !== undefined);
    return withKnownRequired(Object.fromEntries(said));
  };

  return place(root, 0, [root]);
}

/** Removes names from `required` that are not in `properties`, which Gemini refuses. */
function withKnownRequired(place: JsonSchema): JsonSchema {
  const { required, ...rest } = place;
  if (required === undefined) return place;
  const known = isRecord(place["properties"]) ? place["properties"] : {};
  const names = Array.isArray(required) ? required.filter((name) => Object.hasOwn(known, String(name))) : [];
  return names.length === 0 ? rest : { ...place, required: names };
}

function shortened(raw: unknown): unknown {
  if (typeof raw === "string") return raw.slice(0, MAX_VALUE_CHARS);
  if (!Array.isArray(raw)) return textLength(raw) > MAX_VALUE_CHARS ? undefined : raw;
  let left = MAX_VALUE_CHARS;
  return raw.filter((one) => (left -= textLength(one)) >= 0);
}

function cut(why: string): JsonSchema {
  return { description: `Any value: its schema is ${why}.` };
}

/** The schema that a JSON pointer into this document names. */
function lookUp(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let found: unknown = root;
  for (const raw of reference.split("/").slice(1)) {
    const key = decoded(raw).replaceAll("~1", "/").replaceAll("~0", "~");
    found =
      (isRecord(found) || Array.isArray(found)) && Object.hasOwn(found, key) ? (found as JsonSchema)[key] : undefined;
  }
  return isRecord(found) ? found : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function textLength(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (!Array.isArray(value) && !isRecord(value)) return 8;
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + textLength(one), 0);
}
