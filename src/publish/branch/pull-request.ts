/**
 * The pull request of a branch: found or created once, and updated while its text starts with our mark. One that a person closed stays
 * closed. Where the token may not create one, the result links to GitHub's form.
 */

import type { Clock } from "../../base/clock.ts";
import { member } from "../../base/member.ts";
import { describeError } from "../../protocol/error.ts";
import { bodyOf } from "../result/own-text.ts";
import { PULL_REQUEST_MARK } from "../result/markers.ts";
import type { Outgoing } from "../render/outgoing.ts";
import { inRepo, REPEATABLE, numberField, textField, type GitHubApi, type Repo } from "../result/ports.ts";
import { refusalOf, statusOf } from "../result/problem.ts";
import { refused, type PullRequestResult, type Refusal } from "../result/publish-result.ts";

export interface PullRequestRequest {
  readonly client: GitHubApi;
  readonly repo: Repo;
  readonly branch: string;
  /** Branch to merge into. */
  readonly into: string;
  readonly state: "draft" | "ready" | "none";
  readonly title: string;
  /** Each run of a task is a proposal of its own, so a closed pull request of the branch does not count. */
  readonly isTask?: boolean | undefined;
  /** The branch is new and has no pull request, so none is searched for. */
  readonly isNew?: boolean | undefined;
  /** Starts with the mark. It is redacted and capped by `outgoing` here. */
  readonly body: string;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
}

const PULLS = "/repos/{owner}/{repo}/pulls";

/** Creates or updates the pull request. A server's refusal is returned, not thrown. */
export async function deliverPullRequest(request: PullRequestRequest): Promise<PullRequestResult> {
  const { state, outgoing } = request;
  const compareUrl = compareLink(request);
  if (state === "none") return { kind: "none", compareUrl };
  const ready = { ...request, body: outgoing(request.body) };
  try {
    const there = request.isNew === true ? undefined : await find(request);
    if (there !== undefined) return await keep(ready, there);
    return await createOnceSeen(ready, state === "draft");
  } catch (error) {
    return { ...refused(refusalOf(error, "pull-requests")), compareUrl };
  }
}

/** Opens GitHub's form for a pull request of this branch. */
export function compareLink({ repo, branch, into }: Pick<PullRequestRequest, "repo" | "branch" | "into">): string {
  const path = [repo.owner, repo.name].map(encodeURIComponent).join("/");
  const range = [into, branch].map((name) => name.split("/").map(encodeURIComponent).join("/")).join("...");
  return `${repo.serverUrl}/${path}/compare/${range}?expand=1`;
}

/** The refusal for a closed or merged pull request; undefined while it is open, or when GitHub cannot be asked. */
export async function refusalOfClosed(
  { client, repo }: InRepository,
  pull_number: number,
): Promise<Refusal | undefined> {
  const there = await pullOf({ client, repo }, pull_number).catch(() => undefined); // the push reports the problem
  return there === undefined || there.isOpen ? undefined : closed(there);
}

type InRepository = Pick<PullRequestRequest, "client" | "repo">;

function closed({ number: pull_number, isMerged }: FoundPull): Refusal {
  return {
    code: "closed",
    reason: `Pull request #${pull_number} of this branch was ${isMerged ? "merged" : "closed"}.`,
    fix: isMerged ? "Start a new run for further changes." : "Reopen it, or start a new run.",
  };
}

/** A pull request as it is on GitHub. */
export interface FoundPull {
  readonly number: number;
  readonly url: string;
  readonly isOpen: boolean;
  readonly isMerged: boolean;
  /** ms since the epoch; NaN while it is open. */
  readonly closedAt: number;
  readonly into: string;
  readonly body: string;
  readonly title: string;
}

/** Rejects as the client does. */
export async function pullOf({ client, repo }: InRepository, pull_number: number): Promise<FoundPull> {
  const which = { ...inRepo(repo), pull_number };
  return foundOf((await client.request(`GET ${PULLS}/{pull_number}`, which, REPEATABLE)).data);
}

