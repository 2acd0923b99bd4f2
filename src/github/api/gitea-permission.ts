/**
 * What a person may do with the code of a repository on a Gitea server. The server's own answer does not say that in an organisation,
 * where a team has a permission for each unit (code, issues …): Gitea counts none of them, and older versions and Forgejo count the
 * least one that is set, even if the team may not touch the code. So the teams are asked too.
 */

import { member } from "../../base/member.ts";
import type { ApiResponse } from "./call.ts";
import { failureOf } from "./failure.ts";
import { listOf, record } from "./gitea-answers.ts";
import { REPO, type CallParams, type SendCall } from "./gitea-pages.ts";

/** The answer of GitHub's route for the permission of `username`. */
export async function codePermission(send: SendCall, { owner, repo, username }: CallParams): Promise<ApiResponse> {
  const found = await send(`GET ${REPO}/collaborators/{username}/permission`, { owner, repo, username });
  const told = member(found.data, "permission");
  const as = (word: unknown): ApiResponse =>
    word === told ? found : { ...found, data: { ...record(found.data), permission: word, role_name: word } };
  if (told === "owner") return as("admin");
  if (told === "admin") return found;
  // A repository of a person has none: the server answers with 405.
  const teams = listOf((await answerTo(send(`GET ${REPO}/teams`, { owner, repo })))?.data);
  const coding = teams.filter((team) => mayWrite(member(member(team, "units_map"), "repo.code")));
  const others = teams.filter((team) => !coding.includes(team));
  if (told === "write") {
    const isOfAll = !others.some((team) => mayWrite(member(team, "permission")));
    if (isOfAll || (await answerTo(send(`GET ${REPO}/collaborators/{username}`, { owner, repo, username }))))
      return found;
  }
  for (const team of coding)
    if (await answerTo(send("GET /teams/{id}/members/{username}", { id: member(team, "id"), username })))
      return as("write");
  return as(told === "write" ? "read" : told);
}

function mayWrite(word: unknown): boolean {
  return word === "write" || word === "admin" || word === "owner";
}

/**
 * Undefined where there is none, also where the token may not see it: an account outside of a team sees its members only if it owns the
 * organisation.
 */
async function answerTo(asked: Promise<ApiResponse>): Promise<ApiResponse | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ([403, 404, 405].includes(failureOf(error)?.status ?? 0)) return undefined;
    throw error;
  }
}
