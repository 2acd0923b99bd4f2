/** What a schema accepts as the answer of a run. An accepted answer is recorded, so it must be a value that a record can hold. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compileSchema } from "../../../src/run/agent/json-answer.ts";

test("an answer is one JSON value that fits and that a record can hold", async () => {
  const rows: readonly (readonly [schema: string, answer: string, found: unknown])[] = [
    ["{}", "```json\n[1]\n```", { json: [1] }],
    ["{}", '{"sign":"+"} as asked', /^it cannot be read as one JSON value: Unexpected /],
    ["{}", '{"n":1e400}', /^it cannot be read as one JSON value: a number is out of range$/],
    ['{"type":"array","items":{"$ref":"#"}}', "[".repeat(9000) + "]".repeat(9000), /: nested deeper than 64 levels$/],
    ['{"$async":true,"required":["a"]}', "{}", /^\/ must have required property 'a'$/],
    ['{"$ref":"#"}', "{}", /^the schema refers to itself without an end, or the value is nested too deeply$/],
  ];
  for (const [text, answer, found] of rows) {
    const read = (await compileSchema({ text, source: "s" })).read(answer);
    if (!(found instanceof RegExp)) assert.deepEqual(read, found);
    else assert.match("problem" in read ? read.problem : "", found);
  }
});

test("a schema that is no object is refused, because it would accept every answer", async () => {
  for (const text of ["[]", "3", '"x"', "false", "null"])
    await assert.rejects(compileSchema({ text, source: "s" }), {
      code: "config.invalid",
      message: "The schema s is not valid: it is not a JSON object.",
    });
});
