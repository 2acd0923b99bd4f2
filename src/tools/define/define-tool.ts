/**
 * From a zod schema and a typed `plan` to a `Tool`: the schema becomes the JSON Schema the model sees, and the model's
 * arguments are parsed by it before `plan` runs. Knows no particular tool.
 */

import * as z from "zod/mini";
import type { Cell } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { JsonSchema } from "../../protocol/model.ts";
import type { PlannedCall, Tool } from "../../protocol/tool.ts";
import { problemOf, signatureOf } from "./input-error.ts";
import type { SeenFiles } from "./seen-files.ts";

/** What every built-in tool is made from. */
export interface ToolDeps {
  readonly cell: Cell;
  readonly seen: SeenFiles;
}

export interface ToolDefinition<S extends z.ZodMiniType> {
  readonly name: string;
  readonly description: string;
  /** A strict object: an unknown property is refused, not ignored. */
  readonly input: S;
  /** Must not change anything. */
  readonly plan: (input: z.output<S>, signal: AbortSignal) => PlannedCall | Promise<PlannedCall>;
}

/** Makes a tool. Its `plan` throws `tool.input` for arguments that do not fit, naming field, value and what is accepted. */
export function defineTool<S extends z.ZodMiniType>({ name, description, input, plan }: ToolDefinition<S>): Tool {
  const parameters = compactSchema(z.toJSONSchema(input, { io: "input" }) as JsonSchema);
  return {
    name,
    description,
    parameters,
    plan: async (raw, signal) => {
      const parsed = z.safeParse(input, withoutNulls(raw), { reportInput: true });
      if (parsed.success) return plan(parsed.data, signal);
      const [issue] = parsed.error.issues;
      throw new RunnerError({
        code: "tool.input",
        message: `${name}: ${issue === undefined ? "the arguments do not fit" : problemOf(issue)}.`,
        hint: `Accepted: ${signatureOf(parameters)}.`,
      });
    },
  };
}

/** Some models send `null` for what they leave out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key, withoutNulls(member)]),
  );
}

/** The schema without what only costs tokens: `$schema`, `additionalProperties` (the parser refuses by itself), safe-integer bounds. */
function compactSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([key, value]) => key !== "$schema" && key !== "additionalProperties" && Math.abs(Number(value)) !== MAX_SAFE,
      )
      .map(([key, value]) => [key, isObject(value) ? compactSchema(value) : value]),
  );
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
