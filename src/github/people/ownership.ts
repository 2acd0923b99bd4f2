/** Checks whether a person owns paths by CODEOWNERS; team memberships are asked live. A doubt refuses. */

import { member } from "../../base/member.ts";
import { inline } from "../../base/plain-text.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { no, unchecked, YES, type Access } from "./access.ts";
import type { GitHubClient } from "../api/client.ts";
import { CODE_OWNERS_FILES, readCodeOwners } from "./code-owners.ts";
import type { Account, RepositoryName } from "../event/event-parts.ts";

export interface OwnerQuestion {
  readonly repository: RepositoryName;
  /** CODEOWNERS and teams name people by login. `checkAccess` checks that the login belongs to this account. */
  readonly author: Account;
  /** Relative to the root of the repository. */
  readonly paths: readonly string[];
  /** A file of the base commit; undefined where there is none. */
  readonly readBase: (path: string) => Promise<string | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request for each team that owns a path the person does not own. Rejects for an abort, and when `readBase` rejects. */
export async function checkOwner(client: GitHubClient, question: OwnerQuestion): Promise<Access> {
  const { author, paths, readBase } = question;
  if (paths.length === 0) return YES;
  const files = await Promise.all(CODE_OWNERS_FILES.map(readBase));
  const text = files.find((file) => file !== undefined);
  const [somewhere = ""] = paths;
  if (text === undefined) {
    return no(`The base commit has no CODEOWNERS file, so ${inline(somewhere)} has no owner.`);
  }
  const ownersOf = readCodeOwners(text);
  const login = `@${author.login}`.toLowerCase();
  const foreign = [...new Set(paths)]
    .map((path) => ({ path, owners: ownersOf(path) }))
    .filter(({ owners }) => !owners.some((owner) => owner.toLowerCase() === login));
  const teams = [...new Set(foreign.flatMap(({ owners }) => owners.filter((owner) => /^@.+\//.test(owner))))];
  const told = await Promise.all(teams.map(async (team) => [team, await membership(client, team, question)] as const));
  const memberships = new Map(told);
  const missing = foreign
    .map(({ path, owners }) => ({ path, owners, known: owners.flatMap((owner) => memberships.get(owner) ?? []) }))
    .filter(({ known }) => !known.some(({ kind }) => kind === "in"));
  const isUnseen = ({ known }: (typeof missing)[number]): boolean => known.some(({ kind }) => kind === "unseen");
  const worst = missing.find((one) => !isUnseen(one)) ?? missing[0];
  if (worst === undefined) return YES;
  const owners = worst.owners.map((owner) => inline(owner)).join(", ");
  const whose = owners === "" ? "has no owner in CODEOWNERS" : `CODEOWNERS assigns to ${owners}`;
  const reason = `${author.login} does not own ${inline(worst.path)}, which ${whose}.`;
  const doubt = worst.known.find((one) => one.kind === "unseen");
  if (doubt === undefined) return no(reason);
  return (doubt.isUnchecked ? unchecked : no)(`${reason} ${doubt.reason}`);
}

type Membership =
  | { readonly kind: "in" | "out" }
  /** `isUnchecked`: GitHub did not answer. */
  | { readonly kind: "unseen"; readonly reason: string; readonly isUnchecked: boolean };

/** Only teams of the repository's own organization can own its files. */
async function membership(
  client: GitHubClient,
  owner: string,
  { repository, author, signal }: OwnerQuestion,
): Promise<Membership> {
  const [org = "", team = ""] = owner.slice(1).split("/");
  if (org.toLowerCase() !== repository.owner.toLowerCase()) return { kind: "out" };
  const route = "GET /orgs/{org}/teams/{team_slug}/memberships/{username}";
  const params = { org, team_slug: team, username: author.login };
  try {
    const { data } = await client.request(route, params, { signal, redirects: "refuse" });
    return { kind: member(data, "state") === "active" ? "in" : "out" };
  } catch (error) {
    signal?.throwIfAborted();
    const code = error instanceof RunnerError ? error.code : undefined;
    if (code !== "github.denied" && code !== "github.not_found") {
      const reason = `The members of ${inline(owner)} could not be read. ${describeError(error)}`;
      return { kind: "unseen", reason, isUnchecked: true };
    }
    const reason = `${author.login} is not in ${inline(owner)}, or this token may not read the team: that needs an App token with the organization permission \`members: read\`; GITHUB_TOKEN cannot do it.`;
    return { kind: "unseen", reason, isUnchecked: false };
  }
}
