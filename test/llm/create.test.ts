/** Names, keys, addresses, catalog and the scripted model: everything before the first request. */

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { KEYED_MODELS } from "../../src/cli/demo.ts";
import { createModel, modelWarnings, type ModelSpec } from "../../src/llm/create.ts";
import { CATALOG_DAY } from "../../src/llm/catalog/catalog.ts";
import { findModel, KNOWN_MODELS, priceOf, requireNotEnded } from "../../src/llm/catalog/known-models.ts";
import { PROVIDERS, providerSettings } from "../../src/llm/providers.ts";
import { persistent } from "../doubles/persistent.ts";
import type { ChatModel } from "../../src/protocol/model.ts";
import { ask, failureOf, requestOf, serve, user, virtualClock } from "./workbench.ts";
import { said } from "../doubles/message.ts";

const MORE: Omit<ModelSpec, "model"> = { apiKey: "key-12345678", clock: systemClock };
const AWS = { awsRegion: "eu-west-1", googleLocation: "global" };
const MILLION = { input: 1e6, cacheRead: 0, cacheWrite: 0, output: 0 };

test("a model of the catalog brings window, cap and price", async () => {
  const model = await createModel({ ...MORE, model: "kimi/kimi-k2.6" });
  assert.deepEqual(
    [model.name, model.window, model.maxOutputTokens, model.costUsd(MILLION)],
    ["kimi/kimi-k2.6", 262_144, 32_768, 0.95],
  );
  const claude = await createModel({ ...MORE, model: "anthropic/claude-haiku-4-5-20251001" });
  assert.equal(claude.window, 200_000);
  assert.equal(claude.costUsd({ input: 1e6, cacheRead: 1e6, cacheWrite: 1e6, output: 1e6 }), 1 + 0.1 + 1.25 + 5);
});

test("any other model works, without a price", async () => {
  const model = await createModel({ ...MORE, model: "ollama/qwen3:32b", apiKey: undefined });
  assert.deepEqual([model.window, model.maxOutputTokens, model.costUsd(MILLION)], [128_000, 32_768, undefined]);
  const sized = await createModel({ ...MORE, model: "ollama/x", own: { window: 32_000, maxOutputTokens: 2_000 } });
  assert.deepEqual([sized.window, sized.maxOutputTokens], [32_000, 2_000]);
  assert.deepEqual(modelWarnings(sized, {}), [
    'ollama/x is not in the catalog. It runs with a window of 32000 tokens, answers of at most 2000 tokens and no known price. The policy sets them: models: { "ollama/x": { window: …, output: …, price: { input: …, output: … } } }.',
  ]);
});

test("what is said of a model takes the place of the catalog", async () => {
  const price = { input: 1, cacheRead: 0.5, cacheWrite: 2, output: 4 };
  const usage = { input: 1e6, cacheRead: 1e6, cacheWrite: 1e6, output: 1e6 };
  const facts = async (model: string): Promise<readonly unknown[]> => {
    const made = await createModel({ ...MORE, model, baseUrl: "http://127.0.0.1:9/v1", own: { price } });
    return [made.window, made.maxOutputTokens, made.costUsd(usage), made.prices];
  };
  assert.deepEqual(await facts("compatible/x"), [128_000, 32_768, 7.5, { price }]);
  assert.deepEqual(
    await facts("openai/gpt-6-sol"),
    [922_000, 32_768, 7.5, { price }],
    "without its dearer long prompts",
  );
  for (const { name } of KNOWN_MODELS) {
    assert.deepEqual(modelWarnings(await createModel({ ...MORE, model: name }), {}), [], name);
  }
});

test("a retired model still runs at another address", async () => {
  const model = await createModel({ ...MORE, model: "kimi/kimi-k2.5", baseUrl: "http://127.0.0.1:9/v1" });
  assert.equal(model.window, 128_000);
});

test("the demo plays with models that stay", () => {
  for (const [, name] of KEYED_MODELS) assert.partialDeepStrictEqual(findModel(name), { name, ends: undefined });
});

const DAY_MS = 86_400_000;
const ENDING = KNOWN_MODELS.find(({ ends }) => ends !== undefined);

