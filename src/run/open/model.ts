/** The model of a run: which one, its key and endpoint, and the retries that its limits allow. */

import { systemClock } from "../../base/clock.ts";
import { createModel } from "../../llm/create.ts";
import { parseModelName, providerSettings } from "../../llm/providers.ts";
import { withRetry } from "../../llm/retry.ts";
import type { Limits } from "../../protocol/limits.ts";
import type { ChatModel, Thinking, ToolSyntax } from "../../protocol/model.ts";
import type { World } from "./request.ts";

export interface ModelChoice {
  readonly model: string;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Undefined: the provider's own default. */
  readonly thinking?: Thinking | undefined;
  /** Undefined: native. */
  readonly toolSyntax?: ToolSyntax | undefined;
}

/** The newest Kimi model made for code. */
export const DEFAULT_MODEL = "kimi/kimi-k2.7-code";

/** `KIMI_RUNNER_MODEL`, else Kimi's own coding model. Never guessed from the keys that happen to be set. */
export function defaultModel(env: World["env"]): string {
  return env["KIMI_RUNNER_MODEL"]?.trim() || DEFAULT_MODEL;
}

/**
 * Loads the adapter while the rest of the run is prepared; the returned function adds retries once limits are known.
 * Throws `config.missing_model`, `config.invalid`, `config.missing_key` and `config.unsupported`.
 */
export async function loadModel(choice: ModelChoice, world: World): Promise<(limits: Limits) => ChatModel> {
  const settings = providerSettings(world.env, parseModelName(choice.model).provider);
  const model = await createModel({
    ...settings,
    model: choice.model,
    apiKey: choice.apiKey ?? settings.apiKey,
    baseUrl: choice.baseUrl ?? settings.baseUrl,
    headers: choice.headers,
    thinking: choice.thinking,
    toolSyntax: choice.toolSyntax,
    clock: systemClock,
  });
  return ({ retries, minutes }) =>
    withRetry(model, {
      attempts: retries,
      clock: systemClock,
      random: Math.random,
      deadlineMs: systemClock.monotonic() + minutes * 60_000,
    });
}
