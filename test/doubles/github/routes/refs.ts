/** Refs and branches, with the refusals that GitHub has for protected branches and workflow files. */

import { ApiError, notFound, page, type Reply, type RepositoryCall, type Routes } from "../call.ts";
import { commitOf, git, isAncestor, tryGit, updateRef as moveTo } from "../git.ts";
import { readCommit } from "../git-read.ts";
import { syncPulls } from "../pull-sync.ts";
import { renderCommit, renderRef } from "../render/git.ts";
import { apiUrl, webUrl } from "../render/repository.ts";
import type { Repository, Token } from "../state.ts";

const unprocessable = (message: string): ApiError => new ApiError(422, message);

async function getRef(call: RepositoryCall): Promise<Reply> {
  const ref = `refs/${String(call.params["ref"])}`;
  const sha = await commitOf(call.repository.dir, ref);
  if (sha === undefined) throw notFound();
  return { status: 200, body: renderRef(call, call.repository, ref, sha) };
}

async function listMatchingRefs(call: RepositoryCall): Promise<Reply> {
  const prefix = `refs/${String(call.params["ref"])}`;
  const out = await git(call.repository.dir, ["for-each-ref", "--format=%(refname) %(objectname)"]);
  const refs = out.split("\n").filter((line) => line.startsWith(prefix));
  const body = refs.map((line) => renderRef(call, call.repository, line.split(" ")[0] ?? "", line.split(" ")[1] ?? ""));
  return { status: 200, body };
}

async function createRef(call: RepositoryCall): Promise<Reply> {
  const { repository, body, token } = call;
  const ref = String(body["ref"]);
  const sha = String(body["sha"]);
  if (!/^refs\/[^/]+\/./.test(ref) || (await tryGit(repository.dir, ["check-ref-format", ref])) === undefined) {
    throw unprocessable("Reference name must start with 'refs/' and contain at least two slashes.");
  }
  if ((await commitOf(repository.dir, sha)) === undefined) throw unprocessable("Object does not exist");
  if ((await commitOf(repository.dir, ref)) !== undefined) throw unprocessable("Reference already exists");
  await checkWorkflows(repository, sha, token);
  await moveRef(call, ref, sha, "0".repeat(40));
  return { status: 201, body: renderRef(call, repository, ref, sha) };
}

async function updateRef(call: RepositoryCall): Promise<Reply> {
  const { repository, body, token } = call;
  const ref = `refs/${String(call.params["ref"])}`;
  const sha = String(body["sha"]);
  const before = await commitOf(repository.dir, ref);
  if (before === undefined) throw unprocessable("Reference does not exist");
  if ((await commitOf(repository.dir, sha)) === undefined) throw unprocessable("Object does not exist");
  checkProtection(repository, ref);
  const forward = await isAncestor(repository.dir, before, sha);
  if (!forward && body["force"] !== true) throw unprocessable("Update is not a fast forward");
  await checkWorkflows(repository, sha, token);
  await moveRef(call, ref, sha, before);
  return { status: 200, body: renderRef(call, repository, ref, sha) };
}

async function deleteRef(call: RepositoryCall): Promise<Reply> {
  const ref = `refs/${String(call.params["ref"])}`;
  if ((await commitOf(call.repository.dir, ref)) === undefined) throw unprocessable("Reference does not exist");
  checkProtection(call.repository, ref);
  await moveTo(call.repository.dir, ref, undefined);
  await syncPulls(call.state, call.repository);
  return { status: 204 };
}

/** Moves a ref from where it was seen, and lets pull requests follow. */
async function moveRef(call: RepositoryCall, ref: string, to: string, from: string): Promise<void> {
  await moveTo(call.repository.dir, ref, to, from).catch(() => {
    throw new ApiError(409, `Reference cannot be updated: ${ref} is not at ${from}.`);
  });
  await syncPulls(call.state, call.repository);
}

