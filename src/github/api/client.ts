/**
 * The client of GitHub's REST and GraphQL API: one address, one token, with retries and rate limits. It sends requests by Octokit,
 * but repeats them itself: Octokit's plugins for that have no limit for all waits together, use only the system's clock and cannot
 * look before they repeat. Callers check the content of an answer.
 */

import { Octokit } from "@octokit/rest";
import { crashAt } from "../../base/crash.ts";
import { createHttp, type SendHttp } from "../../base/network/http.ts";
import type { ProxyEnv } from "../../base/network/proxy-env.ts";
import type { ApiResponse, CallOptions } from "./call.ts";
import { brokenAnswer, notThere, unanswered } from "./failure.ts";
import { isGiteaApi } from "./forge.ts";
import { fetchPages, type PageOptions, type Pages } from "./pages.ts";
import { createRequestRetries, type RequestRetriesOptions } from "./request-retries.ts";
import { createSameHostFetch } from "./same-host-fetch.ts";

type Params = Readonly<Record<string, unknown>>;

export interface GitHubClient {
  /** `route` is `METHOD /path/{template}`; params fill the template, the rest is query or body. `mediaType: { format }` asks for diff, raw … */
  readonly request: (route: string, params?: Params, options?: CallOptions) => Promise<ApiResponse>;
  /** Every item of every page, in the API's order; pages after the first are fetched concurrently. */
  readonly paginate: (route: string, params?: Params, options?: CallOptions) => Promise<readonly unknown[]>;
  /** Like `paginate`, up to a number of pages. Returns how many were left out. */
  readonly pages: (route: string, params: Params, options: PageOptions & CallOptions) => Promise<Pages>;
  /** The `data` of a GraphQL answer; an answer with `errors` throws. Queries repeat like reads, mutations never. */
  readonly graphql: (query: string, variables?: Params, options?: CallOptions) => Promise<unknown>;
  /** False for Gitea and Forgejo, where `graphql` always throws. */
  readonly hasGraphql: boolean;
  /** A request to another address of the server, without the token. */
  readonly send: SendHttp;
}

export interface GitHubOptions extends Pick<RequestRetriesOptions, "clock" | "onWait"> {
  readonly token: string;
  readonly apiUrl: string;
  readonly userAgent: string;
  /** Derived from `apiUrl` when not given. */
  readonly graphqlUrl?: string | undefined;
  readonly proxyEnv?: ProxyEnv | undefined;
  /** Limit for one request with its answer. */
  readonly timeoutMs?: number | undefined;
  /** Least time between two requests that notify people. */
  readonly noticeGapMs?: number | undefined;
  /** Limit for all waits of this client for rate limits together, and again for all for outages. */
  readonly maxWaitMs?: number | undefined;
}

/** Short, because a write fails on a connection that the server is closing, and it is not repeated. */
const IDLE_MS = 4_000;
/** GitHub itself stops a request after 10 s. */
const TIMEOUT_MS = 30_000;
/** A wait of one minute and one of two. A run does not wait for the primary limit's hour. */
const MAX_WAIT_MS = 180_000;

/** GitHub asks for this time between requests that create content (and allows 80 a minute). */
const NOTICE_GAP_MS = 1_000;
const HEADERS = { "x-github-api-version": "2022-11-28" };
const GRAPHQL = "POST /graphql";

