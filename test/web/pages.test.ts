/** Pages through the proxy: what a reader sees of them, and attacks of servers that must fail. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { rootCertificates, setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { openEgress } from "../../src/cell/egress/open-egress.ts";
import { parseHostPort } from "../../src/base/network/host-name.ts";
import { readPage } from "../../src/web/program.ts";
import type { PageReply } from "../../src/web/reply.ts";
import { createScratch } from "../doubles/scratch.ts";
import { makeCertificate } from "../doubles/tls.ts";

const HOST = "docs.example.test";
const OTHER = "other.example.test";
const scratch = createScratch();
const certificate = makeCertificate(scratch.dir, [HOST, OTHER]);
setDefaultCACertificates([...rootCertificates, certificate.cert]);

type Answer = (response: ServerResponse, url: string) => void;
let answer: Answer = (response) => response.end();
const asked: string[] = [];
const server: Server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
  asked.push(`${request.headers.host}${request.url}`);
  answer(response, request.url ?? "");
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const socketPath = join(scratch.dir, "proxy");
let address = "93.184.216.34";
const refused: string[] = [];
const egress = await openEgress({
  socketPath,
  hosts: [HOST, `${HOST}:8443`].map((text) => ({
    ...(parseHostPort(text) ?? { host: "", port: 0 }),
    ranges: [],
    isPlain: false,
  })),
  onDenied: () => {},
  onRefused: (line) => refused.push(line),
  outside: {
    resolve: async () => [address],
    connect: () => connect({ port, host: "127.0.0.1", allowHalfOpen: true }),
  },
});
after(() => {
  egress.close();
  server.close();
  server.closeAllConnections();
  scratch[Symbol.dispose]();
});

async function get(path: string, how: Answer, timeoutMs?: number): Promise<PageReply> {
  answer = how;
  return await readPage(path.startsWith("/") ? `https://${HOST}${path}` : path, { socketPath }, timeoutMs);
}

const html =
  (body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);

/** The reply of a page, which it must be. */
function page(reply: PageReply): PageReply & { kind: "page" } {
  if (reply.kind !== "page") throw new TypeError(JSON.stringify(reply).slice(0, 300));
  return reply;
}

const WORDS = "Words of the page that its readers came for. ".repeat(20).trim();

test("a page becomes Markdown: its main part with headings, lists, tables, code and links", async () => {
  const body = `<!doctype html><title>A &amp; B</title><body><nav><a href="/x">Skip</a></nav><header>Site</header>
<main><h1>Reading <code>json</code></h1><p>${WORDS}</p><p>First<br>second <a href="../up?a=1#part">a  link</a>, <a href="#here">here</a>,
<a href="javascript:alert(1)">odd</a>, <a href="https://x.test/a(b)">braces</a><a href="/empty"><img alt="unseen" src="i.png"></a> 10<sup>6</sup>.</p>
<ul><li>one<ul><li>inner</li></ul></li><li><p>two</p><p>more</p></li></ul><ol start="3"><li>three</li></ol>
<pre><span>def</span> f():
    return "\`\`\`"</pre><pre><code class="language-js hl">let a = 1;
</code></pre>
<table><caption>Sizes</caption><tr><th>Name</th><th>Size</th></tr><tr><td>a|b</td><td>1<br>2</td></tr></table>
<table><tr><td><table><tr><td>x</td><td>y</td></tr></table></td></tr></table>
<blockquote><p>said</p><p>so</p></blockquote><dl><dt>term</dt><dd>meaning</dd></dl></main><footer>Cookies</footer></body>`;
  const reply = page(await get("/guide/json.html", html(body)));
  assert.deepEqual(
    { ...reply, text: reply.text.split("\n") },
    {
      kind: "page",
      url: `https://${HOST}/guide/json.html`,
      title: "A & B",
      mediaType: "text/html",
      hiddenParts: 0,
      text: [
        "# Reading `json`",
        "",
        WORDS,
        "",
        "First",
        `second [a link](https://${HOST}/up?a=1#part), here, odd, [braces](https://x.test/a%28b%29) 10^6.`,
        "",
        "- one",
        "  - inner",
        "- two",
        "  more",
        "",
        "3. three",
        "",
        "````",
        "def f():",
        '    return "```"',
        "````",
        "",
        "```js",
        "let a = 1;",
        "```",
        "",
        "Sizes",
        "",
        "| Name | Size |",
        "| --- | --- |",
        "| a\\|b | 1 2 |",
        "",
        "| x | y |",
        "",
        "> said",
        ">",
        "> so",
        "",
        "term",
        "",
        "  meaning",
      ],
    },
  );
});

