/**
 * One story through every wire format: reasoning, two calls, words between, a picture in a result, a limit, a resume and a
 * compaction. The strict doubles refuse nothing, and the record replays byte for byte. To add a format, add a row.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FILES, type SceneOptions } from "../harness.ts";

interface Row {
  readonly provider: NonNullable<SceneOptions["provider"]>;
  readonly model: string;
  /** What shows that the reasoning of a step before came back. */
  readonly reasoning: RegExp;
  /** How a request shows the picture. */
  readonly picture: RegExp;
}

/** The smallest picture without a byte that is not ASCII. */
const GIF = "GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;";
const DATA = Buffer.from(GIF, "latin1").toString("base64");

const ROWS: readonly Row[] = [
  {
    provider: "anthropic",
    model: "claude-opus-5-5",
    reasoning: /"type":"thinking","thinking":"Thought 2\.","signature":"c2lnbmVkMg=="/,
    picture: new RegExp(`"type":"tool_result"[^]*"media_type":"image/gif","data":"${DATA}"`),
  },
  {
    provider: "kimi",
    model: "kimi-k2.6",
    reasoning: /"reasoning_content":"Thought 2\."/,
    picture: new RegExp(
      `"text":"Image: the result of [^"]+"\\},\\{"type":"image_url","image_url":\\{"url":"data:image/gif;base64,${DATA}`,
    ),
  },
  {
    provider: "openai",
    model: "gpt-5.5",
    reasoning: /"type":"reasoning"[^]*"encrypted_content":/,
    picture: new RegExp(`"function_call_output"[^]*"type":"input_image","image_url":"data:image/gif;base64,${DATA}`),
  },
  {
    provider: "gemini",
    model: "gemini-3.8-flash",
    reasoning: /"text":"Thought 2\.","thought":true/,
    picture: new RegExp(`"functionResponse"[^]*"parts":\\[\\{"inlineData":\\{"mimeType":"image/gif","data":"${DATA}"`),
  },
  {
    provider: "gemini",
    model: "gemini-2.5-flash",
    reasoning: /"text":"Thought 2\.","thought":true/,
    picture: new RegExp(
      `"text":"Image: the result of read_file"\\},\\{"inlineData":\\{"mimeType":"image/gif","data":"${DATA}"`,
    ),
  },
];

const OVERFLOW: DoubleReply = {
  status: 400,
  body: JSON.stringify({
    error: { message: "prompt is too long: 999999 tokens > 200000 maximum", type: "invalid_request_error" },
  }),
};

const read = (...paths: readonly string[]): DoubleReply["calls"] =>
  paths.map((path) => ({ name: "read_file", arguments: { files: [{ path }] } }));
const step = (n: number, calls: DoubleReply["calls"]): DoubleReply => ({
  think: `Thought ${n}.`,
  signature: Buffer.from(`signed${n}`).toString("base64"),
  text: `Step ${n}.`,
  ...(calls === undefined ? {} : { calls }),
});

const STORY: readonly DoubleReply[] = [
  step(1, read("package.json")),
  step(2, read("src/add.js", "src/picture.gif")),
  step(3, read("test/add.test.js")),
  OVERFLOW,
  { text: "<current_focus>\nThe sign in src/add.js.\n</current_focus>" },
  step(4, read("test/add.sh")),
  step(5, [{ name: "attempt_completion", arguments: { result: "Seen." } }]),
];

for (const { provider, model, reasoning, picture } of ROWS) {
  test(`${provider}/${model}: a story with everything in it`, async () => {
    await using scene = await createScene({ provider, replies: STORY, files: { ...FILES, "src/picture.gif": GIF } });
    const first = await scene.run(["--model", `${provider}/${model}`, "--thinking", "high", "--max-steps", "3"]);
    assert.equal(first.code, 3, first.stderr);
    const second = await scene.cli(["resume", scene.bundle, "--max-steps", "20", "--sandbox", "none"]);
    assert.equal(second.code, 0, second.stderr);
    const { requests, violations } = scene.server;
    assert.deepEqual(violations, []);
    assert.equal(requests.length, STORY.length, `${second.stdout}${second.stderr}`);
    for (const n of [2, 3, 5]) {
      assert.match(requests[n]!.body, reasoning, `request ${n}`);
      assert.match(requests[n]!.body, picture, `request ${n}`);
    }
    assert.ok(requests[5]!.body.includes("The sign in src/add.js."), "condensed");
    assert.doesNotMatch(requests[5]!.body, /Thought 1/);
    const events = eventsOf(scene.bundle).length;
    const replayed = await scene.cli(["replay", scene.bundle]);
    assert.match(replayed.stdout, new RegExp(`^✓ ${events} records, \\d+ requests: identical`));
    assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);
  });
}

/** An answer that paused in the middle of a tool that the server runs. */
const PAUSED = [
  { type: "message_start", message: { usage: { input_tokens: 5, output_tokens: 1 } } },
  {
    type: "content_block_start",
    index: 0,
    content_block: { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "x" } },
  },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "pause_turn" }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];

test("anthropic: a turn that the server paused is continued, also in a resume", async () => {
  const raw = PAUSED.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  await using scene = await createScene({ provider: "anthropic", replies: [{ raw }, { raw }, { text: "Found." }] });
  const first = await scene.run(["--model", "anthropic/claude-opus-5-5", "--max-steps", "1"]);
  assert.equal(first.code, 3, first.stderr);
  const { code, stdout, stderr } = await scene.cli(["resume", scene.bundle, "--max-steps", "9", "--sandbox", "none"]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Found\./);
  assert.deepEqual(scene.server.violations, []);
  const sent = scene.server.requests.map(({ json }) => (json as { readonly messages: readonly unknown[] }).messages);
  assert.equal(JSON.stringify(sent[2]?.slice(1)), JSON.stringify([assistantPaused(2)]));
  assert.match((await scene.cli(["replay", scene.bundle])).stdout, /identical/);
});

const assistantPaused = (times: number) => ({
  role: "assistant",
  content: Array.from({ length: times }, () => PAUSED[1]?.content_block),
});
