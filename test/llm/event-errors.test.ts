/** What in an event of a stream is an error. Some gateways add an empty `error` to each event. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonOf } from "../../src/llm/wire/server-events.ts";

test("an event with an empty error reports none; its name, its type or a filled member reports one", () => {
  for (const error of [null, "", {}]) {
    const event = { type: "message_start", error };
    assert.deepEqual(jsonOf({ name: "message_start", data: JSON.stringify(event) }), event);
  }
  const failures = [
    ["error", { message: "down" }, '{"message":"down"}'],
    ["", { type: "error", message: "down" }, '{"type":"error","message":"down"}'],
    ["", { type: "error", error: { code: 1 } }, '{"code":1}'],
    ["", { error: "down" }, "down"],
    ["", { error: ["down"] }, '["down"]'],
  ] as const;
  for (const [name, event, message] of failures)
    assert.throws(() => jsonOf({ name, data: JSON.stringify(event) }), { message });
});
