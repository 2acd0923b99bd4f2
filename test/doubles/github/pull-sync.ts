/** Keeps pull requests in step with their branches, and their `refs/pull/N/*` in the repository that they are for. */

import { commitOf, commitTree, git, isAncestor, tryGit, updateRef } from "./git.ts";
import { readCommit } from "./git-read.ts";
import type { Repository, State, Thread } from "./state.ts";

const GITHUB = { name: "GitHub", email: "noreply@github.com", date: "2026-01-01T00:00:00Z" };

/** After a branch moved: heads of open pull requests follow; a deleted branch closes its pull request. */
export async function syncPulls(state: State, moved: Repository): Promise<void> {
  for (const repository of state.repositories.values()) {
    for (const thread of repository.threads) {
      const pull = thread.pull;
      if (pull === undefined || thread.state === "closed") continue;
      if (pull.head.repository !== moved && repository !== moved) continue;
      const sha = await commitOf(pull.head.repository.dir, `refs/heads/${pull.head.ref}`);
      if (sha === undefined) close(state, thread);
      else await follow(state, repository, thread, sha);
    }
  }
}

function close(state: State, thread: Thread): void {
  thread.state = "closed";
  thread.closedAt = state.now();
  thread.updatedAt = thread.closedAt;
}

async function follow(state: State, repository: Repository, thread: Thread, sha: string): Promise<void> {
  const pull = thread.pull;
  if (pull === undefined) return;
  const base = (await commitOf(repository.dir, `refs/heads/${pull.base.ref}`)) ?? pull.base.sha;
  if (pull.head.sha === sha && pull.base.sha === base) return;
  pull.base.sha = base;
  if (pull.head.sha !== sha) thread.updatedAt = state.now();
  pull.head.sha = sha;
  await writePullRefs(repository, thread);
}

/** Writes `refs/pull/N/head`, with the objects of a fork, and `refs/pull/N/merge` where the two merge cleanly. */
export async function writePullRefs(repository: Repository, { number, pull }: Thread): Promise<void> {
  if (pull === undefined) return;
  const { dir } = repository;
  if (pull.head.repository !== repository) {
    await git(dir, [
      "fetch",
      "--quiet",
      pull.head.repository.dir,
      `+refs/heads/${pull.head.ref}:refs/pull/${number}/head`,
    ]);
  }
  await updateRef(dir, `refs/pull/${number}/head`, pull.head.sha);
  const merge = await testMerge(repository, pull.base.sha, pull.head.sha);
  await updateRef(dir, `refs/pull/${number}/merge`, merge);
}

/** The test merge commit, or undefined on conflicts. The same two commits give the same merge. */
async function testMerge({ dir }: Repository, base: string, head: string): Promise<string | undefined> {
  const tree = (await isAncestor(dir, base, head))
    ? (await readCommit(dir, head)).tree
    : await tryGit(dir, ["merge-tree", "--write-tree", base, head]);
  if (tree === undefined) return undefined;
  const message = `Merge ${head} into ${base}\n`;
  return commitTree(dir, { tree, parents: [base, head], message, author: GITHUB, committer: GITHUB });
}
