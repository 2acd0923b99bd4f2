/**
 * GitHub's REST and GraphQL API: one address, one token, the rate limits kept. It owns waiting, repeating and paging; what an
 * answer contains is checked by whoever asked. Of Octokit only the endpoint templates are used: 3 ms at start instead of 16.
 */

import { endpoint } from "@octokit/endpoint";
import { systemClock, type Clock } from "../base/clock.ts";
import { exchange, type Answer, type CallOptions, type Session } from "./exchange.ts";
import { graphqlData } from "./failure.ts";
import { createGate } from "./gate.ts";
import { fetchPages, type PageOptions, type Pages } from "./pages.ts";
import { createTransport, type ProxyEnv } from "./transport.ts";

type Params = Readonly<Record<string, unknown>>;

export interface GitHubClient {
  /** `route` is `METHOD /path/{template}`; params fill the template, the rest is query or body. `mediaType: { format }` asks for diff, raw … */
  readonly request: (route: string, params?: Params, options?: CallOptions) => Promise<Answer>;
  /** Every item of every page, in the API's order; pages after the first are fetched side by side. */
  readonly paginate: (route: string, params?: Params, options?: CallOptions) => Promise<readonly unknown[]>;
  /** Like `paginate` up to a number of pages, and says how much was left out. */
  readonly pages: (route: string, params: Params, options: PageOptions & CallOptions) => Promise<Pages>;
  /** The `data` of a GraphQL answer; an answer with `errors` throws. Queries repeat like reads, mutations never. */
  readonly graphql: (query: string, variables?: Params, options?: CallOptions) => Promise<unknown>;
  /** HTTP requests sent so far, repeats included. */
  readonly calls: () => number;
}

export interface GitHubOptions {
  readonly token: string;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  readonly apiUrl: string;
  /** Derived from `apiUrl` when not given. */
  readonly graphqlUrl?: string | undefined;
  readonly userAgent: string;
  readonly clock?: Clock | undefined;
  /** Yields 0 ≤ x < 1. */
  readonly random?: (() => number) | undefined;
  readonly proxyEnv?: ProxyEnv | undefined;
  /** Of one request, answer included. */
  readonly timeoutMs?: number | undefined;
  /** All rate limit waits of this client together. */
  readonly maxWaitMs?: number | undefined;
  /** Told before each wait. */
  readonly onWait?: ((wait: { readonly waitMs: number; readonly reason: string }) => void) | undefined;
}

/** GitHub itself gives up on a request after 10 s. */
const TIMEOUT_MS = 30_000;
/** Two "wait a minute" in a row; the primary limit's hour is not worth a runner's time. */
const MAX_WAIT_MS = 120_000;

/** Builds a client. Calls reject with `github.denied`, `github.not_found` or `github.failed`, and a `CallFailure` as cause. */
export function createGitHub(options: GitHubOptions): GitHubClient {
  const { clock = systemClock, random = Math.random } = options;
  const apiUrl = options.apiUrl.replace(/\/+$/, "");
  const gate = createGate({ clock, maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS, onWait: options.onWait });
  const transport = createTransport({ proxyEnv: options.proxyEnv });
  let calls = 0;
  const session: Session = {
    clock,
    random,
    gate,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    send: async (request) => {
      calls += 1;
      return transport(request);
    },
  };
  const graphqlUrl = options.graphqlUrl ?? graphqlUrlOf(apiUrl);
  const headers = {
    authorization: `Bearer ${options.token}`,
    "user-agent": options.userAgent,
    "x-github-api-version": "2022-11-28",
  };

  const request: GitHubClient["request"] = async (route, params = {}, call = {}) => {
    const { method, url, body, headers: wanted } = endpoint(route, { ...params, baseUrl: apiUrl });
    const text = body === undefined || body === "" ? undefined : JSON.stringify(body);
    return exchange(session, {
      route,
      method,
      url: route === "POST /graphql" ? graphqlUrl : url,
      headers: {
        ...headers,
        accept: String(wanted.accept),
        ...(text === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
      },
      body: text,
      ...call,
    });
  };
  const pages: GitHubClient["pages"] = (route, params, { maxPages, keep, ...call }) =>
    fetchPages(async (page) => request(route, { per_page: 100, ...params, page }, call), { route, maxPages, keep });
  return {
    request,
    pages,
    paginate: async (route, params = {}, call = {}) =>
      (await pages(route, params, { maxPages: Infinity, keep: "first", ...call })).items,
    graphql: async (query, variables = {}, call = {}) => {
      const repeat = /^\s*mutation\b/.test(query) ? "never" : "always";
      const { data } = await request("POST /graphql", { query, variables }, { repeat, ...call });
      return graphqlData(data);
    },
    calls: () => calls,
  };
}

function graphqlUrlOf(apiUrl: string): string {
  return apiUrl.endsWith("/api/v3") ? `${apiUrl.slice(0, -"/v3".length)}/graphql` : `${apiUrl}/graphql`;
}
