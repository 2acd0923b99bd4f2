/** The fetch under the SDKs: proxies, answers that are not streams, and what it leaves behind. */

import assert from "node:assert/strict";
import { createServer, request as httpRequest } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { createNodeFetch } from "../../src/llm/node-fetch.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { ask, failureOf, modelOf, serve } from "./workbench.ts";

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
  assert.deepEqual((await ask(through)).message.blocks, [{ type: "text", text: "through" }]);
  assert.deepEqual(carried, [`${model.url}/chat/completions`]);
  await ask(await modelOf("openai", model, { proxyEnv: { HTTP_PROXY, NO_PROXY: "127.0.0.1" } }));
  assert.equal(carried.length, 1);
});

const REFUSALS: readonly (readonly [string, string])[] = [
  ["forbids", "HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"],
  ["wants a password", "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n"],
  ["reaches nobody", "HTTP/1.1 502 Bad Gateway\r\n\r\n"],
  ["sends it elsewhere", "HTTP/1.1 302 Found\r\nlocation: https://other.test/\r\n\r\n"],
  ["speaks another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
  ["says nothing", ""],
];
for (const [name, words] of REFUSALS) {
  test(`a proxy that ${name} gets no key, and the call may be tried again`, async (t) => {
    let heard = "";
    const proxy = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => {
        heard += bytes.toString("latin1");
        if (heard.includes("\r\n\r\n")) socket.end(words);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    t.after(() => proxy.close());
    const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const place = { url: "https://model.test/v1", origin: "https://model.test" };
    const failure = await failureOf(ask(await modelOf("openai", place, { proxyEnv: { HTTPS_PROXY } })));
    assert.equal(failure.code, "provider.unavailable", failure.message);
    assert.match(heard, /^CONNECT model\.test:443 HTTP\/1\.1\r\n/);
    assert.doesNotMatch(heard, /test-key|authorization/i);
  });
}

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

test("the body of a success is read whole, that of an error up to a length, and neither is made anew too deeply", async (t) => {
  const bodies = [
    [200, "x".repeat(300_000), 300_000],
    [500, "x".repeat(300_000), undefined],
    [400, `${"[".repeat(30_000)}${"]".repeat(30_000)}`, 60_000],
  ] as const;
  let sent = 0;
  const server = createServer((_, response) => {
    const [status, body] = bodies[sent++]!;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const send = createNodeFetch();
  for (const [status, , length] of bodies) {
    const answer = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const text = await answer.text();
    if (length === undefined) assert.ok(text.length < 200_000, `${text.length}`);
    else assert.deepEqual([answer.status, text.length], [status, length]);
  }
});

test("an address that is not http is refused", async () => {
  await assert.rejects(
    createNodeFetch()("ftp://example.test/"),
    (error) => error instanceof RunnerError && error.code === "config.invalid",
  );
});
