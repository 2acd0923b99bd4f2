/** Lets the cell reach a server, which must be on this machine or in a private network, within limits. */

import type { Socket } from "node:net";
import type { HostPort } from "../../base/network/host-name.ts";
import { connectToFirst, HOST_NETWORK } from "./dial.ts";
import type { Proxy } from "./proxy.ts";
import { isServiceAddress } from "./public-address.ts";
import { createEgressQuota, type EgressOptions } from "./quota.ts";
import { serviceLine } from "./refusals.ts";
import { joinEnds } from "./sockets.ts";

export interface ServiceOptions extends EgressOptions {
  readonly target: HostPort;
}

/** No limit: connections to a database are silent for as long as the program that holds them does not use them. */
const IDLE_MS = 0;

export function createService({ target, onDenied, onRefused, outside = HOST_NETWORK, limits }: ServiceOptions): Proxy {
  const name = `${target.host}:${target.port}`;
  const quota = createEgressQuota({ idleMs: IDLE_MS, ...limits }, onDenied);
  const refuse = (client: Socket, why: string): void => {
    quota.deny(name, why);
    onRefused(serviceLine(name, why));
    client.destroy();
  };
  return {
    async serve(client) {
      if (!quota.enter(client)) return refuse(client, "it has too many connections, or carried too many bytes");
      const addresses = await outside.resolve(target.host).catch(() => []);
      const open = addresses.filter((address) => isServiceAddress(address, target.host));
      if (open.length === 0) {
        const found = addresses.length === 0 ? "does not resolve here" : `is ${addresses.join(", ")}`;
        return refuse(client, `its name ${found}; a service is on this machine or in a private network`);
      }
      const remote = await connectToFirst(open, target.port, { outside, signal: quota.signal });
      if (remote === undefined) return refuse(client, "it does not answer on this machine; start it before the run");
      if (!joinEnds(client, remote)) return;
      quota.count(Buffer.alloc(0), client, remote);
      client.pipe(remote);
      remote.pipe(client);
    },
    close: quota.close,
  };
}
