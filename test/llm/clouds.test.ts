/** Claude on Bedrock and Vertex, with the credentials that a job has: what is signed, what is sent, what comes back. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer, request, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { systemClock } from "../../src/base/clock.ts";
import { createModel, type ModelSpec } from "../../src/llm/create.ts";
import { findKnownModel } from "../../src/llm/features.ts";
import { parseModelName, providerSettings } from "../../src/llm/providers.ts";
import type { ChatModel } from "../../src/protocol/model.ts";
import { ACCOUNTS, AWS } from "../doubles/cloud-accounts.ts";
import { googleCredentials } from "../doubles/model-clouds.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { startModelServer, type ModelServer } from "../doubles/model-server.ts";
import { createScratch } from "../doubles/scratch.ts";
import { makeCertificate, type Certificate } from "../doubles/tls.ts";
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

async function cloudModel(
  model: string,
  env: Readonly<Record<string, string>>,
  baseUrl: string,
  own?: ModelSpec["own"],
): Promise<ChatModel> {
  const settings = providerSettings(env, parseModelName(model).provider);
  return createModel({ ...settings, model, baseUrl, clock: systemClock, own });
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

test("bedrock: an answer without an end is stopped at twice its cap", { timeout: 20_000 }, async (t) => {
  const server = await serveClouds(t, [
    { text: "It goes on. ".repeat(2_000), usage: null, stallAfterBytes: 50_000_000 },
  ]);
  const { isCut, usage } = await ask(await cloudModel(BEDROCK, AWS, server.origin, { maxOutputTokens: 300 }));
  assert.deepEqual([isCut, usage.output], [true, 600]);
});

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
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null/none",
    AWS_CONFIG_FILE: "/dev/null/none",
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

test("vertex: missing credentials do not end the process before the first request says so", async (t) => {
  using scratch = createScratch();
  const server = await serveClouds(t, [REPLY]);
  const file = join(scratch.dir, "gone.json");
  const env = { GOOGLE_CLOUD_PROJECT: "my-project", GOOGLE_APPLICATION_CREDENTIALS: file };
  const model = await cloudModel(VERTEX, env, `${server.origin}/v1`);
  await systemClock.sleep(100);
  const error = await failureOf(ask(model));
  assert.equal(error.code, "config.missing_key", error.message);
  assert.match(error.message, /gone\.json/);
  assert.equal(server.requests.length, 0);
});

/** A company's proxy: it knows hosts that no name server does, and passes their requests on. */
async function serveProxy(t: TestContext, hosts: Readonly<Record<string, string>>) {
  const seen: string[] = [];
  const proxy = createServer((incoming, response) => {
    const { host, pathname } = new URL(incoming.url ?? "");
    seen.push(`${host}${pathname}`);
    passOn(hosts)(incoming, response);
  });
  // Google's library asks for a tunnel, for plain HTTP too; all do for TLS.
  proxy.on("connect", ({ url = "" }, socket, head) => {
    const { host } = new URL(`http://${url}`);
    seen.push(host);
    const onward = connect(Number(new URL(hosts[host] ?? "").port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  return { seen, env: { HTTP_PROXY: `http://127.0.0.1:${port}`, HTTPS_PROXY: `http://127.0.0.1:${port}` } };
}

/** Answers as AWS's token service, and passes the requests of other hosts on. */
function passOn(hosts: Readonly<Record<string, string>>): RequestListener {
  return (incoming, response) => {
    const { host = "" } = incoming.headers;
    if (host === "sts.test") return void response.writeHead(200, { "content-type": "text/xml" }).end(STS);
    const { pathname, search } = new URL(incoming.url ?? "", "http://any.test");
    const { port } = new URL(hosts[host] ?? "");
    const { method, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  };
}

/** The same hosts over TLS, with a certificate that the process trusts as long as the test runs. */
async function serveTls(
  t: TestContext,
  { cert, key }: Certificate,
  hosts: Readonly<Record<string, string>>,
): Promise<string> {
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, cert]);
  const server = createTlsServer({ cert, key }, passOn(hosts));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The job's role, as `aws-actions/configure-aws-credentials` and the kubelet leave it. */
function withRole(t: TestContext, dir: string, sts: string): void {
  const token = join(dir, "token");
  writeFileSync(token, "oidc-token");
  for (const [name, value] of Object.entries({
    AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/ci",
    AWS_WEB_IDENTITY_TOKEN_FILE: token,
    AWS_ENDPOINT_URL_STS: sts,
    AWS_REGION: ACCOUNTS.region,
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null/none",
    AWS_CONFIG_FILE: "/dev/null/none",
  }))
    withVariable(t, name, value);
}

/** What AWS gives for the identity of a job. */
const STS = `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${ACCOUNTS.accessKey}</AccessKeyId><SecretAccessKey>${ACCOUNTS.secretKey}</SecretAccessKey><SessionToken>${ACCOUNTS.sessionToken}</SessionToken><Expiration>2999-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;

test("bedrock: behind a proxy the role of the job is taken through it", async (t) => {
  using scratch = createScratch();
  const server = await serveClouds(t, [REPLY]);
  const { seen, env } = await serveProxy(t, { "bedrock.test": server.origin });
  withRole(t, scratch.dir, "http://sts.test");
  await ask(await cloudModel(BEDROCK, { AWS_REGION: ACCOUNTS.region, ...env }, "http://bedrock.test"));
  assert.deepEqual(server.violations, []);
  assert.deepEqual(seen, [
    "sts.test/",
    "bedrock.test/model/eu.anthropic.claude-sonnet-4-5-20250929-v1:0/invoke-with-response-stream",
  ]);
});

test("bedrock: over TLS both go through tunnels of the proxy, which sees the hosts alone", async (t) => {
  using scratch = createScratch();
  const server = await serveClouds(t, [REPLY, REPLY]);
  const certificate = makeCertificate(scratch.dir, ["bedrock.test", "sts.test"]);
  const front = await serveTls(t, certificate, { "bedrock.test": server.origin });
  const { seen, env } = await serveProxy(t, { "bedrock.test:443": front, "sts.test:443": front });
  withRole(t, scratch.dir, "https://sts.test");
  const given = { AWS_REGION: ACCOUNTS.region, HTTPS_PROXY: env.HTTPS_PROXY };
  const model = await cloudModel(BEDROCK, given, "https://bedrock.test");
  for (const cacheKey of ["a", "b"]) {
    assert.match(JSON.stringify((await ask(model, requestOf({ cacheKey }))).message), /naïvely 🎉/);
  }
  assert.deepEqual(server.violations, []);
  assert.deepEqual(seen, ["sts.test:443", "bedrock.test:443"]);
});

test("vertex: behind a proxy the access token is fetched through it, and what NO_PROXY names is not", async (t) => {
  using scratch = createScratch();
  const server = await serveClouds(t, [REPLY, REPLY]);
  const { seen, env } = await serveProxy(t, { "google.test": server.origin });
  for (const [name, value] of Object.entries(env)) withVariable(t, name, value);
  const file = join(scratch.dir, "gha-creds-3.json");
  const ask1 = async (origin: string, more: Readonly<Record<string, string>>): Promise<void> => {
    writeFileSync(file, googleCredentials(origin));
    const given = { GOOGLE_CLOUD_PROJECT: "my-project", GOOGLE_APPLICATION_CREDENTIALS: file, ...env, ...more };
    await ask(await cloudModel(VERTEX, given, `${origin}/v1`));
  };
  await ask1("http://google.test", {});
  assert.deepEqual(
    seen.map((place) => place.slice(0, 20)),
    ["google.test", "google.test", "google.test/v1/proje"],
  );
  withVariable(t, "NO_PROXY", "127.0.0.1");
  await ask1(server.origin, { NO_PROXY: "127.0.0.1" });
  assert.deepEqual([seen.length, server.violations], [3, []]);
});

test("a model of a cloud that is no Claude is refused with the provider that has it", async () => {
  for (const [model, hint] of [
    ["bedrock/amazon.nova-pro-v1:0", /compatible\/… at https:\/\/bedrock-mantle/],
    ["vertex/gemini-3.5-flash", /For other models, use gemini\/…/],
  ] as const) {
    const settings = providerSettings(AWS, parseModelName(model).provider);
    const failure = await failureOf(createModel({ ...settings, model, clock: systemClock }));
    assert.deepEqual([failure.code, failure.message], ["config.invalid", `${model} is not an Anthropic model.`]);
    assert.match(failure.hint ?? "", hint);
  }
  const arn = "bedrock/arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc123";
  await createModel({ ...providerSettings(AWS, "bedrock"), model: arn, clock: systemClock });
});

test("what is known of the model behind a cloud's name", () => {
  const priceOf = (model: string): number | undefined => findKnownModel(parseModelName(model))?.price.input;
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
