/**
 * GitHub's search of issues on a Gitea server, which only lists the issues of a repository: with any of several labels instead of all,
 * without a filter where a label does not exist, and with at most 50 issues on a page. A query that cannot be answered that way is
 * refused, because an answer without one of its conditions would be a wrong one.
 */

import { member } from "../../base/member.ts";
import type { ApiResponse } from "./call.ts";
import { notThere } from "./failure.ts";
import { listOf, record } from "./gitea-answers.ts";
import { pagesOf, PER_PAGE, REPO, type CallParams, type SendCall } from "./gitea-pages.ts";

const KNOWN: ReadonlySet<string> = new Set(["repo", "is", "state", "label", "author", "assignee", "created"]);
const STATES: ReadonlySet<string> = new Set(["issue", "pr", "open", "closed"]);
/** 10,000 issues: more than a batch may have tasks. */
const MAX_PAGES = 200;

/** A search by `created` is answered whole on its first page, oldest first; other searches have the pages of the server. */
export async function searchGitea(
  send: SendCall,
  { q, sort, page = 1, per_page: limit = PER_PAGE }: CallParams,
): Promise<ApiResponse> {
  const { owner, repo, query, fits } = searchOf(String(q));
  const [route, params] = [`GET ${REPO}/issues`, { owner, repo, ...query }];
  const answer = (issues: readonly unknown[], total = issues.length): unknown => {
    const items = issues.map((issue) => ({ ...record(issue), repository_url: `/repos/${owner}/${repo}` }));
    return { total_count: total, items };
  };
  if (sort !== "created") {
    const found = await send(route, { ...params, page, limit });
    const issues = listOf(found.data).filter(fits);
    const isCut = issues.length < listOf(found.data).length;
    const total = isCut ? issues.length : Number(found.headers["x-total-count"] ?? issues.length);
    return { ...found, data: answer(issues, total) };
  }
  const all: unknown[] = [];
  const maxPages = Number(page) === 1 ? MAX_PAGES : 0;
  for await (const issues of pagesOf(send, route, { params, maxPages })) all.push(...issues.filter(fits));
  const data = answer(all.toSorted((a, b) => createdAt(a) - createdAt(b)));
  return { status: 200, headers: {}, data };
}

/** `query` has parameters of Gitea's list. Throws `github.not_found` for conditions that the server cannot check. */
function searchOf(text: string) {
  const [, owner, repo] = /(?:^|\s)repo:([\w.-]+)\/([\w.-]+)/.exec(text) ?? [];
  if (owner === undefined || repo === undefined) throw notThere("search outside of one repository");
  const all = [...text.matchAll(/(?:^|\s)(-?\w+):(?:"((?:\\.|[^"\\])*)"|(\S+))/g)].map(
    ([, name = "", quoted, plain]) => [name, quoted?.replace(/\\(.)/g, "$1") ?? plain ?? ""] as const,
  );
  const given = (name: string): readonly string[] => all.filter(([known]) => known === name).map(([, value]) => value);
  const is = new Set([...given("is"), ...given("state")]);
  const since = given("created").map((value) => Date.parse(/^>=(.*)$/.exec(value)?.[1] ?? ""));
  const strange =
    all.find(([name]) => !KNOWN.has(name)) ??
    [...is].filter((word) => !STATES.has(word)).map((word) => ["is", word] as const)[0] ??
    (since.some(Number.isNaN) ? (["created", given("created").join(" ")] as const) : undefined);
  if (strange !== undefined) throw notThere(`search by ${strange.join(":")}`);
  const type = is.has("pr") ? "pulls" : is.has("issue") ? "issues" : undefined;
  const labels = given("label").map((label) => label.toLowerCase());
  return {
    owner,
    repo,
    query: {
      q: text.replace(/(?:^|\s)-?\w+:(?:"(?:\\.|[^"\\])*"|\S+)/g, " ").trim(),
      state: is.has("open") ? "open" : is.has("closed") ? "closed" : "all",
      ...(type === undefined ? {} : { type }),
      // Gitea splits the list at each comma, also inside of a name.
      ...(labels.length === 0 || labels.some((label) => label.includes(",")) ? {} : { labels: labels.join(",") }),
      ...(given("author")[0] === undefined ? {} : { created_by: given("author")[0] }),
      ...(given("assignee")[0] === undefined ? {} : { assigned_by: given("assignee")[0] }),
    },
    fits: (issue: unknown): boolean => {
      const has = new Set(listOf(member(issue, "labels")).map((one) => String(member(one, "name")).toLowerCase()));
      return labels.every((label) => has.has(label)) && since.every((from) => createdAt(issue) >= from);
    },
  };
}

function createdAt(issue: unknown): number {
  return Date.parse(String(member(issue, "created_at")));
}
