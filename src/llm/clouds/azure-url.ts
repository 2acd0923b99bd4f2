/** The address of a resource of Azure, in the forms in which its pages show it, as the base of its v1 API. */

import { configError } from "../../protocol/error.ts";
import type { ProviderName } from "../../protocol/model.ts";

/** `…/openai/v1` for an address of Azure. Throws `config.invalid` for the API of deployments, which has another form. */
export function endpointUrl(baseUrl: string, provider: ProviderName): string {
  if (provider !== "azure") return baseUrl;
  const { origin, pathname } = new URL(baseUrl);
  if (pathname.includes("/deployments/")) {
    throw configError(
      `AZURE_BASE_URL names a deployment: ${baseUrl}`,
      `The model's name says which deployment it is. Set AZURE_BASE_URL to ${origin}/openai/v1.`,
    );
  }
  const path = pathname.replace(/\/(?:chat\/completions|responses)?\/?$/, "");
  return path.endsWith("/v1") ? `${origin}${path}` : `${origin}${path.replace(/\/openai$/, "")}/openai/v1`;
}
