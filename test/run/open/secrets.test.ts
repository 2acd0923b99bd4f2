/** Which variables are taken for secrets. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { secretsOf } from "../../../src/run/open/secrets.ts";
import { createScratch } from "../../doubles/scratch.ts";

test("variables are secret by their name, or by a password in an address", () => {
  const secrets = {
    KIMI_API_KEY: "1",
    GH_PAT: "2",
    NPM_CONFIG__AUTH: "3",
    SECRET_SAUCE: "4",
    pgpassword: "5",
    SIGNING_PRIVATE_KEY_PEM: "6",
    AWS_CREDENTIALS: "7",
  };
  const others = {
    PATH: "/bin",
    HOME: "/root",
    TOKENIZERS_PARALLELISM: "true",
    KEYBOARD: "us",
    URL: "https://a.b/c@d",
  };
  const addresses = { DATABASE_URL: "postgres://user:p%40ss@host/db", INDEX_URL: "https://ghp_token@host/x" };
  assert.deepEqual(secretsOf({ ...secrets, ...others, ...addresses }, "flag"), {
    ...secrets,
    DATABASE_URL: "p%40ss",
    INDEX_URL: "ghp_token",
    API_KEY: "flag",
  });
});

test("in JSON, every member of a dump of secrets is a secret, and otherwise those with a secret's name", () => {
  const account = JSON.stringify({
    type: "service_account",
    private_key: "p",
    nested: { client_secret: "s", id: "i" },
  });
  const secrets = JSON.stringify({ NPM: "n", DEPLOY: account, github_token: "t", count: 3 });
  assert.deepEqual(
    secretsOf({ ALL_SECRETS: secrets, GCP: account, DUMP: `{"a": 1, TOKEN`, LIST: `["x"]` }, undefined),
    {
      ALL_SECRETS: secrets,
      "ALL_SECRETS.NPM": "n",
      "ALL_SECRETS.DEPLOY.private_key": "p",
      "ALL_SECRETS.DEPLOY.nested.client_secret": "s",
      "ALL_SECRETS.github_token": "t",
      "GCP.private_key": "p",
      "GCP.nested.client_secret": "s",
    },
  );
});

test("a token in the environment is a secret even where the job was given another token", () => {
  const env = { GITHUB_TOKEN: "ghs_ofTheEnvironment", "INPUT_GITHUB-TOKEN": "ghs_ofTheInput" };
  const secrets = { ...secretsOf(env, undefined), GITHUB_TOKEN: env["INPUT_GITHUB-TOKEN"] };
  assert.deepEqual(new Set(Object.values(secrets)), new Set(Object.values(env)));
  assert.deepEqual(secretsOf({ GITHUB_TOKEN: "x", "INPUT_GITHUB-TOKEN": "x" }, "x"), {
    GITHUB_TOKEN: "x",
    "INPUT_GITHUB-TOKEN": "x",
    API_KEY: "x",
  });
});

test("credentials of clouds are found by name, and in the files that the environment names", () => {
  using scratch = createScratch();
  const file = (name: string, text: string): string => {
    const path = join(scratch.dir, name);
    writeFileSync(path, text);
    return path;
  };
  const google = file(
    "gha-creds-1.json",
    JSON.stringify({
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1",
      credential_source: { url: "https://oidc/", headers: { Authorization: "Bearer oidc-request-token" } },
    }),
  );
  const jwt = file("token", "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln\n");
  const profile = file(
    "aws",
    "[default]\nregion = eu-west-1\naws_access_key_id = ASIA2\naws_secret_access_key=s2\naws_session_token = t2\n",
  );
  const plain = {
    AWS_REGION: "us-east-1",
    AWS_ROLE_ARN: "arn:aws:iam::1:role/agent",
    GOOGLE_CLOUD_PROJECT: "project",
    CLOUD_ML_REGION: "global",
    GOOGLE_APPLICATION_CREDENTIALS: google,
    GOOGLE_GHA_CREDS_PATH: google,
    AWS_WEB_IDENTITY_TOKEN_FILE: jwt,
    AWS_SHARED_CREDENTIALS_FILE: profile,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file("padded", "QUJDREVGR0hJSktMTU5PUA==\n"), // no line `name = value`
    CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE: join(scratch.dir, "gone.json"),
  };
  const secrets = {
    AWS_ACCESS_KEY_ID: "ASIA1",
    AWS_SECRET_ACCESS_KEY: "s1",
    AWS_SESSION_TOKEN: "t1",
    AWS_BEARER_TOKEN_BEDROCK: "b1",
    AZURE_API_KEY: "az",
    AZURE_OPENAI_AD_TOKEN: "entra",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "oidc-request-token",
    ACTIONS_ID_TOKEN_REQUEST_URL: "https://pipelines.example/1",
  };
  assert.deepEqual(
    new Set(Object.values(secretsOf({ ...plain, ...secrets }, undefined))),
    new Set([
      ...Object.values(secrets),
      "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln",
      "ASIA2",
      "s2",
      "t2",
      "QUJDREVGR0hJSktMTU5PUA==",
    ]),
  );
});
