/** Images of a thread: which addresses are fetched, where the token goes, what becomes of everything else. Real HTTP, on one server that is every host. */

import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { Agent } from "undici";
import { findImages } from "../../../src/github/markdown/find-images.ts";
import { imageType } from "../../../src/base/image-type.ts";
import { fetchImages, type ImageOptions, type Images } from "../../../src/github/thread/images.ts";

const UPLOAD = "https://github.com/user-attachments/assets/0f0e0d0c-1111-2222-3333-444455556666";
const STORAGE = "https://github-production-user-asset-6210df.s3.amazonaws.com/1/2?X-Amz-Signature=abc";
const PRIVATE = "https://private-user-images.githubusercontent.com/1/2-3.png";

/** The least that says its type and size. */
function png(width = 3, height = 2): Buffer {
  const bytes = Buffer.alloc(33);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const GIF = Buffer.from("47494638396105000400", "hex");
/** An application segment, filling, a Huffman table, then a progressive frame of 640 × 480. */
const JPEG = Buffer.from("ffd8ffe000046161ffffc4000362ffc200110801e00280", "hex");
const WEBP = Buffer.from("524946460000000057454250565038580a00000000000000ff00007f0000", "hex");
const PNG_PART = { mediaType: "image/png", data: png().toString("base64") } as const;

interface Seen {
  readonly address: string;
  readonly authorization: string | undefined;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Internet {
  readonly seen: readonly Seen[];
  readonly fetchImages: (text: string, more?: Partial<ImageOptions>) => Promise<Images>;
}

/** All hosts and schemes lead to this server: connections end here in plain HTTP. Answers by address without query. */
async function internet(t: TestContext, answers: Readonly<Record<string, Answer>>): Promise<Internet> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", `https://${request.headers.host}`);
    seen.push({ address: url.href, authorization: request.headers.authorization });
    const answer = answers[`${url.origin}${url.pathname}`];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const dispatcher = new Agent({
    connect: (_options, callback) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => callback(null, socket));
    },
  });
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await dispatcher.destroy();
  });
  const { signal } = new AbortController();
  const options = { serverUrl: "https://github.com", token: "ghs_secret", userAgent: "test", signal, dispatcher };
  return { seen, fetchImages: async (text, more) => fetchImages({ ...options, addresses: findImages(text), ...more }) };
}

function bytes(body: Buffer | string, type = "application/octet-stream"): Answer {
  return (_request, response) => void response.writeHead(200, { "content-type": type }).end(body);
}

function redirect(location: string, status = 302): Answer {
  return (_request, response) => void response.writeHead(status, { location }).end("moved");
}

test("images are found where the text shows them, once each, in order", () => {
  const text = [
    "![](https://a/inline.png) and [![](https://a/linked.png)](https://a/target)",
    '<p><img width="5" src="https://a/tag.png?x=1&amp;y=2" data-src="https://a/no.png"></p>',
    "",
    "![][shot] ![Shot] ![](<https://a/angle.png>) ![](https://a/inline.png)",
    "",
    "[shot]: https://a/reference.png",
    "[a link](https://a/no.png) \\![](https://a/no.png) ![nowhere]",
    "",
    "`![](https://a/no.png)`",
    "",
    "```",
    "![](https://a/no.png)",
    "```",
    "<IMG src='https://a/last.png'>",
    "",
    `<div><img src="https://a/no.png" alt="`,
  ].join("\n");
  assert.deepEqual(findImages(text), [
    "https://a/inline.png",
    "https://a/linked.png",
    "https://a/tag.png?x=1&y=2",
    "https://a/reference.png",
    "https://a/angle.png",
    "https://a/last.png",
  ]);
});

