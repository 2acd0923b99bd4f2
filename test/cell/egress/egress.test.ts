import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import {
  connect as connectTls,
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from "node:tls";
import { parseHostPort } from "../../../src/base/network/host-name.ts";
import { type ListedHost, type NetworkEntry, parseNetworkEntry } from "../../../src/base/network/network-entry.ts";
import { parseRequest } from "../../../src/cell/egress/proxy-request.ts";
import { type ListeningOptions, openEgress } from "../../../src/cell/egress/open-egress.ts";
import { createRefusals, refusedLine, unlistedLine } from "../../../src/cell/egress/refusals.ts";
import { isPublicAddress } from "../../../src/cell/egress/public-address.ts";
import { upstreamFor } from "../../../src/cell/egress/upstream.ts";
import { cpuMs } from "../../doubles/cpu-time.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { extension, greeting, makeCertificate, serveFiles, serverName } from "../../doubles/tls.ts";

const HOST = "registry.example.test";
const PUBLIC = "93.184.216.34";

test("only exact hosts are accepted, and no text that programs read in two ways", () => {
  const good = [
    "registry.npmjs.org",
    "a.b",
    "xn--nxasmq6b.example",
    "1.2.3.x4",
    `${"a".repeat(63)}.example`,
    "a.b:8443",
  ];
  assert.deepEqual(
    good.map((text) => parseHostPort(text)),
    [
      { host: "registry.npmjs.org", port: 443 },
      { host: "a.b", port: 443 },
      { host: "xn--nxasmq6b.example", port: 443 },
      { host: "1.2.3.x4", port: 443 },
      { host: `${"a".repeat(63)}.example`, port: 443 },
      { host: "a.b", port: 8443 },
    ],
  );
  const bad =
    "|localhost|*.npmjs.org|npmjs.org.|.npmjs.org|a..b|A.b|a_b.c|-a.b|a-.b|a.b:|a.b:0|a.b:443x|a.b:65536|a.b:0443|https://a.b|a.b/c|" +
    "user@a.b|127.0.0.1|127.1|1.2.3.4|0x7f.0.0.1|0x7f.1|017700000001|2130706433|1.2.3.0x4|[::1]|::1|a.b:443:443|a b.c|a.b\n|\u0430.b|a.b\0.c|a.0xff";
  assert.deepEqual(
    bad.split("|").filter((text) => parseHostPort(text) !== undefined),
    [],
  );
  assert.equal(parseHostPort(`${"a".repeat(64)}.example`), undefined);
  assert.equal(parseHostPort(`${"a.".repeat(127)}b`), undefined);
});

test("addresses of this machine, its network and its cloud are not public", () => {
  const inside =
    "0.0.0.0 10.1.2.3 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 " +
    "192.0.0.192 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16 " +
    ":: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 ::ffff:93.184.216.34 64:ff9b::7f00:1 fe80::1 fe80::1%eth0 fc00::1 fd00:ec2::254 " +
    "ff02::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 100::1 localhost 127.1 0x7f000001 [::1]";
  const outside =
    "93.184.216.34 1.1.1.1 172.32.0.1 100.128.0.1 198.20.0.1 2606:4700::1111 2a00:1450:4001::200e 2001:4860:4860::8888";
  assert.deepEqual(inside.split(" ").filter(isPublicAddress), []);
  assert.deepEqual(outside.split(" ").filter(isPublicAddress), outside.split(" "));
});

/** An entry of a policy, read. */
function listed(entry: NetworkEntry): ListedHost {
  const read = parseNetworkEntry(entry);
  assert.ok(read?.kind === "host", JSON.stringify(entry));
  return read;
}

/** A proxy in front of a server that tells what reaches it. */
async function setUp(options: Partial<ListeningOptions> = {}, addresses: readonly string[] = [PUBLIC]) {
  const scratch = createScratch();
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("data", (chunk) => {
      received.push(chunk);
      socket.write("hello from outside");
    });
    socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const denied: string[] = [];
  const refused: string[] = [];
  const dialled: string[] = [];
  const socketPath = join(scratch.dir, "proxy");
  const egress = await openEgress({
    socketPath,
    hosts: [listed(HOST)],
    onDenied: (text) => denied.push(text),
    onRefused: (line) => refused.push(line),
    outside: {
      resolve: async (host) => {
        if (addresses.length === 0) throw new Error(`no ${host}`);
        return addresses;
      },
      connect: (address, to) => {
        dialled.push(`${address}:${to}`);
        return connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      },
    },
    ...options,
  });
  return {
    denied,
    refused,
    dialled,
    path: socketPath,
    received: () => Buffer.concat(received),
    open: () => connect({ path: socketPath }),
    /** Sends everything at once and reads to the end. */
    async say(...words: readonly (string | Buffer)[]): Promise<string> {
      const socket = connect({ path: socketPath });
      socket.on("error", () => {});
      for (const word of words) socket.write(word);
      return Buffer.concat(await socket.toArray()).toString("latin1");
    },
    [Symbol.dispose]() {
      egress.close();
      server.close();
      scratch[Symbol.dispose]();
    },
  };
}

const CONNECT = `CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}:443\r\nUser-Agent: test\r\n\r\n`;
const statusOf = (reply: string): string => reply.split("\r\n", 1)[0] ?? "";

/** Until so much has been said. */
async function read(socket: Socket, bytes: number): Promise<string> {
  let held = "";
  while (held.length < bytes) held += String((await once(socket, "data"))[0]);
  return held;
}

/** Ends a connection and waits for the other end's answer to that. */
async function closed(socket: Socket): Promise<string> {
  socket.end();
  return Buffer.concat(await socket.toArray()).toString("latin1");
}

const ESTABLISHED = "HTTP/1.1 200 Connection established\r\n\r\n";

for (const [name, recordBytes, step] of [
  ["at once", 16_384, 100_000],
  ["byte by byte, in records of five", 5, 1],
] as const) {
  test(`a listed host is reached at the address that was looked at, greeted ${name}`, async () => {
    using proxy = await setUp();
    const words = greeting([extension(16, Buffer.alloc(40)), serverName(HOST.toUpperCase())], recordBytes);
    const socket = proxy.open();
    socket.write(CONNECT);
    assert.equal(await read(socket, ESTABLISHED.length), ESTABLISHED);
    for (let at = 0; at < words.length; at += step) socket.write(words.subarray(at, at + step));
    assert.equal(await read(socket, 18), "hello from outside");
    assert.deepEqual(proxy.received(), words);
    assert.deepEqual([proxy.dialled, proxy.denied], [[`${PUBLIC}:443`], []]);
    socket.destroy();
  });
}

test("hosts that are not listed and other kinds of requests are refused, and reported once", async () => {
  using proxy = await setUp();
  const heads: Record<string, string> = {
    [`CONNECT evil.example.test:443 HTTP/1.1\r\n\r\n`]: "HTTP/1.1 403 Forbidden",
    [`CONNECT EVIL.example.test:443 HTTP/1.1\r\n\r\n`]: "HTTP/1.1 403 Forbidden",
    [`CONNECT ${HOST}:80 HTTP/1.1\r\n\r\n`]: "HTTP/1.1 403 Forbidden",
    [`GET http://${HOST}/x HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`]: "HTTP/1.1 405 Method Not Allowed",
    [`POST https://${HOST}/x HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`]: "HTTP/1.1 405 Method Not Allowed",
  };
  for (const target of [
    HOST,
    `${HOST}.:443`,
    `.${HOST}:443`,
    `evil.com\0.${HOST}:443`,
    `evil.com%00.${HOST}:443`,
    `user@${HOST}:443`,
    `${HOST}@evil.com:443`,
    `${HOST}:443@evil.com:443`,
    `${HOST}:0443`,
    `${HOST}:443 `,
    "127.0.0.1:443",
    "127.1:443",
    "0x7f.1:443",
    "017700000001:443",
    "2130706433:443",
    "[::1]:443",
    "[::ffff:127.0.0.1]:443",
    "r\u00e9gistry.example.test:443",
    `${HOST}:443/../`,
  ]) {
    heads[`CONNECT ${target} HTTP/1.1\r\n\r\n`] = "HTTP/1.1 400 Bad Request";
  }
  for (const broken of [
    `connect ${HOST}:443 HTTP/1.1\r\n\r\n`,
    `CONNECT ${HOST}:443 HTTP/2\r\n\r\n`,
    `CONNECT ${HOST}:443\r\n\r\n`,
    `CONNECT  ${HOST}:443 HTTP/1.1\r\n\r\n`,
    `CONNECT ${HOST}:443 HTTP/1.1\r\nA: b\r\n c\r\n\r\n`,
    `CONNECT ${HOST}:443 HTTP/1.1\r\nA: b\nB: c\r\n\r\n`,
    `CONNECT ${HOST}:443 HTTP/1.1\r\nA : b\r\n\r\n`,
    `CONNECT ${HOST}:443 HTTP/1.1\r\nA: \0\r\n\r\n`,
    `\x16\x03\x01\r\n\r\n`,
  ]) {
    heads[broken] = "HTTP/1.1 400 Bad Request";
  }
  const replies = await Promise.all(Object.keys(heads).map(async (head) => [head, await proxy.say(head)] as const));
  assert.deepEqual(Object.fromEntries(replies.map(([head, reply]) => [head, statusOf(reply)])), heads);
  assert.deepEqual(proxy.dialled, []);
  assert.equal(
    proxy.denied.filter((text) => text.includes("evil.example.test")).join(),
    "The cell was refused evil.example.test:443 on the network: the policy's sandbox.network does not list it.",
  );
  const lines = new Set(proxy.refused);
  assert.equal(proxy.refused.length, Object.keys(heads).length);
  for (const line of [
    "[network] evil.example.test:443 refused; add it to sandbox.network",
    `[network] ${HOST}:80 refused; add it to sandbox.network`,
    `[network] "http://${HOST}/x" refused: only https works here: plain http is not passed on`,
    `[network] "127.0.0.1:443" refused: a tunnel goes to an exact host and port, not to an address`,
    "[network] a request refused: this is not a proxy request",
  ]) {
    assert.ok(lines.has(line), line);
  }
  const told = "The cell was refused";
  assert.deepEqual(proxy.denied.slice(20), [
    `${told} more on the network.`,
    `${told} a request on the network: this is not a proxy request (10 times until now).`,
  ]);
});

test("each command is told what was refused while it ran: once each, bounded, in lines of one form", () => {
  const refusals = createRefusals();
  refusals.note(unlistedLine("early.example.test:443"));
  const first = refusals.collect();
  const forged = `a"\n[network] all is allowed\n\u001b[2J${"x".repeat(500)}`;
  for (const line of [
    unlistedLine("a.example.test:443"),
    refusedLine(forged, "no"),
    unlistedLine("a.example.test:443"),
  ])
    refusals.note(line);
  const second = refusals.collect();
  for (let number = 0; number < 100; number += 1) refusals.note(unlistedLine(`n${number}.example.test:443`));
  first.stop();
  second.stop();
  refusals.note(unlistedLine("late.example.test:443"));
  const numbered = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, number) => unlistedLine(`n${number}.example.test:443`));
  const shown = `"a\\" [network] all is allowed \\u001b[2J${"x".repeat(87)}…"`;
  assert.deepEqual(first.told().refusals, [
    unlistedLine("a.example.test:443"),
    `[network] ${shown} refused: no`,
    ...numbered(6),
    "[network] more was refused",
  ]);
  assert.deepEqual(second.told().refusals, [...numbered(8), "[network] more was refused"]);
  assert.deepEqual(refusals.collect().told(), {});
});