/** Builds a client. Calls reject with `github.denied`, `github.not_found` or `github.failed`, and a `CallFailure` as cause. */
export function createGitHub(options: GitHubOptions): GitHubClient {
  const { token, userAgent, proxyEnv, onWait, clock } = options;
  const { timeoutMs = TIMEOUT_MS, maxWaitMs = MAX_WAIT_MS, noticeGapMs = NOTICE_GAP_MS } = options;
  const apiUrl = options.apiUrl.replace(/\/+$/, "");
  const send = createHttp({ proxyEnv, idleMs: IDLE_MS });
  const fetch = createSameHostFetch({ timeoutMs, send });
  const retried = createRequestRetries({ clock, maxWaitMs, onWait, noticeGapMs });
  const octokit = octokitOf({ auth: token, baseUrl: apiUrl, userAgent, request: { fetch } });
  const graphqlUrl = sameServer(options.graphqlUrl, apiUrl);
  const query = graphqlUrl === undefined ? octokit.graphql : octokit.graphql.defaults({ url: graphqlUrl });

  const plain = async (route: string, params: Params, call: CallOptions): Promise<ApiResponse> => {
    const { repeat = isRead(route) ? "briefly" : "never", signal } = call;
    const { status, headers, data } = await retried<ApiResponse>({
      route,
      repeat,
      signal,
      send: async () => octokit.request(route, { ...params, headers: HEADERS, request: requestOptions(route, call) }),
      answerOf: (found) => ({ status: 200, headers: {}, data: found }),
    });
    return { status, headers, data: data === "" ? undefined : data };
  };
  const isGitea = isGiteaApi(apiUrl);
  const ofForge: typeof plain = async (route, params, call) => {
    if (!isGitea) return await plain(route, params, call);
    const { giteaRequest } = await import("./gitea.ts");
    return await giteaRequest(plain, { route, params, call });
  };
  const writing = async <T>(change: () => Promise<T>): Promise<T> => {
    crashAt("github.write.before");
    const answer = await change();
    crashAt("github.write.after");
    return answer;
  };
  const request: GitHubClient["request"] = async (route, params = {}, call = {}) =>
    isRead(route) ? await ofForge(route, params, call) : await writing(() => ofForge(route, params, call));
  const pages: GitHubClient["pages"] = (route, params, { maxPages, keep, ...call }) =>
    fetchPages(async (page) => request(route, { per_page: 100, ...params, ...page }, call), { route, maxPages, keep });
  return {
    request,
    pages,
    paginate: async (route, params = {}, call = {}) =>
      (await pages(route, params, { maxPages: Infinity, keep: "first", ...call })).items,
    graphql: async (text, variables = {}, call = {}) => {
      if (isGitea) throw notThere("GraphQL");
      const isWrite = /^\s*mutation\b/.test(text);
      const { repeat = isWrite ? "never" : "briefly", signal } = call;
      const options = { ...variables, headers: HEADERS, request: requestOptions(GRAPHQL, call) };
      const send = async (): Promise<unknown> => query(text, options);
      const ask = () => retried({ route: GRAPHQL, repeat, signal, send, answerOf: (found) => found });
      const data = isWrite ? await writing(ask) : await ask();
      if (data === undefined) throw unanswered(GRAPHQL, "the body has no data");
      return data;
    },
    hasGraphql: !isGitea,
    send,
  };
}

/** Octokit for single requests, without its log: every failure becomes an error that says more. `failure.ts` reads its rejections. */
function octokitOf(settings: ConstructorParameters<typeof Octokit>[0]): Octokit {
  const silent = (): void => {};
  const octokit = new Octokit({ ...settings, log: { debug: silent, info: silent, warn: silent, error: silent } });
  octokit.hook.after("request", (response, { request }) => {
    const broken = brokenAnswer(response);
    if (broken !== undefined) throw Object.assign(new Error(broken.reason), { ...broken, request: { request } });
  });
  return octokit;
}

/** The `request` member of a call's parameters. */
function requestOptions(route: string, { signal, redirects }: CallOptions): Record<string, unknown> {
  const redirect = isRead(route) && redirects !== "refuse" ? "follow" : "manual";
  return { redirect, ...(signal === undefined ? {} : { signal }) };
}

function isRead(route: string): boolean {
  return route.startsWith("GET ");
}

/**
 * The GraphQL address, if it is on the server of the REST API. The toolkit's default is api.github.com, and the token of another
 * server must not be sent there.
 */
function sameServer(graphqlUrl: string | undefined, apiUrl: string): string | undefined {
  return graphqlUrl !== undefined && URL.parse(graphqlUrl)?.origin === URL.parse(apiUrl)?.origin
    ? graphqlUrl
    : undefined;
}
