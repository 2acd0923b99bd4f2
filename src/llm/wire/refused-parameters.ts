/** Parameters in a policy to which the provider would answer 400. They are an error before a request is sent. */

import { configError } from "../../protocol/error.ts";
import type { Thinking, ThinkingForm, WireFormat } from "../../protocol/model.ts";
import { refusesTools } from "./wire-of.ts";

/** Throws `config.invalid` for parameters that are refused. */
export function requireParameters(
  model: string,
  parameters: Readonly<Record<string, unknown>> | undefined,
  refused: readonly string[],
): void {
  const wrong = refused.filter((field) => Object.hasOwn(parameters ?? {}, field));
  if (wrong.length === 0) return;
  throw configError(
    `The policy gives ${model} parameters that its server refuses: ${wrong.join(", ")}.`,
    `Take them out of \`parameters\`. This server refuses ${refused.join(", ")}.`,
  );
}

/** Parameters that the Messages API refuses: sampling, while the model thinks. */
export function refusedByMessages(form: ThinkingForm | undefined, budgetTokens: number): readonly string[] {
  const isThinking = form === "adaptive" || (form === "budget" && budgetTokens > 0);
  return isThinking ? ["temperature", "top_p", "top_k"] : [];
}

const SAMPLING = ["temperature", "top_p", "logprobs", "top_logprobs", "logit_bias"] as const;
const CHAT_ONLY = ["stop", "seed", "n", "presence_penalty", "frequency_penalty"] as const;
/** From this version on, OpenAI's models reason by default. */
const REASONS_BY_ITSELF = 5.5;

/** Parameters that OpenAI refuses: sampling while the model reasons, and fields that the Responses API does not have. */
export function refusedByOpenAi(
  id: string,
  wire: WireFormat,
  level: Thinking | undefined,
  levels: readonly Thinking[],
): readonly string[] {
  const fields = wire === "responses" ? CHAT_ONLY : [];
  const version = Number(/^gpt-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? 0);
  const isDefault = levels.length > 0 && (!levels.includes("off") || version >= REASONS_BY_ITSELF);
  const isOff = level === "off" || (wire === "chat" && refusesTools(id));
  const reasons = !isOff && (level === undefined ? isDefault : levels.some((one) => one !== "off"));
  return reasons ? [...SAMPLING, ...(wire === "chat" ? CHAT_ONLY.slice(3) : []), ...fields] : fields;
}
