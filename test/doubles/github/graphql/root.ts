/** The GraphQL fields that the double resolves: the viewer, repositories, rate limits, and mutations of commits and review threads. */

import type { Call } from "../call.ts";
import { createCommitOnBranch, namesOf, type CommitInput } from "./commit.ts";
import {
  actor,
  commentFields,
  edits,
  failure,
  mayResolve,
  repositoryFields,
  reviewThreadFields,
  type Fields,
} from "./fields.ts";
import { pullOf } from "../render/pull.ts";
import { addReviewComment } from "../seed/pull.ts";
import { nodeId } from "../render/repository.ts";
import { covers, roleOf, type Repository } from "../state.ts";

/** The root of a query or mutation by one caller. */
export function graphqlRoot(call: Call): Fields {
  const find = (name: string): Repository => {
    const repository = call.state.repositories.get(name.toLowerCase());
    const hidden = repository?.private === true && !mayRead(call, repository);
    if (repository === undefined || hidden) {
      throw failure("NOT_FOUND", `Could not resolve to a Repository with the name '${name}'.`);
    }
    return repository;
  };
  return {
    viewer: () => (call.token === undefined ? null : actor(call, call.token.user)),
    repository: ({ owner, name }: { owner: string; name: string }) => repositoryFields(call, find(`${owner}/${name}`)),
    node: ({ id }: { id: string }) => {
      const threads = [...call.state.repositories.values()].flatMap((one) => one.threads);
      const issue = threads.find((one) => one.pull === undefined && nodeId("Issue", one.id) === id);
      if (issue !== undefined) return { __typename: "Issue", ...edits(call, issue.edits) };
      const comments = threads.flatMap((one) => one.comments);
      const comment = comments.find((one) => nodeId("IssueComment", one.id) === id);
      if (comment !== undefined) return commentFields(call, comment);
      const onLines = threads.flatMap((one) => one.pull?.reviewComments ?? []);
      const onLine = onLines.find((one) => nodeId("PullRequestReviewComment", one.id) === id);
      if (onLine !== undefined) return commentFields(call, onLine, "PullRequestReviewComment");
      throw failure("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'.`);
    },
    rateLimit: () => ({ ...call.rate, cost: 1, nodeCount: 0, resetAt: new Date(call.rate.reset * 1000).toISOString() }),
    resolveReviewThread: ({ input }: { input: { threadId: string } }) => {
      const found = threadOf(call, input.threadId);
      if (!mayResolve(call, found.repository, found.thread))
        throw failure("FORBIDDEN", "Resource not accessible by integration");
      if (call.token !== undefined) pullOf(found.thread).resolved.set(found.root.id, call.token.user);
      return { thread: reviewThreadFields(call, found) };
    },
    addPullRequestReviewThreadReply: ({ input }: { input: { pullRequestReviewThreadId: string; body: string } }) => {
      const { thread, root } = threadOf(call, input.pullRequestReviewThreadId);
      if (call.token?.scopes.pull_requests !== "write")
        throw failure("FORBIDDEN", "Resource not accessible by integration");
      const { id: replyTo, path, line, side, diffHunk } = root;
      const place = { path, line, side, diffHunk, replyTo };
      const { id } = addReviewComment(call.state, thread, { ...place, body: input.body, user: call.token.user.login });
      return { comment: { id: nodeId("PullRequestReviewComment", id), databaseId: id } };
    },
    createCommitOnBranch: async ({ input }: { input: CommitInput }) => {
      const [name, branch] = namesOf(input);
      return createCommitOnBranch(call, find(name), { input, branch });
    },
  };
}

function threadOf(call: Call, id: string) {
  for (const repository of call.state.repositories.values())
    for (const thread of repository.threads)
      for (const root of thread.pull?.reviewComments ?? [])
        if (root.replyTo === null && nodeId("PullRequestReviewThread", root.id) === id && mayRead(call, repository))
          return { repository, thread, root };
  throw failure("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}

function mayRead({ token }: Call, repository: Repository): boolean {
  return (
    token !== undefined &&
    covers(token, repository) &&
    (token.kind === "installation" || roleOf(repository, token.user.login) !== "none")
  );
}
