/** What a model can do, and the refusals when a run needs more: before any request, with what is missing and who has it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { ENTRIES } from "../../src/llm/catalog/catalog.ts";
import { createModel } from "../../src/llm/create.ts";
import { requireFeatures, thinkingNote } from "../../src/llm/features.ts";
import { persistent } from "../doubles/persistent.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { THINKING, type ChatModel, type OwnModel, type Thinking } from "../../src/protocol/model.ts";
import { fieldsOf } from "../doubles/model-check.ts";
import { ask, failureOf, serve } from "./workbench.ts";

/** An address where nobody listens: a request would fail otherwise than with a refusal. */
const NOWHERE = "http://127.0.0.1:9/v1";

async function create(model: string, thinking?: Thinking): Promise<ChatModel> {
  return createModel({ model, thinking, apiKey: "key-12345678", baseUrl: NOWHERE, clock: systemClock });
}

const FEATURES: Readonly<Record<string, readonly string[]>> = {
  "kimi/kimi-k2.7-code": ["always_thinking", "image_in", "thinking", "tool_use"],
  "kimi/kimi-k2.6": ["image_in", "thinking", "tool_use"],
  "kimi/kimi-k2-0905-preview": ["thinking", "tool_use"],
  "openai/gpt-4.1-2025-04-14": ["image_in", "tool_use"],
  "openai/gpt-5.5": ["image_in", "thinking", "tool_use"],
  "anthropic/claude-haiku-4-5-20251001": ["image_in", "thinking", "tool_use"],
  "ollama/qwen3": ["thinking", "tool_use"],
  "compatible/kimi-k2.6": ["thinking", "tool_use"],
  "xai/grok-9": ["always_thinking", "thinking", "tool_use"],
  "anthropic/claude-9": ["always_thinking", "thinking", "tool_use"],
  "deepseek/deepseek-v4-pro": ["thinking", "tool_use"],
};

for (const [name, features] of Object.entries(FEATURES)) {
  test(`${name}: ${features.join(", ")}`, async () => {
    const model = persistent(await create(name));
    assert.deepEqual([...model.features].toSorted(), features);
  });
}

test("the policy's settings of a model override the catalog", async () => {
  const features = async (model: string, own: OwnModel): Promise<readonly string[]> => {
    const made = await createModel({ model, own, apiKey: "key-12345678", baseUrl: NOWHERE, clock: systemClock });
    return [...made.features].toSorted();
  };
  assert.deepEqual(await features("ollama/llava", { sees: true }), ["image_in", "thinking", "tool_use"]);
  assert.deepEqual(await features("openai/gpt-4.1", { sees: false }), ["tool_use"]);
  const form = { form: "none", levels: ["off"] } as const;
  assert.deepEqual(await features("ollama/llama", { thinking: form }), ["tool_use"]);
});

/** The level that is sent for each wanted one, in the order of THINKING; `-` where the wish is refused. */
const SENT: Readonly<Record<string, string>> = {
  "kimi/kimi-k3": "low low low high high max max",
  "kimi/kimi-k2.7-code": "high high high high high high high",
  "kimi/kimi-k2.6": "off high high high high high high",
  "openai/gpt-4.1": "off - - - - - -",
  "openai/gpt-5": "minimal minimal low medium high high high",
  "openai/gpt-5.2": "off low low medium high xhigh xhigh",
  "openai/gpt-5.4": "off low low medium high xhigh xhigh",
  "anthropic/claude-opus-5-5": "low low low medium high xhigh max",
  "anthropic/claude-opus-4-6": "off low low medium high max max",
  "anthropic/claude-sonnet-4-5": "off low low medium high high high",
  "gemini/gemini-2.5-pro": "minimal minimal low medium high high high",
  "deepseek/deepseek-v4-pro": "off high high high high max max",
  "xai/grok-4.7": "low low low medium high xhigh xhigh",
  "ollama/qwen3": "off low low medium high high high",
};

