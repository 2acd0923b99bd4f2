/** The pages of a list: fetches the first one, then the others concurrently. It reads their number from the `Link` header. */

import type { ApiResponse } from "./call.ts";
import { unanswered } from "./failure.ts";

export interface PageOptions {
  readonly maxPages: number;
  /** Pages to keep when there are more. Lists begin with the oldest item, so `last` keeps the newest. */
  readonly keep: "first" | "last";
}

export interface Pages {
  readonly items: readonly unknown[];
  /** Pages that exist and were not fetched. */
  readonly skippedPages: number;
}

/** Concurrent requests. GitHub allows 100; 8 fetch 5,000 comments in 7 rounds and do not strain a small server. */
const SIDE_BY_SIDE = 8;

export async function fetchPages(
  fetchPage: (page: number) => Promise<ApiResponse>,
  { route, maxPages, keep }: PageOptions & { readonly route: string },
): Promise<Pages> {
  const first = await fetchPage(1);
  const total = lastPage(first, 1);
  const wanted = chosen(Math.max(total, 1), maxPages, keep);
  const fetched = new Map([[1, listOf(route, first)]]);
  const queue = wanted.filter((page) => page !== 1).values();
  const drain = async (): Promise<void> => {
    for (const page of queue) fetched.set(page, listOf(route, await fetchPage(page)));
  };
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, wanted.length) }, drain));
  return { items: wanted.flatMap((page) => fetched.get(page) ?? []), skippedPages: Math.max(total, 1) - wanted.length };
}

function chosen(total: number, maxPages: number, keep: "first" | "last"): number[] {
  const count = Math.min(total, maxPages);
  const from = keep === "first" ? 1 : total - count + 1;
  return Array.from({ length: count }, (_, index) => from + index);
}

/** The number in `rel="last"`; the page itself when it is the only one. */
function lastPage({ headers }: ApiResponse, page: number): number {
  const { link } = headers;
  const last = /<[^<>]*[?&]page=(\d+)[^<>]*>;\s*rel="last"/.exec(typeof link === "string" ? link : "");
  return last === null ? page : Number(last[1]);
}

function listOf(route: string, { data }: ApiResponse): readonly unknown[] {
  // The lists of check runs, workflow runs and search results are inside an object.
  const list: unknown = Array.isArray(data)
    ? data
    : typeof data === "object" && data !== null
      ? Object.values(data).find((member) => Array.isArray(member))
      : undefined;
  if (Array.isArray(list)) return list;
  throw unanswered(route, "the body is not a list");
}