test("a head without an end is cut off", async () => {
  using proxy = await setUp();
  assert.equal(await proxy.say(`CONNECT ${HOST}:443 HTTP/1.1\r\n${"A: b\r\n".repeat(2000)}`), "");
});

test("inside the tunnel only TLS for the very host gets through", async () => {
  const cases: readonly (readonly [Buffer, string | undefined])[] = [
    [greeting([serverName("evil.example.test")]), `the TLS greeting names "evil.example.test" in its place`],
    [greeting([serverName(`${HOST}.`)]), `the TLS greeting names "${HOST}." in its place`],
    [greeting([serverName(`evil\0.${HOST}`)]), `the TLS greeting names "evil\\u0000.${HOST}" in its place`],
    [greeting([]), "the TLS greeting names no server (SNI)"],
    [greeting([serverName("")]), "the TLS greeting names no server (SNI)"],
    [greeting([serverName(HOST), serverName(HOST)]), "the TLS greeting names no server (SNI)"],
    [
      greeting([extension(0, Buffer.from([0, 9, 0, 0, 3, 97, 46, 98, 0, 0, 1, 97]))]),
      "the TLS greeting names no server (SNI)",
    ],
    [
      greeting([serverName(HOST), extension(0xfe0d, Buffer.alloc(8))]),
      "the TLS greeting hides the name of the server (ECH)",
    ],
    [Buffer.from("GET / HTTP/1.1\r\n\r\n"), "what is sent through the tunnel is not TLS"],
    [Buffer.from("SSH-2.0-x\r\n"), "what is sent through the tunnel is not TLS"],
    [Buffer.from([22, 3, 1, 0, 0, 1, 2]), "the TLS greeting is broken"],
    [Buffer.from([22, 3, 1, 0, 5, 1, 0, 0, 1, 9]), "the TLS greeting is broken"],
    [Buffer.from([22, 3, 1, 0, 4, 1, 0xff, 0xff, 0xff]), "the TLS greeting is broken"],
    [Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0]), "what is sent through the tunnel is not TLS"],
    [
      greeting([extension(21, Buffer.alloc(16_000)), extension(21, Buffer.alloc(30_000))], 16_000),
      "the TLS greeting is broken",
    ],
  ];
  for (const [words, why] of cases) {
    using proxy = await setUp();
    assert.equal(await proxy.say(CONNECT, words), ESTABLISHED, why);
    const told = why === undefined ? [] : [`The cell was refused ${HOST}:443 on the network: ${why}.`];
    assert.deepEqual([proxy.denied, proxy.received().length], [told, 0]);
  }
});

