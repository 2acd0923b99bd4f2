/** The lines that tell a command what the network refused. The names come from programs of the cell: in a line they are data. */

import { oneLine } from "../../base/truncate.ts";
import { PUBLIC_HOSTS } from "../registries/registry-settings.ts";

const MAX_NAME_CHARS = 120;

/**
 * The line for a host that could be listed; `name` is a checked `host:port`. For a public registry it names the group, which also
 * stands for the mirror that this machine may have.
 */
export function unlistedLine(name: string): string {
  const host = name.replace(/:443$/, "");
  const group = Object.entries(PUBLIC_HOSTS).find(([, hosts]) => hosts.includes(host))?.[0];
  return `[network] ${name} refused; add ${group === undefined ? "it" : `the group ${group}`} to sandbox.network`;
}

/** The line for a service that cannot be reached; `name` is a checked `name:port`. */
export function serviceLine(name: string, why: string): string {
  return `[network] service ${name}: ${why}`;
}

/** The line for any other refusal. `place` is what the program wrote. */
export function refusedLine(place: string, why: string): string {
  const named = place === "" ? "a request" : JSON.stringify(oneLine(place, MAX_NAME_CHARS));
  return `[network] ${named} refused: ${why}`;
}
