import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { RunnerError } from "../../../src/protocol/error.ts";
import { defineTool } from "../../../src/tools/define/define-tool.ts";

const { signal } = new AbortController();

const sample = (input: z.ZodMiniType) =>
  defineTool({
    name: "sample",
    offeredTo: ["agent files"],
    needs: [],
    description: "A sample.",
    input,
    make: () => ({
      plan: (parsed) => ({
        access: "read",
        capabilities: [],
        summary: JSON.stringify(parsed),
        run: () => Promise.resolve({ text: "" }),
      }),
    }),
  }).make(undefined);

const tool = sample(
  z.strictObject({
    name: z.string().check(z.minLength(2)),
    files: z.optional(z.array(z.strictObject({ path: z.string() })).check(z.minLength(1), z.maxLength(2))),
    count: z.optional(z.int().check(z.minimum(1), z.maximum(600), z.describe("seconds"))),
    size: z.optional(z.int()),
  }),
);

const ACCEPTED = "Accepted: {name: string, files?: {path: string}[] 1..2, count?: integer 1..600, size?: integer}.";

test("the schema says nothing of what the parser refuses by itself: unknown properties, empty values, bounds", () => {
  assert.deepEqual(tool.parameters, {
    type: "object",
    properties: {
      name: { type: "string" },
      files: {
        type: "array",
        items: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      },
      count: { type: "integer", description: "seconds" },
      size: { type: "integer" },
    },
    required: ["name"],
  });
});

test("null counts as left out, but not inside of an object that is handed on as it is", async () => {
  const summaryOf = async (one: typeof tool, input: Readonly<Record<string, unknown>>): Promise<string> =>
    (await one.plan(one.repair?.(input).input, signal)).summary;
  const absent = { a: null, b: null, c: null, d: null, e: null, f: null };
  assert.equal(
    await summaryOf(tool, { name: "ab", files: [{ path: "a", line: null }], count: null, ...absent }),
    '{"name":"ab","files":[{"path":"a"}]}',
  );
  const caller = sample(z.strictObject({ arguments: z.looseObject({}) }));
  assert.equal(await summaryOf(caller, { arguments: { assignee: null } }), '{"arguments":{"assignee":null}}');
});

test("a text of the wrong form: the error says which form is expected", async () => {
  const named = sample(z.strictObject({ name: z.string().check(z.regex(/^[a-z]+$/, { error: "small letters" })) }));
  await assert.rejects(named.plan({ name: "A b" }, signal), {
    message: 'sample: name: expected small letters, got "A b".',
    hint: "Accepted: {name: string}.",
  });
});

test("an error names the arguments that this run's model was told, also after another run", async () => {
  const { make } = defineTool({
    name: "sample",
    offeredTo: ["agent files"],
    needs: [],
    description: "A sample.",
    input: z.strictObject({ a: z.optional(z.string()), b: z.optional(z.string()) }),
    make: (isFirst: boolean) => ({
      shown: isFirst ? z.strictObject({ a: z.string() }) : z.strictObject({ b: z.string() }),
      plan: () => ({ access: "read", capabilities: [], summary: "", run: async () => ({ text: "" }) }),
    }),
  });
  const [first, second] = [make(true), make(false)];
  await assert.rejects(first.plan({ a: 1 }, signal), { hint: "Accepted: {a: string}." });
  await assert.rejects(second.plan({ b: 1 }, signal), { hint: "Accepted: {b: string}." });
});

for (const [label, input, message] of [
  ["a missing field", {}, "sample: name is missing."],
  ["a wrong type", { name: 7 }, "sample: name: expected string, got 7."],
  [
    "a wrong type inside",
    { name: "ab", files: [{ path: "a" }, { path: [1] }] },
    "sample: files[1].path: expected string, got [1].",
  ],
  ["no object", "text", 'sample: the arguments: expected object, got "text".'],
  ["an unknown property", { name: "ab", nmae: 1 }, "sample: unknown property nmae."],
  [
    "an unknown property inside",
    { name: "ab", files: [{ path: "a", line: 1 }] },
    "sample: unknown property files[0].line.",
  ],
  ["a short text", { name: "a" }, 'sample: name: expected at least 2 characters, got "a".'],
  [
    "too many items",
    { name: "ab", files: [{ path: "a" }, { path: "b" }, { path: "c" }] },
    'sample: files: expected at most 2 items, got [{"path":"a"},{"path":"b"},{"path":"c"}].',
  ],
  ["a large number", { name: "ab", count: 601 }, "sample: count: expected at most 600, got 601."],
  ["a fraction", { name: "ab", count: 1.5 }, "sample: count: expected int, got 1.5."],
  [
    "a long wrong value is cut",
    { name: "ab", count: "x".repeat(100) },
    `sample: count: expected number, got "${"x".repeat(59)}….`,
  ],
] as const) {
  test(`refused: ${label}`, async () => {
    await assert.rejects(tool.plan(input, signal), (error) => {
      assert.ok(error instanceof RunnerError);
      assert.deepEqual([error.code, error.message, error.hint], ["tool.input", message, ACCEPTED]);
      return true;
    });
  });
}
