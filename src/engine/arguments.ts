/** Tool arguments as the model wrote them → one object, or why they are invalid. Policy, digest and tool share the parsed object. */

import { strictJson } from "../base/strict-json.ts";
import { oneLine } from "../base/truncate.ts";

export type ParsedArguments =
  | { readonly kind: "object"; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: "invalid"; readonly reason: string };

/** Parses a call's arguments. An empty string counts as `{}`: several providers send it for a call without arguments. */
export function parseArguments(text: string): ParsedArguments {
  const parsed = strictJson(text.trim() === "" ? "{}" : text);
  if (parsed.kind === "invalid") return parsed;
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const text = typeof value === "string" ? `, not the text ${JSON.stringify(oneLine(value, 200))}` : "";
    return { kind: "invalid", reason: `expected a JSON object${text}` };
  }
  return { kind: "object", value: value as Record<string, unknown> };
}
