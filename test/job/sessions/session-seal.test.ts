/** By which secret jobs know the sessions of their like. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sealSecret } from "../../../src/job/sessions/session-seal.ts";

test("a key of any provider seals, wherever it came from; a session key goes first", () => {
  for (const provider of ["KIMI", "OPENAI", "ANTHROPIC", "GEMINI", "OLLAMA", "COMPATIBLE"]) {
    assert.equal(sealSecret({}, { [`${provider}_API_KEY`]: "key" }), "key", provider);
  }
  const env = { KIMI_SESSION_KEY: "variable", COMPATIBLE_API_KEY: "other" };
  assert.deepEqual(
    [
      sealSecret({ sessionKey: "input", apiKey: "key" }, env),
      sealSecret({ apiKey: "key" }, env),
      sealSecret({ apiKey: "key" }, { COMPATIBLE_API_KEY: "other" }),
      sealSecret({ sessionKey: "" }, { KIMI_SESSION_KEY: "", KIMI_API_KEY: "" }),
    ],
    ["input", "variable", "key", undefined],
  );
});
