/** A second model takes the place of one that is gone: the built program between two model servers over HTTP. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventOf } from "../../../src/protocol/wire.ts";
import { eventsOf, outcomeOf, type CliEnd } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { startModelServer } from "../../doubles/model-server.ts";
import { CANARY, createScene, FILES, FIX, POLICY, type SceneOptions } from "../harness.ts";

const FIRST = "openai/gpt-4.1";
const SECOND = "anthropic/claude-haiku-4-5";
const OTHER_KEY = "sk-ant-CANARY-91b2c7d4e6f80a35";
const GONE: DoubleReply = { status: 503, headers: { "retry-after": "0" }, body: `{"error":{"message":"gone"}}` };
const openAi = { prompt_tokens: 1_000, completion_tokens: 100 };
const claude = { input_tokens: 2_000, output_tokens: 50 };
const [look = {}, fix = {}, done = {}] = FIX;
/** Most patience that a test waits for: some tenths of a second. */
const NO_RETRIES = ["--max-patience", "0.005"];

type Replies = NonNullable<SceneOptions["replies"]>;

async function createPair(first: Replies, second: Replies = [], policy = POLICY) {
  const scene = await createScene({ replies: first, files: { ...FILES, ".github/kimi-policy.yml": policy } });
  const other = await startModelServer({ replies: second, apiKey: OTHER_KEY });
  const env = { ANTHROPIC_API_KEY: OTHER_KEY, ANTHROPIC_BASE_URL: other.origin };
  const models = ["--model", FIRST, "--fallback-model", SECOND];
  return {
    ...scene,
    other,
    env,
    run: (args: readonly string[] = []): Promise<CliEnd> => scene.run([...models, ...NO_RETRIES, ...args], { env }),
    resume: (args: readonly string[] = []): Promise<CliEnd> =>
      scene.cli(["resume", scene.bundle, "--sandbox", "none", ...NO_RETRIES, ...args], { env }),
    [Symbol.asyncDispose]: async () => {
      await other.close();
      await scene[Symbol.asyncDispose]();
    },
  };
}

function changesIn(bundle: string): readonly EventOf<"model.fallback">[] {
  return eventsOf(bundle).flatMap((event) => (event.type === "model.fallback" ? [event] : []));
}

/** Reasons tell how long it took, which differs from run to run. */
const untimed = <T extends { readonly reason: string }>(change: T): T => ({
  ...change,
  reason: change.reason.replace(/\d+ attempts in \d+ s/, "n attempts in n s"),
});

const REASON = `No answer from ${FIRST} (n attempts in n s; the patience of 0.005 minutes is over). Last seen: HTTP 503: gone`;

