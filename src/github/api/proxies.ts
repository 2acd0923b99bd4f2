/** Proxies for requests by undici, whose connections can be bound to addresses: those for pictures and MCP servers. */

import { EnvHttpProxyAgent } from "undici";
import type { ProxyEnv } from "../../base/network/proxy-env.ts";

/** The proxies for undici. Empty texts prevent it from reading the environment itself. */
export function proxyOf(env: ProxyEnv): EnvHttpProxyAgent {
  const { HTTP_PROXY = "", HTTPS_PROXY = "", NO_PROXY = "" } = env;
  return new EnvHttpProxyAgent({ httpProxy: HTTP_PROXY, httpsProxy: HTTPS_PROXY, noProxy: NO_PROXY });
}
