/** The model of a run: which one, its key and endpoint. */

import { systemClock } from "../../base/clock.ts";
import { createModel } from "../../llm/create.ts";
import { parseModelName, providerSettings } from "../../llm/providers.ts";
import type { ChatModel } from "../../protocol/model.ts";
import type { ModelSettings, World } from "./request.ts";

/** The newest Kimi model made for code. */
export const DEFAULT_MODEL = "kimi/kimi-k2.7-code";

/** `KIMI_RUNNER_MODEL`, else Kimi's own coding model. Never guessed from the keys that happen to be set. */
export function defaultModel(env: World["env"]): string {
  return env["KIMI_RUNNER_MODEL"]?.trim() || DEFAULT_MODEL;
}

/** Loads the adapter. Throws `config.missing_model`, `config.invalid`, `config.missing_key` and `config.unsupported`. */
export async function loadModel(
  { name, apiKey, baseUrl, ...settings }: ModelSettings & { readonly name: string },
  world: World,
): Promise<ChatModel> {
  const provider = providerSettings(world.env, parseModelName(name).provider);
  return createModel({
    ...provider,
    ...settings,
    model: name,
    apiKey: apiKey ?? provider.apiKey,
    baseUrl: baseUrl ?? provider.baseUrl,
    clock: systemClock,
  });
}
