/** Commits with their files, comparisons, file contents. */

import { ApiError, notFound, page, textOf, type Reply, type RepositoryCall, type Routes } from "../call.ts";
import { changesOf } from "../changes.ts";
import { commitOf, countCommits, git, gitBytes, mergeBase, tryGit } from "../git.ts";
import { readCommit, readCommits } from "../git-read.ts";
import { EMPTY_TREE } from "../loose.ts";
import { renderCommit, renderFile } from "../render/git.ts";
import { apiUrl, webUrl } from "../render/repository.ts";
import { renderTree, type TreeEntry } from "./objects.ts";

async function getCommit(call: RepositoryCall): Promise<Reply> {
  const { repository } = call;
  const ref = String(call.params["ref"]);
  const sha = await commitOf(repository.dir, ref);
  if (sha === undefined) throw new ApiError(422, `No commit found for SHA: ${ref}`);
  const commit = await readCommit(repository.dir, sha);
  const files = await changesOf(repository, commit.parents[0] ?? EMPTY_TREE, sha);
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
  const fork = await mergeBase(dir, base, head);
  const [ahead, behindBy, files, first, common] = await Promise.all([
    readCommits(dir, ["--reverse", `${fork}..${head}`]),
    countCommits(dir, head, base),
    changesOf(repository, fork, head),
    readCommit(dir, base),
    readCommit(dir, fork),
  ]);
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

export const contentRoutes: Routes = {
  "repos/get-commit": { scopes: ["contents"], handle: getCommit },
  "repos/compare-commits-with-basehead": { scopes: ["contents"], handle: compare },
  "repos/get-content": { scopes: ["contents"], handle: getContent },
};
