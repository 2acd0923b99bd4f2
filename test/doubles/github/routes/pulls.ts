/** Pull requests: get (JSON and diff), list, create, update, files, commits. */

import { changesOf } from "../changes.ts";
import {
  ApiError,
  authorize,
  callerOf,
  checkBody,
  invalid,
  notFound,
  page,
  type Reply,
  type RepositoryCall,
  type Routes,
} from "../call.ts";
import { commitOf, countCommits, git } from "../git.ts";
import { diffText, readCommits } from "../git-read.ts";
import { syncPulls } from "../pull-sync.ts";
import { renderCommit, renderFile } from "../render/git.ts";
import { headLabel, pullOf, rangeOf, renderPull, renderPullSimple } from "../render/pull.ts";
import { touch } from "../render/thread.ts";
import { setThreadState } from "./issues.ts";
import { addPull } from "../seed/pull.ts";
import type { Repository, Thread } from "../state.ts";

/** The pull request of the path. */
export function pullThreadOf({ repository, params }: RepositoryCall): Thread {
  const thread = repository.threads.find(({ number, pull }) => number === params["pull_number"] && pull !== undefined);
  if (thread === undefined) throw notFound();
  return thread;
}

/** A diff of more files or lines answers 406; files are listed up to 3,000. */
const MAX_DIFF_FILES = 300;
const MAX_DIFF_LINES = 20_000;
const MAX_FILES = 3000;
/** GitHub lists 250 commits of a pull request. */
const MAX_COMMITS = 250;

async function getPull(call: RepositoryCall): Promise<Reply> {
  const thread = pullThreadOf(call);
  const { repository } = call;
  if (!/\.(diff|patch)\b/.test(call.accept)) return { status: 200, body: await renderPull(call, repository, thread) };
  const { from, to } = await rangeOf(repository, pullOf(thread));
  const isDiff = /\.diff\b/.test(call.accept);
  const text = isDiff
    ? await diffText(repository.dir, from, to)
    : await git(repository.dir, ["format-patch", "--stdout", `${from}..${to}`]);
  const files = text.match(/^diff --git /gm)?.length ?? 0;
  if (files > MAX_DIFF_FILES) throw tooLarge(`files (${MAX_DIFF_FILES})`);
  if (text.split("\n").length > MAX_DIFF_LINES) throw tooLarge(`lines (${MAX_DIFF_LINES})`);
  const type = `application/vnd.github.v3.${isDiff ? "diff" : "patch"}; charset=utf-8`;
  return { status: 200, text, headers: { "content-type": type } };
}

function tooLarge(what: string): ApiError {
  const message = `Sorry, the diff exceeded the maximum number of ${what}. Consider using 'List pull requests files' API or locally cloning the repository instead.`;
  return new ApiError(406, message, [{ resource: "PullRequest", field: "diff", code: "too_large" }]);
}

function listPulls(call: RepositoryCall): Reply {
  const { repository, query } = call;
  const { state = "open", head, base } = query;
  const found = repository.threads
    .filter(({ pull }) => pull !== undefined)
    .filter((thread) => state === "all" || thread.state === state)
    .filter((thread) => head === undefined || headLabel(pullOf(thread)) === head)
    .filter((thread) => base === undefined || pullOf(thread).base.ref === base)
    .toSorted((a, b) => (query["direction"] === "asc" ? a.number - b.number : b.number - a.number));
  return page(call, found, (thread) => renderPullSimple(call, repository, thread));
}

async function createPull(call: RepositoryCall): Promise<Reply> {
  const { state, repository, body, token } = call;
  const user = callerOf(call);
  if (
    user.login === "github-actions[bot]" &&
    token?.kind === "installation" &&
    !repository.actionsMayCreatePullRequests
  ) {
    throw new ApiError(403, "GitHub Actions is not permitted to create or approve pull requests.");
  }
  checkBody("PullRequest", body["body"]);
  if (typeof body["title"] !== "string" || body["title"].trim() === "") {
    throw new ApiError(422, "Validation Failed", [{ resource: "Issue", code: "missing_field", field: "title" }]);
  }
  const { from, ref } = headOf(call, String(body["head"]));
  const base = String(body["base"]);
  const headSha = from === undefined ? undefined : await commitOf(from.dir, `refs/heads/${ref}`);
  const baseSha = await commitOf(repository.dir, `refs/heads/${base}`);
  const wrong = [...(baseSha === undefined ? ["base"] : []), ...(headSha === undefined ? ["head"] : [])];
  if (from === undefined || headSha === undefined || baseSha === undefined) {
    throw new ApiError(
      422,
      "Validation Failed",
      wrong.map((field) => ({ resource: "PullRequest", field, code: "invalid" })),
    );
  }
  const twin = repository.threads.some(
    ({ state, pull }) =>
      state === "open" && pull?.head.repository === from && pull.head.ref === ref && pull.base.ref === base,
  );
  if (twin) throw custom(`A pull request already exists for ${from.owner.login}:${ref}.`);
  const options = { head: ref, base, from, draft: body["draft"] === true, title: body["title"], user: user.login };
  const ahead = from === repository ? await countCommits(repository.dir, baseSha, headSha) : 1;
  if (ahead === 0) throw custom(`No commits between ${base} and ${ref}`);
  const thread = await addPull(state, repository, { ...options, body: textOrNull(body["body"]) });
  pullOf(thread).maintainerCanModify = body["maintainer_can_modify"] === true;
  return { status: 201, body: await renderPull(call, repository, thread) };
}

