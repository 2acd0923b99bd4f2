/** Claude on Amazon Bedrock, by Anthropic's package: signed requests and binary event streams. */

import { AnthropicBedrock } from "@anthropic-ai/bedrock-sdk";
import { fromNodeProviderChain } from "@aws-sdk/credential-providers";
import type { ProxyEnv } from "../../base/network/proxy-env.ts";
import { bedrockUrl, type CloudSettings } from "./cloud-settings.ts";
import { streaming, withCredentials, type ClientSettings, type MessagesClient } from "./messages-client.ts";

/** The version that Bedrock documents for its requests. */
const VERSION = { "anthropic-version": "bedrock-2023-05-31" };

const HINT =
  "Run aws-actions/configure-aws-credentials with a role in an earlier step (permission id-token: write), or set AWS_BEARER_TOKEN_BEDROCK.";

interface BedrockOptions {
  readonly cloud: CloudSettings;
  /** A Bedrock key. Without one, requests are signed. */
  readonly key: string | undefined;
  readonly proxyEnv?: ProxyEnv | undefined;
}

/** Throws `config.invalid` without a region. */
export function bedrockClient(given: ClientSettings, { cloud, key, proxyEnv }: BedrockOptions): MessagesClient {
  const { awsRegion, awsKeys } = cloud;
  bedrockUrl(cloud); // throws without a region, for which requests to any address are signed
  const defaultHeaders = { ...VERSION, ...given.defaultHeaders };
  const settings = { ...given, defaultHeaders, apiKey: key || null, awsRegion };
  const client =
    awsKeys === undefined
      ? new AnthropicBedrock({ ...settings, providerChainResolver: defaultChain(proxyEnv) })
      : new AnthropicBedrock({ ...settings, ...awsKeys });
  return withCredentials(streaming(client), "AWS", HINT);
}

/** One chain for all requests, which remembers credentials. Its own connections need to be told of a proxy. */
function defaultChain(proxyEnv: ProxyEnv | undefined) {
  const options = proxyEnv && { proxyEnv: { ...proxyEnv } };
  const agents = options && {
    httpAgent: new (process.getBuiltinModule("node:http").Agent)(options),
    httpsAgent: new (process.getBuiltinModule("node:https").Agent)(options),
  };
  const chain = fromNodeProviderChain(agents && { clientConfig: { requestHandler: agents } });
  return async () => chain;
}
