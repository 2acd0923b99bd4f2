/** Which of OpenAI's two wire formats a model is asked over. */

import type { OwnModel, WireFormat } from "../../protocol/model.ts";

/** From this version on Chat Completions refuses tools beside reasoning. */
const NEWER_GPT = 5.4;
/** Others that Chat Completions does not serve, or that lose their reasoning between two calls there. */
const NEEDS_RESPONSES = /^(?:o\d|codex|gpt-.*(?:-codex|-pro)(?:-|$))/;

/** The policy's word, else Responses for the models of OpenAI that need it. A gateway may not have it. */
export function wireOf(id: string, vendor: string, { wire }: OwnModel = {}): WireFormat {
  if (wire !== undefined) return wire;
  const isOpenAi = vendor === "openai" || vendor === "azure";
  return isOpenAi && (refusesTools(id) || NEEDS_RESPONSES.test(id)) ? "responses" : "chat";
}

/** True for a model to which Chat Completions gives no tools unless its reasoning is off. */
export function refusesTools(id: string): boolean {
  return Number(/^gpt-(\d+(?:\.\d+)?)/.exec(id)?.[1] ?? 0) >= NEWER_GPT;
}
