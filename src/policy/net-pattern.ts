/** Patterns of hosts in rules: `host` or `host:port`, `*.domain` for every host below it, `*` for every host. */

import { HOST_PORT, hostPortText, parseHostPort } from "../base/network/host-name.ts";
import { parseNetworkEntry, type NetworkEntry } from "../base/network/network-entry.ts";
import type { Verdict } from "../protocol/approval.ts";

/** What would be accepted instead of this pattern; undefined when it is accepted. */
export function netPatternProblem(pattern: string): string | undefined {
  const host = pattern.startsWith("*.") ? pattern.slice(2) : pattern;
  return pattern === "*" || parseHostPort(host) !== undefined
    ? undefined
    : `${HOST_PORT}; "*.example.org" for every host below it, or "*" for every host`;
}

/** Whether one of the patterns names a host. A pattern without a port approves port 443 only, but rejects and defers every port. */
export function matchesNet(patterns: readonly string[], host: string, verdict: Verdict): boolean {
  const name = host.replace(/:\d+$/, "");
  return patterns.some((pattern) => {
    if (pattern === "*") return true;
    if (covers(pattern, host)) return true;
    return verdict !== "approve" && covers(pattern, name);
  });
}

function covers(pattern: string, host: string): boolean {
  const exact = parseHostPort(pattern);
  if (exact !== undefined) return hostPortText(exact) === host;
  const end = pattern.slice(1);
  return host.length > end.length && host.endsWith(end);
}

/** Whether `sandbox.network` lists a host. Undefined if one of its groups may, which depends on the machine. */
export function isListed(network: readonly NetworkEntry[], host: string): boolean | undefined {
  const entries = network.flatMap((entry) => parseNetworkEntry(entry) ?? []);
  if (entries.some((entry) => entry.kind === "host" && hostPortText(entry) === host)) return true;
  return entries.some(({ kind }) => kind === "group") ? undefined : false;
}