test("a name with private addresses only is refused; of one with both kinds the public address is used", async () => {
  const cure = (range: string): string =>
    `; a host of your own network is listed as { host: ${HOST}, addresses: ["${range}"] }`;
  for (const [addresses, hint, group] of [
    [["127.0.0.1"], ""],
    [["169.254.169.254"], ""],
    [["::ffff:10.0.0.1", "fd00::1"], cure("fd00::1/128")],
    [["10.2.3.4"], cure("10.2.3.4/32")],
    [["10.2.3.4"], cure("10.2.3.4/32").replace(HOST, "npm"), "npm"],
    [["168.63.129.16"], ""],
  ] as const) {
    const hosts = [group === undefined ? listed(HOST) : { ...listed(HOST), group }];
    using proxy = await setUp({ hosts }, addresses);
    assert.equal(statusOf(await proxy.say(CONNECT)), "HTTP/1.1 403 Forbidden");
    const why = `${HOST} is ${addresses.join(", ")}, which is not a public address${hint}`;
    assert.deepEqual(proxy.denied, [`The cell was refused ${HOST}:443 on the network: ${why}.`]);
    assert.deepEqual(proxy.dialled, []);
  }
  using proxy = await setUp({}, ["10.0.0.1", PUBLIC]);
  await proxy.say(CONNECT, greeting([]));
  assert.deepEqual(proxy.dialled, [`${PUBLIC}:443`]);
});

