/**
 * The clouds' half of the model double: Claude on Bedrock, with signatures that are computed and AWS's binary frames, and on Vertex,
 * with the token that the double's own token endpoint gave for the job's identity.
 */

import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { crc32 } from "node:zlib";
import { anthropicStream, checkAnthropic } from "./model-anthropic.ts";
import { fieldsOf, show, type Json } from "./model-check.ts";
import type { DoubleReply } from "./model-reply.ts";

/** What the clouds know of a job. */
export interface CloudAccounts {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string;
  readonly region: string;
  /** A Bedrock key. */
  readonly bedrockKey: string;
  /** The token of the job's identity, which the token endpoint takes, and the one that it gives for it. */
  readonly identity: string;
  readonly accessToken: string;
}

interface CloudRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const BEDROCK = /^\/model\/([^/]+)\/invoke-with-response-stream$/;
const VERTEX =
  /^\/v1\/projects\/([\w-]+)\/locations\/([\w-]+)\/publishers\/anthropic\/models\/([^/:]+):streamRawPredict$/;
const VERSIONS = { bedrock: "bedrock-2023-05-31", vertex: "vertex-2023-10-16" } as const;

/** What is wrong with a request to one of the clouds; undefined for a path that is of neither. */
export function checkCloud({ path, headers, body }: CloudRequest, json: Json, accounts: CloudAccounts) {
  const cloud = BEDROCK.test(path) ? "bedrock" : VERTEX.test(path) ? "vertex" : undefined;
  if (cloud === undefined) return undefined;
  const { anthropic_version: version, anthropic_beta: beta, ...rest } = fieldsOf(json);
  const wrong = [
    ...("model" in rest ? ["model is in the body"] : []),
    ...(rest["stream"] === (cloud === "vertex" ? true : undefined) ? [] : [`stream is ${show(rest["stream"])}`]),
    ...(version === VERSIONS[cloud] ? [] : [`Invalid API version: ${show(version)}`]),
    ...(beta === undefined || Array.isArray(beta) ? [] : ["anthropic_beta is no list"]),
    ...(headers["content-type"] === "application/json" ? [] : [`content-type is ${show(headers["content-type"])}`]),
    ...(headers["x-api-key"] === undefined ? [] : ["x-api-key was sent to a cloud"]),
    ...checkAnthropic({ ...rest, model: "claude", stream: true }),
  ];
  const refused = cloud === "bedrock" ? bedrockRefusal({ path, headers, body }, accounts) : [];
  if (cloud === "vertex" && headers.authorization !== `Bearer ${accounts.accessToken}`) {
    refused.push("Request had invalid authentication credentials.");
  }
  return { cloud, wrong, refused } as const;
}

function bedrockRefusal({ path, headers, body }: CloudRequest, accounts: CloudAccounts): string[] {
  const given = headers.authorization ?? "";
  if (given === `Bearer ${accounts.bedrockKey}`) return [];
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/bedrock\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, key, day = "", region = "", names = "", signature] = parsed.exec(given) ?? [];
  if (key !== accounts.accessKey || region !== accounts.region) return [`unknown credential: ${given.slice(0, 60)}`];
  if (headers["x-amz-security-token"] !== accounts.sessionToken) return ["The security token is invalid."];
  const time = String(headers["x-amz-date"]);
  const age = Date.now() - Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(age) < 300_000)) return [`Signature expired: ${time}`];
  const missing = ["host", "x-amz-date", "x-amz-security-token"].filter((name) => !names.split(";").includes(name));
  if (missing.length > 0) return [`not signed: ${missing.join(", ")}`];
  const canonical = [
    "POST",
    path.split("/").map(encoded).join("/"),
    "",
    ...names.split(";").map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, " ")}`),
    "",
    names,
    sha256(body),
  ].join("\n");
  const scope = `${day}/${region}/bedrock/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const signingKey = [day, region, "bedrock", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${accounts.secretKey}`,
  );
  return hmac(signingKey, text).toString("hex") === signature ? [] : ["The request signature does not match."];
}

function encoded(segment: string): string {
  return encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** The stream of a reply as the cloud sends it. */
export function cloudStream(cloud: "bedrock" | "vertex", reply: DoubleReply): string | Buffer {
  const events = anthropicStream({ ...reply, malformedEvent: false, crlf: false });
  if (cloud === "vertex") return events;
  return bedrockFrames(events);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Events of Messages in the binary frames of AWS. */
export function bedrockFrames(events: string): Buffer {
  const frames = [...events.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => {
    const event = fieldsOf(parsed(data));
    if (event["type"] !== "error") return chunkFrame(data);
    const { type, message } = fieldsOf(event["error"]);
    const payload = JSON.stringify({ message });
    return frame(
      { ":message-type": "exception", ":exception-type": show(type), ":content-type": "application/json" },
      payload,
    );
  });
  return Buffer.concat(frames);
}

function chunkFrame(data: string): Buffer {
  const payload = JSON.stringify({ bytes: Buffer.from(data).toString("base64"), p: "abcdefgh" });
  return frame({ ":event-type": "chunk", ":content-type": "application/json", ":message-type": "event" }, payload);
}

/** Lengths and their checksum, headers of the type text, payload, checksum of all. */
function frame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const length = Buffer.alloc(3);
      length.writeUInt8(7);
      length.writeUInt16BE(Buffer.byteLength(value), 1);
      return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), length, Buffer.from(value)]);
    }),
  );
  const body = Buffer.from(payload);
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + head.length + body.length);
  prelude.writeUInt32BE(head.length, 4);
  const whole = Buffer.concat([prelude, checksum(prelude), head, body]);
  return Buffer.concat([whole, checksum(whole)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}

/** Google's two endpoints of a job's identity: GitHub's, which gives its token, and the exchange of that for an access token. */
export function answerIdentity({ path, headers, body }: CloudRequest, accounts: CloudAccounts): object | undefined {
  if (path === "/oidc?audience=google") {
    return headers.authorization === "Bearer oidc-request-token-0001"
      ? { value: accounts.identity }
      : { value: "none" };
  }
  if (path !== "/token") return undefined;
  const form = new URLSearchParams(body);
  const isKnown =
    form.get("subject_token") === accounts.identity &&
    form.get("grant_type") === "urn:ietf:params:oauth:grant-type:token-exchange" &&
    form.get("audience") === "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/g";
  if (!isKnown) return { error: "invalid_grant", error_description: "The identity is not known." };
  return {
    access_token: accounts.accessToken,
    issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
    token_type: "Bearer",
    expires_in: 3600,
  };
}

/** The file that `google-github-actions/auth` writes for a workload identity. */
export function googleCredentials(origin: string): string {
  return JSON.stringify({
    type: "external_account",
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/g",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `${origin}/token`,
    credential_source: {
      url: `${origin}/oidc?audience=google`,
      headers: { Authorization: "Bearer oidc-request-token-0001" },
      format: { type: "json", subject_token_field_name: "value" },
    },
  });
}
