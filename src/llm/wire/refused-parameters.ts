/** Parameters of a policy that the model would answer with 400. They are an error before anything is sent. */

import { configError } from "../../protocol/error.ts";
import type { Thinking, ThinkingForm, WireFormat } from "../../protocol/model.ts";
import { refusesTools } from "./wire-of.ts";

/** Throws `config.invalid` for a parameter that is refused. */
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

/** Models whose thinking adapts, and models that think with a budget, take no other sampling than their own. */
export function refusedByMessages(form: ThinkingForm | undefined, budgetTokens: number): readonly string[] {
  const isThinking = form === "adaptive" || (form === "budget" && budgetTokens > 0);
  return isThinking ? ["temperature", "top_p", "top_k"] : [];
}

const SAMPLING = ["temperature", "top_p", "logprobs", "top_logprobs", "logit_bias"] as const;
const CHAT_ONLY = ["stop", "seed", "n", "presence_penalty", "frequency_penalty"] as const;
/** From this version on OpenAI's models reason when nothing is said. */
const REASONS_BY_ITSELF = 5.5;

/** OpenAI's models take no sampling while they reason; the Responses API has no fields for some of it at all. */
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
