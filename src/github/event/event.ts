/**
 * Parses the JSON of `GITHUB_EVENT_PATH` into a closed union of the supported events. It decides nothing. Every string in an event
 * except ids, types and times is foreign text.
 */

import * as z from "zod/mini";
import { configError } from "../../protocol/error.ts";
import type {
  Account,
  EventComment,
  EventReview,
  EventReviewComment,
  EventIssue,
  EventPull,
  RepositoryName,
} from "./event-parts.ts";
import * as payload from "./payload.ts";

interface Common {
  readonly repository: RepositoryName;
  readonly sender: Account;
}

/** `label` and `assignee` are those that this event added. */
interface Marked {
  readonly label: string | undefined;
  readonly assignee: string | undefined;
}

/** An event without a thread. `act` may leave out repository and sender. */
export interface Bare {
  readonly repository: RepositoryName | undefined;
  readonly sender: Account | undefined;
}

export type GitHubEvent =
  | (Common & {
      readonly kind: "issue_comment";
      readonly action: CommentAction;
      readonly issue: EventIssue;
      readonly comment: EventComment;
    })
  | (Common & {
      readonly kind: "pull_request_review_comment";
      readonly action: CommentAction;
      readonly pull: EventPull;
      readonly comment: EventReviewComment;
    })
  | (Common & { readonly kind: "pull_request_review"; readonly pull: EventPull; readonly review: EventReview })
  | (Common & Marked & { readonly kind: "issues"; readonly action: IssueAction; readonly issue: EventIssue })
  | (Common & Marked & { readonly kind: "pull_request"; readonly action: PullAction; readonly pull: EventPull })
  | (Bare & { readonly kind: "schedule" })
  | (Bare & { readonly kind: "workflow_dispatch"; readonly inputs: Readonly<Record<string, string>> })
  | (Bare & { readonly kind: "repository_dispatch"; readonly payload: Readonly<Record<string, unknown>> })
  /** `event` is the name of an event of which no action starts a run. */
  | { readonly kind: "unsupported"; readonly reason: string; readonly event?: string };

const COMMENT_ACTIONS = ["created", "edited", "deleted"] as const;
const ISSUE_ACTIONS = ["opened", "labeled", "assigned"] as const;
const PULL_ACTIONS = ["opened", "reopened", "synchronize", "ready_for_review", "labeled", "assigned"] as const;
type CommentAction = (typeof COMMENT_ACTIONS)[number];
type IssueAction = (typeof ISSUE_ACTIONS)[number];
type PullAction = (typeof PULL_ACTIONS)[number];

interface EventForm {
  /** Members of the payload by which an event without a name is recognised. The first row with all of them counts. */
  readonly members: readonly string[];
  readonly read: (read: Reader) => GitHubEvent;
}

/** To add an event, add its variant above, a row here, its payload in payload.ts and its case in `decideTrigger`. */
const EVENTS: Readonly<Record<Exclude<GitHubEvent["kind"], "unsupported">, EventForm>> = {
  issue_comment: {
    members: ["comment", "issue"],
    read: acting("issue_comment", COMMENT_ACTIONS, (read, action) => {
      return { kind: "issue_comment", action, ...read(payload.IssueComment) };
    }),
  },
  pull_request_review_comment: {
    members: ["comment", "pull_request"],
    read: acting("pull_request_review_comment", COMMENT_ACTIONS, (read, action) => {
      return { kind: "pull_request_review_comment", action, ...read(payload.ReviewComment) };
    }),
  },
  pull_request_review: {
    members: ["review"],
    read: acting("pull_request_review", ["submitted"], (read) => {
      return { kind: "pull_request_review", ...read(payload.Review) };
    }),
  },
  issues: {
    members: ["issue"],
    read: acting("issues", ISSUE_ACTIONS, (read, action) => {
      return { kind: "issues", action, ...read(payload.Issues) };
    }),
  },
  pull_request: {
    members: ["pull_request"],
    read: acting("pull_request", PULL_ACTIONS, (read, action) => {
      return { kind: "pull_request", action, ...read(payload.PullRequest) };
    }),
  },
  repository_dispatch: {
    members: ["client_payload"],
    read: (read) => ({ kind: "repository_dispatch", ...read(payload.RepositoryDispatch) }),
  },
  schedule: { members: ["schedule"], read: (read) => ({ kind: "schedule", ...read(payload.Schedule) }) },
  workflow_dispatch: {
    members: ["inputs"],
    read: (read) => ({ kind: "workflow_dispatch", ...read(payload.WorkflowDispatch) }),
  },
};

/** Reads one event. `file` is named in errors. An event or action outside the union is a value; a payload that does not fit throws `config.invalid`. */
export function parseEvent(name: string, value: unknown, file = "the event payload"): GitHubEvent {
  const kind = name === "pull_request_target" ? "pull_request" : name; // the same payload; the job checks more
  const [, form] = Object.entries(EVENTS).find(([known]) => known === kind) ?? [];
  if (form !== undefined) return form.read((schema) => parsed(schema, value, { name, file }));
  const starting = Object.keys(EVENTS).join(", ");
  return { kind: "unsupported", event: name, reason: `The event ${name} starts no run. Supported: ${starting}.` };
}

/** The name of an event, found by the members of its payload. Throws `config.invalid` for a payload of no known event. */
export function eventNameOf(value: unknown, file = "the event payload"): string {
  const given = new Set(Object.keys(value ?? {}));
  const rows = given.has(REVIEW_THREAD) ? [] : Object.entries(EVENTS);
  const [name] = rows.find(([, { members }]) => members.every((member) => given.has(member))) ?? [];
  if (name !== undefined) return name;
  throw configError(
    `${file} does not show which event it belongs to.`,
    `Name the event with --event-name: ${Object.keys(EVENTS).join(", ")}.`,
  );
}

/** `pull_request_review_thread` has it beside a pull request. */
const REVIEW_THREAD = "thread";

/** Gitea's words for two actions. */
const GITEA_ACTIONS: Readonly<Record<string, string>> = { label_updated: "labeled", synchronized: "synchronize" };

/** Reads an event whose action is one of these; any other action is not supported. */
function acting<const A extends string>(
  name: string,
  actions: readonly A[],
  make: (read: Reader, action: A) => GitHubEvent,
): EventForm["read"] {
  return (read) => {
    const { action: given } = read(payload.Action);
    const action = actions.find((known) => known === (GITEA_ACTIONS[given] ?? given));
    if (action !== undefined) return make(read, action);
    return { kind: "unsupported", reason: `${name} ${given} starts no run. Supported: ${actions.join(", ")}.` };
  };
}

type Reader = <S extends z.ZodMiniType>(schema: S) => z.infer<S>;

function parsed<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  { name, file }: { readonly name: string; readonly file: string },
): z.infer<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw configError(
    `${file} is not a ${name} event: ${field === "" ? "the whole" : field} is ${shown(value, issue?.path ?? [])}.`,
    "Accepted: the JSON that GitHub writes to GITHUB_EVENT_PATH for this event.",
  );
}

/** The offending value, or its type where it is long. */
function shown(value: unknown, path: readonly PropertyKey[]): string {
  const at = path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
  if (at === undefined) return "missing";
  if (Array.isArray(at)) return "a list";
  return typeof at === "object" && at !== null ? "an object" : JSON.stringify(at).slice(0, 80);
}
