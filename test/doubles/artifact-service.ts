/**
 * The artifact service of a runner (version 4, "results"), as `@actions/artifact` speaks to it: twirp calls with JSON, blobs
 * put in blocks. Strict: a wrong token, name, size or hash is refused and becomes a line in `violations`.
 */

import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { addCanary, requireNoCanary, type Received } from "./canaries.ts";
import { readZip, type ZipEntry } from "./zip.ts";

interface Artifact {
  readonly name: string;
  readonly id: number;
  readonly bytes: Buffer;
  /** Days that were asked for, undefined where the repository's default holds. */
  readonly expiresAt: string | undefined;
  /** `text/html` for a single file; undefined for an archive. */
  readonly mimeType: string | undefined;
}

type ArtifactStep = "CreateArtifact" | "UploadArtifact" | "FinalizeArtifact" | "ListArtifacts" | "GetSignedArtifactURL";

export interface ArtifactService {
  /** For ACTIONS_RESULTS_URL. */
  readonly url: string;
  /** For ACTIONS_RUNTIME_TOKEN. */
  readonly token: string;
  /** Finished ones, in order. */
  readonly artifacts: readonly Artifact[];
  /** Steps in the order of arrival. */
  readonly steps: readonly ArtifactStep[];
  readonly violations: readonly string[];
  /** What is in an artifact after unpacking. */
  readonly unpack: (name: string) => readonly ZipEntry[];
  /** Lets the next calls of a step fail with a status. */
  readonly fail: (step: ArtifactStep, status: number, times?: number) => void;
  /** Lets the next call of a step be carried out and drops the connection before the answer; with a name the next one for it. */
  readonly loseReply: (step: ArtifactStep, name?: string) => void;
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

interface Upload {
  readonly name: string;
  readonly expiresAt: string | undefined;
  readonly mimeType: string | undefined;
  readonly blocks: Map<string, Buffer>;
  bytes: Buffer | undefined;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: Buffer;
}

type Json = Readonly<Record<string, unknown>>;

const RUN = "ce7f54c7-61c7-4aae-887f-30da475f5f1a";
const JOB = "ca395085-040a-526b-2ce8-bdc85f692774";
const TWIRP = /^\/twirp\/github\.actions\.results\.api\.v1\.ArtifactService\/(\w+)$/;
/** What the service refuses in names. */
const FORBIDDEN = /["/:<>|*?\r\n\\]/;

/** Starts the service on a free port of 127.0.0.1. */
export async function startArtifactService(): Promise<ArtifactService> {
  const token = runtimeToken();
  addCanary("the runtime token", token);
  const uploads = new Map<string, Upload>();
  const artifacts: Artifact[] = [];
  const steps: ArtifactStep[] = [];
  const violations: string[] = [];
  /** Status 0: carried out, and never answered. */
  const failures: { readonly step: ArtifactStep; readonly status: number; readonly name?: string; left: number }[] = [];
  let origin = "";

  const refuse = (status: number, code: string, msg: string): Answer => {
    violations.push(`${code}: ${msg}`);
    return { status, body: { code, msg } };
  };

  const create = ({ name, version, expires_at: expiresAt, mime_type: mimeType }: Json): Answer => {
    if (typeof name !== "string" || name === "" || FORBIDDEN.test(name))
      return refuse(400, "invalid_argument", `name ${String(name)}`);
    if (version !== (mimeType === undefined ? 4 : 7) || (mimeType !== undefined && mimeType !== "text/html"))
      return refuse(400, "invalid_argument", `version ${String(version)} with mime_type ${String(mimeType)}`);
    // A twin is an ordinary conflict that a caller may provoke, so it is no violation.
    if (artifacts.some((artifact) => artifact.name === name)) {
      return {
        status: 409,
        body: { code: "already_exists", msg: "an artifact with this name already exists on the workflow run" },
      };
    }
    const id = randomUUID();
    const known = { name, expiresAt: expiresAt as string | undefined, mimeType: mimeType as string | undefined };
    uploads.set(id, { ...known, blocks: new Map(), bytes: undefined });
    return { status: 200, body: { ok: true, signed_upload_url: `${origin}/account/artifacts/${id}.zip?sig=secret` } };
  };

  const put = (id: string, url: URL, bytes: Buffer): Answer => {
    const upload = uploads.get(id);
    if (upload === undefined || url.searchParams.get("sig") !== "secret")
      return refuse(403, "unauthenticated", `blob ${id}`);
    if (url.searchParams.get("comp") === "block") upload.blocks.set(url.searchParams.get("blockid") ?? "", bytes);
    else if (url.searchParams.get("comp") !== "blocklist") upload.bytes = bytes;
    else {
      const ids = [...bytes.toString("utf8").matchAll(/<(?:Latest|Uncommitted)>([^<]+)</g)].map(([, id]) => id ?? "");
      upload.bytes = Buffer.concat(ids.map((id) => upload.blocks.get(id) ?? Buffer.alloc(0)));
    }
    return { status: 201 };
  };

  const finalize = ({ name, size, hash }: Json): Answer => {
    const upload = [...uploads.values()].findLast((upload) => upload.name === name);
    const bytes = upload?.bytes;
    if (upload === undefined || bytes === undefined) return refuse(404, "not_found", `no upload of ${String(name)}`);
    if (Number(size) !== bytes.length)
      return refuse(400, "invalid_argument", `size ${String(size)}, uploaded ${bytes.length}`);
    if (artifacts.some((artifact) => artifact.name === name))
      return { status: 409, body: { code: "already_exists", msg: "the artifact is finalized" } };
    const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    if (hash !== undefined && hash !== digest)
      return refuse(400, "invalid_argument", `hash ${JSON.stringify(hash)}, uploaded ${digest}`);
    const id = artifacts.length + 1;
    artifacts.push({ name: upload.name, id, bytes, expiresAt: upload.expiresAt, mimeType: upload.mimeType });
    return { status: 200, body: { ok: true, artifact_id: String(id) } };
  };

  const list = ({ name_filter: name, id_filter: id }: Json): Answer => {
    const found = artifacts.filter(
      (one) => (name === undefined || one.name === name) && (id === undefined || String(one.id) === id),
    );
    const entry = ({ name, id, bytes }: Artifact): Json => ({
      workflow_run_backend_id: RUN,
      workflow_job_run_backend_id: JOB,
      database_id: String(id),
      name,
      size: String(bytes.length),
      created_at: "2026-01-01T00:00:00Z",
    });
    return { status: 200, body: { artifacts: found.map(entry) } };
  };

  const sign = ({ name }: Json): Answer => {
    const found = artifacts.find((artifact) => artifact.name === name);
    if (found === undefined) return refuse(404, "not_found", `artifact ${String(name)}`);
    return { status: 200, body: { signed_url: `${origin}/account/finished/${found.id}.zip?sig=secret` } };
  };

  const calls: Readonly<Record<string, (request: Json) => Answer>> = {
    CreateArtifact: create,
    FinalizeArtifact: finalize,
    ListArtifacts: list,
    GetSignedArtifactURL: sign,
  };

  const ordered = (step: ArtifactStep, act: () => Answer, of?: unknown): Answer => {
    steps.push(step);
    const failure = failures.find(({ step: other, left, name }) => other === step && left > 0 && (name ?? of) === of);
    if (failure === undefined) return act();
    failure.left -= 1;
    if (failure.status === 0) return { ...act(), status: 0 };
    return { status: failure.status, body: { code: "internal", msg: "ordered by the test" } };
  };

  const answer = (incoming: IncomingMessage, bytes: Buffer): Answer => {
    const url = new URL(incoming.url ?? "/", origin);
    const step = TWIRP.exec(url.pathname)?.[1] as ArtifactStep | undefined;
    const blob = /^\/account\/(artifacts|finished)\/([^/]+)\.zip$/.exec(url.pathname);
    if (blob?.[1] === "artifacts") return ordered("UploadArtifact", () => put(blob[2] ?? "", url, bytes));
    if (blob?.[1] === "finished")
      return { status: 200, bytes: artifacts[Number(blob[2]) - 1]?.bytes ?? Buffer.alloc(0) };
    const call = step === undefined ? undefined : calls[step];
    if (step === undefined || call === undefined) return refuse(404, "bad_route", url.pathname);
    if (incoming.headers.authorization !== `Bearer ${token}`) return refuse(401, "unauthenticated", step);
    const request = JSON.parse(bytes.toString("utf8")) as Json;
    if (request["workflow_run_backend_id"] !== RUN || request["workflow_job_run_backend_id"] !== JOB) {
      return refuse(403, "permission_denied", `${step} for another run`);
    }
    return ordered(step, () => call(request), request["name"]);
  };

  const serve = async (incoming: IncomingMessage): Promise<Answer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    return answer(incoming, Buffer.concat(chunks));
  };

  const server = createServer((incoming, response) => {
    serve(incoming).then(
      ({ status, body, bytes }) => {
        if (status === 0) return void response.destroy();
        const type = bytes === undefined ? "application/json" : "application/zip";
        response.writeHead(status, { "content-type": type, "x-ms-request-id": "1" });
        response.end(bytes ?? (body === undefined ? "" : JSON.stringify(body)));
      },
      (error: unknown) => {
        violations.push(`the double failed: ${String(error)}`);
        response.destroy();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    requireNoCanary(artifacts.flatMap(received));
  };
  return {
    url: `${origin}/`,
    token,
    artifacts,
    steps,
    violations,
    unpack: (name) => {
      const found = artifacts.find((artifact) => artifact.name === name);
      if (found === undefined)
        throw new Error(`There is no artifact ${name}; there are: ${artifacts.map((one) => one.name).join(", ")}`);
      return readZip(found.bytes);
    },
    fail: (step, status, times = 1) => void failures.push({ step, status, left: times }),
    loseReply: (step, name) =>
      void failures.push({ step, status: 0, left: 1, ...(name === undefined ? {} : { name }) }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The files of an artifact. */
function received({ name, bytes, mimeType }: Artifact): readonly Received[] {
  if (mimeType !== undefined) return [{ where: `artifact ${name}`, bytes }];
  return readZip(bytes).map((entry) => ({ where: `artifact ${name}: ${entry.path}`, bytes: entry.bytes }));
}

/** A token as the runner hands out: a JWT whose scopes name the run and the job. Nobody checks its signature. */
function runtimeToken(): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ scp: `Actions.ExampleScope Actions.Results:${RUN}:${JOB}` })}.signature`;
}
