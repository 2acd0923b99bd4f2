/** Connects an open cell to the network, which may be one without hosts: programs are refused at once then, and told by whom. */

import { join } from "node:path";
import { HOST_PORT, parseHostPort } from "../base/host-name.ts";
import type { ProxyEnv } from "../base/proxy-env.ts";
import { RunnerError } from "../protocol/error.ts";
import type { HostNetwork } from "./egress/dial.ts";
import { openEgress, type Egress } from "./egress/open-egress.ts";
import type { EgressLimits } from "./egress/quota.ts";
import { networkVariables, PROXY_PORT } from "./network-variables.ts";
import type { Channel } from "./process/channel.ts";
import { NETWORK_SOCKET } from "./sealed/plan-sealed.ts";

export interface NetworkOptions {
  /** `host` or `host:port`, as the policy lists them. */
  readonly hosts: readonly string[];
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
}

/** Throws `config.invalid` for an invalid host, and for an invalid proxy address of this machine. */
export async function openNetwork(
  { channel, scratchDir, onRefused }: CellChannel,
  { hosts, ...options }: NetworkOptions,
): Promise<Egress> {
  const parsed = hosts.map((text) => {
    const target = parseHostPort(text);
    if (target !== undefined) return target;
    throw new RunnerError({
      code: "config.invalid",
      message: `The cell cannot be given a way to ${JSON.stringify(text)}.`,
      hint: `Name ${HOST_PORT}.`,
    });
  });
  if (parsed.length > 0 && options.proxyEnv !== undefined) {
    const { upstreamFor } = await import("./egress/upstream.ts");
    for (const target of parsed) upstreamFor(target, options.proxyEnv); // reports an invalid proxy before the first connection
  }
  const egress = await openEgress({
    ...options,
    hosts: parsed,
    onRefused,
    socketPath: join(scratchDir, NETWORK_SOCKET.inScratch),
  });
  await channel.call("openNetwork", {
    socketPath: NETWORK_SOCKET.inCell,
    port: PROXY_PORT,
    env: networkVariables({ hasHosts: parsed.length > 0 }),
  });
  return egress;
}
