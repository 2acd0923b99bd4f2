/** What a model gets of a conversation that another one began: words, calls and results; of its own, everything. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { endpointOf } from "../../src/llm/wire/origin.ts";
import type { Message, Origin } from "../../src/protocol/message.ts";
import { said } from "../doubles/message.ts";
import { fieldsOf, type Json } from "../doubles/model-check.ts";
import { ask, FORMATS, modelOf, ORIGINS, requestOf, serve, user } from "./workbench.ts";

const LONG = `functions.run:1|${"s".repeat(600)}`;
const SPOKEN = said(
  [
    { type: "think", text: "First.", extra: '{"signature":"c2ln"}' },
    { type: "opaque", json: '{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"q":"b","a":1}}' },
    { type: "text", text: "I look." },
  ],
  { id: "functions.read_file:0", name: "read_file", arguments: '{ "path" : "a.ts" }' },
  { id: LONG, name: "run", arguments: "{}" },
);
const result = (toolCallId: string): Message => ({ role: "tool", toolCallId, content: "ok", isError: false });
const conversation = (origin?: Origin): readonly Message[] => [
  user("Fix it."),
  { ...SPOKEN, ...(origin === undefined ? {} : { origin }) },
  result("functions.read_file:0"),
  result(LONG),
];

const IDS = ["functions_read_file_0", /^functions_run_1_s{37}_[0-9a-f]{10}$/] as const;

for (const format of FORMATS) {
  for (const [what, change] of Object.entries<Partial<Origin>>({
    "another provider": { provider: "other" },
    "another wire": { wire: "other" },
    "another model": { model: "other" },
    "another endpoint": { endpoint: "https://gateway.example/v1" },
  })) {
    test(`${format}: of ${what} it gets words, calls and results`, async (t) => {
      const server = await serve(t, [{ text: "ok" }]);
      const messages = conversation({ ...ORIGINS[format], ...change });
      await ask(await modelOf(format, server), requestOf({ messages }));
      assert.deepEqual(server.violations, []);
      const sent = server.requests[0]!.body;
      assert.doesNotMatch(sent, /First\.|c2ln|server_tool_use|functions\./);
      assert.match(sent, /I look\./);
      const ids = sent.match(/functions_[\w-]+/g) ?? [];
      assert.equal(ids.length, 4, "two calls and their results");
      assert.deepEqual([ids[0], ids[2]], [IDS[0], IDS[0]]);
      assert.match(ids[1]!, IDS[1]);
      assert.equal(ids[3], ids[1]);
    });
  }
}

test("pictures of results reach a model that sees, and another one reads a note", async (t) => {
  const images = [{ mediaType: "image/gif", data: "R0lGODlhAgABAAAAADs=" }] as const;
  const shown = (isError: boolean): readonly Message[] => [
    user("Look."),
    said([], { id: "c1", name: "read_file", arguments: "{}" }, { id: "c2", name: "run", arguments: "{}" }),
    { role: "tool", toolCallId: "c1", content: "a.gif", isError, images },
    { role: "tool", toolCallId: "c2", content: "ok", isError: false },
  ];
  const bodyOf = async (format: (typeof FORMATS)[number], model: string, isError = false): Promise<string> => {
    const server = await serve(t, [{ text: "ok" }]);
    await ask(await modelOf(format, server, { model }), requestOf({ messages: shown(isError) }));
    assert.deepEqual(server.violations, []);
    return server.requests[0]!.body;
  };
  const picture = /"content":\[\{"type":"text","text":"a\.gif"\},\{"type":"image"/;
  assert.match(await bodyOf("anthropic", "anthropic/claude-opus-5-5"), picture);
  assert.doesNotMatch(await bodyOf("anthropic", "anthropic/claude-opus-5-5", true), /R0lGOD/);
  assert.match(
    await bodyOf("openai", "kimi/kimi-k2.6"),
    /"content":"ok"\},\{"role":"user","content":\[\{"type":"text","text":"Image: the result of c1"\},\{"type":"image_url"/,
  );
  const unseen = await bodyOf("openai", "compatible/some-model");
  assert.match(unseen, /a\.gif\\n\\n\[1 picture left out: this model does not see pictures\]/);
  assert.doesNotMatch(unseen, /R0lGOD/);
});

test("anthropic: its own blocks go back in their order, with what it sent beside them", async (t) => {
  const server = await serve(t, [{ text: "ok" }]);
  const messages = conversation(ORIGINS.anthropic);
  await ask(await modelOf("anthropic", server), requestOf({ messages }));
  const [, own] = fieldsOf(server.requests[0]!.json)["messages"] as readonly Json[];
  const content = fieldsOf(own)["content"] as readonly Json[];
  assert.deepEqual(content.slice(0, 3), [
    { type: "thinking", thinking: "First.", signature: "c2ln" },
    { type: "server_tool_use", id: "srv_1", name: "web_search", input: { q: "b", a: 1 } },
    { type: "text", text: "I look." },
  ]);
  assert.match(server.requests[0]!.body, /"input":\{"q":"b","a":1\}/, "keys in the order in which they came");
});

test("an endpoint is known again after its credentials or a loopback port changed", () => {
  assert.deepEqual(
    [
      "https://user:secret@gateway.example:8443/v1/?key=secret",
      "http://localhost:4010/v1",
      "http://127.0.0.1:5000",
      "http://[::1]:5000/x/",
    ].map(endpointOf),
    ["https://gateway.example:8443/v1", "http://localhost/v1", "http://127.0.0.1", "http://[::1]/x"],
  );
});
