/** A thinking level as fields of a request body, in each provider's form. Without a level there are no fields. */

import type Anthropic from "@anthropic-ai/sdk";
import type { Thinking } from "../protocol/model.ts";

/** How a model is told how much to think, and what it can be told. */
export interface ThinkingControl {
  /**
   * `effort`: `reasoning_effort`, off is "none". `switch`: Moonshot's `thinking.type`, which knows on and off; it answers 400 to
   * `reasoning_effort` beside it. `budget`: Anthropic's tokens, off is no field. `adaptive`: Anthropic's `output_config.effort`.
   */
  readonly form: "effort" | "switch" | "budget" | "adaptive";
  /** Others are refused, not rounded: Moonshot ignores what it does not know. Without "off" the model always thinks. */
  readonly levels: readonly Thinking[];
  /** Of `adaptive`: what switches it off. Left out: it is off when nothing is said. */
  readonly off?: "disabled";
}

export interface ThinkingSetting {
  readonly level: Thinking;
  readonly control: ThinkingControl;
}

/** Kimi CLI's budgets in tokens; 1024 is the least that Anthropic accepts. */
const BUDGET_TOKENS = { low: 1_024, medium: 4_096, high: 32_000 } as const;
const MIN_BUDGET_TOKENS = BUDGET_TOKENS.low;

/** Tokens of a thinking budget, which the output cap must include; 0 for other forms. */
export function budgetOf(setting: ThinkingSetting | undefined): number {
  return setting === undefined || setting.control.form !== "budget" || setting.level === "off"
    ? 0
    : BUDGET_TOKENS[setting.level];
}

interface OpenAiThinking {
  readonly reasoning_effort?: "none" | "low" | "medium" | "high";
  /** Moonshot's own field. */
  readonly thinking?: { readonly type: "enabled" | "disabled" };
}

/** Chat Completions. */
export function openAiThinking(setting: ThinkingSetting | undefined): OpenAiThinking {
  if (setting === undefined) return {};
  const { level, control } = setting;
  if (control.form !== "switch") return { reasoning_effort: level === "off" ? "none" : level };
  return { thinking: { type: level === "off" ? "disabled" : "enabled" } };
}

type AnthropicThinking = Pick<Anthropic.MessageCreateParamsStreaming, "thinking" | "output_config">;

/**
 * Messages API. A budget takes half of `maxTokens` at most, so that there is room for the answer. When the least budget does not
 * fit, this answer has no thinking. Newer models return the text of their thinking only on request.
 */
export function anthropicThinking(setting: ThinkingSetting | undefined, maxTokens: number): AnthropicThinking {
  if (setting === undefined) return {};
  const { level, control } = setting;
  if (level === "off") return control.off === undefined ? {} : { thinking: { type: control.off } };
  if (control.form === "adaptive") {
    return { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: level } };
  }
  const budget = Math.min(budgetOf(setting), Math.floor(maxTokens / 2));
  return budget < MIN_BUDGET_TOKENS ? {} : { thinking: { type: "enabled", budget_tokens: budget } };
}
