/** What one group means on a machine. */

import type { ClientFile } from "../process/frames.ts";
import { readRegistry, type RegistryUrl } from "./registry-url.ts";

export interface RegistrySettings {
  /** `host` or `host:port`. */
  readonly hosts: readonly string[];
  /** What of the configuration cannot be followed. */
  readonly problems: readonly string[];
  /** The configuration for the tools in the cell, without credentials. */
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly ClientFile[];
}

export interface ConfiguredUrls {
  readonly registries: readonly RegistryUrl[];
  readonly problems: readonly string[];
}

/** The registries among these texts. */
export function registriesIn(texts: readonly (string | undefined)[]): ConfiguredUrls {
  const read = texts.flatMap((text) => (text === undefined ? [] : (readRegistry(text) ?? [])));
  return {
    registries: read.flatMap((one) => (one.kind === "registry" ? [one] : [])),
    problems: read.flatMap((one) => (one.kind === "problem" ? [one.says] : [])),
  };
}

/** The registry of a text, where it can be listed. */
export function registryIn(text: string | undefined): RegistryUrl | undefined {
  return registriesIn([text]).registries[0];
}

/** The settings of a tool that is not configured here. */
export function usual(hosts: readonly string[]): RegistrySettings {
  return { hosts, problems: [], env: {}, files: [] };
}
