/**
 * Fetches the pages of a list. Most lists name their last page in the `Link` header, and the pages after the first are fetched
 * concurrently. Some, such as the issues of a repository, only name the next page, and are followed from page to page.
 */

import { isRecord } from "../../base/member.ts";
import type { ApiResponse } from "./call.ts";
import { unanswered } from "./failure.ts";

export interface PageOptions {
  readonly maxPages: number;
  /** Pages to keep when there are more. Lists begin with the oldest item, so `last` keeps the newest. */
  readonly keep: "first" | "last";
}

export interface Pages {
  readonly items: readonly unknown[];
  /** Pages that were left out, at least. */
  readonly skippedPages: number;
}

/** Fetches a page by its parameters: its number, and a cursor where the list has one. */
type FetchPage = (page: Readonly<Record<string, string | number>>) => Promise<ApiResponse>;

interface ListOptions extends PageOptions {
  readonly route: string;
}

/** A million items. A server that names more pages is wrong. */
const MAX_LIST_PAGES = 10_000;
/** Concurrent requests. GitHub allows 100; 8 fetch 5,000 comments in 7 rounds and do not strain a small server. */
const SIDE_BY_SIDE = 8;

export async function fetchPages(fetchPage: FetchPage, options: ListOptions): Promise<Pages> {
  const { route, maxPages, keep } = options;
  const first = await fetchPage({ page: 1 });
  const last = Number(linkOf(first, "last")?.["page"]);
  if (Number.isNaN(last) && linkOf(first, "next") !== undefined) return await followed(fetchPage, first, options);
  const total = last > 1 ? Math.trunc(last) : 1;
  if (Math.min(total, maxPages) > MAX_LIST_PAGES)
    throw unanswered(route, `the list has ${last} pages; at most ${MAX_LIST_PAGES} are read`);
  const count = Math.min(total, maxPages);
  const from = keep === "first" ? 1 : total - count + 1;
  const wanted = Array.from({ length: count }, (_, index) => from + index);
  const fetched = new Map([[1, listOf(route, first)]]);
  const queue = wanted.filter((page) => page !== 1).values();
  const drain = async (): Promise<void> => {
    for (const page of queue) fetched.set(page, listOf(route, await fetchPage({ page })));
  };
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, count) }, drain));
  return { items: wanted.flatMap((page) => fetched.get(page) ?? []), skippedPages: total - count };
}

async function followed(
  fetchPage: FetchPage,
  first: ApiResponse,
  { route, maxPages, keep }: ListOptions,
): Promise<Pages> {
  const pages = [listOf(route, first)];
  let skippedPages = 0;
  let next = linkOf(first, "next");
  const known = new Set([JSON.stringify({ ...next, page: "1" })]); // a server that names a page again has no other
  while (next !== undefined && !known.has(JSON.stringify(next))) {
    known.add(JSON.stringify(next));
    if (keep === "first" && pages.length >= maxPages) return { items: pages.flat(), skippedPages: 1 };
    if (known.size > MAX_LIST_PAGES)
      throw unanswered(route, `the list has more than ${MAX_LIST_PAGES} pages, the most that are read`);
    const answer = await fetchPage(next);
    const list = listOf(route, answer);
    if (list.length === 0) break;
    pages.push(list);
    if (pages.length > maxPages) skippedPages += pages.splice(0, 1).length;
    next = linkOf(answer, "next");
  }
  return { items: pages.flat(), skippedPages };
}

/** The parameters in the address of a link, such as `page` and `after`; undefined without the link. */
function linkOf({ headers }: ApiResponse, name: "last" | "next"): Readonly<Record<string, string>> | undefined {
  const { link } = headers;
  const address = new RegExp(`<([^<>]*)>;\\s*rel="${name}"`).exec(typeof link === "string" ? link : "")?.[1];
  const url = address === undefined ? null : URL.parse(address, "http://localhost"); // an address may be relative
  return url === null ? undefined : Object.fromEntries(url.searchParams);
}

function listOf(route: string, { data }: ApiResponse): readonly unknown[] {
  // The lists of check runs, workflow runs and search results are inside an object.
  const list: unknown = isRecord(data) ? Object.values(data).find((one) => Array.isArray(one)) : data;
  if (Array.isArray(list)) return list;
  throw unanswered(route, "the body is not a list");
}
