import assert from "node:assert/strict";
import { test } from "node:test";
import { startMcpHttp, type McpHttp, type McpHttpOptions } from "../doubles/mcp-http.ts";
import { openTestCell } from "../doubles/cell.ts";
import { load } from "./workbench.ts";

const CHANGED = /the server no longer describes this tool/;
const TOKEN = "token-of-the-docs";

const rules = (http: McpHttp) => ({ hosts: [http.host], env: { DOCS_TOKEN: TOKEN }, allowed: ["DOCS_TOKEN"] });

test("the controller calls a server over HTTP with its token, and ends the session", async () => {
  await using http = await startMcpHttp({ token: TOKEN });
  await using cell = await openTestCell();
  const server = { url: http.url, bearerTokenEnvVar: "DOCS_TOKEN", toolTimeoutMs: 300 };
  const { call, facts, close } = await load(cell, { d: server }, rules(http));
  assert.deepEqual(
    facts.map((fact) => ("error" in fact ? fact.error : fact.tools.length)),
    [12],
  );
  assert.deepEqual(await call("mcp__d__echo", { text: "hi" }), { text: "hi", events: [] });
  const late = "Error: mcp d/hang: it did not answer within 300 ms (toolTimeoutMs).";
  assert.deepEqual(await call("mcp__d__hang"), { text: late, isError: true, events: [] });
  const full = 'Error: <data from="mcp d/fail">\nthe disk is full\n</data>';
  assert.deepEqual(await call("mcp__d__fail"), { text: full, isError: true, events: [] });
  await call("mcp__d__change");
  // The news comes on another connection than the answer.
  let { text } = await call("mcp__d__echo", { text: "hi" });
  for (let more = 0; text === "hi" && more < 100; more += 1) ({ text } = await call("mcp__d__echo", { text: "hi" }));
  assert.match(text, CHANGED);
  await close();
  assert.deepEqual(http.header("authorization"), [`Bearer ${TOKEN}`]);
  assert.deepEqual(http.seen.slice(0, 2), ["POST /mcp server/discover", "POST /mcp initialize"]);
  assert.equal(http.seen.at(-1), "DELETE /mcp");
});

test("a server that fails when it is asked for its version, and whose errors are null, is used", async () => {
  await using cell = await openTestCell();
  for (const options of [{ isOld: true }, { closes: "connection" }, { closes: "answer" }] as const) {
    await using http = await startMcpHttp(options);
    const { call, close } = await load(cell, { d: { url: http.url } }, rules(http));
    assert.deepEqual(await call("mcp__d__echo", { text: "hi" }), { text: "hi", events: [] });
    await close();
  }
});

test("a server that fails in both ways to begin is asked twice, and told with both reasons", async () => {
  await using http = await startMcpHttp({ isOld: true, broken: "initialize" });
  await using cell = await openTestCell();
  const { facts } = await load(cell, { d: { url: http.url } }, rules(http));
  const errors = facts.map((fact) => ("error" in fact ? fact.error : ""));
  assert.match(errors[0] ?? "", /I am broken.* Before, when it was asked for its version: .*HTTP 500/);
  assert.deepEqual(http.seen, ["POST /mcp server/discover", "POST /mcp initialize"]);
});

test("a session that the server has ended is begun again, and the call of it repeated", async () => {
  await using http = await startMcpHttp();
  await using cell = await openTestCell();
  const { call, close } = await load(cell, { d: { url: http.url } }, rules(http));
  const text = "The MCP server d had ended the session, and a new one was begun.";
  for (const status of [404, 400] as const) {
    http.endSession(status);
    const answer = await call("mcp__d__echo", { text: "hi" });
    assert.deepEqual(answer, { text: "hi", events: [{ type: "warning", text }] });
    assert.deepEqual(await call("mcp__d__echo", { text: "ho" }), { text: "ho", events: [] });
  }
  await close();
  assert.equal(http.seen.filter((one) => one.endsWith("initialize")).length, 3);
  assert.deepEqual(http.header("mcp-session-id"), ["session-1", "session-2", "session-3"]);
});

test("a session that the server has ended is begun again before the list of its tools is read again", async () => {
  await using http = await startMcpHttp();
  await using cell = await openTestCell();
  const { call, close } = await load(cell, { d: { url: http.url } }, rules(http));
  await call("mcp__d__change");
  http.endSession(404);
  assert.match((await call("mcp__d__fail")).text, /the disk is full/);
  await close();
});

