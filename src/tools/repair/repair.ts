/**
 * Repairs a model's arguments by the tool's schema. Each rule has one reading only: two spellings of a property with different
 * values, a property that would change what the call does, or a number that is none are left for the schema to refuse.
 */

import { strictJson } from "../../base/strict-json.ts";
import type { JsonSchema } from "../../protocol/model.ts";
import { foldName, isAliasOf, isIdle } from "./names.ts";

export type GivenArguments = Readonly<Record<string, unknown>>;

export interface Repair {
  readonly input: GivenArguments;
  /** What was done, in words without the model's values; empty when nothing was. */
  readonly slips: readonly string[];
}

export interface RepairRules {
  readonly schema: JsonSchema;
  /** Brings shapes of other agents' tools into this tool's own. Returns its argument when it is none of them. */
  readonly reshape?: ((input: GivenArguments) => GivenArguments) | undefined;
  /** Properties that may be left out although another tool gives them a meaning. */
  readonly ignores?: readonly string[] | undefined;
}

/** The arguments as the tool's schema asks for them, as far as their meaning is certain. */
export function repairArguments(input: GivenArguments, { schema, reshape, ignores = [] }: RepairRules): Repair {
  const slips = new Set<string>();
  const inner = unwrapped(input, schema);
  const known = reshape?.(inner) ?? inner;
  if (known !== input) slips.add("their shape");
  const repaired = repairObject(known, schema, { slips, ignores, at: "" });
  return { input: repaired, slips: [...slips] };
}

/** Names under which some models put all their arguments once more. */
const WRAPPERS: ReadonlySet<string> = new Set(["arguments", "parameters", "params"]);

function unwrapped(input: GivenArguments, schema: JsonSchema): GivenArguments {
  const [name = "", ...others] = Object.keys(input);
  if (others.length > 0 || !WRAPPERS.has(name) || Object.hasOwn(propertiesOf(schema), name)) return input;
  const inner = typeof input[name] === "string" ? embedded(input[name]) : input[name];
  return isObject(inner) ? inner : input;
}

/** Unknown properties that are ignored at most: a model that invents more does not know the tool at all. */
const MAX_IGNORED = 5;

interface Place {
  readonly slips: Set<string>;
  readonly ignores: readonly string[];
  /** The property that holds the value, for people. */
  readonly at: string;
}

function repairObject(input: GivenArguments, schema: JsonSchema, place: Place): GivenArguments {
  const properties = propertiesOf(schema);
  const { slips, ignores } = place;
  const unknown = Object.keys(input).filter((key) => !Object.hasOwn(properties, key));
  if (unknown.length > MAX_IGNORED) return input;
  const own = new Map(Object.entries(input).filter(([key, value]) => Object.hasOwn(properties, key) && value !== null));
  for (const [key, value] of Object.entries(input)) {
    if (Object.hasOwn(properties, key) || value === null) continue;
    const meant = Object.keys(properties).find((known) => foldName(key) === known) ?? aliased(key, properties);
    const said = meant === undefined ? undefined : own.get(meant);
    if (meant !== undefined && (said === undefined || JSON.stringify(said) === JSON.stringify(value))) {
      own.set(meant, value);
      slips.add(`${key} is called ${meant}`);
    } else if (meant === undefined && (ignores.includes(foldName(key)) || isIdle(key, value))) {
      slips.add(`${key} is unknown and was ignored`);
    } else {
      own.set(key, value); // the schema refuses it
    }
  }
  return Object.fromEntries(
    [...own].map(([key, value]) => {
      const of = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return [key, of === undefined ? value : repairValue(value, of, { ...place, at: key })];
    }),
  );
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

function aliased(key: string, properties: Readonly<Record<string, JsonSchema>>): string | undefined {
  const meant = Object.keys(properties).filter((known) => isAliasOf(known, key));
  return meant.length === 1 ? meant[0] : undefined;
}

function repairValue(value: unknown, schema: JsonSchema, place: Place): unknown {
  const { slips, at } = place;
  const changed = (to: unknown, slip: string): unknown => {
    slips.add(`${at}: ${slip}`);
    return to;
  };
  switch (schema["type"]) {
    case "array": {
      const read = typeof value === "string" ? embedded(value) : value;
      if (read === undefined) return value; // a text that begins like JSON and is none
      if (read !== value) slips.add(`${at}: a list, not a text`);
      const items = schema["items"] as JsonSchema;
      if (!Array.isArray(read) && !fits(read, items)) return value;
      const list = Array.isArray(read) ? read : changed([read], "a list, also of one");
      return (list as readonly unknown[]).map((item) => repairValue(item, items, place));
    }
    case "object": {
      const read = typeof value === "string" ? objectOf(value, schema) : value;
      if (read !== value) slips.add(`${at}: an object, not a text`);
      // What another program takes is not known here.
      const isOpen = schema["additionalProperties"] !== undefined && schema["additionalProperties"] !== false;
      return isObject(read) && !isOpen ? repairObject(read, schema, place) : read;
    }
    case "integer":
      return typeof value === "string" && /^\s*-?\d{1,15}\s*$/.test(value)
        ? changed(Number(value), "a number, not a text")
        : value;
    case "boolean":
      return typeof value === "string" && /^(?:true|false)$/i.test(value)
        ? changed(value.toLowerCase() === "true", "true or false, not a text")
        : value;
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? changed(String(value), "a text") : value;
    default:
      return value;
  }
}

/** Whether a value can be the only item of a list. */
function fits(value: unknown, items: JsonSchema): boolean {
  if (items["type"] === "object")
    return isObject(value) || (typeof value === "string" && objectOf(value, items) !== value);
  return items["type"] === typeof value;
}

/** What was sent as JSON in a text; the text itself where it is none, and undefined where it only begins like it. */
function embedded(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  const parsed = strictJson(text);
  return parsed.kind === "value" ? parsed.value : undefined;
}

/** The object that a text stands for: the JSON of one, or the only text that such an object must have. */
function objectOf(text: string, schema: JsonSchema): unknown {
  const read = embedded(text);
  if (isObject(read)) return read;
  if (read !== text) return text;
  const [required, ...others] = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  return required !== undefined && others.length === 0 ? { [required]: text } : text;
}

export function isObject(value: unknown): value is GivenArguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
