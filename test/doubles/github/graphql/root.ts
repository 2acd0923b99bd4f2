/** The GraphQL fields that the double resolves: the viewer, repositories, rate limits, createCommitOnBranch. */

import type { Call } from "../call.ts";
import { createCommitOnBranch, namesOf, type CommitInput } from "./commit.ts";
import { actor, commentFields, edits, failure, repositoryFields, type Fields } from "./fields.ts";
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
      if (comment === undefined)
        throw failure("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'.`);
      return commentFields(call, comment);
    },
    rateLimit: () => ({ ...call.rate, cost: 1, nodeCount: 0, resetAt: new Date(call.rate.reset * 1000).toISOString() }),
    createCommitOnBranch: async ({ input }: { input: CommitInput }) => {
      const [name, branch] = namesOf(input);
      return createCommitOnBranch(call, find(name), { input, branch });
    },
  };
}

function mayRead({ token }: Call, repository: Repository): boolean {
  return (
    token !== undefined &&
    covers(token, repository) &&
    (token.kind === "installation" || roleOf(repository, token.user.login) !== "none")
  );
}
