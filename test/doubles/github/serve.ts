/** One API request from bytes to reply: match, check, authorise, route, check the answer. */

import { ApiError, authorize, notFound, type Body, type Call, type Rate, type Reply, type Routes } from "./call.ts";
import type { Description } from "./openapi.ts";
import { commentRoutes } from "./routes/comments.ts";
import { contentRoutes } from "./routes/contents.ts";
import { issueRoutes } from "./routes/issues.ts";
import { objectRoutes } from "./routes/objects.ts";
import { peopleRoutes } from "./routes/people.ts";
import { pullRoutes } from "./routes/pulls.ts";
import { refRoutes } from "./routes/refs.ts";
import { repositoryRoutes } from "./routes/repositories.ts";
import { reviewRoutes } from "./routes/reviews.ts";
import { searchRoutes } from "./routes/search.ts";
import { covers, roleOf, type Repository, type State, type Token } from "./state.ts";

const ROUTES: Routes = {
  ...issueRoutes,
  ...commentRoutes,
  ...pullRoutes,
  ...reviewRoutes,
  ...refRoutes,
  ...objectRoutes,
  ...contentRoutes,
  ...repositoryRoutes,
};

const PLAIN: typeof peopleRoutes = { ...peopleRoutes, ...searchRoutes };

export interface ApiRequest {
  readonly state: State;
  readonly description: Description;
  readonly origin: string;
  readonly method: string;
  readonly url: URL;
  /** Undefined where there was no body. */
  readonly body: unknown;
  readonly accept: string;
  readonly token: Token | undefined;
  /** A token was given, but nobody has it. */
  readonly badCredentials: boolean;
  readonly rate: Rate;
  /** Takes what is wrong with the request or with our answer. */
  readonly violation: (text: string) => void;
}

/** Serves one request; never throws for what a client did. */
export async function serveApi(request: ApiRequest): Promise<Reply> {
  const { description, method, url, body, violation } = request;
  const path = url.pathname;
  const match = description.match(method, path);
  if (match === undefined) {
    violation(`${method} ${path}: not served here`);
    return notFound().reply;
  }
  const query: Record<string, unknown> = Object.fromEntries(url.searchParams);
  const wrong = description.checkRequest(match.id, query, body);
  for (const text of wrong) violation(`${method} ${path}: ${text}`);
  const call: Call = {
    ...request,
    params: match.params,
    query,
    body: (typeof body === "object" && body !== null ? body : {}) as Body,
  };
  const reply = await answer(match.id, call, request, wrong);
  if (reply.text === undefined) {
    for (const text of description.checkAnswer(match.id, reply.status, reply.body))
      violation(`${method} ${path}: ${text}`);
  }
  return reply;
}

async function answer(id: string, call: Call, request: ApiRequest, wrong: readonly string[]): Promise<Reply> {
  try {
    if (request.badCredentials) throw new ApiError(401, "Bad credentials");
    if (call.rate.remaining < 0) throw new ApiError(403, "API rate limit exceeded for installation.");
    if (wrong.some(isRefused)) throw new ApiError(422, `Invalid request.\n\n${wrong.join("\n")}`);
    const plain = PLAIN[id];
    if (plain !== undefined) return plain(call);
    const route = ROUTES[id];
    if (route === undefined) throw new Error(`${id} is described, but has no route.`);
    const full = { ...call, repository: visible(call) };
    authorize(route, full);
    return await route.handle(full);
  } catch (error) {
    if (error instanceof ApiError) return error.reply;
    throw error;
  }
}

/** GitHub lets unknown names in a body pass in silence; here they stay violations, because they are mistakes. */
function isRefused(text: string): boolean {
  return (text.startsWith("body") || text === "the body is missing") && !text.endsWith("is not defined");
}

/** The repository of the path; a private one does not exist for those who may not see it. */
function visible({ state, params, token }: Call): Repository {
  const repository = state.repositories.get(`${params["owner"]}/${params["repo"]}`.toLowerCase());
  if (repository === undefined) throw notFound();
  if (!repository.private) return repository;
  if (token === undefined || !covers(token, repository)) throw notFound();
  const seen = token.kind === "installation" || roleOf(repository, token.user.login) !== "none";
  if (!seen) throw notFound();
  return repository;
}
