/** Connects an open cell to the network, which may be one without hosts: programs are refused at once then, and told by whom. */

import { dirname, join } from "node:path";
import { networkEntryText, parseNetworkEntry, type NetworkEntry } from "../base/network/network-entry.ts";
import type { ProxyEnv } from "../base/proxy-env.ts";
import type { HostNetwork } from "./egress/dial.ts";
import { openEgress, type Egress } from "./egress/open-egress.ts";
import type { EgressLimits } from "./egress/quota.ts";
import { networkVariables, PROXY_PORT } from "./process/network-variables.ts";
import type { Channel } from "./process/channel.ts";
import type { ResolvedNetwork } from "./registries/groups.ts";
import type { OpenedServices, OpenServicesOptions } from "./open-services.ts";
import { gradleFile, mavenFile } from "./registries/java-files.ts";
import type { Machine } from "./registries/machine.ts";
import { trustSources, trustVariables } from "./trust/trust-sources.ts";
import { trustInBrowser } from "./sealed/etc.ts";
import { CELL_FILES, NETWORK_SOCKET } from "./sealed/plan-sealed.ts";

export interface NetworkOptions {
  /** As the policy lists them. */
  readonly hosts: readonly NetworkEntry[];
  /** The machine whose package managers say which hosts a group stands for; without it there can be no group. */
  readonly machine?: Machine | undefined;
  /** `name:port` of servers of this machine, as the policy names them. */
  readonly services?: readonly string[] | undefined;
  /** Files of certificates that the policy names. */
  readonly ca?: readonly string[] | undefined;
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
  { hosts: entries, machine, ca, services = [], ...options }: NetworkOptions,
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
  const { forwards, names, ways } =
    services.length === 0 ? NO_SERVICES : await startServices({ ...options, scratchDir, onRefused, services, machine });
  for (const { group, problems } of groups) {
    for (const problem of problems) options.onDenied(`sandbox.network: ${group}: ${problem}.`);
  }
  const env = Object.assign(
    networkVariables({ hasHosts: hosts.length > 0, services: names }),
    hosts.length === 0 ? {} : await trust(machine, ca, { scratchDir, warn: options.onDenied }),
    ...groups.map((one) => one.env),
  );
  await channel.call("openNetwork", {
    forwards: [{ socketPath: NETWORK_SOCKET.inCell, port: PROXY_PORT, addresses: ["127.0.0.1"] }, ...forwards],
    env: { ...env, ...readOnlyCaches(env) },
    // A group's own file counts before the usual one of the same name.
    files: [...groups.flatMap(({ files }) => files), mavenFile(PROXY_PORT), gradleFile(PROXY_PORT)],
  });
  const named = entries.filter((entry) => parseNetworkEntry(entry)?.kind === "host").map(networkEntryText);
  const close = (): void => {
    for (const way of [egress, ...ways]) way.close();
  };
  const places = [...named, ...groups.map(placesOf), ...services.map((service) => `service ${service}`)];
  return { egress: { close }, places };
}

const NO_SERVICES: OpenedServices = { forwards: [], names: [], ways: [] };

interface StartOptions extends Omit<OpenServicesOptions, "env"> {
  readonly machine: Machine | undefined;
}

async function startServices({ machine, ...options }: StartOptions): Promise<OpenedServices> {
  const { openServices } = await import("./open-services.ts");
  return await openServices({ ...options, env: machine?.env ?? {} });
}

/** The variables with the certificates of this machine, where one of its own variables or the policy names any. */
async function trust(
  machine: Machine | undefined,
  ca: readonly string[] = [],
  { scratchDir, warn }: { readonly scratchDir: string; readonly warn: (text: string) => void },
): Promise<Readonly<Record<string, string>>> {
  const sources = machine === undefined ? [] : trustSources(machine, ca);
  if (sources.length === 0) return {};
  const { makeBundle } = await import("./trust/trust-bundle.ts");
  const place = (name: string) => ({
    path: join(scratchDir, dirname(NETWORK_SOCKET.inScratch), name),
    inCell: join(dirname(NETWORK_SOCKET.inCell), name),
  });
  const bundle = makeBundle(sources, { ...place(CA_NAME), keyStore: place(KEY_STORE_NAME) });
  if (bundle !== undefined && bundle.added.length > 0) trustInBrowser(join(scratchDir, CELL_FILES), bundle.added);
  for (const problem of bundle?.problems ?? []) warn(`Certificates for the cell: ${problem}.`);
  return bundle === undefined ? {} : trustVariables(bundle.inCell, bundle.keyStore);
}

const CA_NAME = "ca.pem";
const KEY_STORE_NAME = "ca.jks";

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
