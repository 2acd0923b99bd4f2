/** Both adapters against a third party's idea of the two protocols, so that ours and our double's do not agree on a mistake. */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import type { ChatModel } from "../../src/protocol/model.ts";
import type { PersistentOptions } from "../doubles/persistent.ts";
import { ask, failureOf, FORMATS, modelOf, requestOf, user, type FormatName } from "./workbench.ts";
import { callsOf } from "../../src/protocol/message.ts";

async function mock(t: TestContext): Promise<LLMock> {
  const llm = new LLMock({ port: 0, logLevel: "silent" });
  await llm.start();
  t.after(async () => llm.stop());
  return llm;
}

async function over(llm: LLMock, format: FormatName, repeats?: PersistentOptions): Promise<ChatModel> {
  return modelOf(format, { url: `${llm.url}/v1`, origin: llm.url }, { repeats });
}

for (const format of FORMATS) {
  test(`${format}: text, reasoning and usage`, async (t) => {
    const llm = await mock(t);
    llm.onMessage(/Fix/, { content: "It is fixed.", reasoning: "I look first." });
    const { message, usage } = await ask(await over(llm, format));
    assert.deepEqual(
      message.blocks.map((block) =>
        block.type === "think" || block.type === "text" ? [block.type, block.text] : block,
      ),
      [
        ["think", "I look first."],
        ["text", "It is fixed."],
      ],
    );
    assert.ok(usage.input > 0 && usage.output > 0, JSON.stringify(usage));
  });

  test(`${format}: parallel calls, then the turn after them`, async (t) => {
    const llm = await mock(t);
    llm.onTurn(0, /Fix/, {
      content: "Looking.",
      toolCalls: [
        { name: "read_file", arguments: '{"path":"ü.ts"}' },
        { name: "run", arguments: '{"command":"npm test"}' },
      ],
    });
    llm.onTurn(1, /Fix/, { content: "Done." });
    const model = await over(llm, format);
    const first = (await ask(model)).message;
    assert.deepEqual(
      callsOf(first).map((call) => [call.name, call.arguments]),
      [
        ["read_file", '{"path":"ü.ts"}'],
        ["run", '{"command":"npm test"}'],
      ],
    );
    const results = callsOf(first).map(({ id }) => ({
      role: "tool" as const,
      toolCallId: id,
      content: "ok",
      isError: false,
    }));
    const second = await ask(model, requestOf({ messages: [user("Fix it."), first, ...results] }));
    assert.deepEqual(second.message.blocks, [{ type: "text", text: "Done." }]);
  });

  test(`${format}: a rate limit is waited out`, async (t) => {
    const llm = await mock(t);
    llm.onMessage(/Fix/, { content: "Done." });
    llm.nextRequestError(429, { message: "Rate limited", type: "rate_limit_error" });
    const waits: number[] = [];
    const model = await over(llm, format, { onRetry: ({ waitMs }) => waits.push(waitMs) });
    const { message } = await ask(model);
    assert.deepEqual(message.blocks, [{ type: "text", text: "Done." }]);
    assert.equal(waits.length, 1);
  });

  test(`${format}: a disconnect in the middle is unavailable`, async (t) => {
    const llm = await mock(t);
    llm.onMessage(/Fix/, { content: "word ".repeat(200) }, { disconnectAfterMs: 40, latency: 10, chunkSize: 5 });
    assert.equal((await failureOf(ask(await over(llm, format)))).code, "provider.unavailable");
  });
}
