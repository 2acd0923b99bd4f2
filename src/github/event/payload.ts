/**
 * Schemas of webhook payloads, which convert them to the types of `event-parts.ts`. Each schema is named like its event. Unused
 * fields are not declared, so that changes to them cannot break a run.
 */

import * as z from "zod/mini";
import { member } from "../../base/member.ts";
import type { Account, DiffPlace, EventComment, EventIssue, EventPull } from "./event-parts.ts";

const Sender = z.object({ id: z.int(), login: z.string(), type: z._default(z.string(), "User") });
/** GitHub shows deleted accounts as null; its pages call them "ghost". No account has the id 0, so no check passes. */
const GHOST: Account = { id: 0, login: "ghost", type: "User" };
const Author = z.pipe(
  z.nullable(Sender),
  z.transform((account): Account => account ?? GHOST),
);

/** An event without a thread. `act` may leave out the sender. */
const Bare = z.object({ sender: z.nullish(Sender) });

function bareOf({ sender }: z.infer<typeof Bare>) {
  return { sender: sender ?? undefined };
}

const Opening = z.object({
  number: z.int(),
  title: z.string(),
  body: z.nullish(z.string()),
  user: Author,
  author_association: z._default(z.string(), "NONE"),
  state: z._default(z.string(), "open"),
  locked: z._default(z.boolean(), false),
  /** Gitea's name of the field. */
  is_locked: z._default(z.boolean(), false),
  labels: z._default(z.array(z.object({ name: z.string() })), []),
  created_at: z.string(),
  updated_at: z.string(),
});

function openingOf(value: z.infer<typeof Opening>): Omit<EventIssue, "kind"> {
  return {
    number: value.number,
    title: value.title,
    body: value.body ?? "",
    author: value.user,
    association: value.author_association,
    closed: value.state !== "open",
    locked: value.locked || value.is_locked,
    labels: value.labels.map(({ name }) => name),
    createdAt: value.created_at,
    updatedAt: value.updated_at,
  };
}

const merge = { merged_at: z.nullish(z.string()) };

function mergeOf({ merged_at: at }: { readonly merged_at?: string | null | undefined }): { readonly isMerged?: true } {
  return typeof at === "string" ? { isMerged: true } : {};
}

/** GitHub leaves `pull_request` out of an issue; Gitea writes null. */
const Issue = z.pipe(
  z.extend(Opening, { pull_request: z.nullish(z.looseObject(merge)) }),
  z.transform((issue): EventIssue => ({
    kind: issue.pull_request ? "pull" : "issue",
    ...openingOf(issue),
    ...mergeOf(issue.pull_request ?? {}),
  })),
);

const side = z.object({ sha: z.string(), ref: z.string(), repo: z.nullable(z.object({ id: z.int() })) });
const Pull = z.pipe(
  z.extend(Opening, { ...merge, draft: z.nullish(z.boolean()), head: side, base: side }),
  z.transform(({ head, base, draft, ...value }): EventPull => ({
    kind: "pull",
    ...openingOf(value),
    ...mergeOf(value),
    headSha: head.sha,
    baseSha: base.sha,
    baseRef: base.ref,
    fork: isForeign(head, base),
    ...(draft === true ? { isDraft: true } : {}),
  })),
);

interface Side {
  readonly ref: string;
  readonly repo?: { readonly id: number } | null | undefined;
}

/**
 * Whether the head is not a branch of the repository: it is in a fork, its repository is gone, or it is a reference such as
 * `refs/pull/7/head`. Gitea and Forgejo accept the latter from everyone who may read (`git push origin HEAD:refs/for/main`), and
 * report it as a head of the same repository.
 */
export function isForeign(head: Side, base: Side): boolean {
  return !head.repo || head.repo.id !== base.repo?.id || head.ref.startsWith("refs/");
}

const Comment = z.object({
  id: z.int(),
  body: z.string(),
  user: Author,
  author_association: z._default(z.string(), "NONE"),
  created_at: z.string(),
  updated_at: z.string(),
});

function commentOf(value: z.infer<typeof Comment>): EventComment {
  return {
    id: value.id,
    body: value.body,
    author: value.user,
    association: value.author_association,
    createdAt: value.created_at,
    updatedAt: value.updated_at,
  };
}

const ListedComment = z.extend(Comment, {
  user: Sender,
  node_id: z._default(z.string(), ""), // Gitea has none
  html_url: z.string(),
  issue_url: z.nullish(z.string()),
  /** Only a comment on a line of a diff has it. */
  pull_request_url: z.nullish(z.string()),
  reactions: z.nullish(z.looseObject({ total_count: z.nullish(z.number()) })),
});

export interface ListedComment extends EventComment {
  readonly kind: "issue" | "review";
  readonly nodeId: string;
  readonly url: string;
  /** An entry of a list has only the address of its thread. */
  readonly thread: { readonly kind: "issue" | "pull"; readonly number: number };
  /** Number of reactions, by anyone; undefined where the server leaves it out. */
  readonly reactions: number | undefined;
}

