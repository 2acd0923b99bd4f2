/** The entries of a policy's `sandbox.network`: exact hosts, and groups, which stand for the hosts of a package registry. */

import { parseAddressRange, type AddressRange } from "./address-range.ts";
import { HOST_PORT, parseHostPort, type HostPort } from "./host-name.ts";
import { nearest } from "../nearest.ts";

/** Groups, by the registry that their tools use. The machine's configuration says which hosts belong to a group. */
export const NETWORK_GROUPS = [
  "npm",
  "pypi",
  "crates",
  "go",
  "maven",
  "gradle",
  "rubygems",
  "nuget",
  "packagist",
] as const;
export type NetworkGroup = (typeof NETWORK_GROUPS)[number];

/** One entry as the policy file has it. */
export type NetworkEntry =
  | string
  | {
      /** `host`, `host:port` or a group. */
      readonly host: string;
      /** The host's address must be in one of these ranges; without ranges it must be public. */
      readonly addresses?: readonly string[] | undefined;
      /** Plain http, without TLS. */
      readonly plain?: boolean | undefined;
    };

/** A host that the cell may reach. */
export interface ListedHost extends HostPort {
  /** The host's address must be in one of these; where there are none, it must be public. */
  readonly ranges: readonly AddressRange[];
  readonly isPlain: boolean;
  /** The group, where the policy lists the group and not the host. */
  readonly group?: NetworkGroup;
}

export type ListedEntry =
  | ({ readonly kind: "host" } & ListedHost)
  | { readonly kind: "group"; readonly group: NetworkGroup; readonly ranges: readonly AddressRange[] };

/** Reads an entry; undefined where it is not valid. */
export function parseNetworkEntry(entry: NetworkEntry): ListedEntry | undefined {
  const { host, addresses = [], plain = false } = typeof entry === "string" ? { host: entry } : entry;
  const ranges = addresses.flatMap((text) => parseAddressRange(text) ?? []);
  if (ranges.length < addresses.length) return undefined;
  const group = NETWORK_GROUPS.find((name) => name === host);
  if (group !== undefined) return plain ? undefined : { kind: "group", group, ranges };
  const target = parseHostPort(host, plain ? HTTP_PORT : undefined);
  return target === undefined ? undefined : { kind: "host", ...target, ranges, isPlain: plain };
}

const HTTP_PORT = 80;

/** For a text that is neither a host nor a group: what would be accepted. Undefined for a valid one. */
export function networkNameProblem(text: string): string | undefined {
  if (parseNetworkEntry(text) !== undefined) return undefined;
  const close = nearest(text, NETWORK_GROUPS);
  const guess = close === undefined ? "" : ` (did you mean ${JSON.stringify(close)}?)`;
  return `${HOST_PORT}, or a group: ${NETWORK_GROUPS.join(", ")}${guess}`;
}

export function networkEntryText(entry: NetworkEntry): string {
  return typeof entry === "string" ? entry : entry.host;
}