test("a model that ends within a month is told, and one that has ended is refused with the nearest", async () => {
  assert.ok(ENDING?.ends !== undefined);
  const { name, ends } = ENDING;
  const model = await createModel({ ...MORE, model: name, baseUrl: "http://127.0.0.1:9/v1" });
  const end = Date.parse(ends);
  const notes = (days: number, more: object = {}) => modelWarnings(model, { now: end + days * DAY_MS, ...more });
  assert.deepEqual(notes(-31), []);
  for (const days of [-30, -1]) {
    assert.match(notes(days)[0] ?? "", new RegExp(`^${name} ends on ${ends}: .* stays is ${name.split("/")[0]}/`));
  }
  assert.deepEqual(notes(-1, { baseUrl: "http://127.0.0.1:9/v1" }), [], "another server keeps it");
  assert.doesNotThrow(() => requireNotEnded(ENDING, end - 1));
  assert.throws(() => requireNotEnded(ENDING, end), {
    code: "config.invalid",
    message: `${name} was retired on ${ends}: its provider no longer serves it.`,
    hint: /^The nearest one that stays is \S+\. If it is still served, the policy can say so: models: /,
  });
});

test("a catalog that is older than two months says so, where its prices count", async () => {
  const model = await createModel({ ...MORE, model: "kimi/kimi-k2.6" });
  const at = (days: number, more: object = {}) =>
    modelWarnings(model, { now: Date.parse(CATALOG_DAY) + days * DAY_MS, ...more });
  assert.deepEqual(at(60), []);
  assert.match(
    at(61)[0] ?? "",
    new RegExp(`^The catalog of models is from ${CATALOG_DAY}, 61 days ago\\. Limits of money`),
  );
  assert.deepEqual(at(61, { own: { price: { input: 1, cacheRead: 1, cacheWrite: 1, output: 1 } } }), []);
  assert.deepEqual(at(61, { baseUrl: "http://127.0.0.1:9/v1" }), []);
});

test("an alias of the newest model has the first row of its family, at the family's highest prices", () => {
  const of = (name: string) => findModel(name)?.name.replace(/\d[\d.-]*/g, "N");
  assert.deepEqual(
    [
      "mistral/mistral-medium-latest",
      "mistral/devstral-latest",
      "gemini/gemini-flash-latest",
      "gemini/gemini-flash-lite-latest",
      "anthropic/claude-opus-latest",
      "xai/grok-4-latest",
      "xai/grok-9-latest",
      "openai/gpt-5-chat-latest",
      "kimi/kimi-latest",
    ].map(of),
    [
      "mistral/mistral-medium-N",
      "mistral/devstral-N",
      "gemini/gemini-Nflash",
      "gemini/gemini-Nflash-lite",
      "anthropic/claude-opus-N",
      "xai/grok-N",
      undefined,
      undefined,
      undefined,
    ],
  );
  const opus = KNOWN_MODELS.filter(({ name }) => name.startsWith("anthropic/claude-opus-"));
  assert.equal(
    findModel("anthropic/claude-opus-latest")?.price.output,
    Math.max(...opus.map(({ price }) => price.output)),
  );
  assert.equal(findModel("anthropic/claude-opus-latest")?.window, opus[0]?.window);
  const grok = findModel("xai/grok-latest");
  assert.equal(grok?.longPrompt?.over, 200_000);
});

test("a family's row serves its dated snapshots and nothing else", () => {
  assert.equal(findModel("openai/gpt-4.1-2025-04-14")?.name, "openai/gpt-4.1");
  assert.equal(findModel("openai/gpt-5.1-pro"), undefined, "a pro costs ten times as much");
  assert.equal(findModel("openai/kimi-k2.6"), undefined);
});

