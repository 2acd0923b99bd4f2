/** Names that Moonshot serves no longer, each with the living model that is nearest to it. */

import { configError } from "../protocol/error.ts";
import { PROVIDERS } from "./providers.ts";

const NEAREST: Readonly<Record<string, string>> = {
  "kimi/kimi-k2.5": "kimi/kimi-k2.6",
  "kimi/kimi-k2-thinking": "kimi/kimi-k2.7-code",
  "kimi/kimi-k2-0905-preview": "kimi/kimi-k2.7-code",
  "kimi/kimi-k2-turbo-preview": "kimi/kimi-k2.7-code-highspeed",
};

/** Throws `config.invalid` for a retired model at the provider's own address; another server may have it still. */
export function requireLiving(name: string, baseUrl: string = PROVIDERS.kimi.baseUrl): void {
  const near = Object.hasOwn(NEAREST, name) ? NEAREST[name] : undefined;
  if (near === undefined || URL.parse(baseUrl)?.host !== URL.parse(PROVIDERS.kimi.baseUrl)?.host) return;
  throw configError(`${name} is retired: Moonshot serves it no longer.`, `The nearest model today is ${near}.`);
}
