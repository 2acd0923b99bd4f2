/** Git objects, commits, comparisons and file contents. */

import { ApiError, callerOf, notFound, page, textOf, type Reply, type RepositoryCall, type Routes } from "./call.ts";
import { commitOf, git, gitBytes, signatureEnv, tryGit, type Signature } from "./git.ts";
import { EMPTY_TREE, readChanges, readCommit, readCommits } from "./git-read.ts";
import { noreply, renderCommit, renderFile, renderGitCommit } from "./render-git.ts";
import { apiUrl, nodeId, webUrl } from "./render-repository.ts";
import type { Repository } from "./state.ts";

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

interface TreeEntry {
  readonly path?: string;
  readonly mode?: string;
  readonly type?: string;
  readonly sha?: string | null;
  readonly content?: string;
}

async function renderTree(call: RepositoryCall, sha: string, recursive: boolean): Promise<unknown> {
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

async function getCommit(call: RepositoryCall): Promise<Reply> {
  const { repository } = call;
  const ref = String(call.params["ref"]);
  const sha = await commitOf(repository.dir, ref);
  if (sha === undefined) throw new ApiError(422, `No commit found for SHA: ${ref}`);
  const commit = await readCommit(repository.dir, sha);
  const files = await readChanges(repository.dir, commit.parents[0] ?? EMPTY_TREE, sha);
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  const { body } = page(call, files, (file) => renderFile(call, repository, sha, file));
  const stats = { additions, deletions, total: additions + deletions };
  return { status: 200, body: { ...renderCommit(call, repository, commit), stats, files: body } };
}

async function compare(call: RepositoryCall): Promise<Reply> {
  const { repository } = call;
  const { dir } = repository;
  const names = String(call.params["basehead"]).split("...");
  const [base, head] = await Promise.all(names.map((name) => commitOf(dir, name.replace(/^[^/:]+:/, ""))));
  if (base === undefined || head === undefined) throw notFound();
  const fork = await git(dir, ["merge-base", base, head]);
  const [ahead, behind, files, first, common] = await Promise.all([
    readCommits(dir, ["--reverse", `${fork}..${head}`]),
    git(dir, ["rev-list", "--count", `${head}..${base}`]),
    readChanges(dir, fork, head),
    readCommit(dir, base),
    readCommit(dir, fork),
  ]);
  const behindBy = Number(behind);
  const web = `${webUrl(call, repository)}/compare/${names.join("...")}`;
  const status = ahead.length > 0 ? (behindBy > 0 ? "diverged" : "ahead") : behindBy > 0 ? "behind" : "identical";
  return {
    status: 200,
    body: {
      url: `${apiUrl(call, repository)}/compare/${names.join("...")}`,
      html_url: web,
      permalink_url: web,
      diff_url: `${web}.diff`,
      patch_url: `${web}.patch`,
      base_commit: renderCommit(call, repository, first),
      merge_base_commit: renderCommit(call, repository, common),
      status,
      ahead_by: ahead.length,
      behind_by: behindBy,
      total_commits: ahead.length,
      commits: page(call, ahead, (commit) => renderCommit(call, repository, commit)).body,
      files: files.slice(0, 300).map((file) => renderFile(call, repository, head, file)),
    },
  };
}

async function getContent(call: RepositoryCall): Promise<Reply> {
  const { repository, params, query, accept } = call;
  const path = String(params["path"]).replace(/\/$/, "");
  const ref = await commitOf(repository.dir, textOf(query["ref"]) ?? repository.defaultBranch);
  if (ref === undefined) throw new ApiError(404, `No commit found for the ref ${String(query["ref"])}`);
  const type = await tryGit(repository.dir, ["cat-file", "-t", `${ref}:${path}`]);
  if (type === undefined) throw notFound();
  if (type === "tree") {
    const tree = (await renderTree(call, `${ref}:${path}`, false)) as { tree: (TreeEntry & { size?: number })[] };
    const entries = tree.tree.map(({ path: name, sha, size = 0, type }) =>
      entry(call, ref, {
        path: path === "" ? String(name) : `${path}/${name}`,
        sha: String(sha),
        size,
        type: type === "tree" ? "dir" : "file",
      }),
    );
    return { status: 200, body: entries };
  }
  const bytes = await gitBytes(repository.dir, ["cat-file", "blob", `${ref}:${path}`]);
  if (/\.raw\b/.test(accept))
    return { status: 200, text: bytes.toString("utf8"), headers: { "content-type": "text/plain" } };
  const sha = await git(repository.dir, ["rev-parse", `${ref}:${path}`]);
  const file = entry(call, ref, { path, sha, size: bytes.length, type: "file" });
  return { status: 200, body: { ...file, encoding: "base64", content: bytes.toString("base64") } };
}

interface Entry {
  readonly path: string;
  readonly sha: string;
  readonly size: number;
  readonly type: "file" | "dir";
}

function entry(call: RepositoryCall, ref: string, { path, sha, size, type }: Entry): Record<string, unknown> {
  const url = `${apiUrl(call, call.repository)}/contents/${path}?ref=${ref}`;
  const git_url = `${apiUrl(call, call.repository)}/git/${type === "dir" ? "trees" : "blobs"}/${sha}`;
  const html_url = `${webUrl(call, call.repository)}/blob/${ref}/${path}`;
  const links = {
    url,
    git_url,
    html_url,
    download_url: type === "dir" ? null : `${webUrl(call, call.repository)}/raw/${ref}/${path}`,
  };
  return {
    type,
    size,
    name: path.split("/").at(-1),
    path,
    sha,
    ...links,
    _links: { self: url, git: git_url, html: html_url },
  };
}

export const objectRoutes: Routes = {
  "git/get-blob": { scopes: ["contents"], handle: getBlob },
  "git/create-blob": { scopes: ["contents"], level: "write", handle: createBlob },
  "git/get-tree": { scopes: ["contents"], handle: getTree },
  "git/create-tree": { scopes: ["contents"], level: "write", handle: createTree },
  "git/get-commit": { scopes: ["contents"], handle: getGitCommit },
  "git/create-commit": { scopes: ["contents"], level: "write", handle: createCommit },
  "repos/get-commit": { scopes: ["contents"], handle: getCommit },
  "repos/compare-commits-with-basehead": { scopes: ["contents"], handle: compare },
  "repos/get-content": { scopes: ["contents"], handle: getContent },
};
