/** Issues: get, create, update, list, labels, events. */

import {
  ApiError,
  authorize,
  callerOf,
  checkBody,
  page,
  threadOf,
  type RepositoryCall,
  type Reply,
  type Routes,
  textOf,
} from "../call.ts";
import { apiUrl, nodeId, renderUser } from "../render/repository.ts";
import { renderIssue, renderLabel, touch } from "../render/thread.ts";
import { addThread } from "../seed/thread.ts";
import { roleOf, type Label, type Thread, type ThreadEvent } from "../state.ts";

const EITHER = ["issues", "pull_requests"] as const;

function getIssue(call: RepositoryCall): Reply {
  return { status: 200, body: renderIssue(call, call.repository, threadOf(call)) };
}

function createIssue(call: RepositoryCall): Reply {
  const { state, repository, body } = call;
  checkBody("Issue", body["body"]);
  const user = callerOf(call);
  const thread = addThread(state, repository, {
    title: String(body["title"]),
    body: textOrNull(body["body"]),
    user: user.login,
    labels: labelNames(body["labels"]),
  });
  return { status: 201, body: renderIssue(call, repository, thread) };
}

function listIssues(call: RepositoryCall): Reply {
  const { repository, query } = call;
  const state = query["state"] ?? "open";
  const labels = typeof query["labels"] === "string" ? query["labels"].split(",") : [];
  const creator = query["creator"];
  const found = repository.threads
    .filter((thread) => state === "all" || thread.state === state)
    .filter((thread) => labels.every((name) => thread.labels.some((label) => label.name === name)))
    .filter((thread) => creator === undefined || thread.user.login === creator)
    .toReversed();
  return page(call, found, (thread) => renderIssue(call, repository, thread));
}

function updateIssue(call: RepositoryCall): Reply {
  const { state, repository, body } = call;
  const thread = threadOf(call);
  checkBody("Issue", body["body"]);
  thread.title = textOf(body["title"]) ?? thread.title;
  if (body["body"] !== undefined) {
    thread.body = textOrNull(body["body"]);
    thread.edits.push({ user: callerOf(call), at: state.now() });
  }
  if (body["labels"] !== undefined) thread.labels = labelNames(body["labels"]).map((name) => labelOf(call, name));
  if (Array.isArray(body["assignees"])) thread.assignees = body["assignees"].map((login) => state.user(String(login)));
  if (body["state"] === "open" || body["state"] === "closed") setThreadState(call, thread, body["state"]);
  if (body["state_reason"] === "not_planned") thread.stateReason = "not_planned";
  touch(thread, state.now());
  return { status: 200, body: renderIssue(call, repository, thread) };
}

/** Opens or closes a thread and records the event. */
export function setThreadState(call: RepositoryCall, thread: Thread, to: "open" | "closed"): void {
  if (thread.state === to) return;
  const now = call.state.now();
  thread.state = to;
  thread.stateReason = to === "closed" ? "completed" : "reopened";
  thread.closedAt = to === "closed" ? now : null;
  addEvent(call, thread, { event: to === "closed" ? "closed" : "reopened" });
}

function addEvent(call: RepositoryCall, thread: Thread, event: Pick<ThreadEvent, "event" | "label">): void {
  thread.events.push({ ...event, id: call.state.nextId(), actor: callerOf(call), createdAt: call.state.now() });
}

function listEvents(call: RepositoryCall): Reply {
  return page(call, threadOf(call).events, ({ id, actor, event, label, createdAt }) => ({
    id,
    node_id: nodeId("Event", id),
    url: `${apiUrl(call, call.repository)}/issues/events/${id}`,
    actor: renderUser(call, actor),
    event,
    commit_id: null,
    commit_url: null,
    created_at: createdAt,
    performed_via_github_app: null,
    ...(label === undefined ? {} : { label: { name: label, color: "ededed" } }),
  }));
}

function addLabels(call: RepositoryCall): Reply {
  const thread = threadOf(call);
  for (const name of labelNames(call.body["labels"] ?? call.body)) {
    if (thread.labels.some((label) => label.name === name)) continue;
    thread.labels.push(labelOf(call, name));
    addEvent(call, thread, { event: "labeled", label: name });
  }
  return { status: 200, body: thread.labels.map((label) => renderLabel(call, call.repository, label)) };
}

/** A label exists once a thread of the repository has it. */
function getLabel(call: RepositoryCall): Reply {
  const name = String(call.params["name"]).toLowerCase();
  const labels = call.repository.threads.flatMap((thread) => thread.labels);
  const known = labels.find((label) => label.name.toLowerCase() === name);
  if (known === undefined) throw new ApiError(404, "Not Found");
  return { status: 200, body: renderLabel(call, call.repository, known) };
}

/** People without a role on the repository are left out in silence, as GitHub does. */
function addAssignees(call: RepositoryCall): Reply {
  const { state, repository, body } = call;
  const thread = threadOf(call);
  const asked = Array.isArray(body["assignees"]) ? body["assignees"].map(String) : [];
  for (const login of asked) {
    const isThere = thread.assignees.some((user) => user.login === login);
    if (!isThere && roleOf(repository, login) !== "none") thread.assignees.push(state.user(login));
  }
  return { status: 201, body: renderIssue(call, repository, thread) };
}

function removeLabel(call: RepositoryCall): Reply {
  const thread = threadOf(call);
  const name = call.params["name"];
  if (!thread.labels.some((label) => label.name === name)) throw new ApiError(404, "Label does not exist");
  thread.labels = thread.labels.filter((label) => label.name !== name);
  return { status: 200, body: thread.labels.map((label) => renderLabel(call, call.repository, label)) };
}

function labelOf({ state, repository }: RepositoryCall, name: string): Label {
  const known = repository.threads.flatMap(({ labels }) => labels).find((label) => label.name === name);
  return known ?? { id: state.nextId(), name };
}

function labelNames(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((label: unknown) => (typeof label === "string" ? label : String((label as { name?: string }).name)));
}

function textOrNull(value: unknown): string | null {
  return textOf(value) ?? null;
}

/** A token's right to a thread depends on what the thread is: issues for issues, either for pull requests. */
export function onThread(level: "read" | "write", handle: (call: RepositoryCall) => Reply): Routes[string] {
  return {
    level,
    handle: (call) => {
      const scopes = threadOf(call).pull === undefined ? (["issues"] as const) : EITHER;
      authorize({ scopes, level, role: "read", handle }, call);
      return handle(call);
    },
  };
}

export const issueRoutes: Routes = {
  "issues/get": onThread("read", getIssue),
  "issues/create": { scopes: ["issues"], level: "write", role: "read", handle: createIssue },
  "issues/list-for-repo": { scopes: ["issues"], level: "read", handle: listIssues },
  "issues/update": onThread("write", updateIssue),
  "issues/list-events": onThread("read", listEvents),
  "issues/add-labels": onThread("write", addLabels),
  "issues/add-assignees": onThread("write", addAssignees),
  "issues/get-label": { scopes: EITHER, level: "read", role: "read", handle: getLabel },
  "issues/remove-label": onThread("write", removeLabel),
};
