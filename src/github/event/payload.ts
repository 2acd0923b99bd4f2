/**
 * Schemas of webhook payloads and their translation into `event-parts.ts`. Each schema is named like its event. Unused fields are
 * not declared, so that changes to them cannot break a run.
 */

import * as z from "zod/mini";
import type { DiffPlace, EventComment, EventReview, EventIssue, EventPull, RepositoryName } from "./event-parts.ts";

const Account = z.object({ id: z.int(), login: z.string(), type: z._default(z.string(), "User") });
/** GitHub shows deleted accounts as null; its pages call them "ghost". No account has the id 0, so no check passes. */
const MaybeAccount = z.nullable(Account);
type MaybeAccount = z.infer<typeof MaybeAccount>;
const GHOST = { id: 0, login: "ghost", type: "User" };

const Repository = z.object({ name: z.string(), owner: z.object({ login: z.string() }) });

const opening = {
  number: z.int(),
  title: z.string(),
  body: z.optional(z.nullable(z.string())),
  user: MaybeAccount,
  author_association: z._default(z.string(), "NONE"),
  state: z._default(z.string(), "open"),
  locked: z._default(z.boolean(), false),
  /** Gitea's name of the field. */
  is_locked: z._default(z.boolean(), false),
  labels: z._default(z.array(z.object({ name: z.string() })), []),
  created_at: z.string(),
  updated_at: z.string(),
};
const Opening = z.object(opening);
type Opening = z.infer<typeof Opening>;

/** GitHub leaves `pull_request` out of an issue; Gitea writes null. */
const Issue = z.object({ ...opening, pull_request: z.nullish(z.unknown()) });

const side = z.object({ sha: z.string(), ref: z.string(), repo: z.nullable(z.object({ id: z.int() })) });
const Pull = z.object({ ...opening, head: side, base: side });

const commentFields = {
  id: z.int(),
  body: z.string(),
  user: MaybeAccount,
  author_association: z._default(z.string(), "NONE"),
  created_at: z.string(),
  updated_at: z.string(),
};
const Comment = z.object(commentFields);

const common = { repository: Repository, sender: Account };
const bare = { repository: z.optional(Repository), sender: z.optional(z.nullable(Account)) };
const marked = {
  label: z.optional(z.object({ name: z.string() })),
  /** Where Gitea names the labels that were added. */
  changes: z.nullish(z.object({ added_labels: z.nullish(z.array(z.object({ name: z.string() }))) })),
  assignee: z.optional(z.nullable(z.object({ login: z.string() }))),
};
const Common = z.object(common);
const BarePayload = z.object(bare);
const Marked = z.object(marked);
export type Common = z.infer<typeof Common>;
export type BarePayload = z.infer<typeof BarePayload>;
export type Marked = z.infer<typeof Marked>;

export const Action = z.object({ action: z.string() });
export const IssueComment = z.object({ ...common, issue: Issue, comment: Comment });
export const ReviewComment = z.object({
  ...common,
  pull_request: Pull,
  comment: z.object({
    ...commentFields,
    path: z.string(),
    side: z.nullish(z.string()),
    subject_type: z.nullish(z.string()),
    line: z.nullish(z.int()),
    original_line: z.nullish(z.int()),
    start_line: z.nullish(z.int()),
    original_start_line: z.nullish(z.int()),
    in_reply_to_id: z.nullish(z.int()),
    diff_hunk: z.string(),
  }),
});
export const Review = z.object({
  ...common,
  pull_request: Pull,
  review: z.object({
    id: z.int(),
    body: z.nullish(z.string()),
    user: MaybeAccount,
    submitted_at: z.nullish(z.string()),
  }),
});
export const Issues = z.object({ ...common, ...marked, issue: Issue });
export const PullRequest = z.object({ ...common, ...marked, pull_request: Pull });
export const Schedule = z.object(bare);
export const WorkflowDispatch = z.object({
  ...bare,
  inputs: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});
export const RepositoryDispatch = z.object({
  ...bare,
  client_payload: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});

export function repositoryName({ name, owner }: z.infer<typeof Repository>): RepositoryName {
  return { owner: owner.login, name };
}

export function eventComment(value: z.infer<typeof Comment>): EventComment {
  return {
    id: value.id,
    body: value.body,
    author: value.user ?? GHOST,
    association: value.author_association,
    createdAt: value.created_at,
    updatedAt: value.updated_at,
  };
}

export function eventReview(value: z.infer<typeof Review>["review"]): EventReview {
  const { id, body, user, submitted_at: submittedAt } = value;
  return { id, body: body ?? "", author: user ?? GHOST, submittedAt: submittedAt ?? undefined };
}

/** The place of a comment in the diff. If its line is no longer part of the diff, the place is the line on which it was written. */
export function diffPlace(value: z.infer<typeof ReviewComment>["comment"]): DiffPlace {
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

export function issueOpening(issue: z.infer<typeof Issue>): EventIssue {
  return { kind: issue.pull_request ? "pull" : "issue", ...openingOf(issue) };
}

export function pullOpening(pull: z.infer<typeof Pull>): EventPull {
  const { head, base } = pull;
  return {
    kind: "pull",
    ...openingOf(pull),
    headSha: head.sha,
    baseSha: base.sha,
    baseRef: base.ref,
    fork: isForeign(head, base),
  };
}

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

function openingOf(value: Opening): Omit<EventIssue, "kind"> {
  return {
    number: value.number,
    title: value.title,
    body: value.body ?? "",
    author: value.user ?? GHOST,
    association: value.author_association,
    closed: value.state !== "open",
    locked: value.locked || value.is_locked,
    labels: value.labels.map(({ name }) => name),
    createdAt: value.created_at,
    updatedAt: value.updated_at,
  };
}

const WithDefaultBranch = z.object({ repository: z.object({ default_branch: z.string() }) });

export function defaultBranchOf(payload: unknown): string | undefined {
  const known = z.safeParse(WithDefaultBranch, payload);
  return known.success ? known.data.repository.default_branch : undefined;
}