test("type and size come from the bytes", () => {
  const lossless = Buffer.from("5249464600000000574542505650384c000000002f02400100", "hex");
  const lossy = Buffer.from("524946460000000057454250565038200000000000000000009d0a000700", "hex");
  assert.deepEqual(
    [png(), GIF, JPEG, WEBP, lossless, lossy].map((image) => {
      const { mediaType, width, height } = imageType(image)!;
      return [mediaType, width, height];
    }),
    [
      ["image/png", 3, 2],
      ["image/gif", 5, 4],
      ["image/jpeg", 640, 480],
      ["image/webp", 256, 128],
      ["image/webp", 3, 6],
      ["image/webp", 10, 7],
    ],
  );
  for (const image of [png(), GIF, JPEG, WEBP]) {
    assert.equal(imageType(image.subarray(0, 7)), undefined);
    assert.equal(imageType(Buffer.concat([Buffer.from([0]), image])), undefined);
  }
});

test("an upload is fetched through GitHub's redirect, and only GitHub gets the token", async (t) => {
  const net = await internet(t, {
    [UPLOAD]: redirect(STORAGE),
    [STORAGE.split("?")[0]!]: bytes(png(), "text/html"),
    [PRIVATE]: bytes(GIF),
  });
  assert.deepEqual(await net.fetchImages(`<img src="${UPLOAD}">\n\n![](${PRIVATE}?jwt=secret)`), {
    images: [
      { ...PNG_PART, source: UPLOAD },
      { mediaType: "image/gif", data: GIF.toString("base64"), source: PRIVATE },
    ],
    warnings: [],
  });
  assert.deepEqual(
    net.seen.toSorted((a, b) => a.address.localeCompare(b.address)),
    [
      { address: STORAGE, authorization: undefined },
      { address: UPLOAD, authorization: "Bearer ghs_secret" },
      { address: `${PRIVATE}?jwt=secret`, authorization: undefined },
    ],
  );
});

test("another server: its own uploads with the token, github.com's without", async (t) => {
  const own = "https://github.acme.example/user-attachments/assets/1-2";
  const net = await internet(t, {
    [own]: redirect("https://media.github.acme.example/storage/1", 307),
    "https://media.github.acme.example/storage/1": bytes(WEBP),
    [UPLOAD]: bytes(JPEG),
  });
  const serverUrl = "https://github.acme.example";
  const { images, warnings } = await net.fetchImages(`![](${own}) ![](${UPLOAD})`, { serverUrl });
  assert.deepEqual([images.map(({ mediaType }) => mediaType), warnings], [["image/webp", "image/jpeg"], []]);
  assert.deepEqual(
    new Map(net.seen.map(({ address, authorization }) => [address, authorization])),
    new Map([
      [own, "Bearer ghs_secret"],
      [UPLOAD, undefined],
      ["https://media.github.acme.example/storage/1", undefined],
    ]),
  );
});

test("no other address is fetched: other sites, other pages of GitHub, other schemes, credentials, ports", async (t) => {
  const net = await internet(t, {});
  const addresses = [
    "https://img.shields.io/badge.svg",
    "http://github.com/user-attachments/assets/1",
    "https://github.com:8443/user-attachments/assets/1",
    "https://me:pass@github.com/user-attachments/assets/1",
    "https://github.com/acme/demo/raw/main/a.png",
    "https://github.com/user-attachments/assets/../../logout",
    "https://github.com/user-attachments/assets/a%2f..%2fb",
    "https://github.com/user-attachments/files/1/a.png",
    "https://github.com.evil.example/user-attachments/assets/1",
    "https://raw.githubusercontent.com/acme/demo/main/a.png",
    "https://camo.githubusercontent.com/1/2",
    "https://user-images.githubusercontent.com.evil.example/1.png",
    "http://user-images.githubusercontent.com/1.png",
    "http://169.254.169.254/latest/meta-data",
    "data:image/png;base64,iVBORw0KGgo=",
    "file:///etc/passwd",
    "docs/shot.png",
  ];
  const { images, warnings } = await net.fetchImages(addresses.map((address) => `![](${address})`).join("\n"));
  assert.deepEqual([images, net.seen], [[], []]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^17 images are left out: not uploaded to github\.com: img\.shields\.io, github\.com, /);
  assert.deepEqual((await net.fetchImages("![](docs/shot.png)")).warnings, [
    "1 image is left out: not uploaded to github.com: a relative address.",
  ]);
});

