/** Patterns of hosts in rules: one host as `sandbox.network` lists it, every host below a domain, or every host. */

import { HOST_PORT, hostPortText, parseHostPort } from "../base/host-name.ts";
import { parseNetworkEntry } from "../base/network/network-entry.ts";
import type { Verdict } from "../protocol/approval.ts";
import type { Policy } from "./policy.ts";

/** What would be accepted instead of a pattern, or undefined when it is fine. */
export function netPatternProblem(pattern: string): string | undefined {
  const host = pattern.startsWith("*.") ? pattern.slice(2) : pattern;
  return pattern === "*" || parseHostPort(host) !== undefined
    ? undefined
    : `${HOST_PORT}; "*.example.org" for every host below it, or "*" for every host`;
}

/**
 * Whether one of the patterns names a host, which has its port where that is not 443. A pattern without a port approves port 443
 * only; it rejects and defers every port.
 */
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

/** Whether a sealed cell reaches a host; undefined where a group of the list depends on the machine. */
export function isListed({ sandbox }: Pick<Policy, "sandbox">, host: string): boolean | undefined {
  const entries = sandbox.network.flatMap((entry) => parseNetworkEntry(entry) ?? []);
  if (entries.some((entry) => entry.kind === "host" && hostPortText(entry) === host)) return true;
  return entries.some(({ kind }) => kind === "group") ? undefined : false;
}
