/** Describes what is wrong with a model's arguments, so that it can correct them. zod's own messages are not loaded (start-up cost). */

import type { z } from "zod/mini";
import { namedUpTo } from "../../base/words.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { JsonSchema } from "../../protocol/model.ts";

/** The error of a call that the model must correct. `hint` says what to do, or lists the values that would be accepted. */
export function inputMistake(message: string, hint?: string | readonly string[]): RunnerError {
  const told = typeof hint === "object" ? `Accepted: ${hint.join(", ")}.` : hint;
  return new RunnerError({ code: "tool.input", message, hint: told });
}

type Issue = z.core.$ZodIssue;

const MAX_ECHO_CHARS = 60;
/** Unknown properties that are named. A model that invents more does not know the tool at all. */
const MAX_ECHO_FIELDS = 5;

/** The first thing wrong, as `files[0].path: expected string, got 3`. */
export function describeIssue(issue: Issue): string {
  const field = fieldOf(issue.path);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- zod's kinds are its own, and `default` names them
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `${field} is missing`
        : `${field}: expected ${issue.expected}, got ${echo(issue.input)}`;
    case "too_small":
      return `${field}: expected at least ${issue.minimum}${unitOf(issue.origin)}, got ${echo(issue.input)}`;
    case "too_big":
      return `${field}: expected at most ${issue.maximum}${unitOf(issue.origin)}, got ${echo(issue.input)}`;
    case "unrecognized_keys":
      return `unknown property ${namedUpTo(
        issue.keys.map((key) => short(fieldOf([...issue.path, key]))),
        MAX_ECHO_FIELDS,
      )}`;
    case "invalid_value":
      return `${field}: expected ${choice(issue.values)}, got ${echo(issue.input)}`;
    case "invalid_format":
      return `${field}: expected ${issue.message}, got ${echo(issue.input)}`;
    default:
      return `${field}: ${issue.code}, got ${echo(issue.input)}`;
  }
}

/** A JSON Schema as a type people and models read at a glance: `{path: string, timeout?: integer 1..600}`. */
export function signatureOf(schema: JsonSchema): string {
  switch (schema["type"]) {
    case "object": {
      const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
      const members = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
      return `{${members.map(([key, of]) => `${key}${required.has(key) ? "" : "?"}: ${signatureOf(of)}`).join(", ")}}`;
    }
    case "array":
      return `${signatureOf(schema["items"] as JsonSchema)}[]${range(schema["minItems"], schema["maxItems"])}`;
    default:
      if (Array.isArray(schema["enum"])) return choice(schema["enum"]);
      return `${String(schema["type"])}${range(schema["minimum"], schema["maximum"])}`;
  }
}

function choice(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value))).join(" | ");
}

function range(low: unknown, high: unknown): string {
  const bound = (value: unknown): string => (typeof value === "number" ? String(value) : "");
  return low === undefined && high === undefined ? "" : ` ${bound(low)}..${bound(high)}`;
}

function fieldOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the arguments";
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`))
    .join("");
}

function unitOf(origin: string): string {
  return origin === "array" ? " items" : origin === "string" ? " characters" : "";
}

function echo(value: unknown): string {
  return short(JSON.stringify(value) ?? String(value));
}

function short(text: string): string {
  return text.length <= MAX_ECHO_CHARS ? text : `${text.slice(0, MAX_ECHO_CHARS)}…`;
}
