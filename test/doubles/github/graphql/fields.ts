/** Users, commits, refs and threads as GraphQL objects; the schema picks what a query asks for. */

import { GraphQLError } from "graphql";
import type { Call } from "../call.ts";
import { commitOf } from "../git.ts";
import { readCommit, type CommitRecord } from "../git-read.ts";
import { fullName, nodeId, webUrl } from "../render/repository.ts";
import { pullOf } from "../render/pull.ts";
import { atLeast, roleOf } from "../state.ts";
import type { Comment, Repository, Review, ReviewComment, Thread, User } from "../state.ts";

/** Properties, and functions of a field's arguments. */
export type Fields = Record<string, unknown>;

/** An error that GitHub would give, as opposed to a mistake of the double. */
export function failure(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}

/** An account. */
export function actor({ origin }: Call, { id, login, type }: User): Fields {
  return { __typename: type, id: nodeId("User", id), databaseId: id, login, url: `${origin}/${login}` };
}

/** A commit. */
export function commitFields(call: Call, repository: Repository, { sha, message, tree, author }: CommitRecord): Fields {
  const [headline = "", ...rest] = message.split("\n");
  const isVerified = repository.verified.has(sha);
  return {
    __typename: "Commit",
    id: nodeId("Commit", sha),
    oid: sha,
    abbreviatedOid: sha.slice(0, 7),
    message,
    messageHeadline: headline,
    messageBody: rest.join("\n").trim(),
    url: `${webUrl(call, repository)}/commit/${sha}`,
    committedDate: author.date,
    tree: { __typename: "Tree", id: nodeId("Tree", tree), oid: tree },
    signature: isVerified
      ? { __typename: "GpgSignature", isValid: true, state: "VALID", wasSignedByGitHub: true }
      : null,
  };
}

/** A branch, null where there is none. */
export async function refFields(call: Call, repository: Repository, ref: string): Promise<Fields | null> {
  const sha = await commitOf(repository.dir, ref);
  if (sha === undefined) return null;
  return {
    id: Buffer.from(`Ref:${fullName(repository)}:${ref}`).toString("base64"),
    name: ref.replace(/^refs\/heads\//, ""),
    prefix: "refs/heads/",
    target: async () => commitFields(call, repository, await readCommit(repository.dir, sha)),
  };
}

/** A repository. */
export function repositoryFields(call: Call, repository: Repository): Fields {
  const thread = (number: number, isPull: boolean): Thread => {
    const found = repository.threads.find(
      (thread) => thread.number === number && (thread.pull !== undefined) === isPull,
    );
    const kind = isPull ? "a PullRequest" : "an Issue";
    if (found === undefined) throw failure("NOT_FOUND", `Could not resolve to ${kind} with the number of ${number}.`);
    return found;
  };
  return {
    id: nodeId("Repository", repository.id),
    databaseId: repository.id,
    name: repository.name,
    nameWithOwner: fullName(repository),
    owner: actor(call, repository.owner),
    isPrivate: repository.private,
    isArchived: repository.archived,
    url: webUrl(call, repository),
    defaultBranchRef: () => refFields(call, repository, `refs/heads/${repository.defaultBranch}`),
    ref: ({ qualifiedName }: { qualifiedName: string }) =>
      refFields(call, repository, qualifiedName.startsWith("refs/") ? qualifiedName : `refs/heads/${qualifiedName}`),
    issue: ({ number }: { number: number }) => threadFields(call, repository, thread(number, false)),
    pullRequest: ({ number }: { number: number }) => threadFields(call, repository, thread(number, true)),
  };
}

function threadFields(call: Call, repository: Repository, thread: Thread): Fields {
  const { id, number, title, body, state, locked, user, createdAt, updatedAt, pull } = thread;
  return {
    __typename: pull === undefined ? "Issue" : "PullRequest",
    id: nodeId(pull === undefined ? "Issue" : "PullRequest", id),
    databaseId: id,
    number,
    title,
    body: body ?? "",
    state: pull?.mergedAt ? "MERGED" : state.toUpperCase(),
    locked,
    author: actor(call, user),
    createdAt,
    updatedAt,
    url: `${webUrl(call, repository)}/${pull === undefined ? "issues" : "pull"}/${number}`,
    comments: (page: Page) => connection(thread.comments, page, (comment) => commentFields(call, comment)),
    ...(pull === undefined
      ? {}
      : {
          isDraft: pull.draft,
          headRefName: pull.head.ref,
          headRefOid: pull.head.sha,
          baseRefName: pull.base.ref,
          baseRefOid: pull.base.sha,
          reviewThreads: (page: Page) =>
            connection(
              pull.reviewComments.filter(({ replyTo }) => replyTo === null),
              page,
              (root) => reviewThreadFields(call, { repository, thread, root }),
            ),
          reviews: (page: Page) => connection(pull.reviews, page, (review) => reviewFields(call, review)),
        }),
  };
}

/** The reaction that a query asks for, as REST names it. */
const REACTIONS: Readonly<Record<string, string>> = { THUMBS_DOWN: "-1", THUMBS_UP: "+1" };

interface Page {
  readonly first?: number | null;
  readonly after?: string | null;
}

function connection<T>(all: readonly T[], { first, after }: Page, render: (one: T) => Fields): Fields {
  if (first === undefined || first === null || first < 1 || first > 100) {
    throw failure("ARGUMENT_LIMIT", "`first` on a connection must be between 1 and 100.");
  }
  const start = after === undefined || after === null ? 0 : Number(after);
  const nodes = all.slice(start, start + first).map(render);
  const end = start + nodes.length;
  return {
    totalCount: all.length,
    nodes,
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: String(start),
      endCursor: String(end),
    },
  };
}

