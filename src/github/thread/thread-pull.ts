/** The branches and the diff of a pull request. The diff is fetched file by file, because GitHub refuses large ones as a whole. */

import * as z from "zod/mini";
import { describeError } from "../../protocol/error.ts";
import type { CallOptions } from "../api/call.ts";
import { failureOf, requireShape } from "../api/failure.ts";
import type { EventPull } from "../event/event-parts.ts";
import { isForeign } from "../event/payload.ts";
import type { ThreadAddress } from "./thread-list.ts";

export interface ChangedFile {
  readonly path: string;
  /** `added`, `modified`, `removed`, `renamed` … */
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
  /** Unified diff without its header, cut where it is long. Absent for binaries and beyond the cap. */
  readonly patch: string | undefined;
}

interface PullState extends Pick<EventPull, "baseRef" | "baseSha" | "headSha" | "fork" | "closed"> {
  readonly headRef: string;
  /** Undefined while GitHub has not tried the merge yet. */
  readonly mergeable: boolean | undefined;
  /** People who may write to this repository may push to the fork's branch. */
  readonly maintainerCanModify: boolean;
}

export interface ThreadPull extends PullState {
  readonly files: readonly ChangedFile[];
  /** GitHub's count, which exceeds `files` beyond its limit of 3,000. */
  readonly changedFiles: number;
  /** Why GitHub did not list the files, where it did not. */
  readonly unlisted?: string | undefined;
  /** GitHub listed changed lines without a patch, as it does beyond some thousand lines of a file or of the whole. */
  readonly hasUnpatched?: boolean | undefined;
}

/** GitHub lists 3,000 files, 100 a page. */
const MAX_PAGES = 30;
/** About 25,000 tokens of diff: the model reads the rest from the checkout. */
const MAX_DIFF_CHARS = 100_000;
/** Characters of one file. */
const MAX_PATCH_CHARS = 20_000;

const Side = z.object({ sha: z.string(), ref: z.string(), repo: z.nullish(z.object({ id: z.int() })) });
const Pull = z.object({
  head: Side,
  base: Side,
  state: z.nullish(z.string()),
  changed_files: z.nullish(z.int()),
  mergeable: z.nullish(z.boolean()),
  maintainer_can_modify: z.nullish(z.boolean()),
});
const File = z.object({
  filename: z.string(),
  status: z.string(),
  additions: z.int(),
  deletions: z.int(),
  patch: z.nullish(z.string()),
});

const ROUTE = "GET /repos/{owner}/{repo}/pulls/{number}";

/** The pull request as it is now, without its files. `changedFiles`: GitHub's count of them. */
export async function readPull({ client, ...which }: ThreadAddress, call?: CallOptions) {
  const { head, base, ...pull } = requireShape(Pull, (await client.request(ROUTE, which, call)).data, ROUTE);
  const state: PullState = {
    baseRef: base.ref,
    baseSha: base.sha,
    headRef: head.ref,
    headSha: head.sha,
    fork: isForeign(head, base),
    closed: pull.state === "closed",
    mergeable: pull.mergeable ?? undefined,
    maintainerCanModify: pull.maintainer_can_modify ?? false,
  };
  return { ...state, changedFiles: pull.changed_files };
}

/** The pull request with its files. */
export async function fetchPull({ client, owner, repo, number }: ThreadAddress): Promise<ThreadPull> {
  const which = { owner, repo, number };
  let unlisted: string | undefined;
  const [pull, { items }] = await Promise.all([
    readPull({ client, ...which }),
    client.pages(`${ROUTE}/files`, which, { maxPages: MAX_PAGES, keep: "first" }).catch((error: unknown) => {
      if (!isTooLarge(error)) throw error;
      unlisted = describeError(error);
      return { items: [] };
    }),
  ]);
  const files = requireShape(z.array(File), items, `${ROUTE}/files`).map(({ filename: path, ...file }) => {
    return { path, ...file, patch: file.patch ?? undefined };
  });
  return {
    ...pull,
    files: boundedFiles(files),
    changedFiles: pull.changedFiles ?? files.length,
    ...(unlisted === undefined ? {} : { unlisted }),
    ...(files.some(isUnpatched) ? { hasUnpatched: true } : {}),
  };
}

/** GitHub refuses or fails to list a very large change. */
function isTooLarge(error: unknown): boolean {
  const { status = 0 } = failureOf(error) ?? {};
  return status === 406 || status === 422 || status >= 500;
}

/** Whether lines of a file changed that no patch shows. */
export function isUnpatched({ additions, deletions, patch = "" }: ChangedFile): boolean {
  return additions + deletions > 0 && patch === "";
}

/** The files with as much of their patches as a model is shown: the short ones, and the beginnings of long ones. */
export function boundedFiles(files: readonly ChangedFile[]): readonly ChangedFile[] {
  let left = MAX_DIFF_CHARS;
  const bounded = new Map<ChangedFile, string>();
  for (const file of files.toSorted((a, b) => (a.patch?.length ?? 0) - (b.patch?.length ?? 0))) {
    const patch = beginningOf(file.patch ?? "", Math.min(left, MAX_PATCH_CHARS));
    left -= patch.length;
    bounded.set(file, patch);
  }
  return files.map((file) => ({ ...file, patch: bounded.get(file) || undefined }));
}

/** Fewer characters of a patch say nothing. */
const MIN_PATCH_CHARS = 500;

/** The patch, or its first lines and how many more there are; empty where there is too little room. */
function beginningOf(patch: string, maxChars: number): string {
  if (patch.length <= maxChars) return patch;
  const end = patch.lastIndexOf("\n", maxChars - 60);
  if (end < MIN_PATCH_CHARS) return "";
  return `${patch.slice(0, end)}\n[… ${patch.slice(end + 1).split("\n").length} more lines of this patch …]`;
}
