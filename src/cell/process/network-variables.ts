/** Variables of commands in a sealed cell: the address of the proxy, and how often programs repeat a refused request. */

/** The proxy's port on the cell's loopback, which is the cell's own. It is fixed, so that it can be written into files. */
export const PROXY_PORT = 3128;

const PROXY_NAMES = [
  ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"],
  ["npm_config_https_proxy", "npm_config_proxy", "YARN_HTTPS_PROXY", "YARN_HTTP_PROXY"],
  ["CARGO_HTTP_PROXY", "PIP_PROXY"],
].flat();

/** Servers in the cell itself are reached without the proxy. */
const OWN_SERVERS = ["localhost", "127.0.0.1", "::1"];

const RETRY_NAMES = [
  ["npm_config_fetch_retries", "PIP_RETRIES", "UV_HTTP_RETRIES"],
  ["CARGO_NET_RETRY", "YARN_HTTP_RETRY", "BUNDLE_RETRY"],
].flat();

/**
 * The variables in which programs look for a proxy, and their numbers of retries: none in a cell that reaches no host, because a refusal is
 * final; else npm waits one second in place of ten. Without an index of Python packages uv uses what its cache has: it builds a project again
 * when the birth time of a folder changes, as the first edit of a copy on write does, and asks the index for packages in its cache.
 */
export function networkVariables(
  { hasHosts, hasPythonIndex }: { readonly hasHosts: boolean; readonly hasPythonIndex: boolean },
  services: readonly string[],
): Record<string, string> {
  const proxy = `http://127.0.0.1:${PROXY_PORT}`;
  const retries = hasHosts ? "2" : "0";
  const except = [...OWN_SERVERS, ...services.filter((name) => name !== "localhost")].join(",");
  return {
    ...Object.fromEntries(PROXY_NAMES.map((name) => [name, proxy])),
    ...Object.fromEntries(RETRY_NAMES.map((name) => [name, retries])),
    npm_config_fetch_retry_mintimeout: "1000",
    npm_config_fetch_retry_maxtimeout: "2000",
    NO_PROXY: except,
    no_proxy: except,
    NODE_USE_ENV_PROXY: "1", // node's own fetch, from 24
    // A missing toolchain cannot be downloaded, and npm need not ask whether what its cache has is the newest.
    ...(hasPythonIndex ? {} : { UV_OFFLINE: "1" }),
    ...(hasHosts ? {} : { GOTOOLCHAIN: "local", npm_config_prefer_offline: "true" }),
  };
}
