/**
 * Servers that break HTTP, hold the line, or never stop talking, over raw sockets. Each request ends by its limits, as an error
 * that may be tried again; what keeps a connection alive is not progress; and an answer that nobody asked for is nobody's.
 */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { anthropicStream } from "../doubles/model-anthropic.ts";
import { openAiStream } from "../doubles/model-openai.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { makeCertificate, serveFiles } from "../doubles/tls.ts";
import { endOver } from "./fault-bench.ts";
import { chunk, eventStream } from "./hostile-bench.ts";
import { ask, ENDLESS_ANSWERS, failureOf, FORMATS, modelOf, type FormatName } from "./workbench.ts";

/** What a server does with request n (from 0) of one connection or another. */
type Behaviour = (socket: Socket, format: FormatName, n: number) => void | Promise<void>;

/** The first byte of a client that speaks TLS. */
const TLS_GREETING = "\u0016";

interface RawServer {
  readonly url: string;
  readonly origin: string;
  readonly requests: () => number;
}

/** Reads whole requests and leaves the rest to `behave`. */
async function rawServer(t: TestContext, format: FormatName, behave: Behaviour): Promise<RawServer> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let heard = "";
    socket.on("data", (bytes) => {
      heard += bytes.toString("latin1");
      if (heard.startsWith(TLS_GREETING)) return void behave(socket, format, 0);
      const head = heard.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(heard)?.[1] ?? 0);
      if (head === -1 || heard.length < head + 4 + length) return;
      heard = "";
      void behave(socket, format, requests++);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, url: `${origin}/v1`, requests: () => requests };
}

const streamOf = (format: FormatName, reply: DoubleReply): string =>
  format === "openai" ? openAiStream(reply) : anthropicStream(reply);
const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
const sized = (body: string | Buffer, more = ""): string =>
  `${HEAD}${more}content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
const answer = (format: FormatName, reply: DoubleReply): string => {
  const body = streamOf(format, reply);
  return sized(body) + body;
};

/** Writes for as long as somebody listens. */
const forever = (text: (format: FormatName) => string, everyMs = 20): Behaviour => {
  return async (socket, format) => {
    while (!socket.destroyed) {
      socket.write(text(format));
      await delay(everyMs);
    }
  };
};
const stream = (head: string, text: (format: FormatName) => string): Behaviour => {
  return (socket, format, n) => {
    socket.write(head);
    return forever(text)(socket, format, n);
  };
};
const anthropicEvent = (type: string, more: object = {}): string => eventStream("anthropic", [{ type, ...more }]);

const BROKEN: Readonly<Record<string, readonly [Behaviour, RegExp]>> = {
  "closes without a word": [(socket) => void socket.end(), /Connection failed/],
  "resets the connection": [(socket) => void socket.resetAndDestroy(), /Connection failed: ECONNRESET/],
  "speaks another protocol": [(socket) => void socket.end("SSH-2.0-OpenSSH_9.2\r\n"), /Connection failed: HPE_/],
  "has a head of 100 KB": [
    (socket) => void socket.end(`${HEAD}x: ${"x".repeat(100_000)}\r\n\r\n`),
    /Connection failed: HPE_HEADER_OVERFLOW/,
  ],
  "has a chunk of no size": [
    (socket) => void socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`),
    /Connection failed|Unusable answer/,
  ],
  "promises more than it sends": [
    (socket, format) =>
      void socket.end(sized("x".repeat(9_999)) + streamOf(format, { text: "hi", noFinish: true, noDone: true })),
    /Connection failed|Unusable answer/,
  ],
  "packs what nobody asked to pack": [
    (socket, format) => {
      const body = gzipSync(streamOf(format, { text: "hi" }));
      socket.write(sized(body, "content-encoding: gzip\r\n"));
      socket.end(body);
    },
    /without a finish marker/,
  ],
  "switches protocols": [
    (socket) => void socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    /Connection failed/,
  ],
};

