/** Claude on Bedrock and Vertex, with the credentials that a job has: what is signed, what is sent, what comes back. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createModel } from "../../src/llm/create.ts";
import { knownAt } from "../../src/llm/features.ts";
import { parseModelName, providerSettings } from "../../src/llm/providers.ts";
import type { ChatModel } from "../../src/protocol/model.ts";
import { ACCOUNTS, AWS } from "../doubles/cloud-accounts.ts";
import { googleCredentials } from "../doubles/model-clouds.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { startModelServer, type ModelServer } from "../doubles/model-server.ts";
import { createScratch } from "../doubles/scratch.ts";
import { ask, failureOf, requestOf } from "./workbench.ts";

const BEDROCK = "bedrock/eu.anthropic.claude-sonnet-4-5-20250929-v1:0";
const VERTEX = "vertex/claude-sonnet-4-5@20250929";
const REPLY: DoubleReply = {
  think: "Let me think…",
  signature: "c2ln",
  text: "I read the file – naïvely 🎉.",
  calls: [{ id: "toolu_1", name: "read_file", arguments: { path: "src/ü🎉.ts" } }],
};

async function serveClouds(t: TestContext, replies: readonly DoubleReply[]): Promise<ModelServer> {
  const server = await startModelServer({ replies, clouds: ACCOUNTS });
  t.after(server.close);
  return server;
}

async function cloudModel(model: string, env: Readonly<Record<string, string>>, baseUrl: string): Promise<ChatModel> {
  const settings = providerSettings(env, parseModelName(model).provider);
  return createModel({ ...settings, model, baseUrl, clock: systemClock });
}

/** The chain of AWS reads the process's environment, as it does in a run. */
function withVariable(t: TestContext, name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  t.after(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}

test("bedrock: a signed request, and an answer in frames of any size", async (t) => {
  for (const shape of [{}, { chunkBytes: 1 }, { chunkBytes: 700 }]) {
    const server = await serveClouds(t, [{ ...REPLY, ...shape }]);
    const reply = await ask(await cloudModel(BEDROCK, AWS, server.origin));
    const direct = await startModelServer({ replies: [REPLY] });
    const expected = await ask(
      await createModel({
        model: "anthropic/claude-sonnet-4-5",
        apiKey: "k",
        baseUrl: direct.origin,
        clock: systemClock,
      }),
    );
    await direct.close();
    assert.deepEqual({ ...reply, message: withoutOrigin(reply) }, { ...expected, message: withoutOrigin(expected) });
    assert.deepEqual(server.violations, []);
    assert.equal(
      server.requests[0]?.path,
      "/model/eu.anthropic.claude-sonnet-4-5-20250929-v1:0/invoke-with-response-stream",
    );
  }
});

function withoutOrigin({ message }: { readonly message: object }): object {
  return { ...message, origin: undefined };
}

test("bedrock: a key of Bedrock takes the place of the signature", async (t) => {
  const server = await serveClouds(t, [REPLY]);
  const env = { AWS_REGION: "eu-west-1", AWS_BEARER_TOKEN_BEDROCK: ACCOUNTS.bedrockKey };
  await ask(await cloudModel(BEDROCK, env, server.origin));
  assert.deepEqual(server.violations, []);
  assert.equal(server.requests[0]?.headers.authorization, `Bearer ${ACCOUNTS.bedrockKey}`);
});

test("bedrock: errors of AWS, before the stream and in it", async (t) => {
  const refusal = (status: number, type: string, message: string): DoubleReply => ({
    status,
    headers: { "x-amzn-errortype": type },
    body: JSON.stringify({ message }),
  });
  const table: readonly (readonly [DoubleReply, string, RegExp])[] = [
    [
      refusal(429, "ThrottlingException", "Too many tokens, please wait."),
      "provider.unavailable",
      /HTTP 429.*Too many/,
    ],
    [
      refusal(403, "ExpiredTokenException", "The security token included in the request is expired"),
      "provider.rejected",
      /expired/,
    ],
    [refusal(400, "ValidationException", "Input is too long for requested model."), "provider.overflow", /too long/],
    [refusal(404, "ResourceNotFoundException", "This Model is marked Legacy"), "provider.rejected", /Legacy/],
    [
      { text: "half", errorEvent: { type: "throttlingException", message: "Too many requests" } },
      "provider.unavailable",
      /Too many requests/,
    ],
    [
      { text: "half", errorEvent: { type: "modelStreamErrorException", message: "It broke." } },
      "provider.unavailable",
      /It broke/,
    ],
    [
      { text: "half", errorEvent: { type: "validationException", message: "Malformed input" } },
      "provider.rejected",
      /Malformed/,
    ],
    [{ text: "half", cutAfterBytes: 1000 }, "provider.unavailable", /./],
  ];
  const server = await serveClouds(
    t,
    table.map(([reply]) => reply),
  );
  const model = await cloudModel(BEDROCK, AWS, server.origin);
  for (const [, code, words] of table) {
    const error = await failureOf(ask(model));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
  }
});

test("bedrock: wrong keys are refused by the double, so its check is one", async (t) => {
  const server = await serveClouds(t, [REPLY]);
  const model = await cloudModel(BEDROCK, { ...AWS, AWS_SECRET_ACCESS_KEY: "another-secret-key" }, server.origin);
  assert.match((await failureOf(ask(model))).message, /signature does not match/);
});

test("bedrock: without a region or credentials the error says what to do", async (t) => {
  const none = providerSettings({}, "bedrock");
  const error = await failureOf(createModel({ ...none, model: BEDROCK, clock: systemClock }));
  assert.deepEqual([error.code, error.hint], ["config.invalid", "Set AWS_REGION, for example to us-east-1."]);
  for (const [name, value] of Object.entries({
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_SHARED_CREDENTIALS_FILE: "/nonexistent",
    AWS_CONFIG_FILE: "/nonexistent",
  }))
    withVariable(t, name, value);
  const server = await serveClouds(t, [REPLY]);
  const model = await cloudModel(BEDROCK, { AWS_REGION: "eu-west-1" }, server.origin);
  const missing = await failureOf(ask(model));
  assert.equal(missing.code, "config.missing_key");
  assert.match(missing.hint ?? "", /aws-actions\/configure-aws-credentials/);
  assert.equal(server.requests.length, 0);
});

test("vertex: the job's identity becomes an access token, once for several requests", async (t) => {
  using scratch = createScratch();
  const server = await serveClouds(t, [REPLY, { text: "done" }]);
  const file = join(scratch.dir, "gha-creds-1.json");
  writeFileSync(file, googleCredentials(server.origin));
  const env = { GOOGLE_CLOUD_PROJECT: "my-project", GOOGLE_APPLICATION_CREDENTIALS: file };
  const model = await cloudModel(VERTEX, env, `${server.origin}/v1`);
  const { message } = await ask(model);
  assert.match(JSON.stringify(message), /naïvely 🎉/);
  assert.match(JSON.stringify((await ask(model, requestOf({ cacheKey: "b" }))).message), /done/);
  assert.deepEqual(server.violations, []);
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    Array.from(
      { length: 2 },
      () =>
        "/v1/projects/my-project/locations/global/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict",
    ),
  );
});