for (const [name, sent] of Object.entries(SENT)) {
  test(`${name}: thinking ${sent}`, async () => {
    const told = await Promise.all(
      THINKING.map(async (level) => {
        const refusal = await create(name, level).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (refusal instanceof RunnerError) return refusal.code === "config.unsupported" ? "-" : refusal.code;
        return / ([a-z]+) is sent instead/.exec(thinkingNote(name, level, {}) ?? "")?.[1] ?? level;
      }),
    );
    assert.equal(told.join(" "), sent);
  });
}

const CODE = "kimi/kimi-k2.7-code-highspeed, kimi/kimi-k2.7-code, kimi/kimi-k2.6";
const KIMI = `kimi/kimi-k3.1-pro-highspeed, kimi/kimi-k3.1-pro, kimi/kimi-k3, ${CODE}`;

const THINKERS = ENTRIES.filter((row) => /^openai\/.* effort /.test(row)).map((row) => row.split(" ")[0]);

test("a level that a model does not have is sent as the nearest, with a note; a model that does not think is refused", async () => {
  assert.equal(
    thinkingNote("kimi/kimi-k2.7-code", "off", {}),
    "kimi/kimi-k2.7-code cannot be told not to think; high is sent instead. It takes high.",
  );
  assert.equal(
    thinkingNote("kimi/kimi-k3", "medium", {}),
    "kimi/kimi-k3 does not have the thinking level medium; high is sent instead. It takes low, high, max.",
  );
  const told = async (name: string, level: Thinking): Promise<readonly (string | undefined)[]> => {
    const { message, hint } = await failureOf(create(name, level));
    return [message, hint];
  };
  assert.deepEqual(await told("openai/gpt-4.1", "high"), [
    "openai/gpt-4.1 cannot do what this run asks for: thinking high.",
    `These can: ${THINKERS.join(", ")}; see kimi-runner models.`,
  ]);
});

test("a form of the other wire format, and a parameter that the server refuses, are mistakes of the policy", async () => {
  const refused = async (model: string, own: OwnModel): Promise<readonly (string | undefined)[]> => {
    const { code, message, hint } = await failureOf(
      createModel({ model, own, apiKey: "key-12345678", baseUrl: NOWHERE, clock: systemClock }),
    );
    return [code, message, hint];
  };
  assert.deepEqual(await refused("ollama/x", { thinking: { form: "budget", levels: ["high"] } }), [
    "config.invalid",
    'The policy says that ollama/x takes thinking in the form "budget", which Chat Completions does not have.',
    "Forms of the Messages API are budget and adaptive; all others are of Chat Completions.",
  ]);
  assert.deepEqual(await refused("kimi/kimi-k3", { parameters: { temperature: 0.2, top_k: 1 } }), [
    "config.invalid",
    "The policy gives kimi/kimi-k3 parameters that its server refuses: temperature.",
    "Take them out of `parameters`. This server refuses temperature, top_p, n, presence_penalty, frequency_penalty.",
  ]);
  assert.deepEqual(await refused("anthropic/claude-opus-5-5", { parameters: { temperature: 0.2, metadata: {} } }), [
    "config.invalid",
    "The policy gives anthropic/claude-opus-5-5 parameters that its server refuses: temperature.",
    "Take them out of `parameters`. This server refuses temperature, top_p, top_k.",
  ]);
});

test("OpenAI's models take no sampling while they reason, and the Responses API has not all fields", async () => {
  const parameters = { temperature: 0.2, seed: 1, stop: ["x"] };
  const refused = async (id: string, thinking?: Thinking, own: OwnModel = {}): Promise<string> => {
    const spec = { apiKey: "key-12345678", baseUrl: NOWHERE, clock: systemClock };
    try {
      await createModel({ model: `openai/${id}`, thinking, own: { parameters, ...own }, ...spec });
      return "nothing";
    } catch (error) {
      assert.ok(error instanceof RunnerError && error.code === "config.invalid");
      return error.message.replace(/^.*refuses: /, "");
    }
  };
  assert.deepEqual(
    {
      "does not reason": await refused("gpt-4.1"),
      "always reasons, over Chat Completions": await refused("gpt-5"),
      "reasons by itself": await refused("gpt-5.5"),
      "is told not to": await refused("gpt-5.5", "off"),
      "does not by itself": await refused("gpt-5.4"),
      "is told to": await refused("gpt-5.4", "high"),
      "cannot beside tools": await refused("gpt-5.5", undefined, { wire: "chat" }),
      "is not known": await refused("gpt-9-next"),
    },
    {
      "does not reason": "nothing",
      "always reasons, over Chat Completions": "temperature.",
      "reasons by itself": "temperature, stop, seed.",
      "is told not to": "stop, seed.",
      "does not by itself": "stop, seed.",
      "is told to": "temperature, stop, seed.",
      "cannot beside tools": "nothing",
      "is not known": "nothing",
    },
  );
});

