/**
 * The rewrites for Moonshot, whose subset of JSON Schema is described at https://github.com/MoonshotAI/walle/blob/main/docs/mfjs-spec.md.
 * Its validator refuses more than the page says: keywords beside a choice that a branch has too, and some names of properties.
 */

import type { JsonSchema } from "../../protocol/model.ts";
import { withWords } from "./values.ts";
import { isRecord } from "../../base/member.ts";

/** Keywords that may stand beside a choice and in its branches. */
const SHARED: ReadonlySet<string> = new Set(["description", "title"]);

/** Leaves each keyword either beside a choice or in its branches, and branches that are choices themselves are branches of this one. */
export function withOwnBranches(place: JsonSchema): JsonSchema {
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
export function withAllowedNames(place: JsonSchema): JsonSchema {
  const { properties, required } = place;
  const names = isRecord(properties) ? Object.keys(properties).filter((name) => RESERVED.has(name)) : [];
  if (names.length === 0) return place;
  const allowed = Object.entries(properties as JsonSchema).filter(([name]) => !RESERVED.has(name));
  const demanded = Array.isArray(required) ? required.filter((name) => !names.includes(String(name))) : [];
  const { properties: _, required: __, ...rest } = place;
  const made = {
    ...rest,
    properties: Object.fromEntries(allowed),
    ...(demanded.length === 0 ? {} : { required: demanded }),
  };
  return withWords(made, `It also takes ${names.map((name) => JSON.stringify(name)).join(", ")}.`);
}
