/** The facts of a job: repository, API, workflow run, files for its output. They are read and checked once. */

import { artifactAccess } from "../../github/api/forge.ts";
import { defaultBranchOf } from "../../github/event/payload.ts";
import { configError } from "../../protocol/error.ts";
import type { World } from "../../run/open/request.ts";

/** The context of a job: the toolkit's `context`, or a payload file and variables on a laptop. */
export interface WorkflowContext {
  readonly eventName: string;
  readonly payload: unknown;
  /** Named in errors about the payload. */
  readonly payloadFile?: string | undefined;
  readonly repo: { readonly owner: string; readonly repo: string };
  /** `refs/heads/main`, `refs/pull/7/merge` …; empty where it is not known. */
  readonly ref: string;
  readonly serverUrl: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string | undefined;
  /** Not a number outside of a workflow. */
  readonly runId: number;
  readonly runAttempt: number;
}

/** The context that the variables of a workflow give. `said` has what they do not tell, and the repository for a laptop. */
export function contextOfVariables(
  env: World["env"],
  said: Pick<WorkflowContext, "eventName" | "payload" | "payloadFile"> & { readonly repository?: string | undefined },
): WorkflowContext {
  const { repository, ...event } = said;
  const [owner = "", repo = ""] = (env["GITHUB_REPOSITORY"] || repository || "").split("/");
  return {
    ...event,
    repo: { owner, repo },
    ref: env["GITHUB_REF"] ?? "",
    serverUrl: env["GITHUB_SERVER_URL"] || "https://github.com",
    apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
    graphqlUrl: env["GITHUB_GRAPHQL_URL"] || undefined,
    runId: Number.parseInt(env["GITHUB_RUN_ID"] ?? "", 10),
    runAttempt: Number.parseInt(env["GITHUB_RUN_ATTEMPT"] ?? "", 10),
  };
}

export type GitHubJob = Readonly<ReturnType<typeof githubJob>>;

/** Adds to the context what the toolkit does not tell. The addresses have no slash at the end. Throws `config.invalid` without a repository. */
export function githubJob(context: WorkflowContext, env: World["env"]) {
  const { owner, repo } = context.repo;
  if (!owner || !repo) {
    throw configError(
      `GITHUB_REPOSITORY is not owner/name: ${env["GITHUB_REPOSITORY"] || "not set"}.`,
      "Set it, or use a payload with a repository.",
    );
  }
  const serverUrl = context.serverUrl.replace(/\/+$/, "");
  const apiUrl = context.apiUrl.replace(/\/+$/, "");
  const { graphqlUrl, runId, runAttempt } = context;
  const branch = /^refs\/heads\/(.+)$/.exec(context.ref)?.[1];
  // A schedule is always of the default branch, which its payload need not name.
  const defaultBranch = defaultBranchOf(context.payload) ?? (context.eventName === "schedule" ? branch : undefined);
  return {
    owner,
    repo,
    serverUrl,
    apiUrl,
    graphqlUrl,
    /** Page of this run; undefined outside of a workflow. */
    runUrl: Number.isInteger(runId) ? `${serverUrl}/${owner}/${repo}/actions/runs/${runId}` : undefined,
    runAttempt: runAttempt || 1,
    /** Path of the workflow's file; undefined outside of a workflow. */
    workflow: /^[^/]+\/[^/]+\/(.+?)@/.exec(env["GITHUB_WORKFLOW_REF"] ?? "")?.[1],
    /** The branch that the job was started on; for a tag, or where it is not known, the default branch. */
    branch: branch ?? defaultBranch,
    defaultBranch,
    artifacts: artifactAccess({ serverUrl, apiUrl }, env),
    retentionDays: env["GITHUB_RETENTION_DAYS"] ? Number(env["GITHUB_RETENTION_DAYS"]) : undefined,
    summaryPath: env["GITHUB_STEP_SUMMARY"] || undefined,
  };
}
