/**
 * What a failed call means to the person who has to fix it: which permission or setting is missing, and the one line that helps.
 * The only place that reads GitHub's error bodies.
 */

import { oneLine } from "../base/truncate.ts";
import { RunnerError, type ErrorCode } from "../protocol/error.ts";

/** What is known of a failed call beyond its message. It travels as the `cause` of the RunnerError. */
export interface CallFailure {
  readonly kind: "github";
  /** Method and route, e.g. `POST /repos/{owner}/{repo}/pulls`. */
  readonly route: string;
  /** Absent when no answer came: then nobody knows whether the call was carried out. */
  readonly status: number | undefined;
  /** GitHub's own words, one line. */
  readonly detail: string;
  readonly thrown?: unknown;
}

export interface FailedCall {
  readonly route: string;
  /** The path as it was sent, for people. */
  readonly path: string;
  readonly status: number;
  readonly detail: string;
  /** Value of `x-accepted-github-permissions`, e.g. `issues=write; pull_requests=write`. */
  readonly accepted: string | undefined;
}

/** Enough of an answer to act on. */
const MAX_DETAIL_CHARS = 300;

/** The record inside an error of the client; undefined for any other error. */
export function failureOf(error: unknown): CallFailure | undefined {
  const cause = error instanceof RunnerError ? error.cause : undefined;
  const known = typeof cause === "object" && cause !== null && "kind" in cause && cause.kind === "github";
  return known ? (cause as CallFailure) : undefined;
}

/** The error of an answer that is a refusal. */
export function refused(call: FailedCall): RunnerError {
  const { route, path, status } = call;
  const detail = oneLine(call.detail, MAX_DETAIL_CHARS);
  const method = route.split(" ")[0] ?? "";
  const failure: CallFailure = { kind: "github", route, status, detail };
  return new RunnerError({
    code: codeOf(status),
    message: `GitHub answered ${method} ${path} with ${status}: ${detail.replace(/\.$/, "") || "no reason given"}.`,
    hint: hintOf(call),
    cause: failure,
  });
}

/** The error of a call that got no usable answer: timeout, broken connection, a body that is not JSON. */
export function unanswered(route: string, reason: string, thrown?: unknown): RunnerError {
  const failure: CallFailure = { kind: "github", route, status: undefined, detail: reason, thrown };
  return new RunnerError({
    code: "github.failed",
    message: `No usable answer from GitHub to ${route}: ${oneLine(reason, MAX_DETAIL_CHARS)}.`,
    hint: "Run the job again; if it stays, check the address in GITHUB_API_URL and githubstatus.com.",
    cause: failure,
  });
}

/** The `message` of an error body, with the reasons of its `errors`. */
export function detailOf(body: unknown, text: string): string {
  if (typeof body !== "object" || body === null || !("message" in body)) return oneLine(text, MAX_DETAIL_CHARS);
  const errors: readonly unknown[] = "errors" in body && Array.isArray(body.errors) ? body.errors : [];
  const reasons = errors.map((error) =>
    typeof error === "object" && error !== null && "message" in error ? String(error.message) : JSON.stringify(error),
  );
  return [String(body.message), ...reasons].join("; ");
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return "github.denied";
  return status === 404 || status === 410 ? "github.not_found" : "github.failed";
}

/** Settings and states that no permission changes. First match wins; what is matched are GitHub's words of 2026. */
const SITUATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /not permitted to create or approve pull requests/i,
    "Turn on Settings → Actions → General → “Allow GitHub Actions to create and approve pull requests”, or use an App token.",
  ],
  [
    /workflows?[`’' ]* (scope|permission)/i,
    "Use an App token or PAT with the workflows permission, or leave workflow files alone.",
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

function hintOf({ status, route, path, detail, accepted }: FailedCall): string | undefined {
  const situation = SITUATIONS.find(([words]) => words.test(detail));
  if (situation !== undefined) return situation[1];
  const permission = acceptedPermissions(accepted) ?? permissionOf(route, path);
  if (status === 401) return "Set the github-token input to a token that is valid for this repository.";
  if (status === 403) return `Add \`${permission}\` under \`permissions:\` of the job, or give the token that right.`;
  if (status === 404) return `Check the name; a token without \`${permission}\` sees 404 as well.`;
  return status >= 500 ? "GitHub has a problem; run the job again later (githubstatus.com)." : undefined;
}

/** `issues=write,metadata=read; pull_requests=write` → `issues: write`: the first alternative, in the words of a workflow file. */
function acceptedPermissions(header: string | undefined): string | undefined {
  const words = (header ?? "")
    .split(";")[0]
    ?.split(",")
    .map((pair) => pair.trim().split("="))
    .filter(([name, level]) => name && level && name !== "metadata")
    .map(([name, level]) => `${name?.replaceAll("_", "-")}: ${level}`);
  return words === undefined || words.length === 0 ? undefined : words.join("`, `");
}

/** Fallback where GitHub does not say it: GHES before 3.10, Gitea. */
function permissionOf(route: string, path: string): string {
  const level = /^(GET|HEAD) /.test(route) ? "read" : "write";
  if (/\/pulls(\/|$)/.test(path)) return `pull-requests: ${level}`;
  if (/\/issues(\/|$)|\/labels(\/|$)/.test(path)) return `issues: ${level}`;
  if (/\/actions\//.test(path)) return `actions: ${level}`;
  if (/\/check-(runs|suites)(\/|$)/.test(path)) return `checks: ${level}`;
  if (/\/statuses\//.test(path)) return `statuses: ${level}`;
  return `contents: ${level}`;
}

/** The `data` of a GraphQL answer. Throws for `errors`, which come with status 200. */
export function graphqlData(answer: unknown): unknown {
  const route = "POST /graphql";
  if (typeof answer !== "object" || answer === null) throw unanswered(route, "the body is not an object");
  const errors: readonly unknown[] = "errors" in answer && Array.isArray(answer.errors) ? answer.errors : [];
  const [first] = errors;
  if (first === undefined) return "data" in answer ? answer.data : undefined;
  const type = typeof first === "object" && first !== null && "type" in first ? String(first.type) : "";
  const detail = oneLine(detailOf({ message: "GraphQL", errors }, ""), MAX_DETAIL_CHARS);
  const failure: CallFailure = { kind: "github", route, status: 200, detail };
  throw new RunnerError({
    code: type === "FORBIDDEN" ? "github.denied" : type === "NOT_FOUND" ? "github.not_found" : "github.failed",
    message: `GitHub refused a query: ${detail}.`,
    hint:
      type === "FORBIDDEN" ? "Give the job the `permissions:` the query needs, or the token that right." : undefined,
    cause: failure,
  });
}
