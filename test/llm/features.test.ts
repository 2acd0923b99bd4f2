/** What a model can do, and the refusals when a run needs more: before any request, with what is missing and who has it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createModel } from "../../src/llm/create.ts";
import { requireFeatures } from "../../src/llm/features.ts";
import { persistent } from "../doubles/persistent.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { THINKING, type ChatModel, type Thinking } from "../../src/protocol/model.ts";
import { failureOf, serve } from "./workbench.ts";

/** An address where nobody listens: a request would fail otherwise than with a refusal. */
const NOWHERE = "http://127.0.0.1:9/v1";

async function create(model: string, thinking?: Thinking): Promise<ChatModel> {
  return createModel({ model, thinking, apiKey: "key-12345678", baseUrl: NOWHERE, clock: systemClock });
}

const FEATURES: Readonly<Record<string, readonly string[]>> = {
  "kimi/kimi-k2.7-code": ["always_thinking", "image_in", "thinking", "tool_use"],
  "kimi/kimi-k2.6": ["image_in", "thinking", "tool_use"],
  "kimi/kimi-k2-0905-preview": ["tool_use"],
  "openai/gpt-4.1-2025-04-14": ["image_in", "tool_use"],
  "openai/gpt-5.5": ["image_in", "tool_use"],
  "anthropic/claude-haiku-4-5-20251001": ["image_in", "thinking", "tool_use"],
  "ollama/qwen3": ["tool_use"],
  "compatible/kimi-k2.6": ["tool_use"],
  "compatible/Kimi-K2-Thinking": ["always_thinking", "thinking", "tool_use"],
  "anthropic/claude-reasoner": ["always_thinking", "thinking", "tool_use"],
};

for (const [name, features] of Object.entries(FEATURES)) {
  test(`${name}: ${features.join(", ")}`, async () => {
    const model = persistent(await create(name));
    assert.deepEqual([...model.features].toSorted(), features);
  });
}

const LEVELS: Readonly<Record<string, readonly Thinking[]>> = {
  "kimi/kimi-k3": ["low", "high"],
  "kimi/kimi-k2.7-code": ["low", "medium", "high"],
  "kimi/kimi-k2.6": THINKING,
  "openai/gpt-4.1": ["off"],
  "openai/gpt-5": ["low", "medium", "high"],
  "openai/gpt-5.4": ["off"],
  "anthropic/claude-opus-5-5": ["low", "medium", "high"],
  "anthropic/claude-sonnet-5-5": ["low", "medium", "high"],
  "anthropic/claude-haiku-5-5": THINKING,
  "anthropic/claude-sonnet-4-5": THINKING,
  "gemini/gemini-2.5-flash": THINKING,
  "gemini/gemini-2.5-pro": ["low", "medium", "high"],
  "ollama/qwen3": [],
  "compatible/deepseek-reasoner": ["low", "medium", "high"],
};

for (const [name, levels] of Object.entries(LEVELS)) {
  test(`${name}: thinking ${levels.join(", ") || "cannot be set"}`, async () => {
    const accepted: Thinking[] = [];
    for (const level of THINKING) {
      const failure = await create(name, level).then(
        () => accepted.push(level),
        (error: unknown) => error,
      );
      if (failure instanceof RunnerError) assert.equal(failure.code, "config.unsupported");
    }
    assert.deepEqual(accepted, levels);
  });
}

const CODE = "kimi/kimi-k2.7-code-highspeed, kimi/kimi-k2.7-code, kimi/kimi-k2.6";
const KIMI = `kimi/kimi-k3.1-pro-highspeed, kimi/kimi-k3.1-pro, kimi/kimi-k3, ${CODE}`;

test("a level is refused with what the model takes and who takes it", async () => {
  const told = async (name: string, level: Thinking): Promise<readonly (string | undefined)[]> => {
    const { message, hint } = await failureOf(create(name, level));
    return [message, hint];
  };
  assert.deepEqual(await told("kimi/kimi-k2.7-code", "off"), [
    "kimi/kimi-k2.7-code cannot do what this run asks for: thinking off (it always thinks; it takes low, medium, high).",
    "These can: kimi/kimi-k2.6; see kimi-runner models.",
  ]);
  assert.deepEqual(await told("kimi/kimi-k3", "medium"), [
    "kimi/kimi-k3 cannot do what this run asks for: thinking medium (it always thinks; it takes low, high).",
    `These can: ${CODE}; see kimi-runner models.`,
  ]);
  assert.deepEqual(await told("openai/gpt-5.5", "high"), [
    "openai/gpt-5.5 cannot do what this run asks for: thinking high (it does not think beside tools).",
    "These can: openai/o3, openai/gpt-5.2, openai/gpt-5.1, openai/gpt-5-nano, openai/gpt-5-mini, openai/gpt-5; see kimi-runner models.",
  ]);
  const [message, hint = ""] = await told("ollama/qwen3", "off");
  assert.equal(
    message,
    "ollama/qwen3 cannot do what this run asks for: thinking off. It is not in the catalog, so only tool calls are assumed.",
  );
  assert.match(
    hint,
    /^These can: kimi\/kimi-k2\.6, .*, openai\/gpt-5\.1, .*gemini\/gemini-2\.5-flash; see kimi-runner models\.$/,
  );
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
      "kimi/kimi-x cannot do what this run asks for: image_in (2 images), thinking high. It is not in the catalog, so only tool calls are assumed.",
    hint: `These can: ${KIMI}; see kimi-runner models.`,
  });
  assert.deepEqual(missing({ images: 1, tools: 0 }), {
    code: "config.unsupported",
    message:
      "kimi/kimi-x cannot do what this run asks for: image_in (1 image). It is not in the catalog, so only tool calls are assumed.",
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
    (await failureOf(createModel({ ...choice, model: "kimi/kimi-k3", thinking: "off" }))).code,
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
