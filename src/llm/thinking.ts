/** The fields of a request body that set the thinking level, in each form. */

import type Anthropic from "@anthropic-ai/sdk";
import type { ThinkingControl } from "./catalog/known-models.ts";
import { THINKING, type Thinking, type ThinkingForm } from "../protocol/model.ts";

export interface ThinkingSetting {
  /** One of the levels. Undefined: the provider's own default. */
  readonly level: Thinking | undefined;
  readonly control: ThinkingControl;
}

/** Forms of the Messages API. All others but `none` belong to Chat Completions. */
export const MESSAGES_FORMS: readonly ThinkingForm[] = ["budget", "adaptive"];

/** The level to send: the wanted one or the nearest; of two equally near ones the higher. Undefined if there are no levels. */
export function nearestLevel(wanted: Thinking, levels: readonly Thinking[]): Thinking | undefined {
  const place = THINKING.indexOf(wanted);
  const distance = (level: Thinking): number => Math.abs(THINKING.indexOf(level) - place);
  // "off" is not near to any other level, because a model that should think must not be switched off.
  const able = wanted === "off" || levels.length === 1 ? levels : levels.filter((level) => level !== "off");
  return able.toReversed().reduce<Thinking | undefined>((best, level) => {
    return best === undefined || distance(level) < distance(best) ? level : best;
  }, undefined);
}

/** Kimi CLI's thinking budgets in tokens. 1024 is the least that Anthropic accepts. */
const BUDGET_TOKENS = { minimal: 1_024, low: 1_024, medium: 4_096, high: 32_000, xhigh: 32_000, max: 64_000 } as const;
const MIN_BUDGET_TOKENS = BUDGET_TOKENS.minimal;

/** The thinking budget in tokens, which the output cap must include; 0 for forms without a budget. */
export function budgetOf({ level, control }: Partial<ThinkingSetting> = {}): number {
  return level === undefined || level === "off" || control?.form !== "budget" ? 0 : BUDGET_TOKENS[level];
}

/** Fields of Chat Completions. Without a level, most forms have no field. */
export function openAiThinking({ level, control }: Partial<ThinkingSetting> = {}): Readonly<Record<string, unknown>> {
  if (control === undefined) return {};
  const isOn = level !== "off";
  const isGraded = control.levels.filter((one) => one !== "off").length > 1;
  const effort = level === undefined || !isOn || !isGraded ? {} : { reasoning_effort: level };
  const said = (fields: Readonly<Record<string, unknown>>) => (level === undefined ? {} : fields);
  switch (control.form) {
    case "effort":
      return said({ reasoning_effort: isOn ? level : "none" });
    case "switch":
      return said({ thinking: { type: isOn ? "enabled" : "disabled" }, ...effort });
    // With these two, the server keeps the reasoning of earlier turns only if asked to. Without a field, the model thinks.
    case "keep":
      return { thinking: isOn ? { type: "enabled", keep: "all" } : { type: "disabled" } };
    case "preserved":
      return { thinking: isOn ? { type: "enabled", clear_thinking: false } : { type: "disabled" }, ...effort };
    case "enable":
      return said({ enable_thinking: isOn, ...effort });
    case "template":
      return said({ chat_template_kwargs: { enable_thinking: isOn, preserve_thinking: true } });
    case "reasoning":
      return said({ reasoning: { effort: isOn ? level : "none" } });
    case "split":
      return said({ thinking: { type: isOn ? "adaptive" : "disabled" } });
    case "none":
    case "budget":
    case "adaptive":
      return {};
  }
}

type AnthropicThinking = Pick<Anthropic.MessageCreateParamsStreaming, "thinking" | "output_config">;

/** Fields of the Messages API. A budget takes at most half of `maxTokens`; if the least does not fit, there is none. */
export function anthropicThinking(setting: ThinkingSetting | undefined, maxTokens: number): AnthropicThinking {
  const { level, control } = setting ?? {};
  if (level === undefined || control === undefined || !MESSAGES_FORMS.includes(control.form)) return {};
  if (level === "off") return control.off === undefined ? {} : { thinking: { type: control.off } };
  if (control.form === "adaptive") {
    const effort = level === "minimal" ? "low" : level;
    return { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort } };
  }
  const budget = Math.min(budgetOf({ level, control }), Math.floor(maxTokens / 2));
  return budget < MIN_BUDGET_TOKENS ? {} : { thinking: { type: "enabled", budget_tokens: budget } };
}
