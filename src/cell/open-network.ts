/** Connects an open cell to the network, which may be one without hosts: programs are refused at once then, and told by whom. */

import { join } from "node:path";
import { networkEntryText, parseNetworkEntry, type NetworkEntry } from "../base/network/network-entry.ts";
import type { ProxyEnv } from "../base/proxy-env.ts";
import type { HostNetwork } from "./egress/dial.ts";
import { openEgress, type Egress } from "./egress/open-egress.ts";
import type { EgressLimits } from "./egress/quota.ts";
import { networkVariables, PROXY_PORT } from "./process/network-variables.ts";
import type { Channel } from "./process/channel.ts";
import type { ResolvedNetwork } from "./registries/groups.ts";
import { gradleFile, mavenFile } from "./registries/java-files.ts";
import type { Machine } from "./registries/machine.ts";
import { NETWORK_SOCKET } from "./sealed/plan-sealed.ts";

export interface NetworkOptions {
  /** As the policy lists them. */
  readonly hosts: readonly NetworkEntry[];
  /** The machine whose package managers say which hosts a group stands for; without it there can be no group. */
  readonly machine?: Machine | undefined;
  /** Proxy settings of this machine. */
  readonly proxyEnv?: ProxyEnv | undefined;
  /** Called with a sentence for each refused host, at the first, tenth, hundredth time and so on. */
  readonly onDenied: (text: string) => void;
  readonly outside?: HostNetwork;
  readonly limits?: Partial<EgressLimits>;
}

export interface CellChannel {
  readonly channel: Pick<Channel, "call">;
  readonly scratchDir: string;
  /** Called with a line for each refusal. */
  readonly onRefused: (line: string) => void;
  /** Variables for caches that are read-only, by the other variables; undefined where caches are writable. */
  readonly readOnlyCaches?: ((env: Readonly<Record<string, string>>) => Record<string, string>) | undefined;
}

export interface OpenedWay {
  readonly egress: Egress;
  /** Each listed host, and each group with its hosts. */
  readonly places: readonly string[];
}

/** Throws `config.invalid` for an invalid proxy address of this machine. */
export async function openNetwork(
  { channel, scratchDir, onRefused, readOnlyCaches = () => ({}) }: CellChannel,
  { hosts: entries, machine, ...options }: NetworkOptions,
): Promise<OpenedWay> {
  const { hosts, groups } = await resolve(entries, machine);
  if (hosts.length > 0 && options.proxyEnv !== undefined) {
    const { upstreamFor } = await import("./egress/upstream.ts");
    for (const target of hosts) upstreamFor(target, options.proxyEnv); // reports an invalid proxy before the first connection
  }
  const egress = await openEgress({
    ...options,
    hosts,
    onRefused,
    socketPath: join(scratchDir, NETWORK_SOCKET.inScratch),
  });
  for (const { group, problems } of groups) {
    for (const problem of problems) options.onDenied(`sandbox.network: ${group}: ${problem}.`);
  }
  const env = Object.assign(networkVariables({ hasHosts: hosts.length > 0 }), ...groups.map((one) => one.env));
  await channel.call("openNetwork", {
    socketPath: NETWORK_SOCKET.inCell,
    port: PROXY_PORT,
    env: { ...env, ...readOnlyCaches(env) },
    // A group's own file counts before the usual one of the same name.
    files: [...groups.flatMap(({ files }) => files), mavenFile(PROXY_PORT), gradleFile(PROXY_PORT)],
  });
  const named = entries.filter((entry) => parseNetworkEntry(entry)?.kind === "host").map(networkEntryText);
  return { egress, places: [...named, ...groups.map(placesOf)] };
}

/** `npm: registry.npmjs.org, registry.yarnpkg.com` */
function placesOf({ group, hosts }: ResolvedNetwork["groups"][number]): string {
  return `${group}: ${hosts.join(", ")}`;
}

/** Reads the package managers' configuration only for a policy that names a group. */
async function resolve(entries: readonly NetworkEntry[], machine: Machine | undefined): Promise<ResolvedNetwork> {
  const listed = entries.flatMap((entry) => parseNetworkEntry(entry) ?? []);
  if (machine === undefined || listed.every(({ kind }) => kind === "host")) {
    return { hosts: listed.flatMap((entry) => (entry.kind === "host" ? [entry] : [])), groups: [] };
  }
  const { resolveNetwork } = await import("./registries/groups.ts");
  return resolveNetwork(entries, machine);
}
