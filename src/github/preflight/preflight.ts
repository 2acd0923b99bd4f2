/**
 * Checks before a run spends money whether its result can be published: token, repository, right to push, branch rules, the pull
 * request setting, the artifact service. It sends a few concurrent reads, writes nothing and never rejects.
 */

import * as z from "zod/mini";
import { oneLine } from "../../base/truncate.ts";
import { examineBranch, type PushTarget } from "./branch-rules.ts";
import type { ArtifactAccess } from "../api/forge.ts";
import { askGitHub, type PreflightCheck, type Question, type Told } from "./preflight-check.ts";
import type { IncomingMessage } from "node:http";

export interface PreflightRequest {
  readonly owner: string;
  readonly repo: string;
  /** The server of git pushes, without a slash at the end. */
  readonly serverUrl: string;
  readonly token: string;
  readonly wants: { readonly push: boolean; readonly pullRequest: boolean; readonly comment: boolean };
  /** The branch of a change; undefined where nothing will be pushed. The caller handles its rejection. */
  readonly target: Promise<PushTarget | undefined>;
  /** The token's account; must not reject. */
  readonly self: Promise<{ readonly login: string }>;
  /** Undefined outside a workflow, where it is unknown. */
  readonly artifacts: ArtifactAccess | undefined;
}

/** GitHub answers in 0.1 to 0.5 s, and the checks must not delay the model for longer. */
export const TIMEOUT_MS = 3_000;
/** The account of the workflow's own token, which cannot ask for itself by REST. */
export const ACTIONS_BOT = { id: 41_898_282, login: "github-actions[bot]" };

/** Runs all checks concurrently: two to four API calls and one request of git. */
export async function preflight(
  client: Question["client"],
  request: PreflightRequest,
): Promise<readonly PreflightCheck[]> {
  const { owner, repo, serverUrl, token, wants, artifacts } = request;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const question: Question = { client, owner, repo, signal };
  const target = request.target.catch(() => undefined);
  const url = `${serverUrl}/${owner}/${repo}.git`;
  const [repository, push, rules, setting, self] = await Promise.all([
    askGitHub(question, "GET /repos/{owner}/{repo}"),
    wants.push ? examinePush(question, url, token) : undefined,
    wants.push ? target.then((to) => to && examineBranch(question, to)) : undefined,
    wants.pullRequest ? askGitHub(question, "GET /repos/{owner}/{repo}/actions/permissions/workflow") : undefined,
    request.self,
  ]);
  const seen = repositoryFindings(repository, { name: `${owner}/${repo}`, login: self.login });
  if (seen.some(({ blocks }) => blocks)) return seen;
  const isPushing = rules !== undefined;
  const findings: readonly (PreflightCheck | undefined)[] = [
    ...seen,
    isPushing ? push : undefined,
    rules,
    isPushing && setting !== undefined ? checkSetting(setting, self.login) : undefined,
    wants.comment ? checkComment(repository) : undefined,
    checkArtifact(artifacts),
  ];
  return findings.filter((finding) => finding !== undefined);
}

const Repository = z.object({ archived: z.optional(z.boolean()), disabled: z.optional(z.boolean()) });

function repositoryFindings(
  told: Told,
  { name, login }: { readonly name: string; readonly login: string },
): PreflightCheck[] {
  if (told.kind === "silence") return [{ name: "repository", ok: "unknown", detail: told.reason, fix: LATER }];
  if (told.kind === "refusal" && told.status === 401) {
    const fix = "Set the input github-token (the action) or GITHUB_TOKEN (the CLI) to a token that is valid.";
    return [{ name: "token", ok: false, detail: `GitHub does not accept the token: ${told.said}.`, fix, blocks: true }];
  }
  if (told.kind === "refusal") {
    const detail = `${name} does not exist, or this token may not see it (${told.status}: ${told.said}).`;
    const fix = "Check the name, and give the token `contents: read` there.";
    return [{ name: "repository", ok: false, detail, fix, blocks: true }];
  }
  const token: PreflightCheck = { name: "token", ok: true, detail: `GitHub accepts it as ${login}.` };
  const known = z.safeParse(Repository, told.data);
  if (!known.success) {
    return [token, { name: "repository", ok: "unknown", detail: "GitHub's answer is invalid.", fix: LATER }];
  }
  const { archived, disabled } = known.data;
  if (archived !== true && disabled !== true) {
    return [token, { name: "repository", ok: true, detail: `${name} is writable.` }];
  }
  const detail = `${name} is ${archived === true ? "archived" : "disabled by GitHub"}, so nothing can be written to it.`;
  const fix =
    archived === true
      ? "Unarchive it (Settings → General), or run on another repository."
      : "Ask GitHub's support why.";
  return [token, { name: "repository", ok: false, detail, fix, blocks: true }];
}