/** The pull requests of a branch of this repository, open or not. Rejects as the client does. */
export async function pullsOf({
  client,
  repo,
  branch,
}: InRepository & { readonly branch: string }): Promise<readonly FoundPull[]> {
  const which = { ...inRepo(repo), head: `${repo.owner}:${branch}`, state: "all", per_page: 100 };
  const { data } = await client.request(`GET ${PULLS}`, which, REPEATABLE);
  return (Array.isArray(data) ? data : []).map(foundOf);
}

async function find(request: PullRequestRequest): Promise<FoundPull | undefined> {
  const all = await pullsOf(request);
  return all.find(({ isOpen }) => isOpen) ?? (request.isTask === true ? undefined : all[0]);
}

function foundOf(data: unknown): FoundPull {
  return {
    number: numberField(data, "number"),
    url: textField(data, "html_url"),
    isOpen: member(data, "state") === "open",
    isMerged: typeof member(data, "merged_at") === "string",
    closedAt: Date.parse(String(member(data, "closed_at"))),
    into: String(member(member(data, "base"), "ref")),
    body: bodyOf(data),
    title: textField(data, "title"),
  };
}

async function keep(request: PullRequestRequest, there: FoundPull): Promise<PullRequestResult> {
  const { client, repo, body } = request;
  const { number: pull_number, url } = there;
  if (!there.isOpen) return { ...refused(closed(there)), compareUrl: compareLink(request) };
  // Without our mark the text is a person's: they opened the pull request from the link, or rewrote it.
  if (there.body === body || !there.body.startsWith(PULL_REQUEST_MARK))
    return { kind: "unchanged", number: pull_number, url };
  await client.request(`PATCH ${PULLS}/{pull_number}`, { ...inRepo(repo), pull_number, body }, REPEATABLE);
  return { kind: "updated", number: pull_number, url };
}

/** Waits before each further try to create the pull request: a branch or commit that was pushed a moment ago can be unknown for seconds. */
const UNSEEN_MS = [1_000, 4_000] as const;

async function createOnceSeen(request: PullRequestRequest, draft: boolean): Promise<PullRequestResult> {
  for (const waitMs of UNSEEN_MS) {
    try {
      return await create(request, draft);
    } catch (error) {
      if (!isUnseen(error)) throw error;
      await request.clock.sleep(waitMs);
    }
  }
  return await create(request, draft);
}

/** GitHub's words for a branch that it does not know, and for one at an earlier commit. */
function isUnseen(error: unknown): boolean {
  return statusOf(error) === 422 && /"field":"head"|no commits between/i.test(describeError(error));
}

async function create(request: PullRequestRequest, draft: boolean): Promise<PullRequestResult> {
  const { client, repo, branch, into, title, body } = request;
  const what = { ...inRepo(repo), head: branch, base: into, title, body, draft };
  try {
    // A second one of a branch is refused, and then the first one is found.
    const { data } = await client.request(`POST ${PULLS}`, what, REPEATABLE);
    const { number, url } = foundOf(data);
    return { kind: "created", number, url };
  } catch (error) {
    if (draft && statusOf(error) === 422 && /draft/i.test(String(error))) return await create(request, false);
    const twin = isTwin(error) ? await findTwin(request) : undefined;
    if (twin === undefined) throw error;
    return { kind: "created", number: twin.number, url: twin.url };
  }
}

/** There is one open pull request from a branch into another; GitHub refuses a second with 422 and these words, Gitea with 409. */
function isTwin(error: unknown): boolean {
  return [409, 422].includes(statusOf(error) ?? 0) && /already exists/i.test(describeError(error));
}

/** Waits before each search for a pull request that GitHub says exists: lists can lag. */
const LOOKS_MS = [0, 500, 2_000] as const;

async function findTwin(request: PullRequestRequest): Promise<FoundPull | undefined> {
  for (const waitMs of LOOKS_MS) {
    await request.clock.sleep(waitMs);
    const there = await find(request).catch(() => undefined);
    if (there?.isOpen === true) return there;
  }
  return undefined;
}
