/** Git objects: blobs, trees, commits. */

import { ApiError, callerOf, notFound, type Reply, type RepositoryCall, type Routes } from "../call.ts";
import { commitOf, commitTree, git, gitBytes, tryGit, typeOf, type Signature } from "../git.ts";
import { readCommit } from "../git-read.ts";
import { changeTree, readObject, readTree, treeOfCommit, writeObject, type TreeChanges } from "../loose.ts";
import { noreply, renderGitCommit } from "../render/git.ts";
import { apiUrl, nodeId } from "../render/repository.ts";
import type { Repository } from "../state.ts";

/** Blobs of more than 100 MB are refused by GitHub; 40 MiB is what survives base64 in practice. */
const MAX_BLOB_BYTES = 40 * 1024 * 1024;

/** Names that no folder of a tree may have, in any case; `git~1` is `.git` on NTFS. */
const MALFORMED = /^(?:|\.{1,2}|\.git|git~\d+)$/i;

async function typed({ dir }: Repository, sha: string, type: string): Promise<void> {
  if ((await typeOf(dir, sha)) !== type) throw notFound();
}

async function getBlob(call: RepositoryCall): Promise<Reply> {
  const sha = String(call.params["file_sha"]);
  await typed(call.repository, sha, "blob");
  const { dir } = call.repository;
  const bytes = readObject(dir, sha)?.data ?? (await gitBytes(dir, ["cat-file", "blob", sha]));
  const url = `${apiUrl(call, call.repository)}/git/blobs/${sha}`;
  const content = bytes.toString("base64");
  return {
    status: 200,
    body: { sha, node_id: nodeId("Blob", sha), size: bytes.length, url, content, encoding: "base64" },
  };
}

async function createBlob(call: RepositoryCall): Promise<Reply> {
  const { content, encoding = "utf-8" } = call.body;
  const bytes = Buffer.from(String(content), encoding === "base64" ? "base64" : "utf8");
  if (bytes.length > MAX_BLOB_BYTES) throw new ApiError(422, "content is too large");
  const sha = writeObject(call.repository.dir, "blob", bytes);
  return { status: 201, body: { sha, url: `${apiUrl(call, call.repository)}/git/blobs/${sha}` } };
}

/** An entry of a tree, as asked and as answered. */
export interface TreeEntry {
  readonly path?: string;
  readonly mode?: string;
  readonly type?: string;
  readonly sha?: string | null;
  readonly content?: string;
}

/** A `git-tree`. */
export async function renderTree(call: RepositoryCall, sha: string, recursive: boolean): Promise<unknown> {
  const { dir } = call.repository;
  const api = apiUrl(call, call.repository);
  const entries = entriesOf(dir, sha, recursive) ?? (await listTree(dir, sha, recursive));
  const tree = entries.map((entry) => ({ ...entry, url: `${api}/git/${entry.type}s/${entry.sha}` }));
  return { sha, url: `${api}/git/trees/${sha}`, tree, truncated: false };
}

interface ListedEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size?: number;
}

async function listTree(dir: string, sha: string, recursive: boolean): Promise<readonly ListedEntry[]> {
  const out = await git(dir, ["ls-tree", "-z", "--long", ...(recursive ? ["-r", "-t"] : []), sha]);
  const lines = out.split("\0").filter((line) => line !== "");
  return lines.map((line) => {
    const [, mode = "", type = "", id = "", size = "", path = ""] =
      /^(\d+) (\w+) (\w+) +(\S+)\t(.*)$/s.exec(line) ?? [];
    return { path, mode, type, sha: id, ...(type === "blob" ? { size: Number(size) } : {}) };
  });
}

/** The same without git; undefined where it has an object that only git can read. */
function entriesOf(dir: string, tree: string, recursive: boolean, folder = ""): ListedEntry[] | undefined {
  const entries = readTree(dir, tree);
  if (entries === undefined) return undefined;
  const listed: ListedEntry[] = [];
  for (const { mode, path, id } of entries) {
    const type = mode === "040000" ? "tree" : mode === "160000" ? "commit" : "blob";
    const data = type === "blob" ? readObject(dir, id)?.data : undefined;
    const below = type === "tree" && recursive ? entriesOf(dir, id, recursive, `${folder}${path}/`) : [];
    if ((type === "blob" && data === undefined) || below === undefined) return undefined;
    const size = data === undefined ? {} : { size: data.length };
    listed.push({ path: `${folder}${path}`, mode, type, sha: id, ...size }, ...below);
  }
  return listed;
}

/** The tree of a commit or of itself. */
async function treeOf(dir: string, revision: string): Promise<string | undefined> {
  if (readObject(dir, revision)?.type === "tree") return revision;
  return treeOfCommit(dir, revision) ?? (await tryGit(dir, ["rev-parse", "--verify", `${revision}^{tree}`]));
}

