/** Connects an open cell to the network. Without a listed host a proxy still refuses programs at once and says why. */

import { dirname, join } from "node:path";
import { networkEntryText, parseNetworkEntry, type NetworkEntry } from "../base/network/network-entry.ts";
import type { ProxyEnv } from "../base/network/proxy-env.ts";
import { openEgress, type Egress } from "./egress/open-egress.ts";
import type { EgressOptions } from "./egress/quota.ts";
import { networkVariables, PROXY_PORT } from "./process/network-variables.ts";
import type { LastingChannel } from "./lasting-channel.ts";
import type { OpenedServices } from "./open-services.ts";
import { gradleFile, mavenFile } from "./registries/java-files.ts";
import { machineOf, type Machine } from "./registries/machine.ts";
import { trustSources, trustVariables } from "./trust/trust-sources.ts";
import { trustInBrowser } from "./sealed/etc.ts";
import { CELL_FILES, NETWORK_SOCKET } from "./sealed/plan-sealed.ts";

export interface NetworkOptions extends Omit<EgressOptions, "onRefused"> {
  /** The hosts and groups that the policy lists. */
  readonly hosts: readonly NetworkEntry[];
  /** The machine whose package managers say which hosts a group stands for. Without one only the files of the system below /etc count. */
  readonly machine?: Machine;
  /** `name:port` of servers of this machine, as the policy names them. */
  readonly services?: readonly string[] | undefined;
  /** Files of certificates that the policy names. */
  readonly ca?: readonly string[] | undefined;
  /** Proxy settings of this machine. */
  readonly proxyEnv?: ProxyEnv | undefined;
}

export interface CellChannel extends Pick<EgressOptions, "onRefused"> {
  readonly channel: Pick<LastingChannel, "call">;
  readonly scratchDir: string;
  /** Variables for the caches that are read-only, made from the other variables. */
  readonly readOnlyCaches: (env: Readonly<Record<string, string>>) => Record<string, string>;
}

/** Returns each host, group with its hosts, and service as a text. Throws `config.invalid` for an invalid proxy of this machine. */
export async function openNetwork(
  { channel, scratchDir, onRefused, readOnlyCaches }: CellChannel,
  { hosts: entries, machine = machineOf({}), ca, services = [], ...options }: NetworkOptions,
): Promise<{ readonly egress: Egress; readonly places: readonly string[] }> {
  const listed = entries.flatMap((entry) => parseNetworkEntry(entry) ?? []);
  const own = listed.filter((one) => one.kind === "host");
  // The package managers' configuration is read only for a policy that names a group.
  const { hosts, groups } =
    own.length === listed.length
      ? { hosts: own, groups: [] }
      : (await import("./registries/groups.ts")).resolveNetwork(entries, machine);
  if (hosts.length > 0 && options.proxyEnv !== undefined) {
    const { upstreamFor } = await import("./egress/upstream.ts");
    for (const target of hosts) upstreamFor(target, options.proxyEnv); // reports an invalid proxy before the first connection
  }
  // The services come first, because an invalid one must leave no listener behind.
  const { forwards, names, egresses } =
    services.length === 0
      ? NO_SERVICES
      : await (
          await import("./open-services.ts")
        ).openServices({ ...options, scratchDir, onRefused, services, env: machine.env });
  const egress = await openEgress({
    ...options,
    hosts,
    onRefused,
    socketPath: join(scratchDir, NETWORK_SOCKET.inScratch),
  });
  for (const { group, problems } of groups) {
    for (const problem of problems) options.onDenied(`sandbox.network: ${group}: ${problem}.`);
  }
  // A host or a service that is listed by itself may be one.
  const hasPythonIndex = services.length > 0 || own.length > 0 || groups.some(({ group }) => group === "pypi");
  const env = Object.assign(
    networkVariables({ hasHosts: hosts.length > 0, hasPythonIndex }, names),
    hosts.length === 0 ? {} : await trust(machine, ca, { scratchDir, warn: options.onDenied }),
    ...groups.map((one) => one.env),
  );
  await channel.call("openNetwork", {
    forwards: [
      { socketPath: NETWORK_SOCKET.inCell, port: PROXY_PORT, addresses: ["127.0.0.1"], isProxy: true },
      ...forwards,
    ],
    env: { ...env, ...readOnlyCaches(env) },
    // A group's own file counts before the usual one of the same name.
    files: [...groups.flatMap(({ files }) => files), mavenFile(PROXY_PORT), gradleFile(PROXY_PORT)],
  });
  const named = entries.filter((entry) => parseNetworkEntry(entry)?.kind === "host").map(networkEntryText);
  const close = (): void => {
    for (const one of [egress, ...egresses]) one.close();
  };
  const places = [
    ...named,
    ...groups.map(({ group, hosts: ofGroup }) => `${group}: ${ofGroup.join(", ")}`),
    ...services.map((service) => `service ${service}`),
  ];
  return { egress: { close }, places };
}

const NO_SERVICES: OpenedServices = { forwards: [], names: [], egresses: [] };

/** Variables that name this machine's certificates; none where neither its own variables nor the policy name a file of them. */
async function trust(
  machine: Machine,
  ca: readonly string[] = [],
  { scratchDir, warn }: { readonly scratchDir: string; readonly warn: (text: string) => void },
): Promise<Readonly<Record<string, string>>> {
  const sources = trustSources(machine, ca);
  if (sources.length === 0) return {};
  const { makeBundle } = await import("./trust/trust-bundle.ts");
  const path = join(scratchDir, dirname(NETWORK_SOCKET.inScratch));
  const bundle = makeBundle(sources, { path, inCell: dirname(NETWORK_SOCKET.inCell) });
  if (bundle !== undefined && bundle.added.length > 0) trustInBrowser(join(scratchDir, CELL_FILES), bundle.added);
  for (const problem of bundle?.problems ?? []) warn(`Certificates for the cell: ${problem}.`);
  return bundle === undefined ? {} : trustVariables(bundle.inCell, bundle.keyStore);
}