test("a redirect is judged at every hop", async (t) => {
  const at = (name: string): string => `https://github.com/user-attachments/assets/${name}`;
  const net = await internet(t, {
    [at("out")]: redirect("https://evil.example/a.png"),
    [at("plain")]: redirect("http://objects.githubusercontent.com/a.png"),
    [at("login")]: redirect("/login?return_to=x"),
    [at("late")]: redirect("https://objects.githubusercontent.com/late"),
    "https://objects.githubusercontent.com/late": redirect("https://169.254.169.254/late", 308),
  });
  const { images, warnings } = await net.fetchImages(
    ["out", "plain", "login", "late"].map((name) => `![](${at(name)})`).join("\n"),
  );
  assert.deepEqual(images, []);
  assert.deepEqual(warnings, [
    `The image ${at("out")} is left out: it leads to evil.example, which has no uploads.`,
    `The image ${at("plain")} is left out: it leads to objects.githubusercontent.com, which has no uploads.`,
    `The image ${at("login")} is left out: it leads to github.com, which has no uploads.`,
    `The image ${at("late")} is left out: it leads to 169.254.169.254, which has no uploads.`,
  ]);
  assert.deepEqual(
    net.seen.filter(({ authorization }) => authorization === undefined).map(({ address }) => address),
    ["https://objects.githubusercontent.com/late"],
  );
});

test("an image that cannot be fetched gives a warning, and the others are kept", async (t) => {
  const at = (name: string): string => `https://github.com/user-attachments/assets/${name}`;
  const shown = (...names: readonly string[]): string => names.map((name) => `![](${at(name)})`).join("\n");
  const net = await internet(t, {
    [at("good")]: bytes(png()),
    [at("html")]: bytes("<svg></svg>", "image/png"),
    [at("large")]: bytes(Buffer.concat([png(), Buffer.alloc(3.75 * 1024 * 1024)])),
    [at("tall")]: bytes(png(20, 8_001)),
    [at("cut")]: (_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      setImmediate(() => response.destroy());
    },
    [at("round")]: redirect(at("round")),
    [at("teapot")]: (_request, response) => void response.writeHead(418).end(),
    [at("silent")]: () => {},
  });
  const { images, warnings } = await net.fetchImages(shown("html", "good", "large", "tall"));
  assert.deepEqual(images, [{ ...PNG_PART, source: at("good") }]);
  assert.deepEqual(warnings, [
    `The image ${at("html")} is left out: it is not a PNG, JPEG, GIF or WebP.`,
    `The image ${at("large")} is left out: larger than 3.75 MB.`,
    `The image ${at("tall")} is left out: 20 × 8001 pixels, and an edge of 8000 is the most.`,
  ]);
  assert.deepEqual((await net.fetchImages(shown("gone", "teapot", "round"))).warnings, [
    `The image ${at("gone")} is left out: HTTP 404, as for uploads of a private repository that the token may not read.`,
    `The image ${at("teapot")} is left out: HTTP 418.`,
    `The image ${at("round")} is left out: more than 3 redirects.`,
  ]);
  assert.deepEqual((await net.fetchImages(shown("silent"), { timeoutMs: 50 })).warnings, [
    `The image ${at("silent")} is left out: no answer within 0.05 s.`,
  ]);
  const [cut = ""] = (await net.fetchImages(shown("cut"))).warnings;
  assert.ok(cut.startsWith(`The image ${at("cut")} is left out: `), cut);
  const many = await net.fetchImages(shown("good", "1", "2", "3", "html", "tall"));
  assert.deepEqual([many.images.length, many.warnings.at(-1)], [1, "2 images are beyond the first 4 and left out."]);
});

test("an abort rejects and gives no warning", async (t) => {
  const controller = new AbortController();
  const net = await internet(t, { [UPLOAD]: () => controller.abort(new Error("stop")) });
  await assert.rejects(net.fetchImages(`![](${UPLOAD})`, { signal: controller.signal }), /^Error: stop$/);
});
