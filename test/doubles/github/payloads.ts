/** Event payloads of what is in the state, as GitHub writes them to GITHUB_EVENT_PATH. */

import type { Call } from "./call.ts";
import { renderPull, renderPullSimple } from "./render/pull.ts";
import { renderRepository, renderUser } from "./render/repository.ts";
import { renderComment, renderIssue, renderLabel, renderReview, renderReviewComment } from "./render/thread.ts";
import { repositoryOf } from "./seed/repository.ts";
import type { Comment, Repository, Review, ReviewComment, Thread } from "./state.ts";

interface Common {
  /** `owner/name`. */
  readonly repository: string;
  /** Login of who caused it; default `alice`. */
  readonly sender?: string;
}

export type EventSpec = Common &
  (
    | { readonly event: "issue_comment"; readonly number: number; readonly comment: Comment; readonly action?: string }
    | {
        readonly event: "issues";
        readonly number: number;
        readonly action: string;
        readonly label?: string;
        readonly assignee?: string;
      }
    | { readonly event: "pull_request"; readonly number: number; readonly action: string; readonly label?: string }
    | {
        readonly event: "pull_request_review_comment";
        readonly number: number;
        readonly comment: ReviewComment;
        readonly action?: string;
      }
    | {
        readonly event: "pull_request_review";
        readonly number: number;
        readonly review: Review;
        readonly action?: string;
      }
    | { readonly event: "schedule"; readonly schedule: string }
    | { readonly event: "workflow_dispatch"; readonly inputs?: Readonly<Record<string, string>>; readonly ref?: string }
    | { readonly event: "repository_dispatch"; readonly eventType: string; readonly clientPayload?: unknown }
  );

/** An event's name and payload, ready for the runner double. */
export interface BuiltEvent {
  readonly name: string;
  readonly payload: Record<string, unknown>;
}

/** Builds the payload of an event about things that exist. */
export async function buildEvent(call: Call, spec: EventSpec): Promise<BuiltEvent> {
  const repository = repositoryOf(call.state, spec.repository);
  const sender = renderUser(call, call.state.user(spec.sender ?? "alice"));
  const payload = await bodyOf(call, repository, spec);
  return { name: spec.event, payload: { ...payload, repository: renderRepository(call, repository), sender } };
}

async function bodyOf(call: Call, repository: Repository, spec: EventSpec): Promise<Record<string, unknown>> {
  switch (spec.event) {
    case "issue_comment": {
      const thread = threadOf(repository, spec.number);
      const comment = renderComment(call, repository, thread, spec.comment);
      return { action: spec.action ?? "created", issue: renderIssue(call, repository, thread), comment };
    }
    case "issues": {
      const thread = threadOf(repository, spec.number);
      const assignee =
        spec.assignee === undefined ? {} : { assignee: renderUser(call, call.state.user(spec.assignee)) };
      const issue = renderIssue(call, repository, thread);
      return { action: spec.action, issue, ...labelOf(call, repository, thread, spec.label), ...assignee };
    }
    case "pull_request": {
      const thread = threadOf(repository, spec.number);
      const pull = await renderPull(call, repository, thread);
      return {
        action: spec.action,
        number: spec.number,
        pull_request: pull,
        ...labelOf(call, repository, thread, spec.label),
      };
    }
    case "pull_request_review_comment": {
      const thread = threadOf(repository, spec.number);
      const comment = renderReviewComment(call, repository, thread, spec.comment);
      return { action: spec.action ?? "created", comment, pull_request: renderPullSimple(call, repository, thread) };
    }
    case "pull_request_review": {
      const thread = threadOf(repository, spec.number);
      const review = renderReview(call, repository, thread, spec.review);
      const pull_request = renderPullSimple(call, repository, thread);
      return {
        action: spec.action ?? "submitted",
        review: { ...review, state: spec.review.state.toLowerCase() },
        pull_request,
      };
    }
    case "schedule":
      return { schedule: spec.schedule, workflow: ".github/workflows/maintenance.yml" };
    case "workflow_dispatch": {
      const ref = spec.ref ?? `refs/heads/${repository.defaultBranch}`;
      return { inputs: spec.inputs ?? {}, ref, workflow: ".github/workflows/kimi.yml" };
    }
    case "repository_dispatch":
      return { action: spec.eventType, branch: repository.defaultBranch, client_payload: spec.clientPayload ?? {} };
  }
}

function threadOf(repository: Repository, number: number): Thread {
  const thread = repository.threads.find((thread) => thread.number === number);
  if (thread === undefined) throw new Error(`There is no #${number}.`);
  return thread;
}

function labelOf(
  call: Call,
  repository: Repository,
  thread: Thread,
  name: string | undefined,
): Record<string, unknown> {
  const label = thread.labels.find((label) => label.name === name);
  if (name !== undefined && label === undefined) throw new Error(`#${thread.number} has no label ${name}.`);
  return label === undefined ? {} : { label: renderLabel(call, repository, label) };
}
