/** Gives an open cell its way to the network. Loaded only for a policy that lists hosts. */

import { join } from "node:path";
import { HOST_PORT, parseHostPort } from "../base/host-name.ts";
import type { ProxyEnv } from "../base/proxy-env.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Channel } from "./process/channel.ts";
import type { Outside } from "./egress/dial.ts";
import { openEgress, type Egress } from "./egress/proxy.ts";
import type { EgressLimits } from "./egress/share.ts";
import { upstreamFor } from "./egress/upstream.ts";
import { NETWORK_SOCKET } from "./sealed/plan-sealed.ts";

export interface NetworkOptions {
  /** `host` or `host:port`, as the policy lists them. */
  readonly hosts: readonly string[];
  /** Proxies of this machine, where it has some. */
  readonly proxyEnv?: ProxyEnv | undefined;
  /** Hears of every place once that was asked for in vain, in a sentence. */
  readonly onDenied: (text: string) => void;
  readonly outside?: Outside;
  readonly limits?: Partial<EgressLimits>;
}

/** Throws `config.invalid` for what is no host, and for a proxy of this machine that is no address. */
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
  for (const target of parsed) upstreamFor(target, proxyEnv); // a mistake is said now, and not in the middle
  const egress = await openEgress({
    ...rest,
    socketPath: join(scratchDir, NETWORK_SOCKET.inScratch),
    hosts: parsed,
    upstreamFor: (target) => upstreamFor(target, proxyEnv),
  });
  await channel.call("openNetwork", { socketPath: NETWORK_SOCKET.inCell });
  return egress;
}