test("long prompts are charged at their own rate", () => {
  const row = findModel("gemini/gemini-2.5-pro");
  assert.ok(row);
  assert.equal(priceOf(row, { input: 100_000, cacheRead: 100_000, cacheWrite: 0, output: 1_000 }), 0.1475);
  assert.equal(
    priceOf(row, { input: 200_000, cacheRead: 100_000, cacheWrite: 0, output: 1_000 }),
    (500 + 25 + 15) / 1000,
  );
  const haiku = findModel("anthropic/claude-haiku-5-5");
  assert.ok(haiku);
  assert.equal(priceOf(haiku, { input: 0, cacheRead: 0, cacheWrite: 100_000, output: 1_000 }), 0.013);
  assert.equal(priceOf(haiku, { input: 1, cacheRead: 0, cacheWrite: 100_000, output: 1_000 }), 0.0650005);
});

test("settings come from the environment that is handed over, and empty is not set", () => {
  assert.deepEqual(providerSettings({ KIMI_API_KEY: " sk-1 ", KIMI_BASE_URL: "", OPENAI_API_KEY: "other" }, "kimi"), {
    apiKey: "sk-1",
    baseUrl: undefined,
    proxyEnv: undefined,
  });
  assert.deepEqual(providerSettings({ https_proxy: "http://p:1", NO_PROXY: "localhost" }, "openai"), {
    apiKey: undefined,
    baseUrl: undefined,
    proxyEnv: { HTTPS_PROXY: "http://p:1", NO_PROXY: "localhost" },
  });
  assert.equal(providerSettings({ NO_PROXY: "x" }, "openai").proxyEnv, undefined);
});

