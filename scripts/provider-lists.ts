/** The lists of providers in docs/models.md and action.yml. */

import { keyVariable, MODEL_FORMS, PROVIDERS } from "../src/llm/providers.ts";
import { dialectOf, vendorOf } from "../src/llm/dialects.ts";
import { PROVIDER_NAMES as NAMES, type ProviderName } from "../src/protocol/model.ts";
import { markdownTable } from "./markdown-table.ts";

/** docs/models.md with new tables of the providers. */
export function modelsPage(page: string): string {
  const rows = NAMES.map((name) => {
    const { format, about, ...row } = PROVIDERS[name];
    const names = ["tokenVariable" in row ? row.tokenVariable : [], keyVariable(name)].flat().toReversed();
    const key = `${names.map((one) => `\`${one}\``).join(" or ")}${"needsKey" in row ? "" : ", optional"}`;
    const places = format === "scripted" ? ["none", "a file"] : [key, `\`${name.toUpperCase()}_BASE_URL\``];
    return [`\`${name}\``, ...places, about];
  });
  const listed = replaced(
    page,
    /\| Provider +\| Key .*\n(?:\|.*\n)+/,
    `${markdownTable(["Provider", "Key", "Endpoint", "Protocol"], rows)}\n`,
  );
  const carried = NAMES.filter((name) => name !== "scripted").map(carriedRow);
  return replaced(listed, /\| Provider +\| Thinking .*\n(?:\|.*\n)+/, `${markdownTable(CARRIED, carried)}\n`);
}

const CARRIED = [
  "Provider",
  "Thinking form",
  "Reasoning returned",
  "Signatures",
  "Pictures in results",
  "Cached",
  "Refused parameters",
];

/** How a provider finds what it has cached of a conversation, by the formats that get the key. */
const CACHED = {
  both: "by `prompt_cache_key`",
  responses: "by the prefix; by `prompt_cache_key` (Responses)",
  none: "by the prefix",
} as const;

/** How a provider transports thinking, pictures and cached tokens, from its dialect and its wire format. */
function carriedRow(name: Exclude<ProviderName, "scripted">): readonly string[] {
  const { format, ...row } = PROVIDERS[name];
  const { returnReasoning, emptyReasoning, thinking, refuses, cacheKey } = dialectOf(
    vendorOf(name, "baseUrl" in row ? row.baseUrl : undefined),
  );
  const isResponses = cacheKey === "both" && !returnReasoning;
  const field = emptyReasoning ? "in its field, even if empty" : "in the field it came in, or between its tags";
  switch (format) {
    case "openai":
      return [
        `\`${name}\``,
        `\`${thinking.form}\``,
        isResponses ? "encrypted (Responses)" : returnReasoning ? field : (OWN_REASONING[name] ?? "no"),
        isResponses ? "item ids, `phase`" : "`reasoning_details`, `extra_content`",
        isResponses ? "in the result (Responses), else after all" : "after all results",
        CACHED[cacheKey],
        isResponses ? "sampling while it reasons" : refuses.map((one) => `\`${one}\``).join(", ") || "–",
      ];
    case "gemini":
      return [
        `\`${name}\``,
        "`thinkingConfig`",
        "as parts",
        "`thoughtSignature`",
        "in the result from Gemini 3 on",
        "by the prefix",
        "–",
      ];
    case "anthropic":
    case "bedrock":
    case "vertex":
      return [
        `\`${name}\``,
        "`adaptive`, `budget`",
        "all blocks, redacted ones too",
        "`signature`, `data`",
        "in the result, except of an error",
        "by three cache marks",
        "sampling while it thinks",
      ];
  }
}

/** How providers that take no reasoning in a field of its own take it. */
const OWN_REASONING: Partial<Record<ProviderName, string>> = { mistral: "as parts of the content" };

/** action.yml with the providers in the descriptions of `model` and `api-key`. */
export function actionWithProviders(action: string): string {
  const keyed = NAMES.filter((name) => "needsKey" in PROVIDERS[name]).map(keyVariable);
  const forms = replaced(action, /provider\/id: .*?(?=\. Without it)/, `provider/id: ${anyOf(MODEL_FORMS)}`);
  return replaced(forms, /(?<=Key of the provider\. Without it, ).*?(?= is read)/, anyOf(keyed));
}

function anyOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}

/** Throws when the place of the list is gone, because the list would then become stale unnoticed. */
function replaced(text: string, place: RegExp, list: string): string {
  if (!place.test(text)) throw new Error(`There is no place for the list: ${place.source}`);
  return text.replace(place, () => list);
}
