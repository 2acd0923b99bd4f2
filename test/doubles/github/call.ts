/** One API call as a route sees it, and what it answers. */

import type { Repository, Role, Scope, State, Thread, Token } from "./state.ts";
import { atLeast, covers, roleOf } from "./state.ts";

export type Body = Readonly<Record<string, unknown>>;

export interface Call {
  readonly state: State;
  /** `http://127.0.0.1:port`, which is also where web addresses point. */
  readonly origin: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** An empty object where there was none. */
  readonly body: Body;
  readonly accept: string;
  /** Undefined without a token. */
  readonly token: Token | undefined;
  /** The caller's allowance after this call. */
  readonly rate: Rate;
  /** The address as asked, for Link headers. */
  readonly url: URL;
}

export interface Rate {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that is not JSON, with its type in `headers`. */
  readonly text?: string;
}

/** A call within a repository that exists and that the caller may see. */
export interface RepositoryCall extends Call {
  readonly repository: Repository;
}

export type Handler = (call: RepositoryCall) => Reply | Promise<Reply>;

export interface Route {
  /** One of these scopes is enough. None for what any token may do. */
  readonly scopes?: readonly Scope[];
  readonly level?: "read" | "write";
  /** The role a user needs beside the token's scope; write unless said otherwise for writes. */
  readonly role?: Role;
  readonly handle: Handler;
}

export type Routes = Readonly<Record<string, Route>>;

/** An answer that ends a call early. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly reply: Reply;

  constructor(status: number, message: string, errors?: readonly unknown[], headers: Reply["headers"] = {}) {
    super(message);
    const body = {
      message,
      ...(errors === undefined ? {} : { errors }),
      documentation_url: DOCUMENTATION,
      status: `${status}`,
    };
    this.reply = { status, body, headers };
  }
}

const DOCUMENTATION = "https://docs.github.com/rest";

export const notFound = (): ApiError => new ApiError(404, "Not Found");

/** The refusal of a token that lacks a permission; GitHub names what it would accept in a header. */
export function notAccessible(accepted = ""): ApiError {
  const headers = accepted === "" ? {} : { "x-accepted-github-permissions": accepted };
  return new ApiError(403, "Resource not accessible by integration", undefined, headers);
}

/** GitHub's 422 for one field. */
export function invalid(resource: string, field: string, message: string): ApiError {
  return new ApiError(422, "Validation Failed", [{ resource, code: "custom", field, message }]);
}

/** Bodies hold 65,536 characters. Counted in UTF-16 units, the strictest reading of GitHub's "characters". */
const MAX_BODY = 65_536;

/** A text, or undefined where there is none. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Refuses a body that is too long for GitHub. */
export function checkBody(resource: string, body: unknown): void {
  if (typeof body === "string" && body.length > MAX_BODY) {
    throw invalid(resource, "body", `body is too long (maximum is ${MAX_BODY} characters)`);
  }
}

/** Refuses a token or user that may not do this. */
export function authorize({ scopes, level = "read", role }: Route, { token, repository }: RepositoryCall): void {
  if (scopes === undefined) return;
  if (token === undefined) {
    if (level === "write" || repository.private) throw new ApiError(401, "Requires authentication");
    return;
  }
  if (!covers(token, repository)) {
    if (level === "write") throw notAccessible();
    return; // visible, or the call would have ended before
  }
  const allowed = scopes.some((scope) => {
    const given = token.scopes[scope] ?? "none";
    return given === "write" || (level === "read" && given === "read");
  });
  if (!allowed) throw notAccessible(scopes.map((scope) => `${scope}=${level}`).join("; "));
  if (level === "write" && repository.archived) throw new ApiError(403, "Repository was archived so is read-only.");
  if (token.kind === "user" && level === "write" && !atLeast(roleOf(repository, token.user.login), role ?? "write")) {
    throw new ApiError(403, "Must have push access to the repository.");
  }
}

/** The issue or pull request of the path. */
export function threadOf({ repository, params }: RepositoryCall): Thread {
  const number = params["issue_number"] ?? params["pull_number"];
  const thread = repository.threads.find((thread) => thread.number === number);
  if (thread === undefined) throw notFound();
  return thread;
}

/** Who calls; routes that write are authorised first, so there is a token. */
export function callerOf({ token }: Call): Token["user"] {
  if (token === undefined) throw new ApiError(401, "Requires authentication");
  return token.user;
}

/** One page of a list with GitHub's Link header. */
export function page<T>({ query, url }: Call, all: readonly T[], render: (one: T) => unknown): Reply {
  const size = Math.min(Math.max(Number(query["per_page"] ?? 30), 1), 100);
  const current = Math.max(Number(query["page"] ?? 1), 1);
  const last = Math.max(Math.ceil(all.length / size), 1);
  const link = (to: number, rel: string): string => {
    const target = new URL(url);
    target.searchParams.set("page", String(to));
    return `<${target.href}>; rel="${rel}"`;
  };
  const links = [
    ...(current > 1 ? [link(current - 1, "prev"), link(1, "first")] : []),
    ...(current < last ? [link(current + 1, "next"), link(last, "last")] : []),
  ];
  return {
    status: 200,
    body: all.slice((current - 1) * size, current * size).map(render),
    ...(links.length > 0 ? { headers: { link: links.join(", ") } } : {}),
  };
}

/** The addresses of GitHub Enterprise Server are served as well: `/api/v3/…` and `/api/graphql`. */
const ENTERPRISE = /^\/api\/(?:v3\/|(?=graphql$))/;

/** What a request is for, as on github.com. */
export function servedUrl(path: string, origin: string): URL {
  return new URL(path.replace(ENTERPRISE, "/"), origin);
}