test("parts that a reader does not see are left out, and a page of nothing else has no text", async () => {
  const hidden = [
    "<p hidden>H1</p>",
    '<div style="display:none">H2</div>',
    '<p style="font-size:0">H3</p>',
    '<p style="color: #fff">H4</p>',
    '<p style="position:absolute;left:-9999px">H5</p>',
    "<!-- H6 -->",
    "<script>H7</script>",
    "<noscript>H8</noscript>",
    "<template>H9</template>",
    '<p class="sr-only">H10</p>',
    '<p class="off">H11</p>',
    '<p id="gone">H12</p>',
    '<img alt="H13">',
    '<p title="H14"></p>',
    "<svg><text>H15</text></svg>",
    '<input value="H16">',
    "<dialog>H17</dialog>",
    '<p style="DISPLAY : none">H18</p>',
    '<p style="/**/display/**/:/**/none">H19</p>',
    '<p style="opacity:0.0">H20</p>',
    "<textarea>H21</textarea>",
    '<iframe srcdoc="H22">H23</iframe>',
    '<p style="visibility:hidden"><b>H24</b></p>',
  ];
  const css =
    "<style>.x, .off { color: red; display: none } @media print { .seen { display: none } } #gone{visibility:hidden}</style>";
  const shown =
    '<p class="seen" style="background:#000;color:#fff">S1</p><p style="background-color:#fff; min-width:0; border-width: 0">S2</p><details>S3</details><h2>S4<a href="#s4">¶</a></h2>';
  const reply = page(await get("/", html(`<html><head>${css}</head><body>${hidden.join("\n")}${shown}</body>`)));
  assert.deepEqual([reply.text, reply.hiddenParts], ["S1\n\nS2\n\nS3\n\n## S4", 15]);
  assert.equal(page(await get("/", html(`${css}<body>${hidden.join("")}`))).text, "");
  assert.equal(page(await get("/", html("<body><nav><a href='/a'>Only</a></nav>"))).text, `[Only](https://${HOST}/a)`);
});

test("charsets: by mark, header, page, and UTF-8 for what is not known", async () => {
  const word = "Grüße 漢字";
  const sent = async (bytes: Buffer, type: string): Promise<string> =>
    page(await get("/", (response) => void response.writeHead(200, { "content-type": type }).end(bytes))).text;
  const latin = Buffer.from("Grüße", "latin1");
  const meta = (charset: string) => Buffer.concat([Buffer.from(`<meta charset="${charset}"><p>`), latin]);
  assert.equal(await sent(Buffer.from(`\uFEFF${word}`, "utf16le"), "text/plain; charset=latin1"), word);
  assert.equal(await sent(latin, "text/plain; charset=ISO-8859-1"), "Grüße");
  assert.equal(await sent(meta("windows-1252"), "text/html"), "Grüße");
  assert.equal(await sent(meta("utf-16"), "text/html"), "Gr\uFFFD\uFFFDe");
  assert.equal(await sent(Buffer.from(word), "text/plain; charset=klingon"), word);
  assert.equal(await sent(Buffer.from([0x93, 0xfa, 0x96, 0x7b]), "text/plain; charset=shift_jis"), "日本");
});

test("compressed bodies are unpacked, text types are read as they are, and other types are refused by name", async () => {
  for (const [coding, pack] of Object.entries({ gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync })) {
    const sent: Answer = (response) =>
      void response
        .writeHead(200, { "content-type": "application/json", "content-encoding": coding })
        .end(pack('{"a":1}'));
    assert.equal(page(await get("/", sent)).text, '{"a":1}', coding);
  }
  const typed = async (type: string | undefined, body: string | Buffer): Promise<string> => {
    const reply = await get(
      "/",
      (response) => void response.writeHead(200, type === undefined ? {} : { "content-type": type }).end(body),
    );
    return reply.kind === "page" ? `${reply.mediaType}: ${reply.text}` : JSON.stringify(reply);
  };
  assert.equal(await typed(undefined, "<!doctype html><p>x"), "text/html: x");
  assert.equal(await typed(undefined, "<x>"), "text/plain: <x>");
  assert.match(await typed(undefined, Buffer.from([1, 0, 2])), /no text of 3 bytes/);
  assert.match(await typed("image/png", "x"), /it is image\/png of 1 bytes, and only text is read/);
  assert.match(await typed("application/atom+xml", "<a/>"), /^application\/atom\+xml: <a\/>$/);
});

