/**
 * One server of this machine or its containers for the cell: bytes are copied to it and back, within limits. Its name must lead to
 * this machine or a private network, and is looked up for each connection.
 */

import type { Socket } from "node:net";
import type { HostPort } from "../../base/host-name.ts";
import { HOST_NETWORK, type HostNetwork } from "./dial.ts";
import { isConnected } from "./dial-result.ts";
import type { Proxy } from "./proxy.ts";
import { isServiceAddress } from "./public-address.ts";
import { createEgressQuota, type EgressLimits } from "./quota.ts";
import { serviceLine } from "./refusals.ts";

export interface ServiceOptions {
  readonly target: HostPort;
  readonly onDenied: (text: string) => void;
  readonly onRefused: (line: string) => void;
  readonly outside?: HostNetwork | undefined;
  readonly limits?: Partial<EgressLimits> | undefined;
}

/** Pools of connections to a database are silent for as long as the program that holds them runs. */
const IDLE_MS = 0;

export function createService({ target, onDenied, onRefused, outside = HOST_NETWORK, limits }: ServiceOptions): Proxy {
  const name = `${target.host}:${target.port}`;
  const closing = new AbortController();
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
      for (const address of open) {
        const remote = outside.connect(address, target.port);
        if (await isConnected(remote, closing.signal)) return join(client, remote);
        remote.destroy();
      }
      refuse(client, "it does not answer on this machine; start it before the run");
    },
    close() {
      closing.abort();
      quota.close();
    },
  };

  function join(client: Socket, remote: Socket): void {
    remote.on("error", () => remote.destroy());
    remote.once("close", () => client.end()); // bytes that have arrived are still passed on
    client.once("close", () => remote.destroy());
    if (client.destroyed) return void remote.destroy();
    quota.count(Buffer.alloc(0), client, remote);
    client.pipe(remote);
    remote.pipe(client);
  }
}
