/**
 * The error of a failed call, for the person who has to fix it: the missing permission or setting, and a hint. Only this file reads
 * GitHub's error bodies.
 */

import * as z from "zod/mini";
import { isRecord, member } from "../../base/member.ts";
import { oneLine } from "../../base/truncate.ts";
import { RunnerError, type ErrorCode } from "../../protocol/error.ts";
import { rateLimitWaitMs } from "./rate-limit.ts";

/** Facts about a failed call, in the `cause` of its RunnerError. */
export interface CallFailure {
  readonly kind: "github";
  /** Method and route, e.g. `POST /repos/{owner}/{repo}/pulls`. */
  readonly route: string;
  /** Undefined without an answer: GitHub may have carried out the call. */
  readonly status: number | undefined;
  /** GitHub's own words, one line. */
  readonly detail: string;
  /** A rate limit, not a missing right. */
  readonly isRateLimit: boolean;
}

/** GitHub's answer in Octokit's error. */
export interface FailedAnswer {
  readonly status: number;
  readonly response: AnswerLike;
}

interface AnswerLike {
  readonly status: number;
  /** The address of the request, for people. */
  readonly url: string;
  readonly headers: Record<string, string | number | undefined>;
  readonly data: unknown;
}

/** Limit for GitHub's own words, in characters. */
const MAX_DETAIL_CHARS = 300;

/** The record inside an error of the client; undefined for any other error. */
export function failureOf(error: unknown): CallFailure | undefined {
  const cause = error instanceof RunnerError ? error.cause : undefined;
  return member(cause, "kind") === "github" ? (cause as CallFailure) : undefined;
}

/** True where GitHub answered with a refusal. Otherwise the call may have been carried out. */
export function isFailedAnswer(error: unknown): error is FailedAnswer {
  const response = member(error, "response");
  return isRecord(response) && "headers" in response && "url" in response;
}

/** Why an answer that Octokit accepts is a failure; undefined for a valid one. */
export function brokenAnswer(response: AnswerLike): (Partial<FailedAnswer> & { readonly reason: string }) | undefined {
  const { status, headers, data } = response;
  if (status >= 300) return { reason: "redirect", status, response };
  // Octokit returns invalid JSON as text.
  if (typeof data === "string" && data !== "" && /\bjson\b/i.test(String(headers["content-type"]))) {
    return { reason: "the body is not valid JSON", status: 500 };
  }
  const limited = errorsOf(data).some((error) => member(error, "type") === "RATE_LIMITED");
  return limited ? { reason: "rate limit", status: 429, response } : undefined;
}

/** The error for a rejection of Octokit. */
export function explained(route: string, error: unknown): RunnerError {
  if (error instanceof RunnerError) return error;
  if (isFailedAnswer(error)) return refusedCall(route, error);
  if (errorsOf(error).length > 0) return refusedQuery(route, errorsOf(error));
  return unanswered(route, error instanceof Error ? error.message : String(error));
}

function refusedCall(route: string, answer: FailedAnswer): RunnerError {
  const { status, response } = answer;
  const said = status < 400 ? `redirect to ${response.headers["location"] ?? "nowhere"}` : detailOf(response.data);
  const detail = oneLine(said, MAX_DETAIL_CHARS);
  const method = route.split(" ")[0] ?? "";
  const path = new URL(response.url).pathname;
  const isRateLimit = rateLimitWaitMs({ status, headers: response.headers, message: detail }, 0) !== undefined;
  const failure: CallFailure = { kind: "github", route, status, detail, isRateLimit };
  return new RunnerError({
    code: isRateLimit ? "github.failed" : codeOf(status),
    message: `GitHub answered ${method} ${path} with ${status}: ${detail.replace(/\.$/, "") || "no reason given"}.`,
    hint: isRateLimit ? RATE_LIMIT_HINT : hintOf(failure, answer),
    cause: failure,
  });
}

/** The error of a call that got no usable answer: timeout, broken connection, a body that is not JSON. */
export function unanswered(route: string, reason: string): RunnerError {
  const failure: CallFailure = { kind: "github", route, status: undefined, detail: reason, isRateLimit: false };
  return new RunnerError({
    code: "github.failed",
    message: `No usable answer from GitHub to ${route}: ${oneLine(reason, MAX_DETAIL_CHARS)}.`,
    hint: "Run the job again; if that does not help, check the address in GITHUB_API_URL and githubstatus.com.",
    cause: failure,
  });
}

/** The error for a feature that this kind of server does not have; no request is sent. */
export function notThere(what: string): RunnerError {
  const detail = `This server has no ${what}`;
  const failure: CallFailure = { kind: "github", route: what, status: 404, detail, isRateLimit: false };
  return new RunnerError({ code: "github.not_found", message: `${detail}.`, cause: failure });
}

