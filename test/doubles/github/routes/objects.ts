/** Git objects: blobs, trees, commits. */

import { ApiError, callerOf, notFound, type Reply, type RepositoryCall, type Routes } from "../call.ts";
import { commitOf, git, gitBytes, signatureEnv, tryGit, type Signature } from "../git.ts";
import { readCommit } from "../git-read.ts";
import { noreply, renderGitCommit } from "../render/git.ts";
import { apiUrl, nodeId } from "../render/repository.ts";
import type { Repository } from "../state.ts";

/** Blobs of more than 100 MB are refused by GitHub; 40 MiB is what survives base64 in practice. */
const MAX_BLOB_BYTES = 40 * 1024 * 1024;

async function typed({ dir }: Repository, sha: string, type: string): Promise<void> {
  if ((await tryGit(dir, ["cat-file", "-t", sha])) !== type) throw notFound();
}

async function getBlob(call: RepositoryCall): Promise<Reply> {
  const sha = String(call.params["file_sha"]);
  await typed(call.repository, sha, "blob");
  const bytes = await gitBytes(call.repository.dir, ["cat-file", "blob", sha]);
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
  const sha = await git(call.repository.dir, ["hash-object", "-w", "--stdin"], { input: bytes });
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
  const args = ["ls-tree", "-z", "--long", ...(recursive ? ["-r", "-t"] : []), sha];
  const out = await git(call.repository.dir, args);
  const api = apiUrl(call, call.repository);
  const tree = out
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const [, mode = "", type = "", id = "", size = "", path = ""] =
        /^(\d+) (\w+) (\w+) +(\S+)\t(.*)$/s.exec(line) ?? [];
      const bytes = type === "blob" ? { size: Number(size) } : {};
      return { path, mode, type, sha: id, ...bytes, url: `${api}/git/${type}s/${id}` };
    });
  return { sha, url: `${api}/git/trees/${sha}`, tree, truncated: false };
}

async function getTree(call: RepositoryCall): Promise<Reply> {
  const sha = await tryGit(call.repository.dir, ["rev-parse", "--verify", `${String(call.params["tree_sha"])}^{tree}`]);
  if (sha === undefined) throw notFound();
  return { status: 200, body: await renderTree(call, sha, call.query["recursive"] !== undefined) };
}

/** Builds the tree in an index of its own, so that paths of any depth and removals work as on GitHub. */
async function createTree(call: RepositoryCall): Promise<Reply> {
  const { dir } = call.repository;
  const env = { GIT_INDEX_FILE: `${dir}/index-${call.state.nextId()}` };
  const base = call.body["base_tree"];
  if (typeof base === "string") {
    if ((await tryGit(dir, ["rev-parse", "--verify", `${base}^{tree}`])) === undefined)
      throw new ApiError(404, "base_tree not found");
    await git(dir, ["read-tree", base], { env });
  }
  const lines: string[] = [];
  for (const { path = "", mode = "100644", sha, content } of call.body["tree"] as readonly TreeEntry[]) {
    if (path === "" || path.startsWith("/") || path.split("/").some((part) => [".", "..", ".git"].includes(part))) {
      throw new ApiError(422, "tree.path contains a malformed path component");
    }
    if (sha === null) lines.push(`0 ${"0".repeat(40)}\t${path}`);
    else {
      const id = sha ?? (await git(dir, ["hash-object", "-w", "--stdin"], { input: content ?? "" }));
      if (mode !== "160000" && (await tryGit(dir, ["cat-file", "-e", id])) === undefined) {
        throw new ApiError(422, `tree.sha ${id} is not a valid blob`);
      }
      if (mode === "040000") await git(dir, ["read-tree", `--prefix=${path}/`, id], { env });
      else lines.push(`${mode} ${id}\t${path}`);
    }
  }
  await git(dir, ["update-index", "-z", "--index-info"], { env, input: lines.map((line) => `${line}\0`).join("") });
  const tree = await git(dir, ["write-tree"], { env });
  return { status: 201, body: await renderTree(call, tree, false) };
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
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])];
  const env = signatureEnv(author, committer);
  const sha = await git(repository.dir, args, { env, input: String(body["message"]) });
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
