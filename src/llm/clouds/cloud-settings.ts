/** What a job's environment says about the clouds that serve models: region, project and credentials. */

import { configError } from "../../protocol/error.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface CloudSettings {
  /** Of AWS. */
  readonly awsRegion?: string | undefined;
  /** Keys of AWS, as `aws-actions/configure-aws-credentials` leaves them. Undefined: the default chain of AWS finds some. */
  readonly awsKeys?: AwsKeys | undefined;
  /** Of Google; `global` when none is named. */
  readonly googleLocation: string;
  /** Undefined: the project of the credentials. */
  readonly googleProject?: string | undefined;
  /** The file of the credentials. Undefined: Google's library finds some. */
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
  throw configError("No region of AWS is set for Bedrock.", "Set AWS_REGION, for example to us-east-1.");
}

/** Locations of Vertex that are no regions have names of their own. */
const VERTEX_HOSTS: Readonly<Record<string, string>> = {
  global: "aiplatform.googleapis.com",
  us: "aiplatform.us.rep.googleapis.com",
  eu: "aiplatform.eu.rep.googleapis.com",
};

export function vertexUrl({ googleLocation }: Pick<CloudSettings, "googleLocation">): string {
  return `https://${VERTEX_HOSTS[googleLocation] ?? `${googleLocation}-aiplatform.googleapis.com`}/v1`;
}
