/** The part of the system prompt that describes the tools and their XML format. The same tools give the same bytes. */

import type { ChatRequest, JsonSchema } from "../../protocol/model.ts";
import { partOf, propertiesOf, shapeOf, typesOf, VERBATIM } from "./values.ts";

const howToCall = (verbatim: string): string => `# Calling tools
You call a tool by writing it in your message as XML:

<tool_name>
<parameter>value</parameter>
</tool_name>

- One call per message, at its end, also where other instructions speak of several. Anything behind it is dropped.
- The result is the next message, after \`[tool_name] Result:\`. It is the tool's output, not the words of the user.
- Write values as they are: no escaping, no quotes around them. A list is one element per item.
- ${verbatim} begins behind the newline after its start tag and ends before the newline in front of its end tag, so a file that ends with a newline needs an empty line there.
- A parameter holds at most 100 KB.
- In a code block or between backticks a call is only shown, not carried out.`;

/** The system prompt with a description of the tools. Without tools it is unchanged. */
export function systemWithTools({ system, tools }: Pick<ChatRequest, "system" | "tools">): string {
  if (tools.length === 0) return system;
  const named = new Set(tools.flatMap(({ parameters }) => namesIn(parameters)));
  const verbatim = [...VERBATIM].filter((name) => name === "content" || named.has(name)).map((name) => `\`${name}\``);
  return [system.trimEnd(), howToCall(verbatim.join(" or ")), ...tools.map(describeTool)]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Names of all parameters, nested ones included. */
function namesIn(schema: JsonSchema): readonly string[] {
  const shape = shapeOf(schema);
  if (shape?.["type"] === "array") return namesIn(partOf(shape, "items"));
  return Object.entries(propertiesOf(schema)).flatMap(([name, member]) => [name, ...namesIn(member)]);
}

function describeTool({ name, description, parameters }: ChatRequest["tools"][number]): string {
  const lines = describeMembers(parameters, "");
  const usage = Object.entries(propertiesOf(parameters))
    .filter(([key]) => requiredOf(parameters).has(key))
    .map(([key, schema]) => example(key, schema));
  return [
    `## ${name}`,
    description.trim(),
    ...(lines.length === 0 ? [] : ["Parameters:", ...lines]),
    "Usage:",
    [`<${name}>`, ...usage, `</${name}>`].join("\n"),
  ].join("\n");
}

function describeMembers(schema: JsonSchema, indent: string): readonly string[] {
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).flatMap(([key, member]) => {
    const { description } = member;
    const said = typeof description === "string" ? `; ${description}` : "";
    const must = required.has(key) ? "required" : "optional";
    return [`${indent}- ${key} (${must}): ${kindOf(member)}${said}`, ...describeInside(key, member, `${indent}  `)];
  });
}

/** The members of an object, or of each item of a list. */
function describeInside(name: string, schema: JsonSchema, indent: string): readonly string[] {
  const shape = shapeOf(schema);
  if (shape?.["type"] !== "array") return shape === undefined ? [] : describeMembers(shape, indent);
  const items = partOf(shape, "items");
  return describeInside(itemName(name), items, indent);
}

function kindOf(schema: JsonSchema): string {
  const shape = shapeOf(schema);
  const { enum: values } = schema;
  if (Array.isArray(values)) return values.map(String).join(" | ");
  if (shape?.["type"] === "array") {
    const items = kindOf(partOf(shape, "items"));
    return `list of ${items === "object" ? "objects" : items}${bounds(shape["minItems"], shape["maxItems"])}`;
  }
  if (shape !== undefined) return "object";
  const kinds = typesOf(schema).map((type) => KINDS[type] ?? type);
  return `${kinds.length === 0 ? "text" : kinds.join(" or ")}${bounds(schema["minimum"], schema["maximum"])}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  boolean: "true or false",
};

function bounds(low: unknown, high: unknown): string {
  const bound = (value: unknown): string => (typeof value === "number" ? String(value) : "");
  return low === undefined && high === undefined ? "" : `, ${bound(low)}..${bound(high)}`;
}

function example(name: string, schema: JsonSchema): string {
  const shape = shapeOf(schema);
  if (shape?.["type"] === "array") return element(name, `\n${example(itemName(name), partOf(shape, "items"))}\n`);
  if (shape === undefined) return element(name, VERBATIM.has(name) ? "\n…\n" : "…");
  const members = Object.entries(propertiesOf(shape)).filter(([key]) => requiredOf(shape).has(key));
  return element(name, `\n${members.map(([key, member]) => example(key, member)).join("\n")}\n`);
}

export function element(name: string, inner: string): string {
  return `<${name}>${inner}</${name}>`;
}

/** The name of a list's items: `files` → `file`. */
export function itemName(list: string): string {
  if (list.endsWith("ies")) return `${list.slice(0, -3)}y`;
  return /[^s]s$/.test(list) ? list.slice(0, -1) : "item";
}

function requiredOf(schema: JsonSchema): ReadonlySet<unknown> {
  const { required } = schema;
  return new Set(Array.isArray(required) ? required : []);
}
