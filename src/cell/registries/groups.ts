/** The groups of `sandbox.network` on a machine: their hosts, and what tools in the cell need to use the same ones. */

import {
  parseNetworkEntry,
  type ListedHost,
  type NetworkEntry,
  type NetworkGroup,
} from "../../base/network/network-entry.ts";
import { cratesSettings } from "./crates.ts";
import { goSettings } from "./go.ts";
import type { Machine } from "./machine.ts";
import { gradleSettings, mavenSettings } from "./maven.ts";
import { npmSettings } from "./npm.ts";
import { nugetSettings, rubygemsSettings } from "./others.ts";
import { pypiSettings } from "./pypi.ts";
import { PUBLIC_HOSTS, usualSettings, type RegistrySettings } from "./registry-settings.ts";

const SETTINGS: Readonly<Record<NetworkGroup, (machine: Machine) => RegistrySettings>> = {
  npm: npmSettings,
  pypi: pypiSettings,
  crates: cratesSettings,
  go: goSettings,
  maven: mavenSettings,
  gradle: gradleSettings,
  rubygems: rubygemsSettings,
  nuget: nugetSettings,
  packagist: () => usualSettings(PUBLIC_HOSTS.packagist),
};

/** A group and the hosts that it stands for here. */
export interface ResolvedGroup extends RegistrySettings {
  readonly group: NetworkGroup;
}

export interface ResolvedNetwork {
  /** The hosts of groups first: an entry for a host itself counts in place of a group's. */
  readonly hosts: readonly ListedHost[];
  readonly groups: readonly ResolvedGroup[];
}

/** Resolves what a policy lists. Entries that are not valid are left out. */
export function resolveNetwork(entries: readonly NetworkEntry[], machine: Machine): ResolvedNetwork {
  const listed = entries.flatMap((entry) => parseNetworkEntry(entry) ?? []);
  const groups: ResolvedGroup[] = [];
  const hosts: ListedHost[] = [];
  for (const entry of listed) {
    if (entry.kind !== "group") continue;
    const settings = SETTINGS[entry.group](machine);
    const unique = [...new Set(settings.hosts)];
    groups.push({ ...settings, hosts: unique, group: entry.group });
    for (const host of unique) {
      const read = parseNetworkEntry(host);
      if (read?.kind === "host") hosts.push({ ...read, ranges: entry.ranges, group: entry.group });
    }
  }
  return { hosts: [...hosts, ...listed.flatMap((entry) => (entry.kind === "host" ? [entry] : []))], groups };
}

/** `npm: registry.npmjs.org, registry.yarnpkg.com`, followed by the problems. */
export function groupText({ group, hosts, problems }: ResolvedGroup): string {
  return [`${group}: ${hosts.join(", ")}`, ...problems].join("; ");
}
