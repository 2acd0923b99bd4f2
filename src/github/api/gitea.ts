/**
 * Translates requests of GitHub's REST API to Gitea's and Forgejo's: one row for each route that differs, with the request that is
 * sent in its place and the conversion of the answer. A route without a row is the same on both. A feature that the server lacks
 * is `github.not_found`.
 */

import { member } from "../../base/member.ts";
import type { ApiResponse, CallOptions } from "./call.ts";
import { notThere } from "./failure.ts";
import {
  asComparison,
  asCommit,
  asFiles,
  asLineComments,
  asPull,
  asReview,
  headLabel,
  listOf,
  record,
  refIn,
  REACTIONS,
  treeSha,
  withAccountTypes,
} from "./gitea-answers.ts";
import { pagesOf, REPO, type CallParams, type SendCall } from "./gitea-pages.ts";
import { codePermission } from "./gitea-permission.ts";
import { searchGitea } from "./gitea-search.ts";

interface Row {
  /** Gitea's route, where only that differs. */
  readonly route?: string;
  readonly params?: (params: CallParams) => CallParams;
  readonly answer?: (data: unknown, params: CallParams) => unknown;
  /** For routes that take more than one request; used in place of `route` and `params`. */
  readonly send?: (send: SendCall, params: CallParams) => Promise<ApiResponse>;
}

/** Pages that are searched for a pull request. Pull requests come newest first. */
const MAX_PAGES = 10;

const reacting = (place: string): Readonly<Record<string, Row>> => ({
  // Gitea's reactions have no ids, so their index in the list of words serves as one.
  [`POST ${place}/reactions`]: {
    answer: (data, { content }) => ({ ...record(data), id: REACTIONS.indexOf(String(content)) + 1 }),
  },
  [`DELETE ${place}/reactions/{reaction_id}`]: {
    route: `DELETE ${place}/reactions`,
    params: ({ reaction_id: id, ...rest }) => ({ ...rest, content: REACTIONS[Number(id) - 1] }),
  },
});

