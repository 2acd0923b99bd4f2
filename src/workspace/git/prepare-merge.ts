/**
 * Prepares the merge of a base into the head of a pull request: a commit with both as parents, in whose files the conflicts are
 * marked. Nothing of the repository is run, and the same two commits always give the same merge commit.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileText } from "../../base/file-text.ts";
import { grouped } from "../../base/words.ts";
import { describeError } from "../../protocol/error.ts";
import { authorEnvironment } from "./git-environment.ts";
import { fetchOf, type Git } from "./git.ts";
import { objectId } from "./object-id.ts";

export type PreparedMerge =
  | { readonly kind: "prepared"; readonly commit: string; readonly conflicts: readonly string[] }
  | { readonly kind: "clean" }
  /** The conflicts cannot be shown. */
  | { readonly kind: "failed"; readonly reason: string };

export interface MergeRequest extends Omit<HistoryRequest, "git"> {
  /** Reads the user's objects. Only in a partial clone may it fetch files from the server. */
  readonly git: (env: Readonly<Record<string, string>>) => Git;
}

interface HistoryRequest {
  readonly git: Git;
  /** May fetch from the server. */
  readonly server: Git;
  /** The folder with the file `shallow`. */
  readonly gitDir: string;
  readonly url: string;
  /** Hexadecimal. */
  readonly head: string;
  readonly base: string;
}

/** A branch rarely lives longer than 50 commits of its base; 5,000 of a large repository take a minute. */
const DEPTHS = [50, 500, 5_000] as const;

/** Fixed values, so that a later job makes the same commit. */
const WHO = { name: "kimi-runner", email: "kimi-runner@users.noreply.github.com", atSeconds: 946_684_800 };

/** Deepens the history until the two commits have a common ancestor. Rejects only if the server does not answer. */
export async function prepareMerge(request: MergeRequest): Promise<PreparedMerge> {
  const { head, base } = request;
  const git = request.git({});
  if (!(await deepened({ ...request, git }))) return { kind: "failed", reason: unrelated(request.gitDir) };
  try {
    const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", head, base];
    const [tree = "", ...names] = (await git({ args })).toString("utf8").split("\0");
    const conflicts = [...new Set(names.filter((name) => name !== ""))];
    if (conflicts.length === 0) return { kind: "clean" };
    const commit = await request.git(authorEnvironment(WHO))({
      args: ["commit-tree", "--no-gpg-sign", tree, "-p", head, "-p", base],
      input: Buffer.from(`Merge ${base} into ${head}, with the conflicts marked\n`),
    });
    return { kind: "prepared", commit: commit.toString("utf8").trim(), conflicts };
  } catch (error) {
    return { kind: "failed", reason: `git could not merge the two: ${describeError(error)}` };
  }
}

/** A fetch of 50 commits takes seconds. The model can do without, so a slow server costs no more. */
const HISTORY_MS = 20_000;

/** A clone of one commit of a branch or two has no more ends; a deep one has history enough. */
const MAX_ENDS = 4;

/**
 * Fetches for a shallow clone the commits since head and base parted, and since head and the clone's branches did, which end where its
 * history ends. Never rejects: the model is told where that is.
 */
export async function fetchHistory(request: HistoryRequest): Promise<void> {
  const ends = (fileText(join(request.gitDir, "shallow")) ?? "").split("\n").filter((line) => line !== "");
  const signal = AbortSignal.timeout(HISTORY_MS);
  const server: Git = async (call) => await request.server({ ...call, signal });
  // The server may no longer know the commit of a branch.
  const isWhole = await deepened({ ...request, server }, ends.slice(0, MAX_ENDS).map(objectId)).catch(() => false);
  if (!isWhole) await deepened({ ...request, server }).catch(() => false);
}

/** Whether the head has a common ancestor with each of the other commits within the largest depth. */
export async function deepened(
  { server, git, gitDir, url, head, base }: HistoryRequest,
  more: readonly string[] = [],
): Promise<boolean> {
  const others = [...new Set([base, ...more])].filter((commit) => commit !== head);
  const hasCommon = async (): Promise<boolean> => {
    for (const other of others) {
      const found = await git({ args: ["merge-base", head, other] }).catch(() => Buffer.alloc(0));
      if (found.length === 0) return false;
    }
    return true;
  };
  for (const depth of DEPTHS) {
    if (await hasCommon()) return true;
    if (!existsSync(join(gitDir, "shallow"))) return false;
    await server({ args: [...fetchOf(depth), "--", url, head, ...others] });
  }
  return await hasCommon();
}

function unrelated(gitDir: string): string {
  return existsSync(join(gitDir, "shallow"))
    ? `head and base have no commit in common within ${grouped(DEPTHS.at(-1) ?? 0)} commits.`
    : "the histories of head and base have no commit in common.";
}
