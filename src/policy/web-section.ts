/** The section `web` of the policy file. */

import * as z from "zod/mini";
import { isSecretName } from "../base/redact/secret-forms.ts";
import { parseWebAddress, WEB_ADDRESS } from "../base/network/web-address.ts";
import { SEARCH_PROVIDERS } from "../protocol/tool.ts";
import { checked, describe, mapping, oneOf, setting } from "../yaml/fields.ts";

const KEY_NAME = "a variable that is a secret by its name, like BRAVE_API_KEY";

export const Search = mapping({
  provider: describe(oneOf(SEARCH_PROVIDERS), "Which search provider the tool uses."),
  key_env: setting(
    checked((name) => (/^[A-Z_][A-Z0-9_]*$/.test(name) && isSecretName(name) ? undefined : KEY_NAME), KEY_NAME, 128),
    "Environment variable with the provider's key.",
  ),
  url: setting(
    checked((url) => (parseWebAddress(url).kind === "address" ? undefined : WEB_ADDRESS), WEB_ADDRESS, 500),
    "Address of the provider; needed for your own SearXNG.",
  ),
}).check(({ value: { provider, key_env: key, url }, issues }) => {
  const missing = (field: string, message: string): void =>
    void issues.push({ code: "custom", input: undefined, path: [field], message });
  if (provider === "searxng" && url === undefined)
    missing("url", "the address of the server, as there is no usual one");
  if (provider !== "searxng" && key === undefined) missing("key_env", KEY_NAME);
});

export const AfterWeb = mapping({
  default: describe(
    oneOf(["defer", "reject"]),
    "Verdict for what rules approve (writes, commands, MCP tools, GitHub) after the run asked for a page or a search.",
  ),
});

export const Web = mapping({
  search: z.optional(Search),
});
