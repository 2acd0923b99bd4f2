/**
 * What MCP servers send in the schemas of their tools, and what becomes of it for each receiver. A receiver that refuses one construct
 * refuses every request of the run.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parametersFor, type SchemaReceiver } from "../../../src/llm/schema/receivers.ts";
import type { JsonSchema } from "../../../src/protocol/model.ts";

type Row = Readonly<Record<SchemaReceiver | "sent", JsonSchema>>;

const TABLE: Readonly<Record<string, Row>> = {
  "a tuple of draft 07": {
    sent: { type: "array", items: [{ type: "string" }, { type: "number" }], additionalItems: false },
    plain: {
      type: "array",
      items: { anyOf: [{ type: "string" }, { type: "number" }] },
      maxItems: 2,
      description: "The items in their order: string, number.",
    },
    anthropic: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
    moonshot: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
    gemini: {
      type: "array",
      items: { anyOf: [{ type: "string" }, { type: "number" }] },
      maxItems: 2,
      description: "The items in their order: string, number.",
    },
  },
  "a tuple of one type": {
    sent: { type: "array", items: [{ type: "number" }, { type: "number" }], minItems: 2 },
    plain: { type: "array", minItems: 2, items: { type: "number" } },
    anthropic: { type: "array", minItems: 2, prefixItems: [{ type: "number" }, { type: "number" }] },
    moonshot: { type: "array", minItems: 2, prefixItems: [{ type: "number" }, { type: "number" }] },
    gemini: { type: "array", minItems: 2, items: { type: "number" } },
  },
  "a tuple of draft 2020-12": {
    sent: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: { type: "boolean" } },
    plain: {
      type: "array",
      items: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] },
      description: "The items in their order: string, number.",
    },
    anthropic: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: { type: "boolean" } },
    moonshot: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
    gemini: {
      type: "array",
      items: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] },
      description: "The items in their order: string, number.",
    },
  },
  "a tuple inside a pattern": {
    sent: { type: "object", patternProperties: { "^x": { type: "array", items: [{ type: "string" }] } } },
    plain: { type: "object", patternProperties: { "^x": { type: "array", items: { type: "string" } } } },
    anthropic: { type: "object", patternProperties: { "^x": { type: "array", prefixItems: [{ type: "string" }] } } },
    moonshot: { type: "object", patternProperties: { "^x": { type: "array", prefixItems: [{ type: "string" }] } } },
    gemini: { type: "object" },
  },
  "a list without items": {
    sent: { type: "array" },
    plain: { type: "array", items: {} },
    anthropic: { type: "array" },
    moonshot: { type: "array" },
    gemini: { type: "array", items: { type: "string" } },
  },
  "a list or a text": {
    sent: { type: ["array", "string"], description: "D." },
    plain: { type: ["array", "string"], description: "D.", items: {} },
    anthropic: { type: ["array", "string"], description: "D." },
    moonshot: { description: "D.", anyOf: [{ type: "array" }, { type: "string" }] },
    gemini: { description: "D.", anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }] },
  },
  "items that accept all": {
    sent: { type: "array", items: true },
    plain: { type: "array", items: {} },
    anthropic: { type: "array" },
    moonshot: { type: "array" },
    gemini: { type: "array", items: { type: "string" } },
  },
  "null among the values": {
    sent: { type: "string", enum: ["a", null] },
    plain: { type: "string", enum: ["a"] },
    anthropic: { type: "string", enum: ["a"] },
    moonshot: { type: "string", enum: ["a"] },
    gemini: { type: "string", enum: ["a"] },
  },
  "null among the values, and allowed": {
    sent: { type: ["string", "null"], enum: ["a", null] },
    plain: { type: ["string", "null"], enum: ["a", null] },
    anthropic: { type: ["string", "null"], enum: ["a", null] },
    moonshot: { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
    gemini: { type: "string", nullable: true, enum: ["a"] },
  },
  "null among the values of a branch": {
    sent: { anyOf: [{ enum: ["a", "b", null] }, { type: "null" }], default: null },
    plain: { anyOf: [{ enum: ["a", "b", null] }, { type: "null" }], default: null },
    anthropic: { anyOf: [{ enum: ["a", "b", null] }, { type: "null" }], default: null },
    moonshot: { default: null, anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] },
    gemini: { type: "string", nullable: true, enum: ["a", "b"] },
  },
  "an empty text among the values": {
    sent: { type: "string", enum: ["", "a"] },
    plain: { type: "string", enum: ["", "a"] },
    anthropic: { type: "string", enum: ["", "a"] },
    moonshot: { type: "string", enum: ["a"] },
    gemini: { type: "string", enum: ["a"] },
  },
  "no values": {
    sent: { type: "string", enum: [] },
    plain: { type: "string" },
    anthropic: { type: "string" },
    moonshot: { type: "string" },
    gemini: { type: "string" },
  },
  "values that are null": {
    sent: { type: "string", enum: null },
    plain: { type: "string" },
    anthropic: { type: "string" },
    moonshot: { type: "string" },
    gemini: { type: "string" },
  },
  "values of another type": {
    sent: { type: "integer", enum: ["1", "2"] },
    plain: { type: "integer", description: "One of: 1, 2." },
    anthropic: { type: "integer", description: "One of: 1, 2." },
    moonshot: { type: "integer", description: "One of: 1, 2." },
    gemini: { type: "integer", description: "One of: 1, 2." },
  },
  "numbers as texts": {
    sent: { type: "string", enum: [1, 2] },
    plain: { type: "string", description: "One of: 1, 2." },
    anthropic: { type: "string", description: "One of: 1, 2." },
    moonshot: { type: "string", description: "One of: 1, 2." },
    gemini: { type: "string", enum: ["1", "2"] },
  },
  "values of several types": {
    sent: { enum: ["a", 1, null] },
    plain: { enum: ["a", 1, null] },
    anthropic: { enum: ["a", 1, null] },
    moonshot: { anyOf: [{ type: "string", enum: ["a"] }, { type: "integer", enum: [1] }, { type: "null" }] },
    gemini: { type: "string", enum: ["a", "1"] },
  },
  "values of a list": {
    sent: { type: "array", items: { type: "string" }, enum: [["a"], ["b"]] },
    plain: { type: "array", items: { type: "string" }, enum: [["a"], ["b"]] },
    anthropic: { type: "array", items: { type: "string" }, enum: [["a"], ["b"]] },
    moonshot: { type: "array", items: { type: "string" }, description: 'One of: ["a"], ["b"].' },
    gemini: { type: "array", items: { type: "string" }, description: 'One of: ["a"], ["b"].' },
  },
  "a value twice": {
    sent: { type: "string", enum: ["a", "a"] },
    plain: { type: "string", enum: ["a"] },
    anthropic: { type: "string", enum: ["a"] },
    moonshot: { type: "string", enum: ["a"] },
    gemini: { type: "string", enum: ["a"] },
  },
  "a type of Python": {
    sent: { type: "int" },
    plain: { type: "integer" },
    anthropic: { type: "integer" },
    moonshot: { type: "integer" },
    gemini: { type: "integer" },
  },
  "a type in capitals": {
    sent: { type: "STRING" },
    plain: { type: "string" },
    anthropic: { type: "string" },
    moonshot: { type: "string" },
    gemini: { type: "string" },
  },
  "a type that there is not": {
    sent: { type: "any" },
    plain: {},
    anthropic: {},
    moonshot: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }] },
    gemini: { type: "string" },
  },
  "a type that is null": {
    sent: { type: null, description: null },
    plain: {},
    anthropic: {},
    moonshot: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }] },
    gemini: { type: "string" },
  },
  "a choice beside its own keywords": {
    sent: { type: "string", default: "a", anyOf: [{ pattern: "^a", default: "b" }, { maxLength: 3 }] },
    plain: { type: "string", default: "a", anyOf: [{ pattern: "^a", default: "b" }, { maxLength: 3 }] },
    anthropic: { type: "string", default: "a", anyOf: [{ pattern: "^a", default: "b" }, { maxLength: 3 }] },
    moonshot: {
      anyOf: [
        { default: "b", type: "string", pattern: "^a" },
        { default: "a", type: "string", maxLength: 3 },
      ],
    },
    gemini: {
      anyOf: [
        { type: "string", pattern: "^a" },
        { type: "string", maxLength: 3 },
      ],
    },
  },
  "a choice that only demands": {
    sent: { type: "object", properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    plain: { type: "object", properties: { a: { type: "string" } }, anyOf: [{}, {}] },
    anthropic: { type: "object", properties: { a: { type: "string" } }, anyOf: [{}, {}] },
    moonshot: { type: "object", properties: { a: { type: "string" } } },
    gemini: { type: "object", properties: { a: { type: "string" } } },
  },
  "objects to choose from": {
    sent: { type: "object", properties: { a: { type: "string" } }, oneOf: [{ properties: { b: { type: "number" } } }] },
    plain: {
      type: "object",
      properties: { a: { type: "string" } },
      oneOf: [{ properties: { b: { type: "number" } } }],
    },
    anthropic: {
      type: "object",
      properties: { a: { type: "string" } },
      oneOf: [{ properties: { b: { type: "number" } } }],
    },
    moonshot: { type: "object", properties: { b: { type: "number" }, a: { type: "string" } } },
    gemini: { type: "object", properties: { b: { type: "number" }, a: { type: "string" } } },
  },
  "a property with a keyword's name": {
    sent: {
      type: "object",
      properties: { required: { type: "boolean" }, a: { type: "string" } },
      required: ["required", "a"],
    },
    plain: {
      type: "object",
      properties: { required: { type: "boolean" }, a: { type: "string" } },
      required: ["required", "a"],
    },
    anthropic: {
      type: "object",
      properties: { required: { type: "boolean" }, a: { type: "string" } },
      required: ["required", "a"],
    },
    moonshot: {
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      description: 'It also takes "required".',
    },
    gemini: {
      type: "object",
      properties: { required: { type: "boolean" }, a: { type: "string" } },
      required: ["required", "a"],
    },
  },
  "a boolean for a property": {
    sent: { type: "object", properties: { a: true } },
    plain: { type: "object", properties: { a: {} } },
    anthropic: { type: "object", properties: { a: {} } },
    moonshot: {
      type: "object",
      properties: { a: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }] } },
    },
    gemini: { type: "object", properties: { a: { type: "string" } } },
  },
  "properties that are null": {
    sent: { type: "object", properties: null, required: null },
    plain: { type: "object" },
    anthropic: { type: "object" },
    moonshot: { type: "object" },
    gemini: { type: "object" },
  },
  "a bound of draft 4": {
    sent: { type: "integer", minimum: 0, exclusiveMinimum: true },
    plain: { type: "integer", exclusiveMinimum: 0 },
    anthropic: { type: "integer", exclusiveMinimum: 0 },
    moonshot: { type: "integer", exclusiveMinimum: 0 },
    gemini: { type: "integer" },
  },
  "an OpenAPI flag": {
    sent: { type: "string", nullable: true },
    plain: { type: "string", nullable: true },
    anthropic: { type: "string", nullable: true },
    moonshot: { type: "string" },
    gemini: { type: "string", nullable: true },
  },
};

for (const [name, { sent, ...made }] of Object.entries(TABLE)) {
  test(name, () => {
    const parameters: JsonSchema = { type: "object", properties: { p: sent } };
    const before = structuredClone(parameters);
    for (const [receiver, expected] of Object.entries(made)) {
      const { properties } = parametersFor({ parameters }, receiver as SchemaReceiver);
      assert.deepEqual(properties, { p: expected }, receiver);
    }
    assert.deepEqual(parameters, before);
  });
}

test("the root has no choice, no values and no negation", () => {
  const parameters = {
    type: null,
    enum: [{}],
    not: { required: ["a"] },
    anyOf: [{ properties: { a: { type: "int" } } }],
  };
  for (const receiver of ["plain", "anthropic", "moonshot", "gemini"] as const)
    assert.deepEqual(parametersFor({ parameters }, receiver), {
      type: "object",
      properties: { a: { type: "integer" } },
    });
});

test("a type list at each level does not multiply what is inside", () => {
  let schema: JsonSchema = { type: "string" };
  for (let at = 0; at < 20; at += 1) {
    const inner = { type: ["object", "array", "null"], properties: { p: schema }, items: schema };
    schema =
      at < 8 ? inner : { type: ["object", "array"], properties: { p: schema }, anyOf: [{ properties: { q: {} } }, {}] };
  }
  for (const receiver of ["plain", "anthropic", "moonshot", "gemini"] as const)
    assert.ok(JSON.stringify(parametersFor({ parameters: schema }, receiver)).length < 200_000, receiver);
});
