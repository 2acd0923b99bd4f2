/** Which variables are taken for secrets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { secretsOf } from "../../../src/run/open/secrets.ts";

test("by name, and by a password in an address", () => {
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

test("what is packed into JSON: all of a dump of secrets, what is named like one of anything else", () => {
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

test("a token in the environment is a secret also where a job was given another one", () => {
  const env = { GITHUB_TOKEN: "ghs_ofTheEnvironment", "INPUT_GITHUB-TOKEN": "ghs_ofTheInput" };
  const secrets = { ...secretsOf(env, undefined), GITHUB_TOKEN: env["INPUT_GITHUB-TOKEN"] };
  assert.deepEqual(new Set(Object.values(secrets)), new Set(Object.values(env)));
  assert.deepEqual(secretsOf({ GITHUB_TOKEN: "x", "INPUT_GITHUB-TOKEN": "x" }, "x"), {
    GITHUB_TOKEN: "x",
    "INPUT_GITHUB-TOKEN": "x",
    API_KEY: "x",
  });
});
