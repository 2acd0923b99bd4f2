/** An embeddings server's own numbers are bounded before they are used. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { createEmbeddingsModel } from "../../../src/llm/vectors/embeddings.ts";
import { failureOf, requestOf, user } from "../workbench.ts";

/** Asks for the vectors of two texts. */
async function vectorsOf(data: unknown): Promise<readonly (readonly number[])[]> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data, usage: { prompt_tokens: 2 } }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const taken: (readonly number[])[] = [];
    const model = createEmbeddingsModel(
      {
        name: "compatible/vectors",
        id: "vectors",
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
        apiKey: "test-key-0001",
        keyVariable: "TEST_KEY",
        headers: {},
        window: 8_000,
        maxOutputTokens: 1,
        features: new Set(),
        costUsd: () => 0,
        timeouts: { idleMs: 5_000, totalMs: 10_000 },
        clock: systemClock,
      },
      (vectors) => taken.push(...vectors.map((vector) => [...vector])),
    );
    const request = requestOf({ system: "", tools: [], messages: [user("one"), user("two")] });
    await model.chat(request, { signal: new AbortController().signal });
    return taken;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("vectors come in the order of the texts, with and without an index", async () => {
  const ordered = [{ embedding: [1] }, { embedding: [2] }];
  assert.deepEqual(await vectorsOf(ordered), [[1], [2]]);
  const mixed = [
    { index: 1, embedding: [2] },
    { index: 0, embedding: [1] },
  ];
  assert.deepEqual(await vectorsOf(mixed), [[1], [2]]);
});

for (const index of [4_294_967_294, 2, -1, 0.5, "1"]) {
  test(`an answer for text ${JSON.stringify(index)} of two is refused`, async () => {
    const data = [
      { index: 0, embedding: [1] },
      { index, embedding: [2] },
    ];
    const error = await failureOf(vectorsOf(data).then(() => undefined));
    assert.match(error.message, /vector for text|one vector for each/);
  });
}