const LATER = "Try again; if that does not help, check GITHUB_API_URL and githubstatus.com.";

const Setting = z.object({ can_approve_pull_request_reviews: z.boolean() });
const TICK =
  "Settings → Actions → General → Workflow permissions: tick “Allow GitHub Actions to create and approve pull requests”.";

/** Checks the setting for pull requests, which applies only to a workflow's own token and which only administrators may read. */
function checkSetting(told: Told, login: string): PreflightCheck {
  const name = "pull requests";
  const known = z.safeParse(Setting, told.kind === "answer" ? told.data : undefined);
  if (!known.success) {
    const why = told.kind === "silence" ? told.reason : "GitHub shows it to administrators only.";
    const detail = `Whether GitHub Actions may open pull requests here is not known. ${why}`;
    return { name, ok: "unknown", detail, fix: `If a pull request is refused: ${TICK}` };
  }
  if (known.data.can_approve_pull_request_reviews) {
    return { name, ok: true, detail: "GitHub Actions may open pull requests here." };
  }
  if (login === ACTIONS_BOT.login) {
    return { name, ok: false, detail: "GitHub Actions may not open pull requests in this repository.", fix: TICK };
  }
  const detail = `A workflow's own token may not open pull requests here; this one (${login}) may.`;
  return { name, ok: "unknown", detail, fix: TICK };
}

/** Classic personal tokens list their scopes in every answer; the rights of other tokens are unknown until used. */
function checkComment(repository: Told): PreflightCheck {
  const header = repository.kind === "answer" ? repository.headers["x-oauth-scopes"] : undefined;
  const needs = "The job needs `permissions: issues: write` and `pull-requests: write`.";
  if (typeof header !== "string" || header === "") {
    return {
      name: "comments",
      ok: "unknown",
      detail: "Whether the token may comment is known after the first comment.",
      fix: needs,
    };
  }
  const scopes = header.split(",").map((scope) => scope.trim());
  if (scopes.includes("repo") || scopes.includes("public_repo")) {
    return { name: "comments", ok: true, detail: `The token's scopes: ${scopes.join(", ")}.` };
  }
  const fix = "Make a token with the scope `repo`, or use the workflow's own.";
  return { name: "comments", ok: false, detail: `The token may not comment; its scopes: ${scopes.join(", ")}.`, fix };
}

function checkArtifact(artifacts: ArtifactAccess | undefined): PreflightCheck {
  const name = "artifacts";
  if (artifacts === undefined) {
    return { name, ok: "unknown", detail: "The artifact service is visible only in a workflow." };
  }
  if (artifacts.isThere) return { name, ok: true, detail: "The artifact service is available." };
  return { name, ok: false, detail: artifacts.why, fix: artifacts.fix };
}

/** A refusal is one sentence. */
const MAX_SAID_BYTES = 1_000;

/** Asks for what a push begins with, once. Of a positive answer it reads only the status. Never rejects. */
async function examinePush({ client, signal }: Question, url: string, token: string): Promise<PreflightCheck> {
  const name = "push";
  const unknown = (reason: string): PreflightCheck => {
    const detail = `Whether the token may push is not known. ${oneLine(reason, 200)}`;
    return { name, ok: "unknown", detail, fix: "The job needs `permissions: contents: write`." };
  };
  const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
  const headers = { "user-agent": "kimi-runner", authorization: `Basic ${basic}` };
  try {
    const answer = await client.send(new URL(`${url}/info/refs?service=git-receive-pack`), { headers, signal });
    const status = answer.statusCode ?? 0;
    if (status === 401 || status === 403 || status === 404) {
      const said = oneLine(await beginning(answer), 200);
      const detail = `The token may not push (${status}: ${said}). The work will be in the run's bundle only.`;
      const fix = "Add `permissions: contents: write` to the job, or give the token that permission.";
      return { name, ok: false, detail, fix };
    }
    answer.destroy(); // the list may be megabytes
    if (status !== 200) return unknown(`The server answered ${status}.`);
    return { name, ok: true, detail: "The token may push." };
  } catch (error) {
    if (signal.aborted) return unknown("The server did not answer in time.");
    return unknown(error instanceof Error ? error.message : String(error));
  }
}

async function beginning(answer: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_SAID_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8", 0, Math.min(size, MAX_SAID_BYTES));
}
