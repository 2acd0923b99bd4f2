/** What the job's environment says: the repository, the API, the event, where things go. Read once, checked once. */

import { readFileSync } from "node:fs";
import { RunnerError } from "../../protocol/error.ts";
import type { World } from "../request.ts";

export interface JobEnvironment {
  readonly owner: string;
  readonly repo: string;
  /** Without a slash at the end. */
  readonly serverUrl: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string | undefined;
  /** Page of this run; undefined outside of a workflow. */
  readonly runUrl: string | undefined;
  readonly runAttempt: number;
  /** The branch that the job was started on. */
  readonly branch: string | undefined;
  readonly eventName: string;
  readonly payload: unknown;
  readonly eventPath: string;
  /** Whether an artifact can be uploaded. */
  readonly hasArtifacts: boolean;
  readonly retentionDays: number | undefined;
  readonly summaryPath: string | undefined;
}

/** Reads the environment; `eventPath` and `repository` given by flag win. Throws `config.invalid` naming the variable. */
export function readJobEnvironment(
  { env }: World,
  given: { readonly eventPath?: string | undefined; readonly eventName?: string | undefined } = {},
): JobEnvironment {
  const eventPath = given.eventPath ?? required(env, "GITHUB_EVENT_PATH");
  const payload = readPayload(eventPath);
  const repository = env["GITHUB_REPOSITORY"] || repositoryOf(payload);
  const [owner = "", repo = ""] = (repository ?? "").split("/");
  if (owner === "" || repo === "") {
    throw invalid(
      `GITHUB_REPOSITORY is not owner/name: ${repository ?? "not set"}.`,
      "Set it, or use a payload with a repository.",
    );
  }
  const serverUrl = (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "");
  const runId = env["GITHUB_RUN_ID"];
  return {
    owner,
    repo,
    serverUrl,
    apiUrl: (env["GITHUB_API_URL"] || "https://api.github.com").replace(/\/+$/, ""),
    graphqlUrl: env["GITHUB_GRAPHQL_URL"] || undefined,
    runUrl: runId === undefined ? undefined : `${serverUrl}/${owner}/${repo}/actions/runs/${runId}`,
    runAttempt: Number(env["GITHUB_RUN_ATTEMPT"] || 1),
    branch: env["GITHUB_REF_TYPE"] === "branch" ? env["GITHUB_REF_NAME"] : undefined,
    eventName: given.eventName ?? env["GITHUB_EVENT_NAME"] ?? nameOf(payload),
    payload,
    eventPath,
    hasArtifacts: Boolean(env["ACTIONS_RUNTIME_TOKEN"] && env["ACTIONS_RESULTS_URL"]),
    retentionDays: env["GITHUB_RETENTION_DAYS"] ? Number(env["GITHUB_RETENTION_DAYS"]) : undefined,
    summaryPath: env["GITHUB_STEP_SUMMARY"] || undefined,
  };
}

function required(env: World["env"], name: string): string {
  const value = env[name];
  if (value) return value;
  throw invalid(`${name} is not set.`, "Run as a GitHub Action, under act, or give a payload with --event.");
}

function readPayload(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw invalid(
      `The event payload cannot be read: ${path}: ${cause instanceof Error ? cause.message : ""}.`,
      "Give a JSON file.",
    );
  }
}

function repositoryOf(payload: unknown): string | undefined {
  const { repository } = (payload ?? {}) as { readonly repository?: { readonly full_name?: unknown } };
  return typeof repository?.full_name === "string" ? repository.full_name : undefined;
}

/** A payload shows by its members which event it is; the runner says it in GITHUB_EVENT_NAME, a file on a laptop cannot. */
function nameOf(payload: unknown): string {
  const members = new Set(Object.keys(payload ?? {}));
  if (members.has("comment") && members.has("issue")) return "issue_comment";
  if (members.has("comment") && members.has("pull_request")) return "pull_request_review_comment";
  if (members.has("pull_request")) return "pull_request";
  if (members.has("issue")) return "issues";
  if (members.has("client_payload")) return "repository_dispatch";
  if (members.has("schedule")) return "schedule";
  return "workflow_dispatch";
}

function invalid(message: string, hint: string): RunnerError {
  return new RunnerError({ code: "config.invalid", message, hint });
}
