/** Schemas of tools for each receiver: its rules hold at every place, the original is untouched, and hostile ones stay small. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parametersFor, type SchemaReceiver } from "../../../src/llm/schema/receivers.ts";
import type { JsonSchema } from "../../../src/protocol/model.ts";
import { ask, modelOf, requestOf, serve } from "../workbench.ts";

const RECEIVERS: readonly SchemaReceiver[] = ["plain", "anthropic", "moonshot", "gemini"];

/** What MCP servers send: references, cycles, choices at the root, values without types, tuples, keywords of newer drafts. */
const ODD: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $defs: {
    Point: { type: "object", properties: { x: { type: "number", exclusiveMinimum: 0 } }, required: ["x"] },
    Tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } } } },
  },
  type: "object",
  properties: {
    at: { $ref: "#/$defs/Point", description: "Where." },
    tree: { $ref: "#/$defs/Tree" },
    far: { $ref: "https://example.com/schema.json" },
    kind: { enum: ["a", "b"] },
    level: { type: "integer", enum: [1, 2] },
    only: { const: "x" },
    any: {},
    pair: { type: "array", items: [{ type: "string" }, { type: "number" }] },
    maybe: { type: ["string", "null"], minLength: 1 },
    either: { type: "string", anyOf: [{ pattern: "^a" }, { type: "number" }] },
    one: { oneOf: [{ type: "string" }, { type: "null" }] },
    all: { allOf: [{ properties: { a: { type: "string" } }, required: ["a"] }, { properties: { b: {} } }] },
    when: { type: "string", format: "uri" },
    free: { type: "object", additionalProperties: { type: "string" }, patternProperties: { "^x": {} } },
    "a/b": { type: "string" },
  },
  required: ["at"],
  anyOf: [{ required: ["kind"] }, { properties: { extra: { type: "boolean" } } }],
};

const COMBINATORS = ["anyOf", "oneOf", "allOf"];

/** Every place of a schema with its path. */
function places(schema: JsonSchema, path = "$"): (readonly [string, JsonSchema])[] {
  const list = (key: string): unknown[] => {
    const value = schema[key];
    return Array.isArray(value) ? value : [];
  };
  const inner = [
    ...Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>),
    ...[...COMBINATORS, "prefixItems"].flatMap((key) => list(key).map((one, at) => [`${key}${at}`, one] as const)),
    ...["items", "additionalProperties"].flatMap((key) => {
      const value = schema[key];
      return typeof value === "object" && value !== null && !Array.isArray(value) ? [[key, value] as const] : [];
    }),
  ];
  return [[path, schema], ...inner.flatMap(([name, one]) => places(one as JsonSchema, `${path}.${name}`))];
}

/** What each receiver refuses at a place, as its documents and its errors say. */
const REFUSED: Readonly<Record<SchemaReceiver, (place: JsonSchema, path: string) => boolean>> = {
  plain: (place, path) =>
    ["$ref", "$schema", "$defs"].some((key) => key in place) ||
    (path === "$" && COMBINATORS.some((key) => key in place)) ||
    Array.isArray(place["items"]),
  anthropic: () => false,
  moonshot: (place) => "type" in place === "anyOf" in place || Array.isArray(place["items"]) || "oneOf" in place,
  gemini: (place) => {
    const unknown = [
      "const",
      "oneOf",
      "allOf",
      "additionalProperties",
      "patternProperties",
      "exclusiveMinimum",
      "prefixItems",
    ];
    const values = (place["enum"] ?? []) as unknown[];
    return (
      unknown.some((key) => key in place) ||
      Array.isArray(place["type"]) ||
      place["type"] === "null" ||
      "type" in place === "anyOf" in place ||
      values.some((value) => typeof value !== "string") ||
      (place["type"] === "array" && !("items" in place))
    );
  },
};

for (const receiver of RECEIVERS) {
  test(`${receiver}: no place is refused, the original stays, the same tool is the same bytes`, () => {
    const parameters = structuredClone(ODD);
    const made = parametersFor({ parameters }, receiver);
    const wrong = places(made).filter(([path, place]) => REFUSED[receiver](place, path) || REFUSED.plain(place, path));
    assert.deepEqual(wrong, []);
    assert.deepEqual(parameters, ODD);
    assert.equal(parametersFor({ parameters }, receiver), made);
    assert.equal(JSON.stringify(parametersFor({ parameters: structuredClone(ODD) }, receiver)), JSON.stringify(made));
  });
}

test("moonshot: types are told by what else is said; a type moves into the branches", () => {
  const { properties } = parametersFor({ parameters: ODD }, "moonshot") as { properties: Record<string, JsonSchema> };
  const { at, kind, level, only, pair, maybe, either, one, all } = properties;
  assert.deepEqual(
    { at, kind, level, only, pair, maybe, either, one, all },
    {
      at: {
        type: "object",
        properties: { x: { type: "number", exclusiveMinimum: 0 } },
        required: ["x"],
        description: "Where.",
      },
      kind: { type: "string", enum: ["a", "b"] },
      level: { type: "integer", enum: [1, 2] },
      only: { type: "string", const: "x" },
      pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
      maybe: {
        anyOf: [
          { type: "string", minLength: 1 },
          { type: "null", minLength: 1 },
        ],
      },
      either: { anyOf: [{ type: "string", pattern: "^a" }, { type: "number" }] },
      one: { anyOf: [{ type: "string" }, { type: "null" }] },
      all: {
        type: "object",
        properties: { a: { type: "string" }, b: properties["any"] },
        required: ["a"],
      },
    },
  );
});

