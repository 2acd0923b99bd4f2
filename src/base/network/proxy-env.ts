/** Proxy settings by their usual names: HTTP_PROXY, HTTPS_PROXY, NO_PROXY. */

export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/** The proxies of an environment, in upper or lower case; undefined where there are none. An empty value counts as not set. */
export function proxyEnvOf(env: Readonly<Record<string, string | undefined>>): ProxyEnv | undefined {
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].flatMap((name) => {
    const value = env[name]?.trim() || env[name.toLowerCase()]?.trim();
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return proxies.some(([name]) => name !== "NO_PROXY") ? Object.fromEntries(proxies) : undefined;
}
