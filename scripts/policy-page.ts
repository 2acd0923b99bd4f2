/** docs/policy-keys.md: every key of the policy file as a table, from its JSON Schema. */

import { policyJsonSchema } from "./policy-schema.ts";
import { DEFAULT_LIMITS } from "../src/protocol/limits.ts";
import { markdownTable } from "./markdown-table.ts";

/** What a JSON Schema says of one key. */
interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Sections with a page of their own, on which their keys are explained. */
const PAGES: Readonly<Record<string, string>> = {
  limits: "limits.md",
  sandbox: "security.md",
  mcp: "mcp.md",
  web: "web.md",
  after_web: "web.md#after-the-web",
  approvers: "approvals.md",
  outsiders: "github.md#people-without-write-permission",
  publish: "publishing.md",
  hooks: "hooks.md",
  models: "models.md#other-models",
};

/** The page, formatted as oxfmt formats it. */
export function policyPage(): string {
  const { properties = {} } = policyJsonSchema() as Schema;
  const sections = Object.entries(properties).flatMap(([name, schema]) => {
    if (name === "profiles") return [["`profiles.<name>`", "mapping", schema.description ?? ""]];
    return rowsOf(name === "rules" || name === "hooks" ? `${name}[]` : name, schema.items ?? schema, schema, name);
  });
  return `# Keys of the policy file

\`npm run docs\` generates this page from the schema of the policy. [policy.md](policy.md) explains how the file works. Unknown
keys are errors everywhere. A profile applies to a kind of run (\`schedule\`) or is chosen with \`--profile\`.

${markdownTable(["Key", "Values", "What it is"], sections)}

These pages explain the keys of a section: ${Object.entries(PAGES)
    .map(([name, page]) => `[\`${name}\`](${page})`)
    .join(", ")}.
`;
}

function rowsOf(key: string, schema: Schema, outer: Schema, name: string): readonly (readonly string[])[] {
  const { properties } = schema;
  if (properties === undefined)
    return [[`\`${key}\``, valuesOf(outer), escaped(outer.description ?? "") + defaultOf(key)]];
  return Object.entries(properties).flatMap(([inner, below]) => {
    // The capabilities of a rule are the same for its three verdicts.
    const isShown = !/^rules\[\]\.(reject|defer)$/.test(`${key}.${inner}`);
    return isShown && below.properties !== undefined
      ? rowsOf(`${key}.${inner}`, below, below, name)
      : [[`\`${key}.${inner}\``, valuesOf(below), escaped(below.description ?? "") + defaultOf(`${key}.${inner}`)]];
  });
}

function escaped(text: string): string {
  return text.replaceAll("|", "\\|");
}

function defaultOf(key: string): string {
  const field = key.replace("limits.", "").replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  const known = new Map<string, unknown>(Object.entries(DEFAULT_LIMITS));
  return key.startsWith("limits.") && known.has(field) ? ` Default: ${JSON.stringify(known.get(field))}.` : "";
}

function valuesOf(schema: Schema): string {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(valuesOf))].join(" or ");
  const { type = "any", minimum, maximum } = schema;
  if (type === "boolean") return "`true`, `false`";
  if (type === "integer" || type === "number")
    return `${type === "integer" ? "whole number" : "number"}, ${minimum} to ${maximum}`;
  return { array: "list", object: "mapping", string: "text" }[type] ?? type;
}
