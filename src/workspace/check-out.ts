/**
 * Brings the right commit into the workspace before the agent exists: a comment on a pull request starts a job on the default branch.
 * It writes the user's objects, index and HEAD under a configuration of its own: nothing in `.git/config` runs beside the token.
 */

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { namesIn } from "../base/file-text.ts";
import type { Checkout } from "./checkout.ts";
import { configEnvironment, FIXED_ENV, TRUST_OWNER } from "./git/git-environment.ts";
import { createGit, fetchOf, type Git } from "./git/git.ts";
import { deepened, fetchHistory, prepareMerge, type PreparedMerge } from "./git/prepare-merge.ts";
import { objectId } from "./git/object-id.ts";
import { retryingGit } from "./git/server-retries.ts";
import { remoteEnvironment, type Remote } from "./push.ts";
import { makeTrustedDirectory } from "./trusted-directory.ts";
import { trustedPath } from "./trusted-path.ts";

export interface CheckOutRequest {
  readonly checkout: Omit<Checkout, "branch">;
  readonly remote: Remote;
  /** Commit to work on. */
  readonly head: string;
  /** Commit with the policy. It is fetched to be read. */
  readonly base: string;
  /** If head and base conflict, check out their merge with the conflicts marked. */
  readonly merge?: boolean | undefined;
  /** In a shallow clone, fetch the commits since head and base parted. Without an answer of the server the clone stays as it is. */
  readonly withHistory?: boolean | undefined;
  /** Restore every file of the commit, even if the commit is checked out already, and replace any changes. */
  readonly isForced?: boolean | undefined;
  readonly isKept?: boolean | undefined;
  /** Is called with a git for both commits and their common ancestor, if there is one. */
  readonly compare?: ((git: Git) => Promise<void>) | undefined;
  readonly pathVar: string;
  readonly clock: Pick<Clock, "sleep">;
  /** Ends the waits for the server. */
  readonly signal?: AbortSignal | undefined;
}

const CONFIG = [
  TRUST_OWNER,
  // git would otherwise run in each submodule, under the submodule's configuration.
  ["diff.ignoreSubmodules", "all"],
  // The user's index stays one file: the other part of a split one would lie in the folder that is removed below.
  ["core.splitIndex", "false"],
  ["core.untrackedCache", "keep"],
] as const;

/** In a partial clone git asks the server for contents that it lacks, as it would with the user's own configuration. */
const promisor = (url: string) =>
  [
    ["remote.kimi-runner.url", url],
    ["remote.kimi-runner.promisor", "true"],
  ] as const;

/**
 * Fetches missing commits, and checks `head` out unless it is. A complete repository stays complete; a shallow one gets no history,
 * except what a merge or `withHistory` needs. Throws `git.failed`.
 */
export async function checkOut(request: CheckOutRequest): Promise<PreparedMerge | undefined> {
  const { checkout, remote, head, base, merge = false, isForced = false, isKept = false, pathVar } = request;
  const { clock, signal, compare } = request;
  const isCut = request.withHistory === true && existsSync(join(checkout.gitDir, "shallow"));
  const path = trustedPath(pathVar, checkout.root);
  const wanted = [...new Set([head, base])];
  const { stdout } = spawnSync("git", ["cat-file", "--batch-check=%(objectname)"], {
    cwd: checkout.root,
    env: { PATH: path, ...FIXED_ENV, ...configEnvironment(CONFIG), GIT_DIR: checkout.worktreeDir },
    encoding: "utf8",
    input: ["HEAD", ...wanted.map((commit) => `${objectId(commit)}^{commit}`)].join("\n"),
  });
  const [now = "", ...there] = stdout.split("\n");
  const missing = wanted.filter((commit, at) => there[at] !== commit);
  const isPartial = namesIn(join(checkout.objectsDir, "pack")).some((name) => name.endsWith(".promisor"));
  const isWhole = !isPartial || base === now;
  const isMore = merge || isForced || isCut || compare !== undefined;
  if (missing.length === 0 && now === head && isWhole && !isMore) return undefined;
  const scratch = mkdtempSync(join(tmpdir(), "kimi-check-out-"));
  try {
    const gitDir = makeTrustedDirectory({ ...checkout, headCommit: objectId(now) }, scratch);
    const git = (env: Readonly<Record<string, string>>): Git =>
      createGit({
        cwd: checkout.root,
        path,
        env: {
          GIT_DIR: gitDir,
          GIT_WORK_TREE: checkout.root,
          GIT_OBJECT_DIRECTORY: checkout.objectsDir,
          GIT_INDEX_FILE: join(checkout.worktreeDir, "index"),
          ...env,
        },
      });
    const { url } = remote;
    const asking = isPartial
      ? { ...remoteEnvironment(remote, [...CONFIG, ...promisor(url)]), GIT_NO_LAZY_FETCH: "0" }
      : remoteEnvironment(remote, CONFIG);
    const retrying = (env: Readonly<Record<string, string>>): Git => {
      const asked = retryingGit(git({ ...asking, ...env }), clock);
      return async (call) => {
        const signals = [call.signal, signal].filter((one) => one !== undefined);
        return await asked({ ...call, signal: signals.length === 0 ? undefined : AbortSignal.any(signals) });
      };
    };
    const server = retrying({});
    if (missing.length > 0) {
      const depth = existsSync(join(gitDir, "shallow")) ? 1 : undefined;
      await server({ args: [...fetchOf(depth), "--", url, ...missing.map(objectId)] });
    }
    // The commits of a partial clone may lack their files. git fetches those that differ, to compare them.
    for (const commit of isPartial ? wanted.filter((one) => one !== now) : []) {
      await server({ args: ["diff-tree", "-r", "--numstat", "--no-renames", objectId(now), objectId(commit)] });
    }
    const reading = isPartial ? retrying : git;
    const history = { server, gitDir, url, head: objectId(head), base: objectId(base) };
    if (isCut) await fetchHistory({ ...history, git: git({}) });
    const prepared = merge ? await prepareMerge({ ...history, git: reading }) : undefined;
    if (compare !== undefined) {
      await deepened({ ...history, git: reading({}) });
      await compare(reading({}));
    }
    // `shallow` describes the objects, which are the user's. git removes it with the last gap in the history.
    const shallow = join(checkout.gitDir, "shallow");
    if (existsSync(join(gitDir, "shallow"))) replaceFile(join(gitDir, "shallow"), shallow);
    else rmSync(shallow, { force: true });
    const target = prepared?.kind === "prepared" ? prepared.commit : head;
    if ((now === target && !isForced) || isKept) return prepared;
    // To list what differs, git would read .gitmodules of the work tree, which the commit's attributes may have garbled.
    const options = ["--quiet", "--progress", ...(isForced ? ["--force"] : [])];
    await git(configEnvironment(CONFIG))({ args: ["checkout", "--detach", ...options, objectId(target)] });
    const file = join(gitDir, "HEAD");
    writeFileSync(file, `${target}\n`);
    replaceFile(file, join(checkout.worktreeDir, "HEAD"));
    return prepared;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Replaces a file by renaming a copy, as git does, so that it is never incomplete. */
function replaceFile(from: string, to: string): void {
  copyFileSync(from, `${to}.lock`);
  renameSync(`${to}.lock`, to);
}