test("a tool that fails with the status of a lost session is called once", async () => {
  for (const failure of [
    [404, '{"error":"no such issue: 7"}'],
    [404, "unknown session of the browser"],
    [400, "the browser session was closed by the click"],
  ] as const) {
    await using http = await startMcpHttp({ failure });
    await using cell = await openTestCell();
    const { call, close } = await load(cell, { d: { url: http.url } }, rules(http));
    const { text, events } = await call("mcp__d__fail");
    assert.ok(text.includes(failure[1]), text);
    assert.deepEqual(events, []);
    assert.deepEqual(await call("mcp__d__echo", { text: "hi" }), { text: "hi", events: [] });
    await close();
    const made = http.seen.filter((one) => /call|initialize$/.test(one));
    assert.deepEqual(made, ["POST /mcp initialize", "POST /mcp tools/call", "POST /mcp tools/call"]);
  }
});

const LEFT = "the server sent too many messages of its own after a request, and was left.";

const ENDS: Readonly<Record<string, readonly [ends: NonNullable<McpHttpOptions["ends"]>, why: string | RegExp]>> = {
  "is empty": [{ stream: ": bye\n\n" }, ""],
  "is reset": [{ stream: ": bye\n\n", isReset: true }, "SSE stream disconnected: TypeError: terminated."],
  "is not as the protocol says": [{ stream: 'data: {"jsonrpc":"2.0","id":4,"result":7}\n\n' }, /"invalid_union"/],
  "has too many lines": [{ stream: "\n".repeat(100_001) }, `SSE stream disconnected: Error: ${LEFT}`],
};

for (const [how, [ends, why]] of Object.entries(ENDS)) {
  test(`a call whose answer ${how} fails soon, with the reason`, async () => {
    await using http = await startMcpHttp({ ends });
    await using cell = await openTestCell();
    const { call, close } = await load(cell, { d: { url: http.url } }, rules(http));
    const { text, isError } = await call("mcp__d__hang");
    const own = "Error: mcp d/hang: its answer ended without a result.";
    if (typeof why !== "string") assert.match(text, why);
    else assert.equal(text, why === "" ? own : `${own} <data from="mcp d">\n${why}\n</data>`);
    assert.ok(isError && text.startsWith(own));
    await close();
  });
}

test("a server that announces nothing, and whose list of tools ends without a result, is told with the reason", async () => {
  const ends = { stream: ": bye\n\n", isReset: true } as const;
  await using http = await startMcpHttp({ ends, isUnannounced: true });
  await using cell = await openTestCell();
  const { facts } = await load(cell, { d: { url: http.url } }, rules(http));
  const error = "its answer ended without a result. SSE stream disconnected: TypeError: terminated.";
  assert.deepEqual(facts, [{ name: "d", error }]);
});

test("a result that comes on the server's own stream after the answer ended is the call's", async () => {
  const later = { content: [{ type: "text", text: "late" }] };
  await using http = await startMcpHttp({ ends: { stream: ": bye\n\n" }, later });
  await using cell = await openTestCell();
  const { call, close } = await load(cell, { d: { url: http.url } }, rules(http));
  assert.deepEqual(await call("mcp__d__hang"), { text: "late", events: [] });
  await close();
});

test("the older protocol over HTTP works on its own host only", async () => {
  await using http = await startMcpHttp();
  await using cell = await openTestCell();
  const { call, close } = await load(cell, { d: { url: http.sseUrl, transport: "sse" } }, rules(http));
  assert.deepEqual(await call("mcp__d__echo", { text: "hi" }), { text: "hi", events: [] });
  await call("mcp__d__change");
  assert.match((await call("mcp__d__echo", { text: "hi" })).text, CHANGED);
  await close();

  await using elsewhere = await startMcpHttp();
  await using lure = await startMcpHttp({ endpoint: `http://${elsewhere.host}/messages` });
  const lured = await load(cell, { d: { url: lure.sseUrl, transport: "sse" } }, rules(lure));
  assert.ok(lured.facts.every((fact) => "error" in fact));
  assert.deepEqual(elsewhere.seen, []);
});

test("servers that refuse, redirect or do not exist are reported with the reason", async () => {
  await using target = await startMcpHttp();
  await using closed = await startMcpHttp({ token: TOKEN });
  await using away = await startMcpHttp({ redirect: target.url });
  await using cell = await openTestCell();
  const gone = await startMcpHttp();
  await gone[Symbol.asyncDispose]();
  const { facts } = await load(
    cell,
    { away: { url: away.url }, closed: { url: closed.url }, gone: { url: gone.url } },
    { hosts: [away.host, closed.host, gone.host] },
  );
  const errors = facts.map((fact) => ("error" in fact ? fact.error : ""));
  assert.match(errors[0] ?? "", /the server answers with a redirect: 307 to http:\/\/127\.0\.0\.1/);
  assert.match(errors[1] ?? "", /401|who are you\?/);
  assert.match(errors[2] ?? "", /ECONNREFUSED/);
  assert.ok(errors.every((error) => !error.includes("Before, when")));
  assert.deepEqual(target.seen, []);
});