const ROWS: Readonly<Record<string, Row>> = {
  [`GET ${REPO}/collaborators/{username}/permission`]: { send: codePermission },
  [`GET ${REPO}/git/ref/{ref}`]: {
    send: async (send, { ref, ...at }) => {
      const found = await send(`GET ${REPO}/git/refs/{ref}`, { ...at, ref });
      return { ...found, data: refIn(found.data, `refs/${String(ref)}`) ?? missing(`${REPO}/git/ref`) };
    },
  },
  [`GET ${REPO}/git/matching-refs/{ref}`]: {
    send: async (send, { ref, ...at }) => await orEmpty(send(`GET ${REPO}/git/refs/{ref}`, { ...at, ref })),
  },
  [`GET ${REPO}/git/commits/{commit_sha}`]: {
    // Gitea does not tell the id of a commit's tree, so it is computed from the entries.
    send: async (send, { commit_sha: sha, ...at }) => {
      const [commit, tree] = await Promise.all([
        send(`GET ${REPO}/git/commits/{sha}`, { ...at, sha, stat: false, verification: false, files: false }),
        treeSha((page) => send(`GET ${REPO}/git/trees/{sha}`, { ...at, sha, page })),
      ]);
      return { ...commit, data: asCommit(commit.data, tree) };
    },
  },
  [`GET ${REPO}/commits/{ref}`]: { route: `GET ${REPO}/git/commits/{ref}` },
  [`GET ${REPO}/compare/{basehead}`]: {
    send: async (send, { owner, repo, basehead }) => {
      const [base = "", head = ""] = String(basehead).split("...");
      const across = (range: string): Promise<ApiResponse> =>
        send(`GET ${REPO}/compare/{range}`, { owner, repo, range, files: false, verification: false });
      const [ahead, behind] = await Promise.all([across(`${base}...${head}`), across(`${head}...${base}`)]);
      return { ...ahead, data: asComparison(ahead.data, behind.data) };
    },
  },
  [`GET ${REPO}/rules/branches/{branch}`]: {
    send: async (send, { owner, repo, branch }) => {
      const found = await send(`GET ${REPO}/branches/{branch}`, { owner, repo, branch });
      const isShut = member(found.data, "protected") === true && member(found.data, "user_can_push") !== true;
      return { ...found, data: isShut ? [{ type: "update" }] : [] };
    },
  },
  [`GET ${REPO}/branches/{branch}/protection`]: { send: async () => missing("branch protection") },
  // Gitea has no such setting: jobs may always open pull requests.
  [`GET ${REPO}/actions/permissions/workflow`]: {
    send: async () => ({ status: 200, headers: {}, data: { can_approve_pull_request_reviews: true } }),
  },
  [`GET ${REPO}/pulls`]: {
    // The pull requests of one branch, all at once: Gitea has no such condition.
    send: async (send, given) => {
      const { head, per_page: _, ...at } = given;
      if (typeof head !== "string") return missing("list of the pull requests of all branches");
      const params = { ...at, sort: "recentupdate" };
      const pulls: unknown[] = [];
      for await (const found of pagesOf(send, `GET ${REPO}/pulls`, { params, maxPages: MAX_PAGES })) {
        pulls.push(...found.map(asPull).filter((pull) => headLabel(pull) === head.toLowerCase()));
      }
      return { status: 200, headers: {}, data: pulls };
    },
  },
  [`POST ${REPO}/pulls`]: {
    params: ({ draft, title, ...params }) => ({ ...params, title: draft === true ? `WIP: ${String(title)}` : title }),
    answer: asPull,
  },
  [`GET ${REPO}/pulls/{pull_number}`]: { answer: asPull },
  [`GET ${REPO}/pulls/{number}`]: { answer: asPull },
  [`GET ${REPO}/pulls/{number}/files`]: {
    send: async (send, params) => {
      const { owner, repo, number, page = 1 } = params;
      const [files, diff] = await Promise.all([
        send(`GET ${REPO}/pulls/{number}/files`, limited(params)),
        // Files of later pages have no patch: the first page of a large change fills the room for patches.
        Number(page) === 1 ? send(`GET ${REPO}/pulls/{number}.diff`, { owner, repo, number }) : undefined,
      ]);
      return { ...files, data: asFiles(files.data, diff?.data) };
    },
  },
  [`GET ${REPO}/pulls/{number}/reviews`]: { answer: (data) => listOf(data).flatMap(asReview) },
  [`GET ${REPO}/pulls/{number}/comments`]: {
    send: async (send, params) => {
      const { owner, repo, number } = params;
      const reviews = await send(`GET ${REPO}/pulls/{number}/reviews`, limited(params));
      const spoken = listOf(reviews.data).filter((review) => Number(member(review, "comments_count")) > 0);
      const lists = await Promise.all(
        spoken.map(async (review) => {
          const id = member(review, "id");
          return (await send(`GET ${REPO}/pulls/{number}/reviews/{id}/comments`, { owner, repo, number, id })).data;
        }),
      );
      return { ...reviews, data: lists.flatMap((list) => listOf(list).map(asLineComments)) };
    },
  },
  [`GET ${REPO}/pulls/comments`]: { send: async () => ({ status: 200, headers: {}, data: [] }) },
  [`GET ${REPO}/issues`]: {
    params: ({ creator, ...params }) => ({ ...params, ...(creator === undefined ? {} : { created_by: creator }) }),
  },
  [`POST ${REPO}/issues`]: {
    // A new issue takes labels only as ids; names can be added afterwards.
    send: async (send, { labels, ...what }) => {
      const made = await send(`POST ${REPO}/issues`, what);
      if (!Array.isArray(labels) || labels.length === 0) return made;
      const { owner, repo } = what;
      await labelGiteaIssue(send, { owner, repo, index: member(made.data, "number"), labels });
      return made;
    },
  },
  [`POST ${REPO}/issues/{issue_number}/assignees`]: {
    send: async (send, { owner, repo, issue_number: index, assignees }) => {
      const at = { owner, repo, index };
      const [{ data }, able] = await Promise.all([
        send(`GET ${REPO}/issues/{index}`, at),
        send(`GET ${REPO}/assignees`, { owner, repo }),
      ]);
      const there = loginsOf(member(data, "assignees"));
      // GitHub leaves out people who cannot be assigned; Gitea answers 500 and assigns no one.
      const known = new Set(loginsOf(able.data).map((login) => login.toLowerCase()));
      const wanted = listOf(assignees).map(String);
      const all = [...new Set([...there, ...wanted.filter((login) => known.has(login.toLowerCase()))])];
      return await send(`PATCH ${REPO}/issues/{index}`, { ...at, assignees: all });
    },
  },
  [`GET ${REPO}/labels/{name}`]: { send: labelNamed },
  [`POST ${REPO}/issues/{issue_number}/labels`]: {
    send: async (send, { issue_number: index, ...params }) => await labelGiteaIssue(send, { ...params, index }),
  },
  "GET /search/issues": { send: searchGitea },
  "GET /orgs/{org}/teams/{team_slug}/memberships/{username}": {
    send: async (send, { org, team_slug: slug, username }) => {
      const found = await send("GET /orgs/{org}/teams/search", { org, q: slug });
      const team = listOf(member(found.data, "data")).find(
        (one) => String(member(one, "name")).toLowerCase() === String(slug).toLowerCase(),
      );
      if (team === undefined) return missing(`the team ${String(slug)}`);
      const there = await send("GET /teams/{id}/members/{username}", { id: member(team, "id"), username });
      return { ...there, data: { state: "active" } };
    },
  },
  ...reacting(`${REPO}/issues/{issue_number}`),
  ...reacting(`${REPO}/issues/comments/{comment_id}`),
};

