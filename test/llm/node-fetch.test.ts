/** The fetch under the SDKs: proxies, answers that are not streams, and what it leaves behind. */

import assert from "node:assert/strict";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createNodeFetch } from "../../src/llm/node-fetch.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { ask, modelOf, serve } from "./workbench.ts";

test("a proxy carries the call, and NO_PROXY keeps it away", async (t) => {
  const model = await serve(t, () => ({ text: "through" }));
  const carried: string[] = [];
  const proxy = createServer((incoming, response) => {
    carried.push(String(incoming.url));
    const { method, headers } = incoming;
    incoming.pipe(
      httpRequest(String(incoming.url), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const through = await modelOf("openai", model, { proxyEnv: { HTTP_PROXY } });
  assert.deepEqual((await ask(through)).message.content, [{ type: "text", text: "through" }]);
  assert.deepEqual(carried, [`${model.url}/chat/completions`]);
  await ask(await modelOf("openai", model, { proxyEnv: { HTTP_PROXY, NO_PROXY: "127.0.0.1" } }));
  assert.equal(carried.length, 1);
});

test("status, headers and body of an answer", async (t) => {
  const server = createServer((_, response) => {
    response.writeHead(418, { "x-one": "1", "set-cookie": ["a=1", "b=2"] }).end('[{"error":"only one"}]');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const answer = await createNodeFetch()(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  assert.deepEqual(
    [answer.status, answer.ok, answer.headers.get("x-one"), answer.headers.get("set-cookie"), await answer.text()],
    [418, false, "1", "a=1, b=2", '{"error":"only one"}'],
  );
});

test("an address that is not http is refused", async () => {
  await assert.rejects(
    createNodeFetch()("ftp://example.test/"),
    (error) => error instanceof RunnerError && error.code === "config.invalid",
  );
});
