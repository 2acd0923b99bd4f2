/** What the first request of the default agent costs. Every later step pays for these bytes again, so they have a ceiling. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_POLICY_WORDS_BYTES } from "../../../src/policy/policy-words.ts";
import { createScene, FILES } from "../harness.ts";

/** About 1,600 tokens, the task of 20 bytes and the fields of the provider's format included. The policy's words come on top. */
const CEILING = 6_550;

test("system prompt and tools of the default agent stay below their ceiling, in an empty repository", async (t) => {
  const policy = FILES[".github/kimi-policy.yml"];
  await using scene = await createScene({
    files: { ".github/kimi-policy.yml": policy },
    replies: [{ text: "Nothing to do." }],
  });
  assert.equal((await scene.run()).code, 0);
  const [request] = scene.server.requests;
  assert.ok(request !== undefined);
  const { tools, messages } = request.json as { tools: readonly unknown[]; messages: readonly { content: string }[] };
  const system = messages[0]?.content ?? "";
  const [words = ""] = /\n# Policy\n[^]*?(?=\n# Environment\n)/.exec(system) ?? [];
  const bytes = {
    request: Buffer.byteLength(request.body),
    tools: Buffer.byteLength(JSON.stringify(tools)),
    system: Buffer.byteLength(system),
    policy: Buffer.byteLength(JSON.stringify(words)) - '""'.length,
  };
  t.diagnostic(JSON.stringify(bytes));
  const own = bytes.request - bytes.policy;
  assert.ok(own <= CEILING, `the first request has ${own} bytes besides the policy, at most ${CEILING} are allowed`);
  assert.ok(bytes.tools + bytes.system > CEILING / 2, "what was measured is the prompt");
  assert.ok(bytes.policy > 200 && bytes.policy <= MAX_POLICY_WORDS_BYTES, `the policy takes ${bytes.policy} bytes`);
});

test("runs of a repository share a cache key, and each agent has its own", async () => {
  const report = "The sign in src/add.js is wrong. ".repeat(10);
  await using scene = await createScene({
    replies: [
      { calls: [{ name: "new_task", arguments: { agent: "explore", message: "Where is the fault?" } }] },
      { text: report },
      { text: "Done." },
      { text: "Done again." },
    ],
  });
  assert.equal((await scene.run()).code, 0);
  assert.equal((await scene.cli(["run", "another task", "--model", "openai/test-model", "--sandbox", "none"])).code, 0);
  const keys = scene.server.requests.map(({ json }) => (json as { prompt_cache_key: string }).prompt_cache_key);
  const [main = "", explore = ""] = keys;
  assert.deepEqual(keys, [main, explore, main, main]);
  assert.notEqual(main, explore);
  assert.match(main, /^[0-9a-f]{32}$/);
});
