/** Exact host names, as a policy lists them: without wildcards, addresses or a second spelling of the same name. */

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Description of an accepted value, for error messages. */
export const HOST_PORT = 'an exact host in lower case, like "registry.npmjs.org", with a port where it is not 443';

const HTTPS_PORT = 443;
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** The last label has a letter and is not a hex number, because most programs read `127.1` and `0x7f.0x1` as addresses. */
const HOST = new RegExp(`^(?:${LABEL}\\.)+(?!0x[0-9a-f]*$)(?=[a-z0-9-]*[a-z])${LABEL}$`);
const MAX_HOST_CHARS = 253;

/** A host as a policy lists it: without the port where it is 443. */
export function hostPortText({ host, port }: HostPort): string {
  return port === HTTPS_PORT ? host : `${host}:${port}`;
}

/** Reads `host` or `host:port`; undefined for any other text. */
export function parseHostPort(text: string, usualPort = HTTPS_PORT): HostPort | undefined {
  const [, host = "", digits] = /^([^:]+)(?::([1-9]\d{0,4}))?$/.exec(text) ?? [];
  const port = digits === undefined ? usualPort : Number(digits);
  return host.length <= MAX_HOST_CHARS && HOST.test(host) && port <= 65_535 ? { host, port } : undefined;
}