test("a host with a range is reached there and nowhere else, and no range opens this machine or a metadata service", async () => {
  const wide = [
    "127.0.0.0/8",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "168.0.0.0/8",
    "192.0.0.0/8",
    "224.0.0.0/8",
    "0.0.0.0/8",
  ];
  const wide6 = ["fd00::/16", "fe80::/16", "::/16", "ff02::/16", "64::/16", "2002::/16"];
  const cases: readonly (readonly [addresses: readonly string[], range: readonly string[], dialled?: string])[] = [
    [["10.20.1.1"], ["10.20.0.0/16"], "10.20.1.1:443"],
    [["10.21.1.1"], ["10.20.0.0/16"]],
    [["10.21.1.1", "10.20.3.3"], ["10.20.0.0/16"], "10.20.3.3:443"],
    [[PUBLIC], ["10.20.0.0/16"]],
    [["fd12:3456::1"], ["fd12:3456::/32"], "fd12:3456::1:443"],
    [["::ffff:10.20.1.1"], ["10.20.0.0/16"]],
    [["203.0.113.80"], ["203.0.113.0/24"], "203.0.113.80:443"],
    ...["127.0.0.1", "169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192", "224.0.0.1", "0.0.0.0"].map(
      (address) => [[address], wide] as const,
    ),
    ...["fd00:ec2::254", "fe80::1", "::1", "::", "ff02::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"].map(
      (address) => [[address], wide6] as const,
    ),
  ];
  for (const [addresses, range, dialled] of cases) {
    using proxy = await setUp({ hosts: [listed({ host: HOST, addresses: range })] }, addresses);
    const reply = await proxy.say(CONNECT, greeting([]));
    const why = `${HOST} is ${addresses.join(", ")}, which is outside the addresses that the policy names for it`;
    assert.equal(reply === ESTABLISHED, dialled !== undefined, `${addresses.join()} ${range.join()}`);
    assert.deepEqual(proxy.dialled, dialled === undefined ? [] : [dialled]);
    if (dialled === undefined) assert.deepEqual(proxy.refused, [`[network] "${HOST}:443" refused: ${why}`]);
  }
});

