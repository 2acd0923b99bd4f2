/**
 * The page of a run as an artifact of its own, which GitHub shows in the browser. The pinned version of `@actions/artifact` uploads
 * archives only; its later ones send fields that act and Gitea refuse. Without the page, a run has no link to it.
 */

import { lstatSync, readFileSync } from "node:fs";
import { member, parseJson } from "../base/member.ts";
import type { ProxyEnv } from "../base/network/proxy-env.ts";
import { sha256 } from "../base/sha256.ts";
import { createHttp, withQuery } from "../base/network/http.ts";
import { createSameHostFetch } from "../github/api/same-host-fetch.ts";

/** The artifact service of a job: ACTIONS_RESULTS_URL and ACTIONS_RUNTIME_TOKEN. */
export interface PageService {
  readonly url: string;
  readonly token: string;
  readonly proxyEnv?: ProxyEnv | undefined;
}

export interface UploadedPage {
  readonly access: PageService;
  readonly path: string;
  readonly name: string;
  readonly retentionDays?: number | undefined;
  /** ms since the epoch. */
  readonly now: number;
}

/** Name of the page beside the artifact of this name. The service takes a file's kind from the end of its name. */
export function pageName(artifact: string): string {
  return `${artifact}.html`;
}

const SERVICE = "twirp/github.actions.results.api.v1.ArtifactService";
/** Limit for each of four requests. It is short, because publishing waits for the page, which is only a convenience. */
const TIMEOUT_MS = 10_000;
/** The version of artifacts that may be single files. */
const VERSION = 7;
/** Any text that the storage reads as base64. */
const BLOCK = "cGFnZQ==";
const DAY_MS = 86_400_000;

/** Uploads the page. Returns its id, or undefined where it cannot be uploaded; never rejects. */
export async function uploadPage(page: UploadedPage): Promise<number | undefined> {
  const { access, path, name, retentionDays, now } = page;
  const { call, put } = serviceOf(access);
  try {
    const file = lstatSync(path);
    if (!file.isFile() || file.nlink !== 1) return undefined; // a link could lead out of the bundle
    const html = readFileSync(path);
    const expires = retentionDays === undefined ? undefined : new Date(now + retentionDays * DAY_MS).toISOString();
    const made = await call("CreateArtifact", {
      name,
      version: VERSION,
      mime_type: "text/html",
      ...(expires === undefined ? {} : { expires_at: expires }),
    });
    const blob = new URL(String(member(made, "signed_upload_url") ?? member(made, "signedUploadUrl")));
    await put(withQuery(blob, { comp: "block", blockid: BLOCK }), html);
    await put(withQuery(blob, { comp: "blocklist" }), `<BlockList><Latest>${BLOCK}</Latest></BlockList>`);
    const hash = `sha256:${sha256(html)}`;
    const done = await call("FinalizeArtifact", { name, size: String(html.length), hash });
    return idOf(member(done, "artifact_id") ?? member(done, "artifactId"));
  } catch {
    return undefined;
  }
}

/** Id of the page that another job of this workflow run uploaded; undefined where there is none. Never rejects. */
export async function findPage(access: PageService, name: string): Promise<number | undefined> {
  try {
    const listed = await serviceOf(access).call("ListArtifacts", { name_filter: name });
    const artifacts = member(listed, "artifacts");
    const found: unknown = Array.isArray(artifacts) ? artifacts.find((one) => member(one, "name") === name) : undefined;
    return idOf(member(found, "database_id") ?? member(found, "databaseId"));
  } catch {
    return undefined;
  }
}

function serviceOf({ url, token, proxyEnv }: PageService) {
  const send = createSameHostFetch({ timeoutMs: TIMEOUT_MS, send: createHttp({ proxyEnv, idleMs: TIMEOUT_MS }) });
  /** Rejects for any answer but a good one. */
  const required = async (address: URL, init: Parameters<typeof send>[1]): Promise<string> => {
    const answer = await send(address.href, init);
    if (answer.status >= 300) throw new Error(`${address.pathname}: ${answer.status}`);
    return await answer.text();
  };
  return {
    call: async (method: string, parameters: object): Promise<unknown> => {
      const { run, job } = backendIdsOf(token);
      const body = JSON.stringify({
        workflow_run_backend_id: run,
        workflow_job_run_backend_id: job,
        ...parameters,
      });
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
      return parseJson(await required(new URL(`/${SERVICE}/${method}`, url), { method: "POST", headers, body }));
    },
    put: async (address: URL, body: Buffer | string): Promise<void> => {
      const headers = { "x-ms-version": "2024-11-04", "x-ms-blob-content-type": "text/html" };
      await required(address, { method: "PUT", headers, body });
    },
  };
}

/** The ids of workflow run and job, which the token carries in its scopes. */
function backendIdsOf(token: string): { readonly run: string; readonly job: string } {
  const claims = parseJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  const scopes = String(member(claims, "scp")).split(" ");
  const [, run = "", job = ""] = scopes.find((scope) => scope.startsWith("Actions.Results:"))?.split(":") ?? [];
  return { run, job };
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
