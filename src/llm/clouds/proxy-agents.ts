/** Agents for AWS's packages, which fetch a job's credentials over connections of their own and know no proxy. */

import type { Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import type { ProxyEnv } from "../../base/proxy-env.ts";

interface ProxyAgents {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/** Undefined without a proxy. They keep no connection open, since credentials are asked for about once an hour. */
export function proxyAgents(proxyEnv: ProxyEnv | undefined): ProxyAgents | undefined {
  if (proxyEnv === undefined) return undefined;
  const options = { proxyEnv: { ...proxyEnv } };
  return {
    httpAgent: new (process.getBuiltinModule("node:http").Agent)(options),
    httpsAgent: new (process.getBuiltinModule("node:https").Agent)(options),
  };
}