async function getTree(call: RepositoryCall): Promise<Reply> {
  const sha = await treeOf(call.repository.dir, String(call.params["tree_sha"]));
  if (sha === undefined) throw notFound();
  return { status: 200, body: await renderTree(call, sha, call.query["recursive"] !== undefined) };
}

async function createTree(call: RepositoryCall): Promise<Reply> {
  const { dir } = call.repository;
  const base = call.body["base_tree"];
  const from = typeof base === "string" ? await treeOf(dir, base) : undefined;
  if (typeof base === "string" && from === undefined) throw new ApiError(404, "base_tree not found");
  const changes = new Map<string, { readonly mode: string; readonly id: string } | null>();
  for (const { path = "", mode = "100644", sha, content } of call.body["tree"] as readonly TreeEntry[]) {
    if (path.split("/").some((part) => MALFORMED.test(part))) {
      throw new ApiError(422, "tree.path contains a malformed path component");
    }
    if (sha === null) {
      changes.set(path, null);
      continue;
    }
    const id = sha ?? writeObject(dir, "blob", content ?? "");
    const type = mode === "040000" ? "tree" : "blob";
    if (mode !== "160000" && (await typeOf(dir, id)) !== type) {
      throw new ApiError(422, `tree.sha ${id} is not a valid ${type}`);
    }
    changes.set(path, { mode, id });
  }
  const tree = changeTree(dir, from, changes) ?? (await changeTreeByGit(call, from, changes));
  return { status: 201, body: await renderTree(call, tree, false) };
}

/** The same in an index of its own, where objects are packed. */
async function changeTreeByGit(
  { repository: { dir }, state }: RepositoryCall,
  base: string | undefined,
  changes: TreeChanges,
): Promise<string> {
  const env = { GIT_INDEX_FILE: `${dir}/index-${state.nextId()}` };
  if (base !== undefined) await git(dir, ["read-tree", base], { env });
  const lines: string[] = [];
  for (const [path, change] of changes) {
    if (change?.mode === "040000") await git(dir, ["read-tree", `--prefix=${path}/`, change.id], { env });
    else lines.push(change === null ? `0 ${"0".repeat(40)}\t${path}\0` : `${change.mode} ${change.id}\t${path}\0`);
  }
  await git(dir, ["update-index", "-z", "--index-info"], { env, input: lines.join("") });
  return git(dir, ["write-tree"], { env });
}

interface Person {
  readonly name: string;
  readonly email: string;
  readonly date?: string;
}

/** Commits of an installation that names nobody are GitHub's own work, and signed. */
async function createCommit(call: RepositoryCall): Promise<Reply> {
  const { repository, body, state, token } = call;
  const tree = String(body["tree"]);
  const parents = (body["parents"] ?? []) as readonly string[];
  await typed(repository, tree, "tree").catch(() => {
    throw new ApiError(422, "Tree SHA does not exist");
  });
  for (const parent of parents) {
    if ((await commitOf(repository.dir, parent)) === undefined)
      throw new ApiError(422, "Parent SHA does not exist or is not a commit object");
  }
  const user = callerOf(call);
  const own = { name: user.login, email: noreply(user) };
  const signature = (person: Person): Signature => ({
    name: person.name,
    email: person.email,
    date: person.date ?? state.now(),
  });
  const author = signature((body["author"] as Person | undefined) ?? own);
  const committer = signature((body["committer"] as Person | undefined) ?? author);
  const sha = await commitTree(repository.dir, { tree, parents, message: String(body["message"]), author, committer });
  if (token?.kind === "installation" && body["author"] === undefined && body["committer"] === undefined)
    repository.verified.add(sha);
  return { status: 201, body: renderGitCommit(call, repository, await readCommit(repository.dir, sha)) };
}

async function getGitCommit(call: RepositoryCall): Promise<Reply> {
  const sha = String(call.params["commit_sha"]);
  await typed(call.repository, sha, "commit");
  return { status: 200, body: renderGitCommit(call, call.repository, await readCommit(call.repository.dir, sha)) };
}

export const objectRoutes: Routes = {
  "git/get-blob": { scopes: ["contents"], handle: getBlob },
  "git/create-blob": { scopes: ["contents"], level: "write", handle: createBlob },
  "git/get-tree": { scopes: ["contents"], handle: getTree },
  "git/create-tree": { scopes: ["contents"], level: "write", handle: createTree },
  "git/get-commit": { scopes: ["contents"], handle: getGitCommit },
  "git/create-commit": { scopes: ["contents"], level: "write", handle: createCommit },
};
