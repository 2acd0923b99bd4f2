/**
 * The worker attacks its own cell before the first command runs. Every probe is one attack that must fail. A probe that cannot be
 * carried out counts as an escape. Nearly all probes run in this process, because a spawn costs 1–3 ms.
 */

import type { Probe } from "../../protocol/cell.ts";
import type { Bait } from "../process/frames.ts";
import {
  controllerFiles,
  dockerSocket,
  gitDirectory,
  kernelSettings,
  runnerFiles,
  setuidBits,
  system,
  workspace,
} from "./probe-files.ts";
import {
  capabilities,
  controllerEnviron,
  descriptors,
  environs,
  namespaces,
  processes,
  systemCalls,
  type ProbeResult,
} from "./probe-processes.ts";
import { attackOnWorker, datagram, nestedNamespace, privilege, stream } from "./probe-reach.ts";

export interface OwnPlaces {
  /** The worker's own folder. */
  readonly dir: string;
  /** The names of the worker's own variables. */
  readonly variables: readonly string[];
}

/** Runs every probe. Not used on the level `none`, where they would succeed. */
export async function runProbes(root: string, bait: Bait, own: OwnPlaces): Promise<readonly Probe[]> {
  // The descriptors come first, because the network probes open some of their own.
  const attacks: readonly (readonly [name: string, attack: () => ProbeResult | Promise<ProbeResult>])[] = [
    ["descriptors", descriptors],
    ["system", system],
    ["kernel_settings", kernelSettings],
    ["runner_files", () => runnerFiles(bait.runnerPaths)],
    ["controller_files", () => controllerFiles(bait)],
    ["controller_environ", () => controllerEnviron(bait.controller)],
    ["docker_socket", dockerSocket],
    ["environment", () => environs(own.variables, new Set(bait.environNames))],
    ["processes", processes],
    ["namespaces", () => namespaces(bait.namespaces)],
    ["capabilities", capabilities],
    ["git_directory", () => gitDirectory(root, bait)],
    ["workspace", () => workspace(root, bait)],
    ["network", async () => await stream({ host: "127.0.0.1", port: bait.tcpPort })],
    ["udp", async () => await datagram(bait.udpPort)],
    ["unix_socket", async () => await stream({ path: bait.socketPath })],
    ["system_calls", systemCalls],
    ["setuid_bits", () => setuidBits(own.dir)],
    ["worker", attackOnWorker],
    ["nested_namespace", nestedNamespace],
    ["privilege", privilege],
  ];
  // They are started in this order, and wait at the same time.
  return await Promise.all(attacks.map(async ([name, attack]) => ({ name, ...(await carriedOut(attack)) })));
}

async function carriedOut(attack: () => ProbeResult | Promise<ProbeResult>): Promise<ProbeResult> {
  try {
    return await attack();
  } catch (error) {
    return { held: false, detail: `not tried: ${String(error)}` };
  }
}