const HELD: Readonly<Record<string, Behaviour>> = {
  "says nothing": () => undefined,
  "says nothing behind its head": (socket) => void socket.write(`${HEAD}\r\n`),
  "has a head without an end": stream(HEAD, () => "x: y\r\n"),
  "is still processing": forever(() => "HTTP/1.1 102 Processing\r\n\r\n"),
  "sends comments": stream(`${HEAD}\r\n`, () => ": keep-alive\n\n"),
  "sends empty lines": stream(`${HEAD}\r\n`, () => "\n\n"),
  "sends pings": stream(`${HEAD}\r\n`, (format) =>
    format === "openai" ? eventStream(format, [{ choices: [] }]) : anthropicEvent("ping"),
  ),
  "sends unknown events": stream(`${HEAD}\r\n`, (format) => eventStream(format, [{ type: "news" }])),
  "sends usage": stream(`${HEAD}\r\n`, (format) =>
    format === "openai"
      ? eventStream(format, [{ choices: [], usage: { prompt_tokens: 9 } }])
      : anthropicEvent("message_delta", { delta: {}, usage: { output_tokens: 1 } }),
  ),
  "sends empty text": stream(`${HEAD}\r\n`, (format) =>
    format === "openai"
      ? eventStream(format, [chunk({ content: "", reasoning_content: "" })])
      : anthropicEvent("content_block_delta", { index: 0, delta: { type: "text_delta", text: "" } }),
  ),
  "sends empty blocks": stream(`${HEAD}\r\n`, (format) =>
    format === "openai"
      ? eventStream(format, [chunk({ tool_calls: [{ index: 0, function: { arguments: "" } }] })])
      : anthropicEvent("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
  ),
  "drips a page of error": stream("HTTP/1.1 500 Internal Server Error\r\n\r\n", () => "<p>"),
  "sends half an event": (socket) => void socket.write(`${HEAD}\r\ndata: {"choices":[{"delta":{"content":"hi`),
};

for (const format of FORMATS) {
  for (const [name, [behave, words]] of Object.entries(BROKEN)) {
    test(`${format}: a server that ${name} is tried three times`, async (t) => {
      const server = await rawServer(t, format, behave);
      const ended = await endOver(server, { format });
      assert.deepEqual([ended.end, server.requests(), ended.waits], ["provider.unavailable", 3, [1_000, 2_000]]);
      assert.match(ended.words, words);
    });
  }
  test(`${format}: a server that holds the line is given up twice`, { concurrency: true }, async (t) => {
    const held = Object.entries(HELD).map(async ([name, behave]) =>
      t.test(`a server that ${name}`, async (its) => {
        const server = await rawServer(its, format, behave);
        const ended = await endOver(server, { format, idleMs: 700 });
        // Each attempt may be billed for what the model thinks meanwhile.
        assert.deepEqual([ended.end, server.requests(), ended.waits], ["provider.unavailable", 2, [1_000]]);
        assert.match(ended.words, /two attempts were silent.*stalled: no (?:sign of life|content)/);
      }),
    );
    await Promise.all(held);
  });
  test(`${format}: an answer sent ahead is nobody's`, async (t) => {
    const server = await rawServer(t, format, (socket, _, n) => {
      const forged = answer(format, { calls: [{ name: "look", arguments: { forged: true } }] });
      if (n === 0) socket.write(answer(format, { calls: [{ name: "look", arguments: {} }] }) + forged);
      else socket.write(answer(format, { text: "done" }));
    });
    const { end, words, looks } = await endOver(server, { format });
    assert.deepEqual([end, words, looks], ["end_turn", "done", 1]);
  });
  test(`${format}: answers before the answer are not waited on`, async (t) => {
    const early = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: <https://example.test>\r\n\r\n";
    const server = await rawServer(t, format, (socket) => void socket.write(early + answer(format, { text: "done" })));
    assert.equal((await endOver(server, { format })).words, "done");
  });
}

const pieces = (count: number, event: (n: number) => string): Behaviour => {
  return async (socket) => {
    socket.write(`${HEAD}\r\n`);
    for (let n = 0; n < count && !socket.destroyed; n += 1) {
      socket.write(event(n));
      while (socket.writableNeedDrain && !socket.destroyed) await delay(1);
    }
    socket.end();
  };
};
const MEGABYTE = "x".repeat(1_000_000);
const ENDLESS: readonly (readonly [FormatName, string, Behaviour, RegExp])[] = [
  ["openai", "a line", pieces(9, () => MEGABYTE), /a line of more than 8000000 bytes/],
  ["anthropic", "a line", pieces(9, () => MEGABYTE), /a line of more than 8000000 bytes/],
  [
    "openai",
    "a text",
    pieces(17, () => eventStream("openai", [chunk({ content: MEGABYTE })])),
    /longer than 16000000 characters/,
  ],
  ["openai", "comments", pieces(110, () => `: ${MEGABYTE}\n`), /longer than 100000000 bytes/],
  [
    "anthropic",
    "a signature",
    pieces(18, (n) =>
      n === 0
        ? anthropicEvent("content_block_start", { index: 0, content_block: { type: "thinking", thinking: "" } })
        : anthropicEvent("content_block_delta", { index: 0, delta: { type: "signature_delta", signature: MEGABYTE } }),
    ),
    /longer than 16000000 characters/,
  ],
  [
    "anthropic",
    "empty blocks of hidden reasoning",
    pieces(10_001, () =>
      anthropicEvent("content_block_start", { index: 0, content_block: { type: "redacted_thinking", data: "" } }),
    ),
    /more than 10000 blocks/,
  ],
];
for (const [format, name, behave, words] of ENDLESS) {
  test(`${format}: ${name} without an end is cut off`, async (t) => {
    const failure = await failureOf(
      ask(await modelOf(format, await rawServer(t, format, behave), { own: ENDLESS_ANSWERS })),
    );
    assert.equal(failure.code, "provider.unavailable");
    assert.match(failure.message, words);
  });
}

test("a self-signed certificate, a certificate of another host, and a server without TLS", async (t) => {
  const dir = mkdtempSync(join(tmpdir(), "kimi-tls-"));
  t.after(() => rmSync(dir, { recursive: true }));
  using server = await serveFiles(makeCertificate(dir, ["other.test"]), {});
  const failureAt = async (origin: string) => failureOf(ask(await modelOf("openai", { url: `${origin}/v1`, origin })));
  const unknown = await failureAt(`https://127.0.0.1:${server.port}`);
  assert.deepEqual([unknown.code, server.requests], ["provider.rejected", []]);
  assert.match(`${unknown.message} ${unknown.hint ?? ""}`, /certificate was not accepted: \w+ .*NODE_EXTRA_CA_CERTS/);
  const plain = await rawServer(t, "openai", (socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  const broken = await failureAt(plain.origin.replace("http:", "https:"));
  assert.deepEqual([broken.code, plain.requests()], ["provider.unavailable", 0]);
});
