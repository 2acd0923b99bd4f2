/** Repositories, people's roles, settings, checks and dispatches. */

import { ApiError, notFound, page, type Reply, type RepositoryCall, type Routes } from "../call.ts";
import { commitOf } from "../git.ts";
import { apiUrl, nodeId, renderRepository, renderUser } from "../render/repository.ts";
import { atLeast, roleOf, type CheckRun, type Role } from "../state.ts";

function getRepository(call: RepositoryCall): Reply {
  const { parent } = call.repository;
  const source =
    parent === undefined ? {} : { parent: renderRepository(call, parent), source: renderRepository(call, parent) };
  return { status: 200, body: { ...renderRepository(call, call.repository), ...source } };
}

const COARSE: Readonly<Record<Role, string>> = {
  admin: "admin",
  maintain: "write",
  write: "write",
  triage: "read",
  read: "read",
  none: "none",
};

/** Apps are no collaborators: GitHub says that they are not a user. */
function getPermission(call: RepositoryCall): Reply {
  const login = String(call.params["username"]);
  const user = call.state.users.get(login.toLowerCase());
  if (call.token === undefined) throw new ApiError(401, "Requires authentication");
  if (user === undefined || user.type !== "User") throw new ApiError(404, `${login} is not a user`);
  const role = roleOf(call.repository, login);
  const permissions = {
    admin: atLeast(role, "admin"),
    maintain: atLeast(role, "maintain"),
    push: atLeast(role, "write"),
    triage: atLeast(role, "triage"),
    pull: atLeast(role, "read"),
  };
  return {
    status: 200,
    body: {
      permission: COARSE[role],
      role_name: role,
      user: { ...renderUser(call, user), permissions, role_name: role },
    },
  };
}

function getWorkflowSettings({ repository }: RepositoryCall): Reply {
  const body = {
    default_workflow_permissions: "read",
    can_approve_pull_request_reviews: repository.actionsMayCreatePullRequests,
  };
  return { status: 200, body };
}

async function listChecks(call: RepositoryCall): Promise<Reply> {
  const sha = await commitOf(call.repository.dir, String(call.params["ref"]));
  if (sha === undefined) throw new ApiError(422, `No commit found for SHA: ${String(call.params["ref"])}`);
  const { check_name: name = null } = call.query;
  const found = call.repository.checkRuns.filter((run) => run.sha === sha && (name === null || run.name === name));
  const reply = page(call, found, (run) => renderCheck(call, run));
  return { ...reply, body: { total_count: found.length, check_runs: reply.body } };
}

function renderCheck(call: RepositoryCall, { id, sha, name, conclusion, title, summary }: CheckRun): object {
  return {
    id,
    node_id: nodeId("CheckRun", id),
    name,
    head_sha: sha,
    external_id: "",
    url: `${apiUrl(call, call.repository)}/check-runs/${id}`,
    html_url: null,
    details_url: null,
    status: conclusion === null ? "in_progress" : "completed",
    conclusion,
    started_at: "2026-01-01T00:00:00Z",
    completed_at: conclusion === null ? null : "2026-01-01T00:01:00Z",
    output: { title: title ?? null, summary: summary ?? null, text: null, annotations_count: 0, annotations_url: "" },
    check_suite: { id },
    app: null,
    pull_requests: [],
  };
}

/** Only Apps, and so GITHUB_TOKEN, may make check runs. */
async function createCheck(call: RepositoryCall): Promise<Reply> {
  const { body, repository, state, token } = call;
  if (token?.kind === "user") throw new ApiError(403, "You must authenticate via a GitHub App.");
  const sha = await commitOf(repository.dir, String(body["head_sha"]));
  if (sha === undefined) throw new ApiError(422, `No commit found for SHA: ${String(body["head_sha"])}`);
  const { title, summary } = (body["output"] ?? {}) as { readonly title?: string; readonly summary?: string };
  const run: CheckRun = {
    id: state.nextId(),
    sha,
    name: String(body["name"]),
    conclusion: (body["conclusion"] ?? null) as CheckRun["conclusion"],
    ...(title === undefined ? {} : { title }),
    ...(summary === undefined ? {} : { summary }),
  };
  repository.checkRuns.push(run);
  return { status: 201, body: renderCheck(call, run) };
}

