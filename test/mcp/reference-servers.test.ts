/**
 * The protocol's reference servers, which this project did not write: over standard input and output, streamable HTTP and the older
 * SSE. They are installed by `.ci/run` (58 packages), because no other test needs them.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { resolve } from "node:path";
import { test } from "node:test";
import type { McpEvent } from "../../src/protocol/mcp.ts";
import { openTestCell } from "../doubles/cell.ts";
import { load, type Loaded } from "./workbench.ts";

const FOLDER = resolve("node_modules/.cache/mcp-servers/node_modules/@modelcontextprotocol");
const program = (name: string): string => `${FOLDER}/${name}/dist/index.js`;
const EVERYTHING = program("server-everything");
const isThere = existsSync(EVERYTHING) && existsSync(program("server-filesystem"));
const skip = isThere ? false : `the reference servers are not in ${FOLDER}; .ci/run installs them there`;

const signal = new AbortController().signal;

/** The text of a resource without its frame, or of the error. */
async function read({ gateway }: Loaded, uri?: string): Promise<string> {
  const { text } = await gateway.planRead({ server: "all", uri, start: 0 }).run(signal, "call_1");
  return text;
}

/** What the server does whatever way it is reached. */
async function checkEverything(servers: Loaded): Promise<void> {
  const { call, facts, gateway } = servers;
  const [fact] = facts;
  assert.ok(fact !== undefined && "tools" in fact, JSON.stringify(fact));
  assert.deepEqual([fact.leftOut, fact.hasResources], [["simulate-research-query"], true]);
  assert.equal((await call("mcp__all__echo", { message: "zwölf" })).text, "Echo: zwölf");
  assert.equal((await call("mcp__all__get-sum", { a: 2, b: 3 })).text, "The sum of 2 and 3 is 5.");
  const { images } = await call("mcp__all__get-tiny-image");
  assert.deepEqual(
    images?.map(({ mediaType, data }) => [mediaType, data.length]),
    [["image/png", 5380]],
  );
  const list = await read(servers);
  assert.match(
    list,
    /\ndemo:\/\/resource\/dynamic\/text\/\{resourceId\} \(template, Dynamic Text Resource, text\/plain\)/,
  );
  assert.match(list, /\ndemo:\/\/resource\/static\/document\/architecture\.md \(architecture\.md, text\/markdown\)/);
  assert.match(await read(servers, "demo://resource/dynamic/text/7"), /\nResource 7: This is a plaintext resource/);
  assert.match(
    await read(servers, "demo://resource/none"),
    /^Error: mcp all\/resource:demo:\/\/resource\/none: <data from="mcp all">\n.*-32602/,
  );
  const ask = { server: "all", prompt: "args-prompt", args: "Paris" };
  assert.equal(await gateway.readPrompt(ask, signal), "What's weather in Paris?");
}

test("server-everything over standard input and output; progress keeps a call alive", { skip }, async () => {
  await using cell = await openTestCell();
  const told: McpEvent[] = [];
  const server = { command: process.execPath, args: [EVERYTHING, "stdio"], toolTimeoutMs: 2_000 };
  const servers = await load(cell, { all: server }, { tell: (event) => void told.push(event) });
  await checkEverything(servers);
  const { text } = await servers.call("mcp__all__trigger-long-running-operation", { duration: 3, steps: 15 });
  assert.equal(text, "Long running operation completed. Duration: 3 seconds, Steps: 15.");
  const tool = "trigger-long-running-operation";
  assert.deepEqual(told[0], { type: "mcp.progress", server: "all", tool, text: "1 of 15" });
  await servers.close();
});

for (const [transport, mode, path] of [
  ["http", "streamableHttp", "mcp"],
  ["sse", "sse", "sse"],
] as const) {
  test(`server-everything over ${transport}`, { skip }, async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [EVERYTHING, mode], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    try {
      const said = new Promise<void>((done) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.on("data", (chunk: Buffer) => void (chunk.includes("port") && done()));
        }
      });
      await Promise.race([said, once(child, "exit")]);
      assert.equal(child.exitCode, null, "the server listens");
      await using cell = await openTestCell();
      const server = { url: `http://127.0.0.1:${port}/${path}`, transport };
      const servers = await load(cell, { all: server }, { hosts: [`127.0.0.1:${port}`] });
      await checkEverything(servers);
      await servers.close();
    } finally {
      child.kill("SIGKILL");
    }
  });
}

test("server-filesystem stays in its folder, and its errors are passed on", { skip }, async () => {
  await using cell = await openTestCell({ want: "none", files: { "a.txt": "one\n" } });
  const server = { command: process.execPath, args: [program("server-filesystem"), "."] };
  const { call, close } = await load(cell, { fs: server });
  assert.equal((await call("mcp__fs__read_text_file", { path: "a.txt" })).text, "one\n");
  const outside = await call("mcp__fs__read_text_file", { path: "/etc/passwd" }, signal, "as it is");
  assert.equal(outside.isError, true);
  assert.match(
    outside.text,
    /^Error: <data from="mcp fs\/read_text_file">\nAccess denied - path outside allowed directories/,
  );
  await call("mcp__fs__write_file", { path: "b.txt", content: "two\n" });
  assert.equal(cell.repository.read("b.txt"), "two\n");
  await close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
