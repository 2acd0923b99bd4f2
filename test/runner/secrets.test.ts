/** Which variables are taken for secrets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { secretsOf } from "../../src/runner/secrets.ts";

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
