/** The vendor's model behind a cloud's name for it, and the cloud's price. */

import { configError } from "../../protocol/error.ts";
import type { ProviderName } from "../../protocol/model.ts";

export interface Original {
  /** `provider/id` at the vendor. */
  readonly name: string;
  /** The cloud's price divided by the vendor's. */
  readonly priceFactor: number;
}

/** Regional endpoints cost 10% more than the vendor's own. An address does not always show whether it is regional. */
const REGIONAL = 1.1;

/** The vendor's model behind a cloud's name; undefined for other providers. An Azure deployment is assumed to be named like its model. */
export function originalOf(provider: ProviderName, id: string): Original | undefined {
  if (provider === "azure") return { name: `openai/${id}`, priceFactor: REGIONAL };
  if (provider !== "bedrock" && provider !== "vertex") return undefined;
  return { name: `anthropic/${claudeOf(id)}`, priceFactor: id.startsWith("global.") ? 1 : REGIONAL };
}

/** `eu.anthropic.claude-opus-5-20260301-v1:0` and `claude-opus-5@20260301` → `claude-opus-5-20260301`. */
function claudeOf(id: string): string {
  return id
    .replace(/^(?:[a-z-]+\.)?anthropic\./, "")
    .replace(/-v\d+(?::\d+)?$/, "")
    .replace(/@(?=\d{8}$)/, "-");
}

/** How to reach a cloud's models that are not Anthropic's. */
const ELSEWHERE: Partial<Record<ProviderName, string>> = {
  bedrock: "compatible/… at https://bedrock-mantle.<region>.api.aws/openai/v1",
  vertex: "gemini/…",
};

/** Throws `config.invalid` for a model that is not Claude. An ARN names a profile and not its model, so it is accepted. */
export function requireClaude({ provider, id }: { readonly provider: ProviderName; readonly id: string }): void {
  if (/claude|^arn:/i.test(id)) return;
  throw configError(
    `${provider}/${id} is not an Anthropic model.`,
    `${provider}/… is only for Claude. For other models, use ${ELSEWHERE[provider] ?? "another provider"}.`,
  );
}
