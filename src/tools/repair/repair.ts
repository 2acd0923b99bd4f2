/** Repairs a model's arguments by the tool's schema, where only one meaning is possible. The schema refuses everything else. */

import { isRecord } from "../../base/member.ts";
import { strictJson } from "../../base/strict-json.ts";
import type { JsonSchema } from "../../protocol/model.ts";
import { foldName, isAliasOf, isIdle } from "./names.ts";

export type GivenArguments = Readonly<Record<string, unknown>>;

export interface Repair {
  readonly input: GivenArguments;
  /** What was repaired, without the model's values. Empty when nothing was. */
  readonly slips: readonly string[];
}

export interface RepairRules {
  readonly schema: JsonSchema;
  /** Changes the arguments of other agents' tools into this tool's own. Returns its argument when there is nothing to change. */
  readonly reshape?: ((input: GivenArguments) => GivenArguments) | undefined;
  /** Unknown properties that are ignored although another tool gives them a meaning. */
  readonly ignores?: readonly string[] | undefined;
}

/** The arguments in the form that the schema asks for, as far as their meaning is certain. */
export function repairArguments(input: GivenArguments, { schema, reshape, ignores = [] }: RepairRules): Repair {
  const slips = new Set<string>();
  const inner = unwrapped(input, schema);
  const known = reshape?.(inner) ?? inner;
  if (known !== input) slips.add("their shape");
  const repaired = repairObject(known, schema, { slips, ignores, at: "" });
  return { input: repaired, slips: [...slips] };
}

/** Names of a property in which some models put all of their arguments. */
const WRAPPERS: ReadonlySet<string> = new Set(["arguments", "parameters", "params"]);

function unwrapped(input: GivenArguments, schema: JsonSchema): GivenArguments {
  const [name = "", ...others] = Object.keys(input);
  if (others.length > 0 || !WRAPPERS.has(name) || Object.hasOwn(propertiesOf(schema), name)) return input;
  const inner = typeof input[name] === "string" ? embedded(input[name]) : input[name];
  return isRecord(inner) ? inner : input;
}

/** Most unknown properties that are ignored. A model that invents more does not know the tool at all. */
const MAX_IGNORED = 5;

interface Place {
  readonly slips: Set<string>;
  readonly ignores: readonly string[];
  /** The property that holds the value, for the texts in `slips`. */
  readonly at: string;
}

/** Some models send `null` for what they leave out, so such properties are removed. */
function repairObject(input: GivenArguments, schema: JsonSchema, place: Place): GivenArguments {
  const properties = propertiesOf(schema);
  const { slips, ignores } = place;
  const given = Object.entries(input).filter(([, value]) => value !== null);
  const unknown = given.filter(([key]) => !Object.hasOwn(properties, key));
  if (unknown.length > MAX_IGNORED) return Object.fromEntries(given);
  const own = new Map(given.filter(([key]) => Object.hasOwn(properties, key)));
  for (const [key, value] of unknown) {
    const meant = Object.keys(properties).find((known) => foldName(key) === known) ?? aliased(key, properties);
    const said = meant === undefined ? undefined : own.get(meant);
    if (meant !== undefined && (said === undefined || JSON.stringify(said) === JSON.stringify(value))) {
      own.set(meant, value);
      slips.add(`${key} is called ${meant}`);
    } else if (meant === undefined && (ignores.includes(foldName(key)) || isIdle(key, value, properties))) {
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
      if (read === undefined) return value; // a text that begins like JSON and is not JSON
      if (read !== value) slips.add(`${at}: a list, not a text`);
      const items = schema["items"] as JsonSchema;
      if (!Array.isArray(read) && !fits(read, items)) return value;
      const list = Array.isArray(read) ? read : changed([read], "a list, also of one");
      return (list as readonly unknown[]).map((item) => repairValue(item, items, place));
    }
    case "object": {
      const read = typeof value === "string" ? objectOf(value, schema) : value;
      if (read !== value) slips.add(`${at}: an object, not a text`);
      // The schema of an open object is unknown here: an MCP server's tool has it.
      const isOpen = schema["additionalProperties"] !== undefined && schema["additionalProperties"] !== false;
      return isRecord(read) && !isOpen ? repairObject(read, schema, place) : read;
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
    return isRecord(value) || (typeof value === "string" && objectOf(value, items) !== value);
  return items["type"] === typeof value;
}

/** The value of a text that is JSON. The text itself when it is none; undefined when it begins like JSON and is not. */
function embedded(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  const parsed = strictJson(text);
  return parsed.kind === "value" ? parsed.value : undefined;
}

/** The object that a text stands for: its JSON, or an object whose only required property is this text. */
function objectOf(text: string, schema: JsonSchema): unknown {
  const read = embedded(text);
  if (isRecord(read)) return read;
  if (read !== text) return text;
  const [required, ...others] = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  return required !== undefined && others.length === 0 ? { [required]: text } : text;
}
