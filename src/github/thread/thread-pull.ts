/** The branches and the diff of a pull request. The diff is fetched file by file, because GitHub refuses large ones as a whole. */

import * as z from "zod/mini";
import { describeError } from "../../protocol/error.ts";
import { failureOf, requireShape } from "../api/failure.ts";
import type { EventPull } from "../event/event-parts.ts";
import { isForeign } from "../event/payload.ts";
import type { ThreadAddress } from "./thread-address.ts";

export interface ChangedFile {
  readonly path: string;
  /** `added`, `modified`, `removed`, `renamed` … */
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
  /** Unified diff without its header. Absent for binaries and beyond the cap. */
  readonly patch: string | undefined;
}

export interface ThreadPull extends Pick<EventPull, "baseRef" | "baseSha" | "headSha" | "fork"> {
  readonly headRef: string;
  readonly draft: boolean;
  /** Undefined while GitHub has not tried the merge yet. */
  readonly mergeable: boolean | undefined;
  /** People who may write to this repository may push to the fork's branch. */
  readonly maintainerCanModify: boolean;
  readonly files: readonly ChangedFile[];
  /** GitHub's count, which exceeds `files` beyond its limit of 3,000. */
  readonly changedFiles: number;
  /** Why GitHub did not list the files, where it did not. */
  readonly unlisted?: string | undefined;
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
  draft: z.nullish(z.boolean()),
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

export async function fetchPull({ client, owner, repo, number, signal }: ThreadAddress): Promise<ThreadPull> {
  const params = { owner, repo, number };
  const route = "GET /repos/{owner}/{repo}/pulls/{number}";
  let unlisted: string | undefined;
  const [{ data }, { items }] = await Promise.all([
    client.request(route, params, { signal }),
    client.pages(`${route}/files`, params, { maxPages: MAX_PAGES, keep: "first", signal }).catch((error: unknown) => {
      if (!isTooLarge(error)) throw error;
      unlisted = describeError(error);
      return { items: [] };
    }),
  ]);
  const {
    maintainer_can_modify: maintainerCanModify,
    mergeable,
    head,
    base,
    draft,
    changed_files: changedFiles,
  } = requireShape(Pull, data, route);
  const files = requireShape(z.array(File), items, `${route}/files`);
  return {
    baseRef: base.ref,
    baseSha: base.sha,
    headRef: head.ref,
    headSha: head.sha,
    fork: isForeign(head, base),
    draft: draft ?? false,
    mergeable: mergeable ?? undefined,
    maintainerCanModify: maintainerCanModify ?? false,
    files: boundedFiles(files),
    changedFiles: changedFiles ?? files.length,
    ...(unlisted === undefined ? {} : { unlisted }),
  };
}

/** GitHub refuses or fails to list a very large change. */
function isTooLarge(error: unknown): boolean {
  const { status = 0 } = failureOf(error) ?? {};
  return status === 406 || status === 422 || status >= 500;
}

/** The files with as much of their patches as a model is shown. */
export function boundedFiles(files: readonly z.infer<typeof File>[]): ChangedFile[] {
  let left = MAX_DIFF_CHARS;
  return files.map(({ filename, status, additions, deletions, patch }) => {
    const fits = patch && patch.length <= Math.min(left, MAX_PATCH_CHARS);
    if (fits) left -= patch.length;
    return { path: filename, status, additions, deletions, patch: fits ? patch : undefined };
  });
}