const REFUSED: readonly (readonly [Partial<ModelSpec>, string, RegExp, RegExp])[] = [
  [{ model: "gpt-5" }, "config.invalid", /gpt-5/, new RegExp(Object.keys(PROVIDERS).join(", "))],
  [{ model: "acme/x" }, "config.invalid", /acme\/x/, /Known providers/],
  [{ model: "toString/x" }, "config.invalid", /toString/, /Known providers/],
  [{ model: "kimi/" }, "config.invalid", /kimi\//, /Known providers/],
  [{ model: "kimi/x", apiKey: "" }, "config.missing_key", /KIMI_API_KEY/, /KIMI_API_KEY.*--api-key.*api-key/],
  [{ model: "anthropic/x", apiKey: undefined }, "config.missing_key", /ANTHROPIC_API_KEY/, /--api-key/],
  [{ model: "compatible/x" }, "config.invalid", /none given/, /COMPATIBLE_BASE_URL/],
  [
    { model: "kimi/kimi-k2-thinking" },
    "config.invalid",
    /retired/,
    /^The nearest model today is kimi\/kimi-k2\.7-code\.$/,
  ],
  [{ model: "kimi/kimi-k2.5" }, "config.invalid", /kimi-k2\.5 is retired/, /kimi\/kimi-k2\.6\.$/],
  [{ model: "openai/x", baseUrl: "ftp://x" }, "config.invalid", /ftp:\/\/x/, /OPENAI_BASE_URL/],
  [{ model: "scripted/no/such.json" }, "config.invalid", /no\/such\.json/, /JSON array/],
  [
    { model: "kimi/x", apiKey: "sk-12345678…" },
    "config.invalid",
    /^The API key for kimi has a character that an HTTP header cannot hold\.$/,
    /^Copy the key again to KIMI_API_KEY/,
  ],
  [{ model: "azure/x", apiKey: "", token: "a\nb", baseUrl: "https://x.test" }, "config.invalid", /azure/, /AD_TOKEN/],
  [{ model: "bedrock/anthropic.claude-x", apiKey: "“k”", cloud: AWS }, "config.invalid", /bedrock/, /BEDROCK/],
  [
    { model: "compatible/x", baseUrl: "http://x.test", headers: { "x-team": "日本" } },
    "config.invalid",
    /^The header x-team has a character that an HTTP header cannot hold\.$/,
    /Latin-1/,
  ],
  [
    { model: "compatible/x", baseUrl: "http://x.test", headers: { "x:team": "a" } },
    "config.invalid",
    /^The model's requests cannot have a header with this name: x:team$/,
    /letters, digits/,
  ],
];
for (const [spec, code, message, hint] of REFUSED) {
  test(`refused: ${JSON.stringify(spec)}`, async () => {
    const failure = await failureOf(createModel({ ...MORE, model: "", ...spec }));
    assert.equal(failure.code, code);
    assert.match(failure.message, message);
    assert.match(failure.hint ?? "", hint);
  });
}

test("what a header can hold is accepted: Latin-1, spaces around it, and any path of Google's credentials", async () => {
  const server = { baseUrl: "http://x.test" };
  const headers = { "x-team": "Zürich\t ", "x-empty": "" };
  await createModel({ ...MORE, ...server, model: "compatible/x", headers, apiKey: " schlüssel\n" });
  await createModel({ ...MORE, ...server, model: "vertex/claude-x", apiKey: "/home/日本/key.json" });
});

test("any compatible endpoint works, with headers of its own and without a key", async (t) => {
  const server = await serve(t, [{ text: "hi" }]);
  const model = await createModel({
    ...MORE,
    model: "compatible/team/model:v1",
    apiKey: "test-key-0001",
    baseUrl: `${server.url}/`,
    headers: { "x-team": "ci" },
  });
  assert.deepEqual((await ask(model)).message.blocks, [{ type: "text", text: "hi" }]);
  assert.equal(server.requests[0]?.headers["x-team"], "ci");
  assert.deepEqual(server.violations, []);
});

async function scripted(t: TestContext, script: unknown): Promise<ChatModel> {
  const folder = await mkdtemp(join(tmpdir(), "script-"));
  t.after(async () => rm(folder, { recursive: true }));
  const path = join(folder, "script.json");
  await writeFile(path, typeof script === "string" ? script : JSON.stringify(script));
  return createModel({ ...MORE, model: `scripted/${path}`, apiKey: undefined });
}

test("scripted: reply n answers call n, for free, from any point of the conversation", async (t) => {
  const model = await scripted(t, [
    {
      think: "hm",
      text: "I read.",
      calls: [
        { name: "read_file", arguments: { path: "a" } },
        { name: "run", arguments: "{bad" },
      ],
    },
    { text: "done", usage: { input: 7, output: 2 } },
  ]);
  const first = await ask(model);
  assert.deepEqual(
    first.message,
    said(
      [
        { type: "think", text: "hm" },
        { type: "text", text: "I read." },
      ],
      { id: "call_0_0", name: "read_file", arguments: '{"path":"a"}' },
      { id: "call_0_1", name: "run", arguments: "{bad" },
    ),
  );
  const messages = [user("Fix it."), first.message, user("go on")];
  const second = await ask(model, requestOf({ messages }));
  assert.deepEqual(second, {
    message: said("done"),
    usage: { input: 7, cacheRead: 0, cacheWrite: 0, output: 2 },
  });
  assert.equal(model.costUsd(second.usage), 0);
  assert.equal(model.window, 200_000);
  assert.deepEqual([...model.features], ["image_in", "thinking", "tool_use"]);
  const over = await failureOf(ask(model, requestOf({ messages: [...messages, second.message, user("more")] })));
  assert.equal(over.code, "provider.rejected");
  assert.match(over.message, /has 2 replies and was asked for number 3/);
});

test("scripted: errors fail attempts of the call they stand before", async (t) => {
  const busy = { error: { status: 503, message: "busy" } };
  const { clock } = virtualClock();
  const flaky = await scripted(t, [busy, busy, { text: "at last" }]);
  const model = persistent(flaky, { clock });
  assert.deepEqual((await ask(model)).message.blocks, [{ type: "text", text: "at last" }]);
  const broken = await scripted(t, [{ error: { status: 401, message: "no key" } }, { text: "never" }]);
  assert.equal((await failureOf(ask(broken))).code, "provider.rejected");
  const down = await scripted(t, [busy]);
  assert.equal((await failureOf(ask(down))).code, "provider.unavailable");
});

test("scripted: a script that does not load says what is wrong in it", async (t) => {
  for (const [script, reason] of [
    ["[", /JSON/],
    [{ text: "x" }, /the script: invalid_type/],
    [[{ txt: "x" }], /0: unrecognized_keys \(txt\)/],
    [[{ usage: { input: -1, output: 0 } }], /0\.usage\.input: too_small/],
  ] as const) {
    const failure = await failureOf(scripted(t, script));
    assert.equal(failure.code, "config.invalid");
    assert.match(failure.message, reason);
  }
});
