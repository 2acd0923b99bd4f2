/** The requests and the answers of each search provider. Every field of an answer may be missing. */

import { member } from "../../base/member.ts";
import { withQuery } from "../../base/network/http.ts";
import type { SearchProvider } from "../../protocol/tool.ts";

interface SearchAsked {
  readonly query: string;
  readonly limit: number;
  readonly key: string;
}

interface SearchRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** With it the request is a POST. */
  readonly body?: string;
}

export interface SearchEntry {
  readonly title: string;
  readonly url: string;
  readonly summary: string;
  readonly date: string;
}

export interface Provider {
  /** Its address, unless the policy names another one. */
  readonly usual?: string;
  readonly request: (place: URL, asked: SearchAsked) => SearchRequest;
  /** Undefined for an answer of another shape. */
  readonly entries: (answer: unknown) => readonly SearchEntry[] | undefined;
}

/** The entries in a list. `names` are the provider's names of their fields. */
function entriesIn(list: unknown, names: Record<keyof SearchEntry, string>): readonly SearchEntry[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.map((one: unknown) => {
    const text = (name: keyof SearchEntry): string => {
      const value = member(one, names[name]);
      return typeof value === "string" ? value : "";
    };
    return { title: text("title"), url: text("url"), summary: text("summary"), date: text("date") };
  });
}

export const SEARCHES: Readonly<Record<SearchProvider, Provider>> = {
  // https://api-dashboard.search.brave.com/app/documentation/web-search
  brave: {
    usual: "https://api.search.brave.com/res/v1/web/search",
    request: (place, { query, limit, key }) => ({
      url: withQuery(place, { q: query, count: String(limit) }),
      headers: { accept: "application/json", "x-subscription-token": key },
    }),
    entries: (answer) => {
      if (member(answer, "type") !== "search") return undefined;
      // An answer without entries lacks this part.
      const list = member(member(answer, "web"), "results") ?? [];
      return entriesIn(list, { title: "title", url: "url", summary: "description", date: "page_age" });
    },
  },
  // https://docs.tavily.com/documentation/api-reference/endpoint/search
  tavily: {
    usual: "https://api.tavily.com/search",
    request: (url, { query, limit, key }) => posted(url, key, { query, max_results: limit }),
    entries: (answer) =>
      entriesIn(member(answer, "results"), { title: "title", url: "url", summary: "content", date: "published_date" }),
  },
  // Kimi CLI's SearchWeb
  kimi: {
    usual: "https://api.kimi.com/coding/v1/search",
    request: (url, { query, limit, key }) =>
      posted(url, key, { text_query: query, limit, enable_page_crawling: false, timeout_seconds: 30 }),
    entries: (answer) =>
      entriesIn(member(answer, "search_results"), { title: "title", url: "url", summary: "snippet", date: "date" }),
  },
  // https://docs.searxng.org/dev/search_api.html; some servers ask for a key before them
  searxng: {
    request: (place, { query, key }) => ({
      url: withQuery(place, { q: query, format: "json" }),
      headers: { accept: "application/json", ...(key === "" ? {} : { authorization: `Bearer ${key}` }) },
    }),
    entries: (answer) =>
      entriesIn(member(answer, "results"), { title: "title", url: "url", summary: "content", date: "publishedDate" }),
  },
};

function posted(url: URL, key: string, body: object): SearchRequest {
  const type = "application/json";
  const headers = { "content-type": type, accept: type, authorization: `Bearer ${key}` };
  return { url, headers, body: JSON.stringify(body) };
}
