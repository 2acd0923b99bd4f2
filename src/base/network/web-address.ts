/** Addresses that web tools may open: https, an exact host, no user or password, and short, so that they carry little data out. */

import { hostPortText, parseHostPort } from "./host-name.ts";

export type WebAddress =
  /** `host` is as a policy lists it. */
  | { readonly kind: "address"; readonly url: URL; readonly host: string }
  | { readonly kind: "refused"; readonly why: string };

/** Description of an accepted value, for error messages. */
export const WEB_ADDRESS = "an address like https://docs.python.org/3/library/json.html";

/** Longer addresses could carry files out. Addresses of documentation have at most 200 characters. */
const MAX_PATH_CHARS = 1_000;
const MAX_QUERY_CHARS = 512;

/** Reads an address. That of a redirect may be relative to `base`, the page that redirects. */
export function parseWebAddress(text: string, base?: URL): WebAddress {
  const url = URL.parse(text.trim(), base?.href);
  if (url === null) return refused("is no address");
  if (url.protocol !== "https:") return refused(`begins with ${url.protocol}; only https: is opened`);
  if (url.username !== "" || url.password !== "") return refused("has a user or password in it");
  const host = parseHostPort(url.host);
  if (host === undefined)
    return refused(`names ${url.host}, which is not an exact host name; IP addresses are not opened`);
  if (url.search.length > MAX_QUERY_CHARS) return refused(`has a query of more than ${MAX_QUERY_CHARS} characters`);
  if (url.pathname.length > MAX_PATH_CHARS) return refused(`has a path of more than ${MAX_PATH_CHARS} characters`);
  url.hash = "";
  return { kind: "address", url, host: hostPortText(host) };
}

function refused(why: string): WebAddress {
  return { kind: "refused", why };
}
