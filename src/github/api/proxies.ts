/** undici's `fetch` by way of the proxies of an environment. Node's own, which everything else uses, has no interface for them. */

import { EnvHttpProxyAgent, fetch as fetchBy } from "undici";
import type { ProxyEnv } from "../../base/proxy-env.ts";

/** The proxies for undici. Empty texts keep it from reading the environment itself. */
export function proxyOf(env: ProxyEnv): EnvHttpProxyAgent {
  const { HTTP_PROXY = "", HTTPS_PROXY = "", NO_PROXY = "" } = env;
  return new EnvHttpProxyAgent({ httpProxy: HTTP_PROXY, httpsProxy: HTTPS_PROXY, noProxy: NO_PROXY });
}

/** A `fetch` with connections of its own, which do not keep the process alive. */
export function createProxiedFetch(env: ProxyEnv): typeof fetch {
  const dispatcher = proxyOf(env);
  // The types of undici's package and of Node's copy of it have different names for the same.
  return ((url: string, init: object) => fetchBy(url, { ...init, dispatcher })) as unknown as typeof fetch;
}