/** An answer that fits its schema; throws `unanswered` otherwise. */
export function requireShape<S extends z.ZodMiniType>(schema: S, data: unknown, route: string): z.infer<S> {
  const answer = z.safeParse(schema, data);
  if (answer.success) return answer.data;
  throw unanswered(route, z.prettifyError(answer.error));
}

/** The `message` of an error body, with the reasons of its `errors`. */
export function detailOf(body: unknown): string {
  if (typeof body === "string") return oneLine(body, MAX_DETAIL_CHARS);
  const message = messageOf(body);
  const reasons = errorsOf(body).map((error) =>
    typeof error === "string" ? error : (messageOf(error) ?? JSON.stringify(error)),
  );
  return [...(message === undefined ? [] : [message]), ...reasons].join("; ");
}

function messageOf(value: unknown): string | undefined {
  const message = member(value, "message");
  return typeof message === "string" ? message : undefined;
}

function errorsOf(body: unknown): readonly unknown[] {
  const errors = member(body, "errors");
  return Array.isArray(errors) ? errors : [];
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return "github.denied";
  return status === 404 || status === 410 ? "github.not_found" : "github.failed";
}

const RATE_LIMIT_HINT = "This is GitHub's rate limit, not a missing permission; run again in a few minutes.";

/** Hints about settings and states that no permission changes. The first match counts. The patterns are GitHub's words of 2026. */
const SITUATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /not permitted to create or approve pull requests/i,
    "Turn on Settings → Actions → General → “Allow GitHub Actions to create and approve pull requests”, or use an App token.",
  ],
  [
    /workflows?[`’' ]* (scope|permission)/i,
    "Use an App token or PAT with the workflows permission, or leave workflow files alone.",
  ],
  [
    /only admins can query all permissions/i,
    "Give the action the token of an account that administers the repository: only such an account can ask who may write there.",
  ],
  [/archived/i, "The repository is archived and read-only; unarchive it first."],
  [/\blocked\b/i, "Unlock the conversation, or ask on another issue."],
  [/saml|sso/i, "Authorize the token for the organization's single sign-on."],
  [/protected branch|rule violations/i, "Push to another branch, or let the token's account pass the branch's rules."],
  [
    /bad credentials/i,
    "The token is wrong or expired: set the github-token input to `${{ github.token }}` or a valid token.",
  ],
];

function hintOf({ route, detail }: CallFailure, { status, response }: FailedAnswer): string | undefined {
  const situation = SITUATIONS.find(([words]) => words.test(detail));
  if (situation !== undefined) return situation[1];
  const permission = acceptedPermissions(response.headers["x-accepted-github-permissions"]) ?? permissionOf(route);
  if (status === 401) return "Set the github-token input to a token that is valid for this repository.";
  if (status === 403)
    return `Add \`${permission}\` under \`permissions:\` of the job, or give the token that permission.`;
  if (status === 404) return `Check the name; a token without \`${permission}\` sees 404 as well.`;
  return status >= 500 ? "GitHub has a problem; run the job again later (githubstatus.com)." : undefined;
}

/** `issues=write,metadata=read; pull_requests=write` → `issues: write`: the first alternative, as a workflow file spells it. */
function acceptedPermissions(header: string | number | undefined): string | undefined {
  const words = String(header ?? "")
    .split(";")[0]
    ?.split(",")
    .map((pair) => pair.trim().split("="))
    .filter(([name, level]) => name && level && name !== "metadata")
    .map(([name, level]) => `${name?.replaceAll("_", "-")}: ${level}`);
  return words === undefined || words.length === 0 ? undefined : words.join("`, `");
}

/** Guesses the permission for servers that do not name it: GHES before 3.10, Gitea. */
function permissionOf(route: string): string {
  const level = route.startsWith("GET ") ? "read" : "write";
  if (/\/pulls(\/|$)/.test(route)) return `pull-requests: ${level}`;
  if (/\/issues(\/|$)|\/labels(\/|$)/.test(route)) return `issues: ${level}`;
  if (/\/actions\//.test(route)) return `actions: ${level}`;
  if (/\/check-(runs|suites)(\/|$)/.test(route)) return `checks: ${level}`;
  if (/\/statuses\//.test(route)) return `statuses: ${level}`;
  return `contents: ${level}`;
}

/** The error of a GraphQL answer with `errors`, which comes with status 200. */
function refusedQuery(route: string, errors: readonly unknown[]): RunnerError {
  const type = member(errors[0], "type");
  const detail = oneLine(detailOf({ message: "GraphQL", errors }), MAX_DETAIL_CHARS);
  const failure: CallFailure = { kind: "github", route, status: 200, detail, isRateLimit: false };
  return new RunnerError({
    code: type === "FORBIDDEN" ? "github.denied" : type === "NOT_FOUND" ? "github.not_found" : "github.failed",
    message: `GitHub refused a query: ${detail}.`,
    hint: type === "FORBIDDEN" ? "Give the job, or the token, the permission that the query needs." : undefined,
    cause: failure,
  });
}
