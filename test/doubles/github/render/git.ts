/** Commits, refs and changed files as GitHub's JSON. */

import type { Call } from "../call.ts";
import type { Signature } from "../git.ts";
import type { ChangedFile, CommitRecord } from "../git-read.ts";
import { apiUrl, nodeId, renderUser, webUrl } from "./repository.ts";
import type { Repository, User } from "../state.ts";

type Json = Record<string, unknown>;

/** The address that GitHub gives an account that hides its own. */
export function noreply({ id, login }: User): string {
  return `${id}+${login}@users.noreply.github.com`;
}

function verification({ verified }: Repository, sha: string): Json {
  const is = verified.has(sha);
  return {
    verified: is,
    reason: is ? "valid" : "unsigned",
    signature: is ? "-----BEGIN PGP SIGNATURE-----" : null,
    payload: is ? `tree of ${sha}` : null,
    verified_at: is ? "2026-01-01T00:00:00Z" : null,
  };
}

/** The account behind an address, as GitHub links commits to people. */
function accountOf(call: Call, { email }: Signature): Json | null {
  const user = [...call.state.users.values()].find(
    (user) => noreply(user) === email || `${user.login}@example.com` === email,
  );
  return user === undefined ? null : renderUser(call, user);
}

/** A `commit`, without the files of `repos/get-commit`. */
export function renderCommit(call: Call, repository: Repository, commit: CommitRecord): Json {
  const { sha, tree, parents, author, committer, message } = commit;
  const api = apiUrl(call, repository);
  const web = webUrl(call, repository);
  return {
    sha,
    node_id: nodeId("Commit", sha),
    url: `${api}/commits/${sha}`,
    html_url: `${web}/commit/${sha}`,
    comments_url: `${api}/commits/${sha}/comments`,
    commit: {
      url: `${api}/git/commits/${sha}`,
      author,
      committer,
      message,
      comment_count: 0,
      tree: { sha: tree, url: `${api}/git/trees/${tree}` },
      verification: verification(repository, sha),
    },
    author: accountOf(call, author),
    committer: accountOf(call, committer),
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: `${web}/commit/${parent}`,
    })),
  };
}

/** A `git-commit`. */
export function renderGitCommit(call: Call, repository: Repository, commit: CommitRecord): Json {
  const { sha, tree, parents, author, committer, message } = commit;
  const api = apiUrl(call, repository);
  const web = webUrl(call, repository);
  return {
    sha,
    node_id: nodeId("Commit", sha),
    url: `${api}/git/commits/${sha}`,
    html_url: `${web}/commit/${sha}`,
    author,
    committer,
    message,
    tree: { sha: tree, url: `${api}/git/trees/${tree}` },
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${api}/git/commits/${parent}`,
      html_url: `${web}/commit/${parent}`,
    })),
    verification: verification(repository, sha),
  };
}

/** A `git-ref`. */
export function renderRef(call: Call, repository: Repository, ref: string, sha: string): Json {
  const api = apiUrl(call, repository);
  return {
    ref,
    node_id: nodeId("Ref", ref),
    url: `${api}/git/${ref}`,
    object: { type: "commit", sha, url: `${api}/git/commits/${sha}` },
  };
}

/** Beyond it a file is listed without a patch. */
const MAX_PATCH_LINES = 3_000;

/** A `diff-entry`. */
export function renderFile(call: Call, repository: Repository, commit: string, file: ChangedFile): Json {
  const path = file.path.split("/").map(encodeURIComponent).join("/");
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${webUrl(call, repository)}/blob/${commit}/${path}`,
    raw_url: `${webUrl(call, repository)}/raw/${commit}/${path}`,
    contents_url: `${apiUrl(call, repository)}/contents/${path}?ref=${commit}`,
    ...(file.patch === undefined || file.additions + file.deletions > MAX_PATCH_LINES ? {} : { patch: file.patch }),
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
  };
}
