/** The search for secrets in what doubles receive: it finds them, pushes included, and a double that got one says so when it is closed. */

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ENCODINGS } from "../doubles/encodings.ts";
import { addCanary, canariesIn, filesReceived } from "../doubles/canaries.ts";
import { git } from "../doubles/github/git.ts";
import { startGitHub } from "../doubles/github/server.ts";
import { startModelServer } from "../doubles/model-server.ts";
import { createScratch } from "../doubles/scratch.ts";

const KEY = "sk-CANARY-of-the-doubles-5b8c1046";
const TOKEN = "ghs_CANARYofTheDoubles1b2c3d4e5f";

test("found as it is, encoded, in names of files; not where it belongs", () => {
  addCanary("the key", KEY);
  for (const encoding of [
    "plain",
    "base64",
    "base64, one byte before",
    "base64url, inside of more",
    "hex, upper case",
  ]) {
    const bytes = `x ${ENCODINGS[encoding]?.(KEY)} y`;
    assert.deepEqual(canariesIn([{ where: encoding, bytes }]), [`the key in ${encoding}`]);
    assert.deepEqual(canariesIn([{ where: encoding, bytes, own: [KEY] }]), []);
  }
  using scratch = createScratch();
  mkdirSync(join(scratch.dir, "a"));
  writeFileSync(join(scratch.dir, "a", `log-${KEY}`), "nothing");
  assert.deepEqual(canariesIn(filesReceived(scratch.dir)), ["the key in a file's name"]);
});

const ask = async (url: string, key: string, text: string): Promise<void> => {
  const body = {
    model: "m",
    stream: true,
    messages: [{ role: "user", content: text }],
    stream_options: { include_usage: true },
  };
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  await (await fetch(`${url}/chat/completions`, { method: "POST", headers, body: JSON.stringify(body) })).text();
};

test("the model's double: its key in the header alone", async () => {
  for (const [text, error] of [
    ["hello", undefined],
    [`I found ${btoa(`:${KEY}`)}`, /^Error: A secret left:\nthe (?:model's )?key in request 0 to the model$/],
  ] as const) {
    const server = await startModelServer({ replies: [{ text: "hi" }], apiKey: KEY });
    await ask(server.url, KEY, text);
    if (error === undefined) await server.close();
    else await assert.rejects(server.close(), error);
  }
});

test("GitHub's double: in a body, and in a file of a push, also one that was refused", async () => {
  for (const [way, error] of [
    ["nothing", undefined],
    ["comment", /a GitHub token in POST .*\/comments/],
    ["push", /a GitHub token in POST .*receive-pack, objects/],
    ["refused", /a GitHub token in POST .*receive-pack, objects/],
  ] as const) {
    const hub = await startGitHub();
    hub.addToken(TOKEN);
    await hub.addRepository({ name: "octo/app", files: { "a.txt": "one\n" }, protectedBranches: ["main"] });
    const { number } = hub.addIssue("octo/app");
    const body = JSON.stringify({ body: way === "comment" ? `It is ${TOKEN}.` : "fine" });
    const headers = { authorization: `Bearer ${TOKEN}`, "user-agent": "test", "content-type": "application/json" };
    await fetch(`${hub.url}/repos/octo/app/issues/${number}/comments`, { method: "POST", headers, body });
    using scratch = createScratch();
    const dir = join(scratch.dir, "app");
    await git(scratch.dir, ["clone", "-q", hub.cloneUrl("octo", "app"), dir]);
    writeFileSync(join(dir, "b.txt"), way === "push" || way === "refused" ? `key=${TOKEN}\n` : "fine\n");
    await git(dir, ["add", "-A"]);
    await git(dir, ["-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "change"]);
    const header = `http.extraheader=Authorization: Basic ${btoa(`x:${TOKEN}`)}`;
    await git(dir, ["-c", header, "push", "-q", "origin", `HEAD:${way === "refused" ? "main" : "other"}`]).catch(
      () => {},
    );
    if (error === undefined) await hub.close();
    else await assert.rejects(hub.close(), error);
  }
});
