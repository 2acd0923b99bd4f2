/**
 * Claude on Amazon Bedrock: the Messages API over AWS's signed requests and binary event streams, by Anthropic's package. Its
 * credentials are those of the job: a Bedrock key, the keys of the environment, or what the default chain of AWS finds.
 */

import { AnthropicBedrock } from "@anthropic-ai/bedrock-sdk";
import { fromNodeProviderChain } from "@aws-sdk/credential-providers";
import type { ProxyEnv } from "../../base/proxy-env.ts";
import { proxyAgents } from "./proxy-agents.ts";
import { bedrockUrl, type CloudSettings } from "./cloud-settings.ts";
import { withCredentials, type ClientSettings, type MessagesClient } from "./messages-client.ts";

/** The version that Bedrock documents for its requests. */
const VERSION = { "anthropic-version": "bedrock-2023-05-31" };

const HINT =
  "Run aws-actions/configure-aws-credentials with a role in an earlier step (permission id-token: write), or set AWS_BEARER_TOKEN_BEDROCK.";

interface BedrockOptions {
  readonly cloud: CloudSettings;
  /** A Bedrock key. Without one requests are signed. */
  readonly key: string | undefined;
  readonly proxyEnv?: ProxyEnv | undefined;
}

/** Throws `config.invalid` without a region. */
export function bedrockClient(given: ClientSettings, { cloud, key, proxyEnv }: BedrockOptions): MessagesClient {
  const { awsRegion, awsKeys } = cloud;
  bedrockUrl(cloud); // requests to another address are signed for a region too
  const defaultHeaders = { ...VERSION, ...given.defaultHeaders };
  const settings = { ...given, defaultHeaders, apiKey: key || null, awsRegion };
  const { messages } =
    awsKeys === undefined
      ? new AnthropicBedrock({ ...settings, providerChainResolver: defaultChain(proxyEnv) })
      : new AnthropicBedrock({ ...settings, ...awsKeys });
  return withCredentials(messages, "AWS", HINT);
}

/** The chain remembers what it found until that expires. The package would build, and ask, a new one for each request. */
function defaultChain(proxyEnv: ProxyEnv | undefined) {
  const agents = proxyAgents(proxyEnv);
  const chain = fromNodeProviderChain(agents && { clientConfig: { requestHandler: agents } });
  return async () => chain;
}
