import assert from "node:assert/strict";
import { test } from "node:test";
import { hostsFile } from "../../../src/cell/sealed/plan-sealed.ts";
import { ownRequest } from "../../../src/cell/worker/own-servers.ts";

const HOSTS =
  "127.0.0.1 localhost # here\n::1\tlocalhost ip6-localhost\n127.0.0.2 redis\n127.0.1.1 Box box.example\n10.0.0.9 far\n0.0.0.0 ads.test\n";
const ask = (head: string) => ownRequest(head.replaceAll("\n", "\r\n"), () => HOSTS);

test("which hosts are the cell's own", () => {
  const own: Readonly<Record<string, readonly string[]>> = {
    localhost: ["127.0.0.1", "::1"],
    "LocalHost.": ["127.0.0.1", "::1"],
    "ip6-localhost": ["::1"],
    redis: ["127.0.0.2"],
    box: ["127.0.1.1"],
    "box.example": ["127.0.1.1"],
    "127.0.0.1": ["127.0.0.1"],
    "127.8.9.10": ["127.8.9.10"],
    "127.1": ["127.0.0.1"],
    "2130706433": ["127.0.0.1"],
    "0x7f.1": ["127.0.0.1"],
    "0.0.0.0": ["127.0.0.1"],
    "0": ["127.0.0.1"],
    "[::1]": ["::1"],
    "[0:0:0:0:0:0:0:1]": ["::1"],
    "[::]": ["::1"],
    "[::ffff:127.0.0.2]": ["127.0.0.2"],
    "[::ffff:0.0.0.0]": ["127.0.0.1"],
    "user:pw@127.0.0.1": ["127.0.0.1"],
  };
  const others =
    "far ads.test a.localhost nothing redis.test 127.0.0.1.nip.io 10.0.0.9 169.254.169.254 [::2] [::ffff:10.0.0.9] [fe80::1] [::127.0.0.1] 127.0.0.1@far 1270.0.0.1 [::1".split(
      " ",
    );
  const all = { ...own, ...Object.fromEntries(others.map((host) => [host, undefined])) };
  for (const [host, addresses] of Object.entries(all)) {
    const tunnel = ask(`CONNECT ${host}:81 HTTP/1.1\n\n`);
    assert.deepEqual([host, tunnel], [host, addresses && { addresses, port: 81, head: undefined }]);
    const plain = ask(`GET http://${host}/a HTTP/1.1\nHost: x\n\n`);
    assert.deepEqual([host, plain?.addresses, plain?.port], [host, addresses, addresses && 80]);
  }
  for (const [tunnel, addresses] of [
    ["::1:81", ["::1"]],
    [":::81", ["::1"]],
    ["::ffff:127.0.0.2:81", ["127.0.0.2"]],
    ["::2:81", undefined],
  ] as const) {
    const request = ask(`CONNECT ${tunnel} HTTP/1.1\n\n`);
    assert.deepEqual([tunnel, request], [tunnel, addresses && { addresses, port: 81, head: undefined }]);
  }
  for (const head of [
    "GET / HTTP/1.1\n\n",
    "CONNECT 127.0.0.1 HTTP/1.1\n\n",
    "GET https://127.0.0.1/ HTTP/1.1\n\n",
    "\n\n",
  ])
    assert.equal(ask(head), undefined);
});

test("what a server is sent in place of the request to a proxy", () => {
  const head = (text: string) => ask(text)?.head?.replaceAll("\r\n", "\n");
  assert.equal(
    head(
      "POST http://0.0.0.0:8000/a?b=http://c HTTP/1.1\nHost: 0.0.0.0:8000\nProxy-Connection: keep-alive\nConnection: keep-alive\nContent-Length: 2\n\n",
    ),
    "POST /a?b=http://c HTTP/1.1\nConnection: close\nHost: 0.0.0.0:8000\nContent-Length: 2\n\n",
  );
  assert.equal(head("GET http://[::1]?q HTTP/1.0\n\n"), "GET /?q HTTP/1.0\nConnection: close\n\n");
  assert.equal(
    head("GET ws://[::1]:90 HTTP/1.1\nConnection: Upgrade\nUpgrade: websocket\nProxy-Authorization: x\n\n"),
    "GET / HTTP/1.1\nConnection: Upgrade\nUpgrade: websocket\n\n",
  );
});

test("the machine's name is a name of the cell's loopback", () => {
  assert.equal(hostsFile("127.0.0.1 localhost\n", "box"), "127.0.0.1 localhost\n127.0.0.1 box\n");
  const kept = "127.0.0.1 localhost\n127.0.1.1 box.example box # box\n::1 box\n10.0.0.2 other\n";
  assert.equal(hostsFile(kept, "Box"), kept);
  assert.equal(
    hostsFile("172.17.0.2\tbox.example box\nfe80::2 box\n10.0.0.2 boxes # box", "box"),
    "127.0.0.1\tbox.example box\n127.0.0.1 box\n10.0.0.2 boxes # box\n",
  );
});