/** Carries out a request of GitHub's API on a Gitea server. `plain` sends a single request. */
export async function giteaRequest(
  plain: (route: string, params: CallParams, call: CallOptions) => Promise<ApiResponse>,
  { route, params, call }: { readonly route: string; readonly params: CallParams; readonly call: CallOptions },
): Promise<ApiResponse> {
  const row = ROWS[route] ?? {};
  // `find` looks for what the main request makes, so that reads beside it must not use it.
  const reading: CallOptions = typeof call.repeat === "object" ? { ...call, repeat: "always" } : call;
  const send: SendCall = async (to, what) => await plain(to, what, to.startsWith("GET ") ? reading : call);
  const answered =
    row.send === undefined
      ? await plain(row.route ?? route, limited(row.params?.(params) ?? params), call)
      : await row.send(send, params);
  const data = row.answer === undefined ? answered.data : row.answer(answered.data, params);
  return { ...answered, data: withAccountTypes(data) };
}

function loginsOf(accounts: unknown): readonly string[] {
  return listOf(accounts).map((account) => String(member(account, "login")));
}

/** Gitea calls the size of a page `limit`. */
function limited({ per_page: limit, ...params }: CallParams): CallParams {
  return limit === undefined ? params : { ...params, limit };
}

function missing(what: string): never {
  throw notThere(what);
}

async function orEmpty(asked: Promise<ApiResponse>): Promise<ApiResponse> {
  return await asked.catch((error: unknown) => {
    if (member(error, "code") !== "github.not_found") throw error;
    return { status: 200, headers: {}, data: [] };
  });
}

/**
 * 1,000 labels. The server compares their names exactly and passes over one that it does not know, where GitHub ignores case, so names
 * are written as the repository has them.
 */
const MAX_LABEL_PAGES = 20;

/** The label of a repository with this name, in any case. */
async function labelNamed(send: SendCall, { owner, repo, name }: CallParams): Promise<ApiResponse> {
  const [data] = await labelsNamed(send, { owner, repo }, [String(name)]);
  if (data === undefined) return missing(`the label ${String(name)}`);
  return { status: 200, headers: {}, data };
}

/** Adds labels to an issue. */
async function labelGiteaIssue(send: SendCall, { owner, repo, index, labels }: CallParams): Promise<ApiResponse> {
  const names = listOf(labels).map(String);
  const known = await labelsNamed(send, { owner, repo }, names);
  const spelled = names.map((name, at) => member(known[at], "name") ?? name);
  return await send(`POST ${REPO}/issues/{index}/labels`, { owner, repo, index, labels: spelled });
}

/** The labels with these names, in their order; undefined for a name that the repository does not have. */
async function labelsNamed(send: SendCall, at: CallParams, names: readonly string[]): Promise<readonly unknown[]> {
  const known = new Map<string, unknown>();
  const found = (): readonly unknown[] => names.map((name) => known.get(name.toLowerCase()));
  for await (const labels of pagesOf(send, `GET ${REPO}/labels`, { params: at, maxPages: MAX_LABEL_PAGES })) {
    for (const label of labels) {
      const name = String(member(label, "name")).toLowerCase();
      if (!known.has(name)) known.set(name, label);
    }
    if (!found().includes(undefined)) break;
  }
  return found();
}
