/** Calls that belong to no repository: the caller itself, users, rate limits. */

import { callerOf, notAccessible, notFound, type Call, type Reply } from "./call.ts";
import { renderPublicUser } from "./render-repository.ts";

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

function getRateLimit({ rate }: Call): Reply {
  return { status: 200, body: { resources: { core: rate, search: rate }, rate } };
}

export const peopleRoutes: PlainRoutes = {
  "users/get-authenticated": getAuthenticated,
  "users/get-by-username": getByUsername,
  "rate-limit/get": getRateLimit,
};
