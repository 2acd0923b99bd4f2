/** The clouds that serve models: their settings in a job's environment, their addresses, and the vendors' models there. */

import { configError } from "../../protocol/error.ts";
import type { ProviderName } from "../../protocol/model.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface CloudSettings {
  readonly awsRegion?: string | undefined;
  /** Keys of AWS, as `aws-actions/configure-aws-credentials` sets them. Undefined: the default chain of AWS looks for credentials. */
  readonly awsKeys?: AwsKeys | undefined;
  /** Location of Google Cloud; `global` if the environment names none. */
  readonly googleLocation: string;
  /** Project of Google Cloud. Undefined: that of the credentials. */
  readonly googleProject?: string | undefined;
  /** File with Google's credentials. Undefined: Google's library looks for credentials. */
  readonly googleCredentials?: string | undefined;
}

interface AwsKeys {
  readonly awsAccessKey: string;
  readonly awsSecretKey: string;
  readonly awsSessionToken?: string | undefined;
}

/** Reads the names that the vendors' own actions and programs set. Empty values count as not set. */
export function cloudSettings(env: Env): CloudSettings {
  const read = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== "");
  const [awsAccessKey, awsSecretKey] = [read("AWS_ACCESS_KEY_ID"), read("AWS_SECRET_ACCESS_KEY")];
  const hasKeys = awsAccessKey !== undefined && awsSecretKey !== undefined;
  return {
    awsRegion: read("AWS_REGION", "AWS_DEFAULT_REGION"),
    awsKeys: hasKeys ? { awsAccessKey, awsSecretKey, awsSessionToken: read("AWS_SESSION_TOKEN") } : undefined,
    googleLocation: read("CLOUD_ML_REGION", "GOOGLE_CLOUD_LOCATION") ?? "global",
    googleProject: read("ANTHROPIC_VERTEX_PROJECT_ID", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT"),
    googleCredentials: read("GOOGLE_APPLICATION_CREDENTIALS"),
  };
}

/** The address of Bedrock in the job's region. Throws `config.invalid` without a region. */
export function bedrockUrl({ awsRegion }: Pick<CloudSettings, "awsRegion">): string {
  if (awsRegion !== undefined) return `https://bedrock-runtime.${awsRegion}.amazonaws.com`;
  throw configError("No AWS region is set for Bedrock.", "Set AWS_REGION, for example to us-east-1.");
}

/** Hosts of the locations of Vertex that are not regions. */
const VERTEX_HOSTS: Readonly<Record<string, string>> = {
  global: "aiplatform.googleapis.com",
  us: "aiplatform.us.rep.googleapis.com",
  eu: "aiplatform.eu.rep.googleapis.com",
};

export function vertexUrl({ googleLocation }: Pick<CloudSettings, "googleLocation">): string {
  return `https://${VERTEX_HOSTS[googleLocation] ?? `${googleLocation}-aiplatform.googleapis.com`}/v1`;
}

/** Completes an address of Azure to the base of the v1 API. Throws `config.invalid` for the API of deployments. */
export function endpointUrl(baseUrl: string, provider: ProviderName): string {
  if (provider !== "azure") return baseUrl;
  const { origin, pathname } = new URL(baseUrl);
  if (pathname.includes("/deployments/")) {
    throw configError(
      `AZURE_BASE_URL names a deployment: ${baseUrl}`,
      `The model's name says which deployment it is. Set AZURE_BASE_URL to ${origin}/openai/v1.`,
    );
  }
  const path = pathname.replace(/\/(?:chat\/completions|responses)?\/?$/, "");
  return path.endsWith("/v1") ? `${origin}${path}` : `${origin}${path.replace(/\/openai$/, "")}/openai/v1`;
}

/** Regional endpoints cost 10% more than the vendor's own. An address does not always show whether it is regional. */
const REGIONAL = 1.1;

/**
 * The vendor's model behind a cloud's name, and the cloud's price divided by the vendor's; undefined for other providers. An Azure
 * deployment is assumed to have its model's name.
 */
export function originalOf(provider: ProviderName, id: string) {
  if (provider === "azure") return { name: `openai/${id}`, priceFactor: REGIONAL };
  if (provider !== "bedrock" && provider !== "vertex") return undefined;
  return { name: `anthropic/${claudeOf(id)}`, priceFactor: id.startsWith("global.") ? 1 : REGIONAL };
}

/** `eu.anthropic.claude-opus-5-20260301-v1:0` and `claude-opus-5@20260301` → `claude-opus-5-20260301`. */
function claudeOf(id: string): string {
  return id
    .replace(/^(?:[a-z-]+\.)?anthropic\./, "")
    .replace(/-v\d+(?::\d+)?$/, "")
    .replace(/@(?=\d{8}$)/, "-");
}

/** How to reach a cloud's models that are not Anthropic's. */
const ELSEWHERE: Partial<Record<ProviderName, string>> = {
  bedrock: "compatible/… at https://bedrock-mantle.<region>.api.aws/openai/v1",
  vertex: "gemini/…",
};

/** Throws `config.invalid` for a model that is not Claude. An ARN names a profile and not its model, so it is accepted. */
export function requireClaude({ provider, id }: { readonly provider: ProviderName; readonly id: string }): void {
  if (/claude|^arn:/i.test(id)) return;
  throw configError(
    `${provider}/${id} is not an Anthropic model.`,
    `${provider}/… is only for Claude. For other models, use ${ELSEWHERE[provider] ?? "another provider"}.`,
  );
}
