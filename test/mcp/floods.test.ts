/** Servers that write without an end: each fails for what it does, soon, and the others work. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { load, openCell, stdio } from "./workbench.ts";

const bash = (line: string) => ({ command: "bash", args: ["-c", line], startupTimeoutMs: 30_000 });

test("floods on either stream and an endless line fail within the limits", async () => {
  await using cell = await openCell("none");
  const servers = await load(
    cell,
    {
      yes: bash("yes"),
      empty: bash("yes ''"),
      endless: bash("yes | tr -d '\\n'"),
      stderr: { ...bash("yes >&2"), startupTimeoutMs: 1_500 },
      braces: bash("yes '{'"),
      messages: bash(`yes '{"jsonrpc":"2.0","method":"x"}'`),
      well: stdio("none"),
    },
    { optional: ["yes", "empty", "endless", "stderr", "braces", "messages"] },
  );
  const ended = "it wrote 1000 lines that are no message, and was ended.";
  const said = servers.facts.map((fact) => [
    fact.name,
    "error" in fact ? fact.error.replace(/ Its last output.*/s, "") : "ok",
  ]);
  assert.deepEqual(
    said.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
    [
      ["braces", `${ended} It wrote a line that is no message: {`],
      ["empty", ended],
      ["endless", "it wrote a line of more than 16777216 bytes."],
      ["messages", "it sent 20000 messages of its own after a request, and was ended."],
      ["stderr", "it did not answer within 1500 ms (startupTimeoutMs)."],
      ["well", "ok"],
      ["yes", `${ended} It wrote a line that is no message: y`],
    ],
  );
  await servers.close();
});

/** A server over HTTP that sends this on its own stream, again and again, and answers everything else as it should. */
async function startFlood(opened: (stream: ServerResponse) => void) {
  let connections = 0;
  const answers: Readonly<Record<string, object>> = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } },
    "tools/list": { tools: [{ name: "t", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "well" }] },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { id, method = "" } = JSON.parse(Buffer.concat(await request.toArray()).toString() || "{}") as {
      readonly id?: number;
      readonly method?: string;
    };
    const result = answers[method];
    if (result === undefined) response.writeHead(method === "server/discover" ? 400 : 202).end();
    else
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  };
  const server = createServer((request, response) => {
    connections += 1;
    response.on("error", () => {});
    if (request.method === "GET") opened(response.writeHead(200, { "content-type": "text/event-stream" }));
    else void answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function again(stream: ServerResponse, text: string): void {
  const go = (): void => {
    if (!stream.writableEnded && !stream.destroyed) stream.write(text, () => setImmediate(go));
  };
  go();
}

const FLOODS: Readonly<Record<string, (stream: ServerResponse) => void>> = {
  "news of its tools": (stream) =>
    again(stream, 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n'.repeat(100)),
  "questions to the client": (stream) =>
    again(stream, 'data: {"jsonrpc":"2.0","id":"a","method":"ping"}\n\n'.repeat(100)),
  "a stream that ends and wants to be opened again at once": (stream) => stream.end("retry: 0\nid: 1\ndata: \n\n"),
};

for (const [what, flood] of Object.entries(FLOODS)) {
  test(`the connection to a server over HTTP that floods is closed: ${what}`, async () => {
    await using cell = await openCell("none");
    using server = await startFlood(flood);
    const one = { url: `http://${server.host}/mcp`, toolTimeoutMs: 5_000 };
    const { call, close } = await load(cell, { d: one }, { hosts: [server.host] });
    for (let tries = 0; tries < 40; tries += 1) {
      const before = server.connections();
      await sleep(500);
      if (server.connections() === before) break;
    }
    const connections = server.connections();
    assert.ok(connections < 500, `${connections} connections`);
    await sleep(500);
    assert.equal(server.connections(), connections, "it goes on");
    const { text } = await call("mcp__d__t");
    if (!text.startsWith("Error: ")) assert.equal(text, "well", "what it sent before did not count");
    else assert.match(text, /the server sent too many messages of its own after a request, and was left\./);
    await close();
  });
}