test("vertex: an identity that is not known is an error that says what to do", async (t) => {
  using scratch = createScratch();
  const server = await serveClouds(t, [REPLY]);
  const file = join(scratch.dir, "gha-creds-2.json");
  writeFileSync(file, googleCredentials(server.origin).replace("Bearer oidc", "Bearer other"));
  const env = { GOOGLE_CLOUD_PROJECT: "my-project", GOOGLE_APPLICATION_CREDENTIALS: file };
  const model = await cloudModel(VERTEX, env, `${server.origin}/v1`);
  const error = await failureOf(ask(model));
  assert.equal(error.code, "config.missing_key", error.message);
  assert.match(error.hint ?? "", /google-github-actions\/auth/);
});

test("what is known of the model behind a cloud's name", () => {
  const priceOf = (model: string): number | undefined => knownAt(parseModelName(model))?.price.input;
  const names = {
    "anthropic/claude-sonnet-4-5": 3,
    "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0": 3.3,
    "bedrock/us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0": 3.3,
    "bedrock/global.anthropic.claude-sonnet-4-5-20250929-v1:0": 3,
    "vertex/claude-sonnet-4-5@20250929": 3.3,
    "vertex/claude-sonnet-4-5": 3.3,
    "azure/gpt-4.1": 2.2,
    "azure/my-deployment": undefined,
    "bedrock/amazon.nova-pro-v1:0": undefined,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(names).map((name) => [name, priceOf(name)])), names);
});
