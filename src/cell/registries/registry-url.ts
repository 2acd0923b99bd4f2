/** Addresses of registries as a machine's configuration has them. */

import { parseHostPort } from "../../base/host-name.ts";

export interface RegistryUrl {
  /** Without user name, password, query and fragment. */
  readonly url: string;
  /** `host`, or `host:port` where the port is not 443. */
  readonly host: string;
}

export type RegistryRead =
  | ({ readonly kind: "registry" } & RegistryUrl)
  /** It is configured but cannot be listed. */
  | { readonly kind: "problem"; readonly says: string };

/** Reads an address; undefined for a text that is none, such as `direct` or `off`. */
export function readRegistry(text: string): RegistryRead | undefined {
  const url = URL.parse(text.trim().replace(/^(?:sparse|registry)\+/, ""));
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.port === "" ? url.hostname : `${url.hostname}:${url.port}`;
  const shown = JSON.stringify(host);
  if (parseHostPort(host) === undefined)
    return { kind: "problem", says: `${shown} is no host name that can be listed` };
  if (url.protocol === "http:") {
    return { kind: "problem", says: `${shown} is a registry without TLS; list it as { host: ${host}, plain: true }` };
  }
  return { kind: "registry", host, url: `${url.origin}${url.pathname}` };
}
