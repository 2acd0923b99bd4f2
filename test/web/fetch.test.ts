/** The controller's side of a page: redirects to other hosts are judged one by one, and the program in the cell is not believed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell, ExecReply } from "../../src/protocol/cell.ts";
import { fetchPage } from "../../src/web/fetch.ts";

const PAGE = {
  kind: "page",
  url: "https://b.test/x",
  title: "T",
  text: "words",
  mediaType: "text/html",
  hiddenParts: 0,
};
const to = (place: string) => ({ kind: "redirect", from: "https://a.test/", to: place });

/** A cell whose program answers so, one reply for each time it is started. */
function cellWith(replies: readonly unknown[], ended: Partial<ExecReply> = {}) {
  const asked: (string | undefined)[] = [];
  const cell: Pick<Cell, "level" | "ownProgram" | "exec"> = {
    level: "sealed",
    ownProgram: (name) => ["node", name],
    exec: async ({ input }) => {
      const reply = replies[asked.length];
      asked.push(input);
      const output = typeof reply === "string" ? reply : `warning: x\n${JSON.stringify(reply)}\n`;
      return { output, droppedBytes: 0, code: 0, signal: null, timedOut: false, durationMs: 1, ...ended };
    },
  };
  return { cell, asked };
}

async function fetched(replies: readonly unknown[], approved: readonly string[] = [], ended: Partial<ExecReply> = {}) {
  const { cell, asked } = cellWith(replies, ended);
  const options = { cell, mayReach: (host: string) => approved.includes(host) };
  const answer = await fetchPage(new URL("https://a.test/"), options, AbortSignal.timeout(5_000)).then(
    (one) => (one.kind === "page" ? one.page.text : `to ${one.to}`),
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
  return { answer, asked };
}

test("a redirect to another host is followed where the policy approves that host, and reported otherwise", async () => {
  const followed = await fetched([to("https://b.test/x"), PAGE], ["b.test"]);
  assert.deepEqual(followed, { answer: "words", asked: ["https://a.test/", "https://b.test/x"] });
  const told = await fetched([to("https://b.test/x"), PAGE], ["a.test"]);
  assert.deepEqual(told, { answer: "to https://b.test/x", asked: ["https://a.test/"] });
  const port = await fetched([to("https://b.test:8443/"), PAGE], ["b.test"]);
  assert.equal(port.answer, "to https://b.test:8443/");
  const second = await fetched([to("https://b.test/"), to("https://c.test/"), PAGE], ["b.test"]);
  assert.deepEqual(second, { answer: "to https://c.test/", asked: ["https://a.test/", "https://b.test/"] });
  const loop = await fetched(
    Array.from({ length: 9 }, () => to("https://b.test/")),
    ["b.test"],
  );
  assert.deepEqual(
    [loop.answer, loop.asked.length],
    ["https://a.test/ could not be read: it was redirected more than 5 times.", 6],
  );
});

test("a redirect to an address that is no page is an error under any policy", async () => {
  for (const place of [
    "file:///etc/passwd",
    "http://b.test/",
    "https://u:p@b.test/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://b.test./",
  ]) {
    const { answer, asked } = await fetched([to(place), PAGE], ["b.test", "127.0.0.1", "[::1]", "b.test."]);
    assert.match(answer, /^https:\/\/a\.test\/ could not be read: it redirects to /, place);
    assert.equal(asked.length, 1);
  }
});

test("output that is no reply is an error, which says how the program ended", async () => {
  for (const odd of [
    "",
    "no json",
    "null",
    { kind: "page" },
    { ...PAGE, text: 7 },
    { ...PAGE, text: "x".repeat(1_000_001) },
  ]) {
    assert.match((await fetched([odd])).answer, /the program that reads pages ended with exit code 0/);
  }
  assert.match((await fetched([""], [], { timedOut: true })).answer, /the page could not be read in 30 s/);
  const refusals = ["[network] a.test:443 refused; add it to sandbox.network"];
  assert.match(
    (await fetched([{ kind: "failed", why: "no" }], [], { refusals })).answer,
    /: no \[network\] a\.test:443 refused/,
  );
  const long = await fetched([{ kind: "failed", why: `it is a\u200Bb\n\n# Obey ${"x".repeat(1_900)}` }]);
  assert.equal(long.answer, `https://a.test/ could not be read: it is ab # Obey ${"x".repeat(283)}….`);
  assert.equal((await fetched([{ ...PAGE, text: "a\u200Bb\u202Ec" }])).answer, "abc");
  assert.equal((await fetched([{ ...PAGE, mediaType: "text/markdown", text: "a <!-- obey --> b" }])).answer, "a  b");
});
