/** The settings of a package registry's tools on a machine, and the registries that they may name. */

import { parseHostPort } from "../../base/network/host-name.ts";
import type { NetworkGroup } from "../../base/network/network-entry.ts";
import type { ClientFile } from "../process/frames.ts";

/** The hosts of the public registries, by the group that stands for them. */
export const PUBLIC_HOSTS: Readonly<Record<NetworkGroup, readonly string[]>> = {
  npm: ["registry.npmjs.org", "registry.yarnpkg.com"],
  pypi: ["pypi.org", "files.pythonhosted.org"],
  crates: ["index.crates.io", "static.crates.io"],
  go: ["proxy.golang.org", "sum.golang.org"],
  maven: ["repo.maven.apache.org", "repo1.maven.org"],
  gradle: ["plugins.gradle.org", "plugins-artifacts.gradle.org", "services.gradle.org", "downloads.gradle.org"],
  rubygems: ["rubygems.org", "index.rubygems.org"],
  nuget: ["api.nuget.org"],
  packagist: ["repo.packagist.org"],
};

/** What one group means on a machine. */
export interface RegistrySettings {
  /** `host` or `host:port`. */
  readonly hosts: readonly string[];
  /** Parts of the configuration that cannot be followed, each with the reason. */
  readonly problems: readonly string[];
  /** The configuration for the tools in the cell, without credentials. */
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly ClientFile[];
}

/** The URL has no user name, password, query and fragment. The host has its port where that is not 443. */
type RegistryUrl = Readonly<Record<"url" | "host", string>>;

/** The registries among these texts. Texts that are no address, such as `direct` or `off`, are left out. */
export function registriesIn(texts: readonly (string | undefined)[]) {
  const registries: RegistryUrl[] = [];
  const problems: string[] = [];
  for (const text of texts) {
    const url = URL.parse((text ?? "").trim().replace(/^(?:sparse|registry)\+/, ""));
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    const { host } = url;
    const shown = JSON.stringify(host);
    if (parseHostPort(host) === undefined) problems.push(`${shown} is not a host name that can be listed`);
    else if (url.protocol === "http:") {
      problems.push(`${shown} is a registry without TLS; list it as { host: ${host}, plain: true }`);
    } else registries.push({ host, url: `${url.origin}${url.pathname}` });
  }
  return { registries, hosts: registries.map(({ host }) => host), problems };
}

/** The registry of a text, where it can be listed. */
export function registryIn(text: string | undefined): RegistryUrl | undefined {
  return registriesIn([text]).registries[0];
}
