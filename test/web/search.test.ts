/** Searches: what each provider is sent and what its answers become, and that the key goes nowhere else. */

import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { rootCertificates, setDefaultCACertificates } from "node:tls";
import { openEgress } from "../../src/cell/egress/open-egress.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import type { FoundPage, SearchProvider } from "../../src/protocol/tool.ts";
import { searchWeb } from "../../src/web/search/search.ts";
import { createScratch } from "../doubles/scratch.ts";
import { makeCertificate } from "../doubles/tls.ts";

const HOST = "search.example.test";
const scratch = createScratch();
const certificate = makeCertificate(scratch.dir, [HOST]);
setDefaultCACertificates([...rootCertificates, certificate.cert]);

interface Asked {
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
let asked: Asked[] = [];
let answer: (response: ServerResponse) => void = (response) => response.end("{}");
const server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
  void text(request).then((body) => {
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    answer(response);
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const proxy = { socketPath: join(scratch.dir, "proxy") };
const egress = await openEgress({
  ...proxy,
  hosts: [{ host: HOST, port: 443, ranges: [], isPlain: false }],
  onDenied: () => {},
  onRefused: () => {},
  outside: {
    resolve: async () => ["93.184.216.34"],
    connect: () => connect({ port, host: "127.0.0.1", allowHalfOpen: true }),
  },
});
after(() => {
  egress.close();
  server.close();
  server.closeAllConnections();
  scratch[Symbol.dispose]();
});

const KEY = "key-CANARY-0a1b2c3d4e5f";

async function find(
  provider: SearchProvider,
  sent: unknown,
  place = `https://${HOST}/v1`,
): Promise<readonly FoundPage[]> {
  asked = [];
  answer = (response) => response.end(typeof sent === "string" ? sent : JSON.stringify(sent));
  const query = { query: "a & b?", limit: 3 };
  return await searchWeb(query, { provider, url: new URL(place), key: KEY, proxy }, AbortSignal.timeout(10_000));
}

test("each provider is asked as it documents, and its answer becomes pages", async () => {
  const page = { title: "T", url: "https://x.test/a", host: "x.test", summary: "S", date: "2026" };
  const raw = { title: "T", url: "https://x.test/a" };
  const bearer = `Bearer ${KEY}`;
  const cases: readonly [
    SearchProvider,
    answer: unknown,
    line: string,
    header: string,
    value: string,
    body: unknown,
  ][] = [
    [
      "brave",
      { type: "search", web: { results: [{ ...raw, description: "<strong>S</strong>", page_age: "2026" }] } },
      "GET /v1?q=a+%26+b%3F&count=3",
      "x-subscription-token",
      KEY,
      "",
    ],
    [
      "tavily",
      { results: [{ ...raw, content: "S", published_date: "2026" }] },
      "POST /v1",
      "authorization",
      bearer,
      { query: "a & b?", max_results: 3 },
    ],
    [
      "kimi",
      { search_results: [{ ...raw, snippet: "S", date: "2026" }] },
      "POST /v1",
      "authorization",
      bearer,
      { text_query: "a & b?", limit: 3, enable_page_crawling: false, timeout_seconds: 30 },
    ],
    [
      "searxng",
      { results: [{ ...raw, content: "S", publishedDate: "2026" }] },
      "GET /v1?q=a+%26+b%3F&format=json",
      "authorization",
      bearer,
      "",
    ],
  ];
  for (const [provider, sent, line, header, value, body] of cases) {
    assert.deepEqual(await find(provider, sent), [page], provider);
    const [request] = asked;
    assert.deepEqual(
      [request?.line, request?.headers[header], request?.body === "" ? "" : JSON.parse(request?.body ?? "")],
      [line, value, body],
      provider,
    );
  }
  assert.deepEqual(await find("brave", { type: "search" }), [], "no results");
});

test("answers are cut, cleaned and counted; what is no page is left out", async () => {
  const entries = [
    { title: "a\u202Eb\n\n# c", url: "javascript:alert(1)" },
    { title: `x\u200B${"y".repeat(500)}`, url: "http://10.0.0.1/", content: 7 },
    "no entry",
    { title: "z", url: "https://z.test:8443/", content: "w".repeat(5_000) },
    ...Array.from({ length: 30 }, () => ({ title: "more", url: "https://m.test/" })),
  ];
  const found = await find("searxng", { results: entries });
  assert.deepEqual(
    found.map(({ title, url, host, summary }) => [title.length, url, host, summary.length]),
    [[200, "http://10.0.0.1/", undefined, 0]],
  );
  assert.deepEqual(
    (await find("searxng", { results: entries.slice(3) })).map(({ host, summary }) => [host, summary.length]),
    [
      ["z.test:8443", 600],
      ["m.test", 0],
      ["m.test", 0],
    ],
  );
});

test("errors do not contain the key, and a redirect is not followed", async () => {
  const why = async (status: number, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    asked = [];
    answer = (response) => void response.writeHead(status, headers).end(KEY);
    const access = { provider: "tavily", url: new URL(`https://${HOST}/`), key: KEY, proxy } as const;
    const failed = await searchWeb({ query: "q", limit: 1 }, access, AbortSignal.timeout(10_000)).then(
      () => "",
      (error: unknown) => (error instanceof Error ? error.message : ""),
    );
    assert.equal(asked.length, 1);
    return failed;
  };
  const failed = `The search at ${HOST} failed: it answered`;
  assert.equal(await why(401), `${failed} 401: it does not accept the key.`);
  assert.equal(await why(429), `${failed} 429: too many searches for now.`);
  assert.equal(
    await why(302, { location: "https://evil.test/" }),
    `${failed} 302, a redirect, which is not followed with a key.`,
  );
  assert.equal(await why(500), `${failed} 500.`);
  for (const odd of ["not json", "[]", { results: "none" }, "{"]) {
    await assert.rejects(find("tavily", odd), {
      message: `The search at ${HOST} failed: its answer is not one of tavily.`,
    });
  }
  await assert.rejects(find("tavily", {}, "https://elsewhere.test/"), {
    message: "The search at elsewhere.test failed: elsewhere.test:443 is not in the policy's sandbox.network.",
  });
});

test("the policy names a provider, the variable of its key and a place", async () => {
  const load = (search: string) => loadPolicy(`version: 1\nweb: { search: ${search} }\n`, { file: "t.yml" });
  assert.deepEqual((await load("{ provider: brave, key_env: BRAVE_API_KEY }")).search, {
    provider: "brave",
    keyEnv: "BRAVE_API_KEY",
  });
  assert.deepEqual((await load('{ provider: searxng, url: "https://s.test/search" }')).search, {
    provider: "searxng",
    url: "https://s.test/search",
  });
  const wrong: Readonly<Record<string, RegExp>> = {
    "{ provider: google, key_env: A_KEY }": /expected one of: brave, tavily, kimi, searxng/,
    "{ provider: brave }": /a variable that is a secret by its name, like BRAVE_API_KEY/,
    "{ provider: brave, key_env: HOME }": /a variable that is a secret by its name, like BRAVE_API_KEY/,
    "{ provider: searxng }": /the address of the server, as there is no usual one/,
    '{ provider: searxng, url: "http://s.test/" }': /an address like https:/,
    '{ provider: searxng, url: "https://u:p@s.test/" }': /an address like https:/,
  };
  for (const [search, message] of Object.entries(wrong)) await assert.rejects(load(search), { message }, search);
});
