/** The providers, as docs/models.md and action.yml list them. */

import { keyVariable, MODEL_FORMS, PROVIDERS } from "../src/llm/providers.ts";
import { PROVIDER_NAMES as NAMES } from "../src/protocol/model.ts";
import { markdownTable } from "./markdown-table.ts";

/** docs/models.md with the table of today's providers. */
export function modelsPage(page: string): string {
  const rows = NAMES.map((name) => {
    const { format, about, ...row } = PROVIDERS[name];
    const names = ["tokenVariable" in row ? row.tokenVariable : [], keyVariable(name)].flat().toReversed();
    const key = `${names.map((one) => `\`${one}\``).join(" or ")}${"needsKey" in row ? "" : ", optional"}`;
    const places = format === "scripted" ? ["none", "a file"] : [key, `\`${name.toUpperCase()}_BASE_URL\``];
    return [`\`${name}\``, ...places, about];
  });
  return replaced(
    page,
    /\| Provider .*\n(?:\|.*\n)+/,
    `${markdownTable(["Provider", "Key", "Endpoint", "Protocol"], rows)}\n`,
  );
}

/** action.yml with today's providers in the descriptions of `model` and `api-key`. */
export function actionWithProviders(action: string): string {
  const keyed = NAMES.filter((name) => "needsKey" in PROVIDERS[name]).map(keyVariable);
  const forms = replaced(action, /provider\/id: .*?(?=\. Without it)/, `provider/id: ${anyOf(MODEL_FORMS)}`);
  return replaced(forms, /(?<=Key of the provider\. Without it, ).*?(?= is read)/, anyOf(keyed));
}

function anyOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}

/** Throws where the place is gone: the list would stay stale without a word. */
function replaced(text: string, place: RegExp, list: string): string {
  if (!place.test(text)) throw new Error(`There is no place for the list: ${place.source}`);
  return text.replace(place, () => list);
}
