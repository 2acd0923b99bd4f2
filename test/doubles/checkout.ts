/** A workspace as actions/checkout leaves it: one commit, by its id, with the token in the repository's configuration. */

import { join } from "node:path";
import { initRepository } from "./init-repository.ts";
import { runGit, tokenSetting } from "./git-client.ts";
import type { GitHub } from "./github/server.ts";

export interface CheckoutOptions {
  readonly github: GitHub;
  /** `owner/name`. */
  readonly repository: string;
  /** Where to; made when it is not there. */
  readonly dir: string;
  /** `refs/heads/…`, `refs/pull/…`; default the default branch. */
  readonly ref?: string;
  /** Default: where the ref is now. */
  readonly sha?: string;
  readonly token?: string;
  /** Default true, as the action's own default; then the token stays in .git/config. */
  readonly persistCredentials?: boolean;
  /** Default 1; 0 for the whole history. */
  readonly fetchDepth?: number;
}

/** Checks a commit out and returns its id. */
export async function checkout(options: CheckoutOptions): Promise<string> {
  const { github, repository, dir, token, persistCredentials = true, fetchDepth = 1 } = options;
  const ref = options.ref ?? `refs/heads/${github.repository(repository).defaultBranch}`;
  const sha = options.sha ?? (await github.git(repository, "rev-parse", ref));
  const local = ref.replace(/^refs\/(heads|pull)\//, (_, kind) =>
    kind === "heads" ? "refs/remotes/origin/" : "refs/remotes/pull/",
  );
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  const url = `${github.serverUrl}/${repository}`;
  const git = async (...args: readonly string[]): Promise<void> => {
    const { code, err } = await runGit(dir, ...args);
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${err}`);
  };
  initRepository(join(dir, ".git"), {
    branch: "main",
    settings: [
      ["core", ["bare = false"]],
      ['remote "origin"', [`url = ${url}`, "fetch = +refs/heads/*:refs/remotes/origin/*"]],
      ["gc", ["auto = 0"]],
    ],
  });
  const [key = "", header = ""] = token === undefined ? [] : tokenSetting(url, token).split(/=(.*)/s);
  if (token !== undefined) await git("config", "--local", key, header);
  const depth = fetchDepth === 0 ? [] : [`--depth=${fetchDepth}`];
  await git(
    "fetch",
    "--quiet",
    "--no-tags",
    "--prune",
    "--no-recurse-submodules",
    ...depth,
    "origin",
    `+${sha}:${local}`,
  );
  await git(
    "checkout",
    "--quiet",
    "--progress",
    "--force",
    ...(branch === undefined ? [local] : ["-B", branch, local]),
  );
  if (token !== undefined && !persistCredentials) await git("config", "--local", "--unset-all", key);
  return sha;
}