test("the fallback model continues where the first one is gone, at its own price, and both are reported", async () => {
  const paid = { ...look, usage: openAi };
  await using pair = await createPair(
    (_, n) => (n === 0 ? paid : GONE),
    [
      { ...fix, usage: claude, usageAtStart: claude },
      { ...done, usage: claude, usageAtStart: claude },
    ],
  );
  const { code, stderr } = await pair.run(["--max-cost", "1"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual([pair.server.violations, pair.other.violations], [[], []]);
  const prices = { price: { input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 } };
  const told = { step: 2, from: FIRST, model: SECOND, window: 200_000, prices, reason: REASON };
  assert.deepEqual(changesIn(pair.bundle).map(untimed), [{ type: "model.fallback", ...told }]);
  assert.match(stderr, /⇄ The model is changed, from step 2 on by anthropic\/claude-haiku-4-5: No answer from/);
  const outcome = outcomeOf(pair.bundle);
  assert.deepEqual(untimed(outcome["fallback"] as typeof told), told);
  assert.equal(outcome["steps"], 3);
  // $2 and $8 per million tokens of the first one, $1 and $5 of the second one.
  const costUsd = (1_000 * 2 + 100 * 8 + 2 * (2_000 * 1 + 50 * 5)) / 1e6;
  assert.ok(Math.abs(Number(outcome["costUsd"]) - costUsd) < 1e-9, String(outcome["costUsd"]));
  const replayed = await pair.cli(["replay", pair.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});

test("where the fallback model is gone too the run ends with 75, and a resume uses the one that answers", async () => {
  let isBack = false;
  await using pair = await createPair(
    (_, n) => (n === 0 ? look : isBack ? done : GONE),
    (_, n) => (n === 0 ? fix : GONE),
  );
  const { code, stderr } = await pair.run();
  assert.equal(code, 75, stderr);
  assert.match(stderr, /■ provider_unavailable: No answer from anthropic\/claude-haiku-4-5 /);
  const asked = [pair.server.requests.length, pair.other.requests.length];
  const stillGone = await pair.resume();
  assert.equal(stillGone.code, 75, stillGone.stderr);
  assert.match(
    stillGone.stderr,
    /No answer from openai\/gpt-4.1 /,
    "the first one is asked when the second one is gone",
  );
  assert.ok(pair.other.requests.length > (asked[1] ?? 0) && pair.server.requests.length > (asked[0] ?? 0));
  isBack = true;
  const { length } = pair.other.requests;
  const resumed = await pair.resume(["--model", FIRST, "--fallback-model", SECOND, "--api-key", CANARY]);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.equal(pair.other.requests.length, length, "the model in use goes on");
  assert.deepEqual(
    changesIn(pair.bundle).map(({ from, model }) => [from, model]),
    [
      [FIRST, SECOND],
      [SECOND, FIRST],
    ],
  );
  const replayed = await pair.cli(["replay", pair.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});

test("a resume stays with the fallback model though the workflow names the first one, and a key goes to its own provider only", async () => {
  await using pair = await createPair((_, n) => (n === 0 ? look : GONE), [fix, done]);
  const { code } = await pair.run(["--max-steps", "2"]);
  assert.equal(code, 3);
  const before = pair.server.requests.length;
  const resumed = await pair.resume(["--model", FIRST, "--api-key", CANARY, "--max-steps", "9"]);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual([pair.server.requests.length, pair.other.requests.length], [before, 2]);
  assert.deepEqual(pair.other.violations, []);
});

test("a subagent falls back for the whole run", async () => {
  const report = { text: "The sign in src/add.js is wrong. ".repeat(10) };
  await using pair = await createPair(
    (_, n) =>
      n === 0
        ? { calls: [{ name: "new_task", arguments: { agent: "explore", message: "Look at src/add.js." } }] }
        : GONE,
    [report, fix, done],
  );
  const { code, stderr } = await pair.run();
  assert.equal(code, 0, stderr);
  const inside = eventsOf(pair.bundle).flatMap((event) => (event.type === "subagent.event" ? [event.event] : []));
  const change = inside.find((event) => event.type === "model.fallback");
  assert.deepEqual([change?.step, change?.agentId], [1, "a1"]);
  assert.equal((outcomeOf(pair.bundle)["fallback"] as { agentId: string }).agentId, "a1");
  assert.equal(pair.other.requests.length, 3);
  const replayed = await pair.cli(["replay", pair.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});

test("a conversation that does not fit the fallback model is an error with both sizes", async () => {
  await using pair = await createPair(() => GONE);
  // One argument has at most 128 KiB on Linux.
  const words = Array.from({ length: 8 }, () => "Here is a line of the log that is long enough.\n".repeat(2_000));
  const args = ["run", ...words, "--model", FIRST, "--fallback-model", "ollama/small", "--bundle", pair.bundle];
  const env = { OLLAMA_BASE_URL: pair.other.url };
  const { code, stderr } = await pair.cli([...args, "--sandbox", "none", ...NO_RETRIES], { env });
  assert.equal(code, 1, stderr);
  assert.match(
    stderr,
    /■ failed: The request has about 1\d{5} tokens and does not fit ollama\/small, which replaced another model and has a window of 128000\./,
  );
  assert.equal(pair.other.requests.length, 0);
});

test("the policy can name a fallback model", async () => {
  const policy = `${POLICY}fallback_model: ${SECOND}\n`;
  await using pair = await createPair((_, n) => (n === 0 ? look : GONE), [fix, done], policy);
  const args = ["run", "fix it", "--model", FIRST, "--bundle", pair.bundle, "--sandbox", "none", ...NO_RETRIES];
  const { code, stderr } = await pair.cli(args, { env: pair.env });
  assert.equal(code, 0, stderr);
  assert.equal(pair.other.requests.length, 2);
});

const REFUSED: DoubleReply = { status: 400, body: `{"error":{"message":"no"}}` };
const NO_RIGHT: DoubleReply = { status: 401, body: `{"error":{"message":"no"}}` };
const BROKE: DoubleReply = { status: 429, body: `{"error":{"code":"insufficient_quota","message":"quota"}}` };

for (const [what, { reply, exit }] of Object.entries({
  "a refused request": { reply: REFUSED, exit: 1 },
  "a wrong key": { reply: NO_RIGHT, exit: 2 },
  "a spent account": { reply: BROKE, exit: 2 },
})) {
  test(`${what} is no outage: the second model is not asked`, async () => {
    await using pair = await createPair([reply]);
    const { code, stderr } = await pair.run();
    assert.equal(code, exit, stderr);
    assert.equal(pair.other.requests.length, 0);
  });
}

const WRONG: Readonly<Record<string, { args: readonly string[]; said: RegExp }>> = {
  "a price that is not known": {
    args: ["--fallback-model", "ollama/small", "--max-cost", "1"],
    said: /A limit of \$1 is set, but the price of ollama\/small is not known/,
  },
  "a key that is missing": {
    args: ["--fallback-model", "gemini/gemini-2.5-pro"],
    said: /No API key for gemini: GEMINI_API_KEY is not set/,
  },
  "a key that is for the other provider": {
    args: ["--fallback-model", "gemini/gemini-2.5-pro", "--api-key", CANARY],
    said: /No API key for gemini: GEMINI_API_KEY is not set/,
  },
  "the model itself": {
    args: ["--fallback-model", FIRST],
    said: /The fallback model is the model itself: openai\/gpt-4.1/,
  },
  "no known provider": { args: ["--fallback-model", "nobody/x"], said: /known provider: nobody\/x/ },
};

test("a fallback model that cannot be used is refused before anything is sent", async () => {
  await using pair = await createPair(FIX);
  for (const [what, { args, said }] of Object.entries(WRONG)) {
    const { code, stderr } = await pair.run(args);
    assert.equal(code, 2, `${what}: ${stderr}`);
    assert.match(stderr, said);
  }
  assert.deepEqual([pair.server.requests.length, pair.other.requests.length], [0, 0]);
});
