/** Connects an open cell to the network. Loaded only for a policy that lists hosts. */

import { join } from "node:path";
import { HOST_PORT, parseHostPort } from "../base/host-name.ts";
import type { ProxyEnv } from "../base/proxy-env.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Channel } from "./process/channel.ts";
import type { HostNetwork } from "./egress/dial.ts";
import { openEgress, type Egress } from "./egress/proxy.ts";
import type { EgressLimits } from "./egress/quota.ts";
import { upstreamFor } from "./egress/upstream.ts";
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

/** Throws `config.invalid` for an invalid host, and for an invalid proxy address of this machine. */
export async function openNetwork(
  channel: Channel,
  scratchDir: string,
  { hosts, proxyEnv, ...rest }: NetworkOptions,
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
  for (const target of parsed) upstreamFor(target, proxyEnv); // reports an invalid proxy before the first connection
  const egress = await openEgress({
    ...rest,
    socketPath: join(scratchDir, NETWORK_SOCKET.inScratch),
    hosts: parsed,
    upstreamFor: (target) => upstreamFor(target, proxyEnv),
  });
  await channel.call("openNetwork", { socketPath: NETWORK_SOCKET.inCell });
  return egress;
}
