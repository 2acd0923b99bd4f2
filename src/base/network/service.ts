/** Servers on this machine or in its containers, as `sandbox.services` names them. */

import type { HostPort } from "./host-name.ts";

/** Description of an accepted value, for error messages. */
export const SERVICE =
  'the name and port of a server of this machine or its containers, like "localhost:5432" or "redis:6379"; the port is 1024 or more';

/** The name is one label: a name with a dot is a host of the network, and an address could be any machine's. */
const NAME = /^([a-z](?:[a-z0-9_-]{0,61}[a-z0-9])?):([1-9]\d{3,4})$/;
/** The container engine's ports. Who reaches them is root on this machine. */
const ENGINE_PORTS = new Set([2375, 2376]);

/** Reads `name:port`; undefined for any other text. */
export function parseService(text: string): HostPort | undefined {
  const [, host = "", digits] = NAME.exec(text) ?? [];
  const port = Number(digits);
  return port >= 1024 && port <= 65_535 && !ENGINE_PORTS.has(port) ? { host, port } : undefined;
}

/** For a text that is not a service: what would be accepted. Undefined for a valid one. */
export function serviceProblem(text: string): string | undefined {
  if (parseService(text) !== undefined) return undefined;
  if (/:237[56]$/.test(text)) return `${SERVICE}; never a container engine, which is root on this machine`;
  return SERVICE;
}