test("redirects are followed on the host, reported for another host, and refused for other addresses; loops end", async () => {
  const to =
    (place: string, status = 302): Answer =>
    (response, url) =>
      void (url === "/end" ? response.end("the end") : response.writeHead(status, { location: place }).end());
  assert.equal(page(await get("/a", to("end", 308))).url, `https://${HOST}/end`);
  assert.equal(page(await get("/a", to(`//${HOST}:443/end`, 301))).url, `https://${HOST}/end`);
  const told = (place: string, seen = place) => ({ kind: "redirect", from: `https://${HOST}/a`, to: seen });
  const places = [
    `https://${OTHER}/x`,
    `https://${HOST}:8443/x`,
    "http://docs.example.test/x",
    "file:///etc/passwd",
    "https://a@docs.example.test/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://2130706433/",
    "https://0x7f.1/",
    "gopher://x.test/",
    "https://localhost/",
    "data:text/plain,x",
    "https://docs.example.test./x",
  ];
  for (const place of places) assert.deepEqual(await get("/a", to(place)), told(place), place);
  asked.length = 0;
  assert.deepEqual(await get("/a", to("/a")), { kind: "failed", why: "it was redirected more than 5 times" });
  assert.equal(asked.length, 6);
  assert.equal((await get("/a", (response) => void response.writeHead(302).end("no place"))).kind, "failed");
});

test("addresses that are no page are refused before any request", async () => {
  asked.length = 0;
  const odd = [
    "http://docs.example.test/",
    "file:///etc/passwd",
    "https://user:pw@docs.example.test/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://2130706433/",
    "https://0177.0.0.1/",
    "https://localhost/",
    "https://docs.example.test./",
    "docs.example.test",
    "",
    `https://${HOST}/?q=${"a".repeat(600)}`,
    `https://${HOST}/${"a".repeat(1_100)}`,
    "https://１２７.0.0.1/",
    "https://metadata/",
  ];
  for (const url of odd) assert.equal((await readPage(url, { socketPath })).kind, "failed", url);
  assert.deepEqual(asked, []);
});

test("the proxy has the last word: hosts off the list, and names that lead to private addresses", async () => {
  const why = async (url: string): Promise<string> => {
    const reply = await readPage(url, { socketPath });
    return reply.kind === "failed" ? reply.why : reply.kind;
  };
  assert.equal(await why(`https://${OTHER}/`), `${OTHER}:443 is not in the policy's sandbox.network`);
  for (const inside of [
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "::1",
    "fd00::1",
    "::ffff:192.168.0.1",
    "64:ff9b::a00:1",
  ]) {
    address = inside;
    assert.match(
      await why(`https://${HOST}/`),
      new RegExp(`is ${inside.replaceAll(".", "\\.")}, which is not a public address`),
      inside,
    );
  }
  address = "93.184.216.34";
});

test("hostile bodies are bounded in bytes, time and depth", async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, "a"));
  const packed: Answer = (response) =>
    void response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end(bomb);
  const cut = page(await get("/", packed));
  assert.deepEqual(
    [cut.text.length, cut.cut],
    [400_000, "only its first 2 MB were read; only its first 400000 characters are kept"],
  );
  const drip: Answer = (response) => {
    response.writeHead(200, { "content-type": "text/plain" }).write("a");
    const timer = setInterval(() => response.write("a"), 20);
    response.on("close", () => clearInterval(timer));
  };
  assert.deepEqual(await get("/", drip, 400), { kind: "failed", why: "it took longer than 0.4 s" });
  assert.deepEqual(await get("/", () => {}, 300), { kind: "failed", why: "it took longer than 0.3 s" });
  const deep = page(await get("/", html(`<p>top</p>${"<div>".repeat(50_000)}below`)));
  assert.deepEqual([deep.text, deep.cut], ["top", "elements that are nested too deeply are left out"]);
  const long = "a<br>".repeat(300_000);
  const wide = `<p style="${"background".repeat(90_000)}">seen${"<p>b".repeat(150_000)}`;
  for (const body of [long, wide]) assert.equal(page(await get("/", html(body))).text.length, 400_000);
  const broken: Answer = (response) =>
    void response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end("not gzip");
  assert.equal((await get("/", broken)).kind, "failed");
  assert.equal((await get("/", (response) => void response.socket?.destroy())).kind, "failed");
  assert.deepEqual(await get("/", (response) => void response.writeHead(404).end("x")), {
    kind: "failed",
    why: "the server answered 404",
  });
});
