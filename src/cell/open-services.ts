/** Lets a cell reach the services that a policy names: each has a socket, a port of the cell's loopback and a name. */

import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostPort } from "../base/network/host-name.ts";
import { parseService } from "../base/network/service.ts";
import { RunnerError } from "../protocol/error.ts";
import { openService, type Egress } from "./egress/open-egress.ts";
import type { ServiceOptions } from "./egress/service.ts";
import type { Forward } from "./process/frames.ts";
import { PROXY_PORT } from "./process/network-variables.ts";
import { HOSTS_FILE, NETWORK_SOCKET } from "./sealed/plan-sealed.ts";

export interface OpenServicesOptions extends Omit<ServiceOptions, "target"> {
  readonly scratchDir: string;
  /** `name:port`, as the policy names them. */
  readonly services: readonly string[];
  /** Variables of this machine. A service may not be the model or the proxy that one of them names. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type OpenedServices = Awaited<ReturnType<typeof openServices>>;

/** Throws `config.invalid` for a text that is no service, and for the port of the model or of a proxy. */
export async function openServices({ scratchDir, services, env, ...options }: OpenServicesOptions) {
  const targets = services.map((text) => requireService(text, env));
  const names = [...new Set(targets.map(({ host }) => host))];
  // Each name has an address of its own, so that two services may have the same port.
  const addressOf = new Map(
    names.filter((name) => name !== "localhost").map((name, index) => [name, `127.0.0.${index + 2}`]),
  );
  const lines = [...addressOf].map(([name, address]) => `${address} ${name}\n`);
  if (lines.length > 0) appendFileSync(join(scratchDir, HOSTS_FILE), `\n${lines.join("")}`);
  const egresses: Egress[] = [];
  const forwards: Forward[] = [];
  for (const [index, target] of targets.entries()) {
    const socket = `service-${index + 1}`;
    const path = join(scratchDir, dirname(NETWORK_SOCKET.inScratch), socket);
    egresses.push(await openService(path, { ...options, target }));
    const address = addressOf.get(target.host);
    forwards.push({
      socketPath: join(dirname(NETWORK_SOCKET.inCell), socket),
      port: target.port,
      addresses: address === undefined ? ["127.0.0.1", "::1"] : [address],
    });
  }
  return { forwards, names, egresses };
}

/** Variables that name the address of a model or a proxy, which uses this machine's keys. */
const KEPT = /(?:_PROXY|BASE_URL|API_BASE|ENDPOINT|DOCKER_HOST)$/i;
const THIS_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/;

function requireService(text: string, env: OpenServicesOptions["env"]): HostPort {
  const target = parseService(text);
  const refuse = (why: string): never => {
    throw new RunnerError({
      code: "config.invalid",
      message: `The cell cannot be given the service ${JSON.stringify(text)}: ${why}.`,
      hint: "Leave it out of sandbox.services.",
    });
  };
  if (target === undefined) return refuse("it is not a name and port");
  if (target.host === "localhost" && target.port === PROXY_PORT) return refuse("the cell's own proxy has this port");
  for (const [name, value = ""] of Object.entries(env)) {
    const url = KEPT.test(name) ? URL.parse(value.includes("://") ? value : `http://${value}`) : null;
    if (url === null || Number(url.port) !== target.port) continue;
    if (url.hostname === target.host || THIS_MACHINE.test(url.hostname))
      return refuse(`${name} of this machine leads there`);
  }
  return target;
}