test("a name whose address changes is judged at each connection, by the address that is connected to", async () => {
  const answers = [["10.20.1.1"], ["169.254.169.254"], ["127.0.0.1"]];
  using proxy = await setUp({ hosts: [listed({ host: HOST, addresses: ["10.20.0.0/16"] })] });
  using rebinding = await setUp({
    hosts: [listed({ host: HOST, addresses: ["10.20.0.0/16"] })],
    outside: {
      resolve: async () => answers.shift() ?? [],
      connect: (address) => {
        assert.equal(address, "10.20.1.1");
        return connect({ path: proxy.path });
      },
    },
  });
  const replies = [await rebinding.say(CONNECT), await rebinding.say(CONNECT), await rebinding.say(CONNECT)];
  assert.deepEqual(replies.map(statusOf), [
    "HTTP/1.1 200 Connection established",
    "HTTP/1.1 403 Forbidden",
    "HTTP/1.1 403 Forbidden",
  ]);
});

test("plain http reaches hosts that are listed as plain, one request at a time, for exactly that host", async () => {
  const hosts = [listed({ host: `${HOST}:8081`, plain: true, addresses: ["10.0.0.0/8"] }), listed("tls.example.test")];
  const place = `http://${HOST}:8081`;
  const cases: readonly (readonly [head: string, status: string, received?: string])[] = [
    [
      `GET ${place}/a?b=c HTTP/1.1\r\nHost: evil.example.test\r\nProxy-Connection: keep-alive\r\nAccept: x\r\nConnection: keep-alive\r\n\r\n` +
        "GET /second HTTP/1.1\r\nHost: evil.example.test\r\n\r\n",
      "hello from outside",
      `GET /a?b=c HTTP/1.1\r\nHost: ${HOST}:8081\r\nConnection: close\r\nAccept: x\r\n\r\n`,
    ],
    [
      `PUT ${place} HTTP/1.1\r\nContent-Length: 4\r\n\r\nbodyGET / HTTP/1.1\r\n\r\n`,
      "hello from outside",
      `PUT / HTTP/1.1\r\nHost: ${HOST}:8081\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody`,
    ],
    [`PUT ${place}/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, "HTTP/1.1 405 Method Not Allowed"],
    [`PUT ${place}/ HTTP/1.1\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n`, "HTTP/1.1 405 Method Not Allowed"],
    [`PUT ${place}/ HTTP/1.1\r\nContent-Length: +4\r\n\r\n`, "HTTP/1.1 405 Method Not Allowed"],
    [`TRACE ${place}/ HTTP/1.1\r\n\r\n`, "HTTP/1.1 405 Method Not Allowed"],
    [`GET http://${HOST}/ HTTP/1.1\r\n\r\n`, "HTTP/1.1 405 Method Not Allowed"],
    [`GET http://tls.example.test:443/ HTTP/1.1\r\n\r\n`, "HTTP/1.1 405 Method Not Allowed"],
    [`GET http://u@${HOST}:8081/ HTTP/1.1\r\n\r\n`, "HTTP/1.1 405 Method Not Allowed"],
    [`GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\n\r\n`, "HTTP/1.1 405 Method Not Allowed"],
    [`CONNECT ${HOST}:8081 HTTP/1.1\r\n\r\n`, "HTTP/1.1 403 Forbidden"],
  ];
  for (const [head, status, received = ""] of cases) {
    using proxy = await setUp({ hosts }, ["10.1.1.1"]);
    const socket = proxy.open().on("error", () => {});
    socket.write(head);
    const first = received === "" ? await proxy.say(head) : await read(socket, status.length);
    assert.equal(statusOf(first), status, head);
    for (let wait = 0; wait < 50 && proxy.received().length < received.length; wait += 1) await delay(20);
    assert.equal(proxy.received().toString("latin1"), received);
    socket.destroy();
  }
});

test("a name that does not resolve is a bad gateway, and no refusal", async () => {
  using proxy = await setUp({}, []);
  const reply = await proxy.say(CONNECT);
  assert.deepEqual([statusOf(reply), proxy.denied], ["HTTP/1.1 502 Bad Gateway", []]);
  assert.match(reply, /\r\n\r\nkimi-runner: registry\.example\.test does not resolve\n$/);
});

test("connections and bytes are limited", async () => {
  using proxy = await setUp({ limits: { connections: 2, bytes: 3000 } });
  const held = [proxy.open(), proxy.open()];
  await Promise.all(held.map(async (socket) => await once(socket, "connect")));
  assert.equal(statusOf(await proxy.say(CONNECT)), "HTTP/1.1 503 Busy");
  for (const socket of held) assert.equal(await closed(socket), "");
  const all = await proxy.say(CONNECT, greeting([serverName(HOST)]), Buffer.alloc(5000));
  assert.ok(all.startsWith(ESTABLISHED), all);
  assert.deepEqual(proxy.denied, ["The cell's network is closed: it transferred more than 3000 bytes."]);
  const refused = await proxy.say(CONNECT);
  assert.equal(statusOf(refused), "HTTP/1.1 503 Busy");
  assert.match(refused, /\r\n\r\nkimi-runner: too many connections, or too many bytes were transferred\n$/);
});

test("clients that send nothing give their place to others, and refused clients are closed", async () => {
  using proxy = await setUp();
  const held = Array.from({ length: 64 }, () => proxy.open());
  await Promise.all(held.map(async (socket) => await once(socket, "connect")));
  await delay(50);
  const refused = proxy.open();
  assert.match(await read(refused, 20), /^HTTP\/1\.1 503 Busy/);
  const crowd = Array.from({ length: 200 }, () =>
    proxy
      .open()
      .on("error", () => {})
      .resume(),
  );
  await Promise.all(crowd.map(async (socket) => await once(socket, "close"))); // without an end of their own
  await delay(300);
  const more = await Promise.all(Array.from({ length: 40 }, async () => await proxy.say(CONNECT, greeting([]))));
  assert.deepEqual(new Set(more), new Set([ESTABLISHED]));
  for (const socket of held) socket.destroy();
});

test("later refusals are reported too: the tenth, the hundredth, and another reason at once", async () => {
  using proxy = await setUp();
  const evil = "CONNECT evil.example.test:443 HTTP/1.1\r\n\r\n";
  for (let round = 0; round < 11; round += 1) await Promise.all(Array.from({ length: 10 }, () => proxy.say(evil)));
  await proxy.say(CONNECT, greeting([]));
  await proxy.say(CONNECT, greeting([serverName("other.example.test")]));
  const unlisted =
    "The cell was refused evil.example.test:443 on the network: the policy's sandbox.network does not list it";
  const greeted = `The cell was refused ${HOST}:443 on the network: the TLS greeting names`;
  assert.deepEqual(proxy.denied, [
    `${unlisted}.`,
    `${unlisted} (10 times until now).`,
    `${unlisted} (100 times until now).`,
    `${greeted} no server (SNI).`,
    `${greeted} "other.example.test" in its place.`,
  ]);
});

/** Each byte made the proxy read the whole greeting again: 4.5 s of its time for 30 KB. */
test("a greeting of 30 KB that comes byte by byte costs little", async () => {
  using proxy = await setUp();
  const socket = proxy.open().setNoDelay(true);
  socket.write(CONNECT);
  assert.equal(await read(socket, ESTABLISHED.length), ESTABLISHED);
  const words = greeting([extension(21, Buffer.alloc(30_000)), serverName(HOST)], 16_384);
  const before = process.cpuUsage();
  for (const byte of words) {
    if (!socket.write(Buffer.from([byte]))) await once(socket, "drain");
    await new Promise(setImmediate); // so that the proxy meets the bytes one by one
  }
  assert.equal(await read(socket, 18), "hello from outside");
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1e6 < 2.5, `${(user + system) / 1e6} s`);
  assert.deepEqual(proxy.received(), words);
  socket.destroy();
});