/** Refuses what a branch rule forbids. */
export function checkProtection({ protectedBranches }: Repository, ref: string): void {
  if (!protectedBranches.has(ref.replace(/^refs\/heads\//, ""))) return;
  throw unprocessable("Repository rule violations found\n\nChanges must be made through a pull request.\n\n");
}

/**
 * Refuses new commits that touch workflow files when the token lacks `workflows: write`, unless another branch has a file with the
 * same path and content.
 */
export async function checkWorkflows({ dir }: Repository, sha: string, token: Token | undefined): Promise<void> {
  if (token?.scopes.workflows === "write") return;
  const out = await git(dir, [
    "log",
    "--format=",
    "--name-only",
    "-m",
    sha,
    "--not",
    "--all",
    "--",
    ".github/workflows",
  ]);
  const touched = [...new Set(out.split("\n").filter((line) => line !== ""))];
  if (touched.length === 0) return;
  const branches = (await git(dir, ["for-each-ref", "--format=%(refname)", "refs/heads"])).split("\n");
  const blobOf = async (at: string, name: string) =>
    await tryGit(dir, ["rev-parse", "-q", "--verify", `${at}:${name}`]);
  const isThere = async (name: string): Promise<boolean> => {
    const blob = await blobOf(sha, name);
    if (blob === undefined) return false;
    return (await Promise.all(branches.map(async (branch) => await blobOf(branch, name)))).includes(blob);
  };
  const known = await Promise.all(touched.map(isThere));
  const file = touched.find((_, index) => known[index] !== true);
  if (file === undefined) return;
  throw new ApiError(
    403,
    `refusing to allow a GitHub App to create or update workflow \`${file}\` without \`workflows\` permission`,
  );
}

async function branchNames({ dir }: Repository): Promise<string[]> {
  const out = await git(dir, ["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads"]);
  return out.split("\n").filter((name) => name !== "");
}

async function listBranches(call: RepositoryCall): Promise<Reply> {
  const { repository, query } = call;
  const heads = await Promise.all(
    (await branchNames(repository)).map(async (name) => {
      const sha = (await commitOf(repository.dir, `refs/heads/${name}`)) ?? "";
      const commit = { sha, url: `${apiUrl(call, repository)}/commits/${sha}` };
      return { name, commit, protected: repository.protectedBranches.has(name) };
    }),
  );
  const wanted = query["protected"];
  return page(
    call,
    heads.filter((head) => wanted === undefined || head.protected === wanted),
    (head) => head,
  );
}

async function getBranch(call: RepositoryCall): Promise<Reply> {
  const { repository } = call;
  const name = String(call.params["branch"]);
  const sha = await commitOf(repository.dir, `refs/heads/${name}`);
  if (sha === undefined) throw new ApiError(404, "Branch not found");
  const isProtected = repository.protectedBranches.has(name);
  const url = `${apiUrl(call, repository)}/branches/${name}`;
  const checks = { enforcement_level: "off", contexts: [], checks: [] };
  return {
    status: 200,
    body: {
      name,
      commit: renderCommit(call, repository, await readCommit(repository.dir, sha)),
      _links: { self: url, html: `${webUrl(call, repository)}/tree/${name}` },
      protected: isProtected,
      protection: { enabled: isProtected, required_status_checks: checks },
      protection_url: `${url}/protection`,
    },
  };
}

function getProtection(call: RepositoryCall): Reply {
  const name = String(call.params["branch"]);
  if (!call.repository.protectedBranches.has(name)) throw new ApiError(404, "Branch not protected");
  const url = `${apiUrl(call, call.repository)}/branches/${name}/protection`;
  return {
    status: 200,
    body: {
      url,
      required_pull_request_reviews: {
        url: `${url}/required_pull_request_reviews`,
        dismiss_stale_reviews: false,
        require_code_owner_reviews: false,
        required_approving_review_count: 1,
      },
      enforce_admins: { url: `${url}/enforce_admins`, enabled: true },
    },
  };
}

function getRules(call: RepositoryCall): Reply {
  const rules = call.repository.protectedBranches.has(String(call.params["branch"])) ? ["pull_request"] : [];
  return page(call, rules, (type) => ({
    type,
    ruleset_source_type: "Repository",
    ruleset_source: `${call.repository.owner.login}/${call.repository.name}`,
    ruleset_id: 1,
  }));
}

export const refRoutes: Routes = {
  "git/get-ref": { scopes: ["contents"], handle: getRef },
  "git/list-matching-refs": { scopes: ["contents"], handle: listMatchingRefs },
  "git/create-ref": { scopes: ["contents"], level: "write", handle: createRef },
  "git/update-ref": { scopes: ["contents"], level: "write", handle: updateRef },
  "git/delete-ref": { scopes: ["contents"], level: "write", handle: deleteRef },
  "repos/list-branches": { scopes: ["contents"], handle: listBranches },
  "repos/get-branch": { scopes: ["contents"], handle: getBranch },
  "repos/get-branch-protection": { scopes: ["administration"], handle: getProtection },
  // "Metadata: read" is enough, which every token has.
  "repos/get-branch-rules": { handle: getRules },
};