test("gemini: null is a flag, texts alone are values, the rest is told in words", () => {
  const { properties } = parametersFor({ parameters: ODD }, "gemini") as { properties: Record<string, JsonSchema> };
  const { level, only, maybe, one, when, extra } = properties;
  assert.deepEqual(
    { level, only, maybe, one, when, extra },
    {
      level: { type: "integer", description: "One of: 1, 2." },
      only: { type: "string", enum: ["x"] },
      maybe: { type: "string", minLength: 1, nullable: true },
      one: { type: "string", nullable: true },
      when: { type: "string" },
      extra: { type: "boolean" },
    },
  );
});

test("ordinary schemas are sent as they are", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  const parameters = {
    type: "object",
    properties: { path: { type: "string", description: "P" }, lines: { type: "array", items: { type: "integer" } } },
    required: ["path"],
    additionalProperties: false,
  };
  for (const model of ["kimi/kimi-k3", "openai/gpt-5", "deepseek/deepseek-flash", "anthropic/claude-opus-5-5"]) {
    const format = model.startsWith("anthropic") ? "anthropic" : "openai";
    await ask(
      await modelOf(format, server, { model }),
      requestOf({ tools: [{ name: "a", description: "b", parameters }] }),
    );
    const body = server.requests.at(-1)?.json as {
      tools: { function?: { parameters: object }; input_schema?: object }[];
    };
    assert.equal(
      JSON.stringify(body.tools[0]?.function?.parameters ?? body.tools[0]?.input_schema),
      JSON.stringify(parameters),
      model,
    );
  }
  assert.deepEqual(server.violations, []);
});

test("Kimi behind a gateway gets the schemas that Moonshot takes", async (t) => {
  const server = await serve(t, () => ({ text: "ok" }));
  const parameters = { type: "object", properties: { kind: { enum: ["a", null] } } };
  const sent = async (model: string): Promise<unknown> => {
    await ask(
      await modelOf("openai", server, { model }),
      requestOf({ tools: [{ name: "a", description: "b", parameters }] }),
    );
    const body = server.requests.at(-1)?.json as { tools: { function: { parameters: JsonSchema } }[] };
    return body.tools[0]?.function.parameters["properties"];
  };
  const branches = [{ type: "string", enum: ["a"] }, { type: "null" }];
  for (const model of ["openrouter/moonshotai/kimi-k3", "compatible/accounts/fireworks/models/kimi-k2p6"])
    assert.deepEqual(await sent(model), { kind: { anyOf: branches } }, model);
  assert.deepEqual(await sent("openrouter/z-ai/glm-5.3"), parameters.properties);
});

/** Nested `n` deep, each place twice the one below it. */
function doubling(n: number): JsonSchema {
  const defs = Array.from({ length: n }, (_, at): [string, JsonSchema] => [
    `d${at}`,
    { type: "object", properties: { l: { $ref: `#/$defs/d${at + 1}` }, r: { $ref: `#/$defs/d${at + 1}` } } },
  ]);
  return { type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs: Object.fromEntries(defs) };
}

function deep(n: number): JsonSchema {
  let schema: JsonSchema = { type: "string" };
  for (let at = 0; at < n; at += 1) schema = { type: "object", properties: { p: schema } };
  return schema;
}

const SELF: Record<string, unknown> = { type: "object" };
SELF["properties"] = { again: { $ref: "#" } };

const HOSTILE: Readonly<Record<string, JsonSchema>> = {
  "2^40 places by references": doubling(40),
  "5,000 deep": deep(5_000),
  "a reference to itself": {
    type: "object",
    properties: { a: { $ref: "#/$defs/a" } },
    $defs: { a: { $ref: "#/$defs/a" } },
  },
  "two that name each other": {
    type: "object",
    properties: { a: { $ref: "#/$defs/a" } },
    $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
  },
  "the root in itself": SELF,
  "1 MB of description": { type: "object", properties: { a: { type: "string", description: "x".repeat(1_000_000) } } },
  "1 MB of values": {
    type: "object",
    properties: { a: { enum: Array.from({ length: 100_000 }, (_, at) => `v${at}`) } },
  },
  "20,000 properties": {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, { type: "string" }])),
  },
  "no schema at all": { type: 5, properties: "x", required: { a: 1 }, items: 7, anyOf: "y" },
  "names of Object": { type: "object", properties: { a: { $ref: "#/constructor" }, b: { $ref: "#/__proto__/x" } } },
};

for (const [name, parameters] of Object.entries(HOSTILE)) {
  test(`hostile: ${name}`, () => {
    for (const receiver of RECEIVERS) {
      const made = parametersFor({ parameters }, receiver);
      const wrong = places(made).filter(
        ([path, place]) => REFUSED[receiver](place, path) || REFUSED.plain(place, path),
      );
      assert.deepEqual(wrong, [], receiver);
      assert.ok(JSON.stringify(made).length < 400_000, `${receiver}: ${JSON.stringify(made).length}`);
      assert.equal(made["type"], "object");
    }
  });
}