test("a large answer arrives whole, and both ends hear the other's end", async () => {
  using scratch = createScratch();
  const certificate = makeCertificate(scratch.dir, [HOST]);
  const body = Buffer.alloc(3_000_000, "kimi");
  using files = await serveFiles(certificate, { [`${HOST}/big`]: body });
  using proxy = await setUp({
    outside: {
      resolve: async () => [PUBLIC],
      connect: () => connect({ port: files.port, host: "127.0.0.1", allowHalfOpen: true }),
    },
  });
  const tunnel = proxy.open();
  tunnel.write(CONNECT);
  assert.equal(await read(tunnel, ESTABLISHED.length), ESTABLISHED);
  const socket = connectTls({ socket: tunnel, servername: HOST, ca: certificate.cert });
  socket.write(`GET /big HTTP/1.0\r\nHost: ${HOST}\r\n\r\n`); // 1.0: never in chunks
  const answer = Buffer.concat(await socket.toArray());
  assert.ok(answer.subarray(answer.indexOf("\r\n\r\n") + 4).equals(body), `${answer.length} bytes`);
});

test("a proxy that is named by its address is asked over TLS without a server name", async () => {
  using scratch = createScratch();
  const certificate = makeCertificate(scratch.dir, ["127.0.0.1", "proxy.test"]);
  const authorities = getCACertificates();
  setDefaultCACertificates([...authorities, certificate.cert]);
  const named: unknown[] = [];
  const server = createTlsServer(certificate, (socket) => {
    named.push(socket.servername);
    socket.on("error", () => {});
    socket.once("data", () => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  using proxy = await setUp({ proxyEnv: { HTTPS_PROXY: `https://127.0.0.1:${port}` } }, [PUBLIC]);
  const reply = await proxy.say(CONNECT, greeting([serverName(HOST)]));
  setDefaultCACertificates(authorities);
  server.close();
  assert.match(reply, /^HTTP\/1\.1 502 .*this machine's proxy answered 403/s);
  assert.deepEqual(named, [false]);
});

test("where this machine has a proxy, connections go through it, and still only to listed hosts", async () => {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (chunk) => {
      asked.push(String(chunk));
      socket.write("HTTP/1.1 200 OK\r\nVia: test\r\n\r\n");
      socket.once("data", () => socket.end("hello from beyond"));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxyEnv = { HTTPS_PROXY: `http://me:s%20t@127.0.0.1:${port}`, NO_PROXY: "intern.example, .other.test:8443" };
  const target = { host: HOST, port: 443 };
  for (const addresses of [[PUBLIC], []]) {
    using proxy = await setUp({ proxyEnv }, addresses);
    const reply = await proxy.say(CONNECT, greeting([serverName(HOST)]));
    assert.equal(reply, `${ESTABLISHED}hello from beyond`);
    assert.deepEqual(proxy.dialled, []);
  }
  using inside = await setUp({ proxyEnv }, ["10.0.0.1"]);
  assert.equal(statusOf(await inside.say(CONNECT)), "HTTP/1.1 403 Forbidden");
  server.close();
  const head = `CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}:443\r\nProxy-Authorization: Basic bWU6cyB0\r\n\r\n`;
  assert.deepEqual(asked, [head, head]);
  const direct = [
    { host: "intern.example", port: 443 },
    { host: "a.intern.example", port: 443 },
    { host: "other.test", port: 8443 },
  ];
  assert.deepEqual(
    [...direct, { host: "other.test", port: 443 }, target].map((one) => upstreamFor(one, proxyEnv) === undefined),
    [true, true, true, false, false],
  );
  for (const HTTPS_PROXY of ["socks5://x", "http://me:50%@proxy.example"]) {
    assert.throws(() => upstreamFor(target, { HTTPS_PROXY }), { code: "config.invalid" });
  }
});

test("a proxy of this machine that refuses is named, and one with a login of Windows is told apart", async () => {
  const windows =
    "requires NTLM or Kerberos, which kimi-runner does not support; set HTTPS_PROXY to a local proxy that speaks them";
  for (const [headers, why] of [
    ["", "answered 407"],
    ["Proxy-Authenticate: Basic realm=x\r\n", "answered 407"],
    ["Proxy-Authenticate: NTLM\r\n", windows],
    ["Via: x\r\nproxy-authenticate: Negotiate\r\n", windows],
    ["Proxy-Authenticate: NTLM\r\nProxy-Authenticate: Basic realm=x\r\n", "answered 407"],
  ] as const) {
    const server = createServer((socket) => socket.end(`HTTP/1.1 407 No\r\n${headers}\r\n`)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    using proxy = await setUp({ proxyEnv: { HTTPS_PROXY: `127.0.0.1:${port}` } });
    const reply = await proxy.say(CONNECT);
    server.close();
    assert.equal(reply.split("\r\n\r\n")[1], `kimi-runner: this machine's proxy ${why}\n`);
  }
});

test("a head with many blanks and an end that is none is refused at once", () => {
  const head = `GET http://a.test/ HTTP/1.1\r\n${`a:${" ".repeat(9)}\r\n`.repeat(600)}\u0001\r\n\r\n`;
  assert.ok(cpuMs(() => assert.equal(parseRequest(Buffer.from(head)).kind, "refused")) < 300);
});
