/** Which of OpenAI's two wire formats a model is asked over. */

import type { OwnModel, WireFormat } from "../../protocol/model.ts";

/** From this version on, Chat Completions refuses tools together with reasoning. */
const NEWER_GPT = 5.4;
/** Other models that Chat Completions does not serve, or whose reasoning it loses between two calls. */
const NEEDS_RESPONSES = /^(?:o\d|codex|gpt-.*(?:-codex|-pro)(?:-|$))/;

/** The policy's setting, else Responses for models at OpenAI and Azure that need it. Gateways may not have it. */
export function wireOf(id: string, vendor: string, { wire }: OwnModel = {}): WireFormat {
  if (wire !== undefined) return wire;
  const isOpenAi = vendor === "openai" || vendor === "azure";
  return isOpenAi && (refusesTools(id) || NEEDS_RESPONSES.test(id)) ? "responses" : "chat";
}

/** Whether Chat Completions refuses tools for this model unless its reasoning is off. */
export function refusesTools(id: string): boolean {
  return Number(/^gpt-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? 0) >= NEWER_GPT;
}
