/** Azure OpenAI v1: its addresses, its two ways to say who asks, and what it alone sends. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { endpointUrl } from "../../src/llm/clouds/cloud-settings.ts";
import { createModel } from "../../src/llm/create.ts";
import { providerSettings } from "../../src/llm/providers.ts";
import type { ChatModel } from "../../src/protocol/model.ts";
import { ask, failureOf, serve } from "./workbench.ts";

async function deployment(env: Readonly<Record<string, string>>): Promise<ChatModel> {
  return createModel({ ...providerSettings(env, "azure"), model: "azure/my-deployment", clock: systemClock });
}

test("an address in each form that its pages show is the base of the v1 API", () => {
  const base = "https://my-resource.openai.azure.com";
  const forms = ["", "/", "/openai", "/openai/", "/openai/v1", "/openai/v1/", "/openai/v1/responses"];
  const queries = ["", "?api-version=preview"];
  for (const form of forms.flatMap((path) => queries.map((query) => path + query))) {
    assert.equal(endpointUrl(base + form, "azure"), `${base}/openai/v1`, form);
  }
  const project = "https://my-resource.services.ai.azure.com/api/projects/agents";
  assert.equal(endpointUrl(project, "azure"), `${project}/openai/v1`);
  assert.equal(endpointUrl("http://127.0.0.1:1/v1", "azure"), "http://127.0.0.1:1/v1");
  assert.equal(endpointUrl(base, "openai"), base);
  assert.throws(() => endpointUrl(`${base}/openai/deployments/gpt/chat/completions?api-version=1`, "azure"), {
    code: "config.invalid",
    hint: `The model's name says which deployment it is. Set AZURE_BASE_URL to ${base}/openai/v1.`,
  });
});

test("a key is sent in a header of Azure's own, a token of Entra ID as bearer token", async (t) => {
  const server = await serve(t, [{ text: "one" }, { text: "two" }]);
  const env = { AZURE_BASE_URL: server.url };
  await ask(await deployment({ ...env, AZURE_API_KEY: "test-key-0001", AZURE_OPENAI_AD_TOKEN: "entra-token" }));
  await ask(await deployment({ ...env, AZURE_OPENAI_AD_TOKEN: "test-key-0001" }));
  assert.deepEqual(
    server.requests.map(({ headers, json }) => [
      headers["api-key"],
      headers.authorization,
      (json as { model: string }).model,
    ]),
    [
      ["test-key-0001", undefined, "my-deployment"],
      [undefined, "Bearer test-key-0001", "my-deployment"],
    ],
  );
  assert.deepEqual(server.violations, []);
  const error = await failureOf(deployment(env));
  assert.deepEqual(
    [error.code, error.hint],
    [
      "config.missing_key",
      "Set AZURE_API_KEY or AZURE_OPENAI_AD_TOKEN, or pass --api-key, or the action's input api-key.",
    ],
  );
});

test("its first chunk without choices, and its filter's and its window's words", async (t) => {
  const filters = { choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] };
  const chunk = { choices: [{ index: 0, delta: { content: "hi" }, finish_reason: "stop" }] };
  const refusal = (error: object) => ({ status: 400, body: JSON.stringify({ error }) });
  const server = await serve(t, [
    { raw: [filters, chunk].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") + "data: [DONE]\n\n" },
    refusal({
      code: "content_filter",
      message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      innererror: { code: "ResponsibleAIPolicyViolation", content_filter_result: { jailbreak: { filtered: true } } },
    }),
    refusal({ code: "context_length_exceeded", message: "This model's maximum context length is 128000 tokens." }),
  ]);
  const model = await deployment({ AZURE_BASE_URL: server.url, AZURE_API_KEY: "test-key-0001" });
  assert.match(JSON.stringify((await ask(model)).message), /"hi"/);
  assert.equal((await failureOf(ask(model))).code, "provider.filtered");
  assert.equal((await failureOf(ask(model))).code, "provider.overflow");
});