function custom(message: string): ApiError {
  return new ApiError(422, "Validation Failed", [{ resource: "PullRequest", code: "custom", message }]);
}

/** `branch`, or `owner:branch` of a fork. */
function headOf(
  { state, repository }: RepositoryCall,
  head: string,
): { readonly from: Repository | undefined; readonly ref: string } {
  const [owner, ref] = head.includes(":") ? head.split(":", 2) : [repository.owner.login, head];
  const related = [...state.repositories.values()].filter(
    (other) => other === repository || other.parent === repository,
  );
  return { from: related.find((other) => other.owner.login === owner), ref: ref ?? "" };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

async function updatePull(call: RepositoryCall): Promise<Reply> {
  const { state, repository, body } = call;
  const thread = pullThreadOf(call);
  const pull = pullOf(thread);
  checkBody("PullRequest", body["body"]);
  if (typeof body["base"] === "string") {
    const sha = await commitOf(repository.dir, `refs/heads/${body["base"]}`);
    if (sha === undefined) throw invalid("PullRequest", "base", "base is invalid");
    pull.base.ref = body["base"];
    pull.base.sha = sha;
  }
  if (typeof body["title"] === "string") thread.title = body["title"];
  if (body["body"] !== undefined) thread.body = textOrNull(body["body"]);
  if (typeof body["maintainer_can_modify"] === "boolean") pull.maintainerCanModify = body["maintainer_can_modify"];
  if (body["state"] === "open" || body["state"] === "closed") setThreadState(call, thread, body["state"]);
  touch(thread, state.now());
  await syncPulls(state, repository);
  return { status: 200, body: await renderPull(call, repository, thread) };
}

async function listFiles(call: RepositoryCall): Promise<Reply> {
  const { repository } = call;
  const { from, to } = await rangeOf(repository, pullOf(pullThreadOf(call)));
  const files = (await changesOf(repository, from, to)).slice(0, MAX_FILES);
  return page(call, files, (file) => renderFile(call, repository, to, file));
}

async function listCommits(call: RepositoryCall): Promise<Reply> {
  const { repository } = call;
  const { from, to } = await rangeOf(repository, pullOf(pullThreadOf(call)));
  const commits = await readCommits(repository.dir, ["--reverse", "--topo-order", `${from}..${to}`]);
  return page(call, commits.slice(0, MAX_COMMITS), (commit) => renderCommit(call, repository, commit));
}

async function listOfCommit(call: RepositoryCall): Promise<Reply> {
  const { repository, params } = call;
  const found: Thread[] = [];
  for (const thread of repository.threads) {
    if (thread.pull === undefined) continue;
    const { from, to } = await rangeOf(repository, thread.pull);
    const commits = await git(repository.dir, ["rev-list", `${from}..${to}`]);
    if (commits.split("\n").includes(String(params["commit_sha"]))) found.push(thread);
  }
  return page(call, found, (thread) => renderPullSimple(call, repository, thread));
}

const SCOPES = ["pull_requests"] as const;

export const pullRoutes: Routes = {
  "pulls/get": { scopes: SCOPES, handle: getPull },
  "pulls/list": { scopes: SCOPES, handle: listPulls },
  "pulls/create": {
    scopes: SCOPES,
    level: "write",
    role: "read",
    handle: (call) => {
      authorize({ scopes: ["contents"], handle: createPull }, call);
      return createPull(call);
    },
  },
  "pulls/update": { scopes: SCOPES, level: "write", role: "read", handle: updatePull },
  "pulls/list-files": { scopes: SCOPES, handle: listFiles },
  "pulls/list-commits": { scopes: SCOPES, handle: listCommits },
  "repos/list-pull-requests-associated-with-commit": { scopes: SCOPES, handle: listOfCommit },
};
