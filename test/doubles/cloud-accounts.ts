/** Accounts of a job at AWS and Google, as tests have them. */

import type { CloudAccounts } from "./model-clouds.ts";

export const ACCOUNTS: CloudAccounts = {
  accessKey: "ASIAEXAMPLE000000001",
  secretKey: "aws-secret-key-of-the-job-000000000001",
  sessionToken: "aws-session-token-of-the-job-00000001",
  region: "eu-west-1",
  bedrockKey: "bedrock-api-key-0000000000000001",
  identity: "github-identity-token-00000000001",
  accessToken: "google-access-token-0000000000001",
};

/** The variables that `aws-actions/configure-aws-credentials` leaves. */
export const AWS = {
  AWS_REGION: ACCOUNTS.region,
  AWS_ACCESS_KEY_ID: ACCOUNTS.accessKey,
  AWS_SECRET_ACCESS_KEY: ACCOUNTS.secretKey,
  AWS_SESSION_TOKEN: ACCOUNTS.sessionToken,
};
