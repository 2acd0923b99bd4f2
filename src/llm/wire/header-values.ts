/**
 * Checks the key and the headers that a user gives, before a request is sent. The SDKs would report such a value as a failed connection,
 * which is tried again. Values are not shown, because they may be secret.
 */

import { configError } from "../../protocol/error.ts";

/** What Node's HTTP client accepts. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/;

/** Throws `config.invalid` for a key that no header can hold. `variables`: where a user can correct it. */
export function requireKeyForHeader(key: string, provider: string, variables: string): void {
  if (fits(key)) return;
  throw configError(
    `The API key for ${provider} has a character that an HTTP header cannot hold.`,
    `Copy the key again to ${variables}, without quotes and other characters around it.`,
  );
}

/** Throws `config.invalid` for a header that cannot be sent. */
export function requireHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) {
      throw configError(
        `The model's requests cannot have a header with this name: ${name}`,
        "Use letters, digits and hyphens.",
      );
    }
    if (fits(value)) continue;
    throw configError(
      `The header ${name} has a character that an HTTP header cannot hold.`,
      "Use one line of Latin-1 characters, or encode the value.",
    );
  }
}

/** Whether a header can hold a value. Spaces and line ends around it are not sent. */
function fits(value: string): boolean {
  return VALUE.test(value.trim());
}
