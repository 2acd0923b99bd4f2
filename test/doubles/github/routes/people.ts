/** Calls that belong to no repository: the caller itself, users, teams, rate limits. */

import { ApiError, callerOf, notAccessible, notFound, type Call, type Reply } from "../call.ts";
import { renderPublicUser } from "../render/repository.ts";

type PlainRoutes = Readonly<Record<string, (call: Call) => Reply>>;

/** GITHUB_TOKEN and installations have no user to show. */
function getAuthenticated(call: Call): Reply {
  if (call.token?.kind === "installation") throw notAccessible();
  return { status: 200, body: renderPublicUser(call, callerOf(call)) };
}

function getByUsername(call: Call): Reply {
  const user = call.state.users.get(String(call.params["username"]).toLowerCase());
  if (user === undefined) throw notFound();
  return { status: 200, body: renderPublicUser(call, user) };
}

/** An installation is shown teams with the organization permission `members`, which GITHUB_TOKEN cannot have. */
function getMembership({ state, token, params, origin, url }: Call): Reply {
  if (token === undefined) throw new ApiError(401, "Requires authentication");
  const maySee = token.kind === "user" || (token.scopes.members ?? "none") !== "none";
  if (!maySee) throw notAccessible("members=read");
  const team = state.teams.get(`${params["org"]}/${params["team_slug"]}`.toLowerCase());
  const membership = team?.get(String(params["username"]).toLowerCase());
  if (membership === undefined) throw notFound();
  return { status: 200, body: { url: `${origin}${url.pathname}`, role: "member", state: membership } };
}

function getRateLimit({ rate }: Call): Reply {
  return { status: 200, body: { resources: { core: rate, search: rate }, rate } };
}

export const peopleRoutes: PlainRoutes = {
  "teams/get-membership-for-user-in-org": getMembership,
  "users/get-authenticated": getAuthenticated,
  "users/get-by-username": getByUsername,
  "rate-limit/get": getRateLimit,
};
