/**
 * Makes a commit through GitHub's git data API. GitHub signs such commits when its own token makes them without naming an
 * author. `createCommitOnBranch` is not used: it supports neither executable files nor links, needs an existing branch, and
 * leaves it empty on failure. Here the caller creates the branch last, after GitHub built exactly the tree that was checked.
 */

import { crashAt } from "../../base/crash.ts";
import { member } from "../../base/member.ts";
import type { TreeEdit } from "../../workspace/changes.ts";
import type { PublishGit } from "../../workspace/push.ts";
import { inRepo, REPEATABLE, type GitHubApi, type Repo } from "../result/ports.ts";
import { textField } from "../result/reply.ts";
import type { Refusal } from "../result/publish-result.ts";

export interface ApiCommitRequest {
  readonly client: GitHubApi;
  readonly repo: Repo;
  readonly git: PublishGit;
  readonly baseTree: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly edits: readonly TreeEdit[];
  readonly message: string;
}

export type ApiCommit =
  | { readonly kind: "commit"; readonly sha: string; readonly verified: boolean }
  | ({ readonly kind: "refused" } & Refusal);

/** Larger texts are uploaded as separate blobs, which bounds the size of one request. */
const MAX_INLINE_BYTES = 200_000;
/** Concurrent blob uploads. GitHub allows 100 connections in all; ten hide the latency. */
const PARALLEL = 10;

/** Makes the commit without a reference to it. Rejects with the API's error. */
export async function commitThroughApi(request: ApiCommitRequest): Promise<ApiCommit> {
  const { client, repo, baseTree, tree, parents, message } = request;
  const entries = await treeEntries(request);
  const wanted = { ...inRepo(repo), base_tree: baseTree, tree: entries };
  crashAt("github.tree.before");
  const made = await client.request("POST /repos/{owner}/{repo}/git/trees", wanted, REPEATABLE);
  crashAt("github.tree.after");
  const builtTree = textField(made.data, "sha");
  if (builtTree !== tree) {
    return {
      kind: "refused",
      code: "failed",
      reason: `GitHub built the tree ${builtTree}, but ${tree} was checked.`,
      fix: "Use `commit: git`, or apply changes.patch of the run's bundle by hand.",
    };
  }
  const commit = { ...inRepo(repo), message, tree, parents };
  crashAt("github.commit.before");
  const { data } = await client.request("POST /repos/{owner}/{repo}/git/commits", commit, REPEATABLE);
  crashAt("github.commit.after");
  return {
    kind: "commit",
    sha: textField(data, "sha"),
    verified: member(member(data, "verification"), "verified") === true,
  };
}

interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: "blob";
  readonly content?: string;
  readonly sha?: string | null;
}

async function treeEntries({ client, repo, git, edits }: ApiCommitRequest): Promise<readonly TreeEntry[]> {
  const blobs = await git.blobs(edits.flatMap(({ oid }) => (oid === undefined ? [] : [oid])));
  const entryOf = async ({ path, mode, oldMode, oid }: TreeEdit): Promise<TreeEntry> => {
    const bytes = oid === undefined ? undefined : blobs.get(oid);
    if (mode === undefined || bytes === undefined) return { path, mode: oldMode ?? "100644", type: "blob", sha: null };
    const content = bytes.length <= MAX_INLINE_BYTES ? utf8(bytes) : undefined;
    if (content !== undefined) return { path, mode, type: "blob", content };
    const blob = { ...inRepo(repo), content: bytes.toString("base64"), encoding: "base64" };
    crashAt("github.blob.before");
    const { data } = await client.request("POST /repos/{owner}/{repo}/git/blobs", blob, REPEATABLE);
    crashAt("github.blob.after");
    return { path, mode, type: "blob", sha: textField(data, "sha") };
  };
  const entries: TreeEntry[] = [];
  for (let start = 0; start < edits.length; start += PARALLEL) {
    entries.push(...(await Promise.all(edits.slice(start, start + PARALLEL).map(entryOf))));
  }
  return entries;
}

/** Undefined for bytes that are not valid UTF-8, which JSON text would change. */
function utf8(bytes: Buffer): string | undefined {
  const content = bytes.toString("utf8");
  return Buffer.from(content, "utf8").equals(bytes) ? content : undefined;
}
