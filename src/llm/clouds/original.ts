/** Which model of the vendor's own a cloud's name stands for, and what it costs there. */

import { configError } from "../../protocol/error.ts";
import type { ProviderName } from "../../protocol/model.ts";

export interface Original {
  /** `provider/id` at the vendor. */
  readonly name: string;
  /** Its price here, as a part of the vendor's. */
  readonly priceFactor: number;
}

/** Regional endpoints of the clouds cost 10% more than the vendor's own, and an address does not always say which it is. */
const REGIONAL = 1.1;

/** The vendor's model behind a cloud's name; undefined for other providers. A deployment of Azure is taken to be named like its model. */
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

/** Providers of a cloud's models that are not Anthropic's. */
const ELSEWHERE: Partial<Record<ProviderName, string>> = {
  bedrock: "compatible/… at https://bedrock-mantle.<region>.api.aws/openai/v1",
  vertex: "gemini/…",
};

/** Throws `config.invalid` for a model of a cloud that does not speak Messages. An ARN names a profile, which does not say its model. */
export function requireClaude({ provider, id }: { readonly provider: ProviderName; readonly id: string }): void {
  if (/claude|^arn:/i.test(id)) return;
  throw configError(
    `${provider}/${id} is no model of Anthropic.`,
    `${provider} serves Claude here; other models are ${ELSEWHERE[provider] ?? "another provider's"}.`,
  );
}