/** A comment as a list of the API has it. Undefined for an incomplete one, such as one of a deleted account. */
export function listedComment(item: unknown): ListedComment | undefined {
  const { data } = ListedComment.safeParse(item);
  if (data === undefined || Number.isNaN(Date.parse(data.created_at))) return undefined;
  const { node_id: nodeId, html_url: url, pull_request_url: pull, issue_url: issue, reactions } = data;
  const kind = pull == null ? "issue" : "review";
  return {
    ...commentOf(data),
    kind,
    nodeId,
    url,
    thread: {
      kind: kind === "review" || /\/pull\/\d+#/.test(url) ? "pull" : "issue",
      number: Number(/\/(\d+)$/.exec(pull ?? issue ?? "")?.[1]),
    },
    reactions: reactions?.total_count ?? undefined,
  };
}

const LineComment = z.extend(Comment, {
  path: z.string(),
  side: z.nullish(z.string()),
  subject_type: z.nullish(z.string()),
  line: z.nullish(z.int()),
  original_line: z.nullish(z.int()),
  start_line: z.nullish(z.int()),
  original_start_line: z.nullish(z.int()),
  in_reply_to_id: z.nullish(z.int()),
  diff_hunk: z.string(),
});

/** The place of a comment in the diff. If its line is no longer part of the diff, the place is the line on which it was written. */
function diffPlace(value: z.infer<typeof LineComment>): DiffPlace {
  const isFile = value.subject_type === "file";
  const { line } = value;
  return {
    path: value.path,
    side: isFile ? undefined : value.side === "LEFT" ? "LEFT" : "RIGHT",
    line: line ?? value.original_line ?? undefined,
    startLine: (line === null || line === undefined ? value.original_start_line : value.start_line) ?? undefined,
    isOutdated: !isFile && (line === null || line === undefined),
    diffHunk: value.diff_hunk,
    root: value.in_reply_to_id ?? value.id,
  };
}

export const Action = z.object({ action: z.string() });

export const IssueComment = z.object({
  sender: Sender,
  issue: Issue,
  comment: z.pipe(Comment, z.transform(commentOf)),
});

export const ReviewComment = z.pipe(
  z.object({ sender: Sender, pull_request: Pull, comment: LineComment }),
  z.transform(({ pull_request: pull, comment: value, ...event }) => {
    return { ...event, pull, comment: { ...commentOf(value), place: diffPlace(value) } };
  }),
);

export const Review = z.pipe(
  z.object({
    sender: Sender,
    pull_request: Pull,
    review: z.object({ id: z.int(), body: z.nullish(z.string()), user: Author, submitted_at: z.nullish(z.string()) }),
  }),
  z.transform(({ pull_request: pull, review: { id, body, user, submitted_at: submittedAt }, ...event }) => {
    const review = { id, body: body ?? "", author: user, submittedAt: submittedAt ?? undefined };
    return { ...event, pull, review };
  }),
);

const Marks = z.object({
  label: z.optional(z.object({ name: z.string() })),
  /** Gitea names the added labels here. */
  changes: z.nullish(z.object({ added_labels: z.nullish(z.array(z.object({ name: z.string() }))) })),
  assignee: z.nullish(z.object({ login: z.string() })),
});

/** The label and the assignee that the event added. */
function markedBy({ label, assignee, changes }: z.infer<typeof Marks>) {
  return { label: (label ?? changes?.added_labels?.[0])?.name, assignee: assignee?.login };
}

export const Issues = z.pipe(
  z.extend(Marks, { sender: Sender, issue: Issue }),
  z.transform(({ sender, issue, ...given }) => ({ sender, issue, ...markedBy(given) })),
);
export const PullRequest = z.pipe(
  z.extend(Marks, { sender: Sender, pull_request: Pull }),
  z.transform(({ sender, pull_request: pull, ...given }) => ({ sender, pull, ...markedBy(given) })),
);

const values = z.nullish(z.record(z.string(), z.unknown()));
export const Schedule = z.pipe(Bare, z.transform(bareOf));
export const WorkflowDispatch = z.pipe(
  z.extend(Bare, { inputs: values }),
  z.transform(({ inputs, ...event }) => ({ ...bareOf(event), inputs: textual(inputs ?? {}) })),
);
export const RepositoryDispatch = z.pipe(
  z.extend(Bare, { client_payload: values }),
  z.transform(({ client_payload: payload, ...event }) => ({ ...bareOf(event), payload: payload ?? {} })),
);

/** Inputs arrive as strings, booleans or numbers by their declared type. Here they become text. */
function textual(inputs: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value),
    ]),
  );
}

export function defaultBranchOf(payload: unknown): string | undefined {
  const name = member(member(payload, "repository"), "default_branch");
  return typeof name === "string" ? name : undefined;
}
