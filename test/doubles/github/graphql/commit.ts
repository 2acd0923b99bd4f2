/** The mutation createCommitOnBranch: a commit by GitHub itself, and so signed, on the head that the caller expects. */

import { ApiError, type Call } from "../call.ts";
import { commitOf, commitTree, git, updateRef } from "../git.ts";
import { readCommit } from "../git-read.ts";
import { writeObject } from "../loose.ts";
import { commitFields, failure, refFields, type Fields } from "./fields.ts";
import { syncPulls } from "../pull-sync.ts";
import { noreply } from "../render/git.ts";
import { checkProtection, checkWorkflows } from "../routes/refs.ts";
import { atLeast, covers, roleOf, type Repository } from "../state.ts";

/** `CreateCommitOnBranchInput`. */
export interface CommitInput {
  readonly clientMutationId?: string;
  readonly branch: { readonly id?: string; readonly repositoryNameWithOwner?: string; readonly branchName?: string };
  readonly message: { readonly headline: string; readonly body?: string };
  readonly expectedHeadOid: string;
  readonly fileChanges?: {
    readonly additions?: readonly { readonly path: string; readonly contents: string }[];
    readonly deletions?: readonly { readonly path: string }[];
  };
}

/** The branch of a mutation: by names, or by the opaque id that we gave it (`repository:refs/heads/…`). */
export function namesOf({ branch }: CommitInput): readonly [repository: string, branch: string] {
  const id = branch.id === undefined ? undefined : Buffer.from(branch.id, "base64").toString("utf8");
  const [, repository, ref] = /^Ref:(.+?):refs\/heads\/(.+)$/.exec(id ?? "") ?? [];
  const found = [repository ?? branch.repositoryNameWithOwner, ref ?? branch.branchName?.replace(/^refs\/heads\//, "")];
  if (found[0] === undefined || found[1] === undefined) throw failure("NOT_FOUND", "Could not resolve to a branch.");
  return [found[0], found[1]];
}

export interface Target {
  readonly input: CommitInput;
  readonly branch: string;
}

/** Makes the commit and moves the branch. */
export async function createCommitOnBranch(
  call: Call,
  repository: Repository,
  { input, branch }: Target,
): Promise<Fields> {
  const { state, token } = call;
  const { dir } = repository;
  if (token === undefined || token.scopes.contents !== "write" || repository.archived || !covers(token, repository)) {
    throw failure("FORBIDDEN", "Resource not accessible by integration");
  }
  if (token.kind === "user" && !atLeast(roleOf(repository, token.user.login), "write")) {
    throw failure(
      "FORBIDDEN",
      `${token.user.login} does not have the correct permissions to execute \`CreateCommitOnBranch\``,
    );
  }
  const ref = `refs/heads/${branch}`;
  const head = await commitOf(dir, ref);
  if (head === undefined) throw failure("NOT_FOUND", `A ref named ${JSON.stringify(branch)} does not exist.`);
  if (head !== input.expectedHeadOid) {
    throw failure(
      "STALE_DATA",
      `Expected branch to point to "${input.expectedHeadOid}" but it did not. Pull and try again.`,
    );
  }
  const tree = await changedTree(call, repository, { head, input });
  const user = { name: token.user.login, email: noreply(token.user), date: state.now() };
  const github = { name: "GitHub", email: "noreply@github.com", date: state.now() };
  const { headline, body = "" } = input.message;
  const message = body === "" ? headline : `${headline}\n\n${body}`;
  const sha = await commitTree(dir, { tree, parents: [head], message, author: user, committer: github });
  await asGraphql("UNPROCESSABLE", async () => {
    checkProtection(repository, ref);
    await checkWorkflows(repository, sha, token);
    await updateRef(dir, ref, sha, head);
  });
  repository.verified.add(sha);
  await syncPulls(state, repository);
  return {
    clientMutationId: input.clientMutationId ?? null,
    commit: commitFields(call, repository, await readCommit(dir, sha)),
    ref: () => refFields(call, repository, ref),
  };
}

/** Applies additions and deletions to the head's tree. File modes stay; new files are plain. */
async function changedTree(
  call: Call,
  { dir }: Repository,
  { head, input }: { head: string; input: CommitInput },
): Promise<string> {
  const { additions = [], deletions = [] } = input.fileChanges ?? {};
  const env = { GIT_INDEX_FILE: `${dir}/index-${call.state.nextId()}` };
  await git(dir, ["read-tree", head], { env });
  const staged = await git(dir, ["ls-files", "-s", "-z"], { env });
  const modes = new Map(
    staged.split("\0").map((line) => [line.slice(line.indexOf("\t") + 1), line.slice(0, 6)] as const),
  );
  const lines: string[] = [];
  for (const { path } of deletions) {
    if (!modes.has(path))
      throw failure("UNPROCESSABLE", `A path was requested for deletion which does not exist in the tree: ${path}`);
    lines.push(`0 ${"0".repeat(40)}\t${path}\0`);
  }
  for (const { path, contents } of additions) {
    if (path.startsWith("/") || path.split("/").some((part) => ["", ".", "..", ".git"].includes(part))) {
      throw failure("UNPROCESSABLE", `A path was given that is not allowed: ${path}`);
    }
    const id = writeObject(dir, "blob", Buffer.from(contents, "base64"));
    lines.push(`${modes.get(path) ?? "100644"} ${id}\t${path}\0`);
  }
  await git(dir, ["update-index", "-z", "--index-info"], { env, input: lines.join("") });
  return git(dir, ["write-tree"], { env });
}

async function asGraphql(type: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw error instanceof ApiError ? failure(type, error.message) : error;
  }
}
