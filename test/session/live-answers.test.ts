/** Answers while they stream: no secret is shown, in however many pieces and however it is written. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedact, createSettled } from "../../src/base/redact.ts";
import type { LivePart } from "../../src/protocol/wire.ts";
import { createLiveAnswers } from "../../src/session/live-answers.ts";

const KEY = "sk-k1m1-9f8e7d6c5b4a39281706f5e4d3c2b1a0";
const SECRETS = { API_KEY: KEY, PASSWORD: "correct horse battery", PORT: "5432" };
type Shown = Omit<LivePart, "atMs">;

function watched(): { readonly shown: Shown[]; readonly show: ReturnType<typeof createLiveAnswers> } {
  const shown: Shown[] = [];
  const options = { redact: createRedact(SECRETS), settled: createSettled(SECRETS) };
  return { shown, show: createLiveAnswers({ ...options, show: (part) => shown.push(part) }) };
}

/** A text in pieces, and the end of its block. */
function streamed(text: string, size: number): readonly string[] {
  const { shown, show } = watched();
  const take = show();
  for (let at = 0; at < text.length; at += size) take({ block: 0, type: "text", text: text.slice(at, at + size) });
  take({ block: 1, type: "think", text: "" });
  return shown.map((part) => part.text);
}

const bytes = Buffer.from(KEY);
const WRITTEN: Readonly<Record<string, string>> = {
  plainly: KEY,
  "in base64": bytes.toString("base64"),
  "in hexadecimal": bytes.toString("hex"),
  "with spaces": Array.from(KEY).join(" "),
  "in escapes": Array.from(KEY)
    .map((char) => `\\u00${char.charCodeAt(0).toString(16)}`)
    .join(""),
  "for a URL": Array.from(KEY)
    .map((char) => `%${char.charCodeAt(0).toString(16)}`)
    .join(""),
  "as a password": SECRETS.PASSWORD,
  "as a token of GitHub": `ghp_${"a1B2c3D4e5".repeat(4)}`,
  "as a private key": `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA7".repeat(20)}\n-----END RSA PRIVATE KEY-----`,
};

for (const [how, secret] of Object.entries(WRITTEN)) {
  test(`a secret ${how}`, () => {
    const told = `The value is ${secret}\nand that is all there is to say of it.`;
    const whole = createRedact(SECRETS)(told);
    assert.notEqual(whole, told);
    for (const size of [1, 2, 3, 7, 16, 1000]) {
      const text = streamed(told, size).join("");
      // Of an encoded secret the first characters are not known for what they are.
      const isPlain = /plainly|^as |escapes/.test(how);
      if (isPlain && how !== "as a private key") assert.equal(text, whole, `pieces of ${size}`);
      else assert.ok(text.length < whole.length + 12 && text.endsWith(whole.slice(whole.indexOf("[redacted:"))), text);
    }
  });
}

test("ordinary text is shown as it is streamed", () => {
  const text = "I read src/add.js: `sum = a + b` (5432 lines, 100 % of it). Let me say skip, gh, eyes.\n";
  assert.deepEqual(
    streamed(text, 1)
      .filter((part) => part !== "")
      .join(""),
    text,
  );
  const words = text.split(/(?<=\s)/);
  const { shown, show } = watched();
  const take = show();
  for (const word of words) take({ block: 0, type: "text", text: word });
  assert.deepEqual(
    shown.map((part) => part.text),
    words,
  );
});

test("calls, seals, blocks and attempts are passed on", () => {
  const { shown, show } = watched();
  const agent = { callId: "c", agentId: "a1", agent: "explore" };
  const [first, second] = [show(), show(agent)];
  first({ block: 0, type: "think", text: "hm" });
  first({ block: 0, type: "think", text: "", seal: "s1" });
  second({ block: 0, type: "think", text: `x ${KEY}` });
  second({ block: 0, type: "think", text: "", seal: "s2" }); // it no longer fits
  first({ block: 1, type: "call", text: "", call: { id: KEY, name: "run" } });
  first({ block: 1, type: "call", text: "{}" });
  const call = { id: "[redacted:API_KEY]", name: "run" };
  assert.deepEqual(
    shown.map((part) => Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))),
    [
      { attempt: 1, block: 0, type: "think", text: "hm" },
      { attempt: 1, block: 0, type: "think", text: "", seal: "s1" },
      { attempt: 2, agent, block: 0, type: "think", text: "x " },
      { attempt: 2, agent, block: 0, type: "think", text: "[redacted:API_KEY]" },
      { attempt: 1, block: 1, type: "call", text: "", call },
      { attempt: 1, block: 1, type: "call", text: "{}" },
    ],
  );
});
