/** A workspace as actions/checkout leaves it: one commit, by its id, with the token in the repository's configuration. */

import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyCheckout } from "./copy-checkout.ts";
import { commitOf } from "./github/git.ts";
import { initRepository } from "./init-repository.ts";
import { runGit, tokenSetting } from "./git-client.ts";
import type { GitHub } from "./github/server.ts";

export interface CheckoutOptions {
  readonly github: GitHub;
  /** `owner/name`. */
  readonly repository: string;
  /** Where to; made when it is not there. */
  readonly dir: string;
  /** `refs/heads/…`, `refs/pull/…`, or the id of a commit; default the default branch. */
  readonly ref?: string;
  /** Default: where the ref is now. */
  readonly sha?: string;
  readonly token?: string;
  /** Default true, as the action's own default; then the token stays in .git/config. */
  readonly persistCredentials?: boolean;
  /** Default 1; 0 for the whole history. */
  readonly fetchDepth?: number;
}

/** Checkouts that this process made before, with the address that they are of. */
const made = new Map<string, { readonly dir: string; readonly serverUrl: string }>();
process.once("exit", () => {
  for (const { dir } of made.values()) rmSync(dir, { recursive: true, force: true });
});

/** Checks a commit out and returns its id. What is equal but for the server's port is copied: git takes ten processes for it. */
export async function checkout(options: CheckoutOptions): Promise<string> {
  const { github, repository, dir, sha: given, ...more } = options;
  const { defaultBranch, dir: bare } = github.repository(repository);
  const ref = options.ref ?? `refs/heads/${defaultBranch}`;
  const sha = given ?? (await commitOf(bare, ref)) ?? (await github.git(repository, "rev-parse", ref));
  const key = JSON.stringify([repository, sha, { ...more, ref }]);
  const like = made.get(key);
  if (like !== undefined) {
    copyCheckout(like.dir, dir);
    for (const path of [".git/config", ".git/FETCH_HEAD"]) {
      const text = readFileSync(join(dir, path), "utf8");
      writeFileSync(join(dir, path), text.replaceAll(like.serverUrl, github.serverUrl));
    }
    return sha;
  }
  const isNew = !existsSync(dir);
  await fetchAndCheckOut({ ...options, ref, sha });
  if (!isNew) return sha; // with what stood there before
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "kimi-checkout-")));
  copyCheckout(dir, copy);
  made.set(key, { dir: copy, serverUrl: github.serverUrl });
  return sha;
}

async function fetchAndCheckOut(
  options: CheckoutOptions & Required<Pick<CheckoutOptions, "ref" | "sha">>,
): Promise<void> {
  const { github, repository, dir, ref, sha, token, persistCredentials = true, fetchDepth = 1 } = options;
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
    ref === sha ? sha : `+${sha}:${local}`,
  );
  await git(
    "checkout",
    "--quiet",
    "--progress",
    "--force",
    ...(branch === undefined ? [local] : ["-B", branch, local]),
  );
  if (token !== undefined && !persistCredentials) await git("config", "--local", "--unset-all", key);
}