test("parameters of the policy are in the requests of every format", async (t) => {
  const sent = async (model: string, path: string, parameters: OwnModel["parameters"]) => {
    const server = await serve(t, [{ text: "ok" }]);
    const baseUrl = server.origin + path;
    const made = await createModel({
      model,
      baseUrl,
      own: { parameters },
      apiKey: "test-key-0001",
      clock: systemClock,
    });
    await ask(made).catch(() => {}); // the double is strict about fields
    return fieldsOf(server.requests[0]?.json);
  };
  const tier = { service_tier: "flex" };
  for (const [model, path] of [
    ["compatible/x", "/v1"],
    ["openai/gpt-5.5", "/v1"],
    ["anthropic/claude-opus-5-5", ""],
  ] as const) {
    assert.equal((await sent(model, path, tier))["service_tier"], "flex", model);
  }
  const gemini = await sent("gemini/gemini-3.5-flash", "/v1beta", {
    generationConfig: { seed: 7, maxOutputTokens: 1 },
    labels: { team: "a" },
  });
  const { seed, maxOutputTokens } = fieldsOf(gemini["generationConfig"]);
  assert.deepEqual([seed, gemini["labels"], Number(maxOutputTokens) > 1000], [7, { team: "a" }, true]);
});

test("everything that is missing is named at once", async () => {
  const model = await create("kimi/kimi-x");
  const missing = (wanted: Parameters<typeof requireFeatures>[1]): unknown => {
    try {
      return requireFeatures(model, wanted);
    } catch (error) {
      const { code, message, hint } = error as RunnerError;
      return { code, message, hint };
    }
  };
  assert.deepEqual(missing({ images: 2, tools: 9, thinking: "high" }), {
    code: "config.unsupported",
    message:
      'kimi/kimi-x cannot do what this run asks for: image_in (2 images). It is not in the catalog; the policy can say otherwise: models: { "kimi/kimi-x": { vision: true } }.',
    hint: `These can: ${KIMI}; see kimi-runner models.`,
  });
  assert.deepEqual(missing({ images: 1, tools: 0 }), {
    code: "config.unsupported",
    message:
      'kimi/kimi-x cannot do what this run asks for: image_in (1 image). It is not in the catalog; the policy can say otherwise: models: { "kimi/kimi-x": { vision: true } }.',
    hint: `These can: ${KIMI}; see kimi-runner models.`,
  });
  assert.equal(missing({ images: 0, tools: 9 }), undefined);
  const mute = { name: "kimi/kimi-k2.6", features: new Set([] as const) };
  assert.throws(() => requireFeatures(mute, { images: 0, tools: 1 }), /asks for: tool_use \(1 tool\)\.$/);
});

test("a refused level sends nothing, and no model at all has an error of its own", async (t) => {
  const server = await serve(t, []);
  const choice = { apiKey: "test-key-0001", baseUrl: server.url, clock: systemClock };
  assert.equal(
    (await failureOf(createModel({ ...choice, model: "openai/gpt-4.1", thinking: "low" }))).code,
    "config.unsupported",
  );
  const unset = await failureOf(createModel({ ...choice, model: " " }));
  assert.deepEqual(
    [unset.code, unset.message, unset.hint],
    [
      "config.missing_model",
      "No model is set.",
      "Set KIMI_RUNNER_MODEL, or pass --model, or the action's input model, for example kimi/kimi-k2.7-code.",
    ],
  );
  assert.deepEqual(server.requests, []);
});