async function getStatus(call: RepositoryCall): Promise<Reply> {
  const sha = await commitOf(call.repository.dir, String(call.params["ref"]));
  if (sha === undefined) throw notFound();
  const api = apiUrl(call, call.repository);
  const body = {
    state: "pending",
    statuses: [],
    sha,
    total_count: 0,
    repository: renderRepository(call, call.repository),
    commit_url: `${api}/commits/${sha}`,
    url: `${api}/commits/${sha}/status`,
  };
  return { status: 200, body };
}

/** GitHub takes ten top-level properties of payload. */
const MAX_PAYLOAD_PROPERTIES = 10;

function dispatchRepository({ repository, body }: RepositoryCall): Reply {
  const payload = body["client_payload"] ?? {};
  if (Object.keys(payload).length > MAX_PAYLOAD_PROPERTIES) {
    throw new ApiError(422, "Invalid request.\n\nNo more than 10 properties are allowed; client_payload.");
  }
  repository.dispatches.push({ kind: "repository", name: String(body["event_type"]), payload });
  return { status: 204 };
}

async function dispatchWorkflow({ repository, body, params }: RepositoryCall): Promise<Reply> {
  const file = String(params["workflow_id"]);
  const ref = String(body["ref"]);
  if ((await commitOf(repository.dir, ref)) === undefined) throw new ApiError(422, `No ref found for: ${ref}`);
  repository.dispatches.push({ kind: "workflow", name: file, payload: { ref, inputs: body["inputs"] ?? {} } });
  return { status: 204 };
}

function getWorkflowRun(call: RepositoryCall): Reply {
  const { repository, params } = call;
  const run = repository.workflowRuns.find(({ id }) => id === params["run_id"]);
  if (run === undefined) throw notFound();
  const { id, attempt, status } = run;
  const url = `${apiUrl(call, repository)}/actions/runs/${id}`;
  const rendered = renderRepository(call, repository);
  const at = "2026-01-01T00:00:00Z";
  const body = {
    id,
    node_id: nodeId("WorkflowRun", id),
    head_branch: repository.defaultBranch,
    head_sha: "0".repeat(40),
    path: ".github/workflows/kimi.yml",
    run_number: 1,
    run_attempt: attempt,
    event: "issue_comment",
    display_title: "kimi",
    status,
    conclusion: status === "completed" ? "cancelled" : null,
    workflow_id: 1,
    url,
    html_url: `${call.origin}/${repository.owner.login}/${repository.name}/actions/runs/${id}`,
    created_at: at,
    updated_at: at,
    head_commit: null,
    repository: rendered,
    head_repository: rendered,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${apiUrl(call, repository)}/check-suites/1`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    artifacts_url: `${url}/artifacts`,
    workflow_url: `${apiUrl(call, repository)}/actions/workflows/1`,
    pull_requests: [],
  };
  return { status: 200, body };
}

export const repositoryRoutes: Routes = {
  "repos/get": { handle: getRepository },
  "repos/get-collaborator-permission-level": { handle: getPermission },
  "actions/get-github-actions-default-workflow-permissions-repository": {
    scopes: ["administration"],
    handle: getWorkflowSettings,
  },
  "checks/list-for-ref": { scopes: ["checks"], handle: listChecks },
  "checks/create": { scopes: ["checks"], level: "write", handle: createCheck },
  "repos/get-combined-status-for-ref": { scopes: ["contents", "checks"], handle: getStatus },
  "repos/create-dispatch-event": { scopes: ["contents"], level: "write", handle: dispatchRepository },
  "actions/get-workflow-run": { scopes: ["actions"], handle: getWorkflowRun },
  "actions/create-workflow-dispatch": { scopes: ["actions"], level: "write", handle: dispatchWorkflow },
};