/** A comment, with who edited it. */
export function commentFields(
  call: Call,
  comment: Comment,
  kind: "IssueComment" | "PullRequestReviewComment" = "IssueComment",
): Fields {
  const { id, body, user, createdAt, updatedAt, edits: made = [] } = comment;
  return {
    __typename: kind,
    id: nodeId(kind, id),
    databaseId: id,
    body,
    author: actor(call, user),
    createdAt,
    updatedAt,
    ...minimising(comment),
    ...edits(call, made),
  };
}

/** What every `Minimizable` has. */
function minimising({ minimised }: { readonly minimised?: string }): Fields {
  return { isMinimized: minimised !== undefined, minimizedReason: minimised ?? null };
}

/** Who edited a text, the newest first. */
export function edits(call: Call, made: NonNullable<Comment["edits"]>): Fields {
  const all = made.toReversed().map(({ user, at }) => ({ editedAt: at, editor: actor(call, user) }));
  return {
    lastEditedAt: made.at(-1)?.at ?? null,
    userContentEdits: ({ first, last }: { readonly first?: number; readonly last?: number }) => ({
      totalCount: all.length,
      nodes: last === undefined ? all.slice(0, first) : all.slice(-last),
    }),
  };
}

function reviewFields(call: Call, review: Review): Fields {
  const { id, body, user, state, submittedAt, editedAt } = review;
  return {
    ...minimising(review),
    id: nodeId("PullRequestReview", id),
    databaseId: id,
    body,
    state,
    author: actor(call, user),
    submittedAt,
    lastEditedAt: editedAt ?? null,
  };
}

/** GitHub resolves for people who may write or opened the pull request, and for tokens that may write contents too. */
export function mayResolve({ token }: Call, repository: Repository, thread: Thread): boolean {
  if (token === undefined || thread.locked) return false;
  if (token.scopes.pull_requests !== "write") return false;
  if (token.kind === "installation") return token.scopes.contents === "write";
  return token.user === thread.user || atLeast(roleOf(repository, token.user.login), "write");
}

/** An author: GraphQL names an app without the `[bot]` that REST has. */
function author(call: Call, user: User): Fields {
  return { ...actor(call, user), login: user.login.replace(/\[bot\]$/, "") };
}

/** The thread that begins with a comment. */
export function reviewThreadFields(
  call: Call,
  {
    repository,
    thread,
    root,
  }: { readonly repository: Repository; readonly thread: Thread; readonly root: ReviewComment },
): Fields {
  const { resolved, reviewComments } = pullOf(thread);
  const { id, path, line, originalLine, startLine, side } = root;
  const by = resolved.get(id);
  const all = reviewComments.filter((comment) => comment === root || comment.replyTo === id);
  return {
    id: nodeId("PullRequestReviewThread", id),
    isResolved: by !== undefined,
    resolvedBy: by === undefined ? null : { ...actor(call, by), __typename: "User" },
    viewerCanResolve: by === undefined && mayResolve(call, repository, thread),
    viewerCanUnresolve: by !== undefined && mayResolve(call, repository, thread),
    diffSide: side,
    originalLine,
    originalStartLine: startLine,
    isOutdated: line === null && originalLine !== null,
    path,
    line,
    comments: (page: Page) =>
      connection(
        all,
        page,
        ({ id, body, user, createdAt, updatedAt, minimised, edits: made, reactions, diffHunk }) => ({
          ...minimising(minimised === undefined ? {} : { minimised }),
          __typename: "PullRequestReviewComment",
          id: nodeId("PullRequestReviewComment", id),
          databaseId: id,
          body,
          author: author(call, user),
          createdAt,
          updatedAt,
          diffHunk,
          lastEditedAt: made?.at(-1)?.at ?? (createdAt === updatedAt ? null : updatedAt),
          reactions: ({ content, ...some }: Page & { readonly content?: string | null }) =>
            connection(
              reactions.filter((one) => content == null || one.content === REACTIONS[content]),
              some,
              (one) => ({ content: "THUMBS_DOWN", user: { ...actor(call, one.user), __typename: "User" } }),
            ),
        }),
      ),
  };
}
