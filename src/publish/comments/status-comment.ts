/**
 * One comment of ours in a thread, found by its mark on any page, created at most once, edited afterwards. A create whose
 * answer was lost is looked for and never repeated: two comments are worse than one that is missing. GitHub creates without
 * asking what is there, so two jobs can both create; the oldest comment stays, and its twins are taken away.
 */

import { crashAt } from "../../base/crash.ts";
import { member } from "../../base/member.ts";
import type { Clock } from "../../base/clock.ts";
import { isOwn } from "../result/markers.ts";
import type { Outgoing } from "../render/outgoing.ts";
import { inRepo, ONCE, REPEATABLE, type AccountRef, type GitHubApi, type Repo } from "../result/ports.ts";
import { isLost, refusalOf, statusOf } from "../result/problem.ts";
import { numberField, textField } from "../result/reply.ts";
import { refused, type CommentResult } from "../result/publish-result.ts";

export interface CommentOptions {
  readonly client: GitHubApi;
  readonly repo: Repo;
  /** Issue or pull request. */
  readonly thread: number;
  readonly self: AccountRef;
  /** First line of the body. */
  readonly mark: string;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  /** The comments of the thread, when somebody read them already: every page costs a call. */
  readonly known?: (() => Promise<readonly unknown[]>) | undefined;
  /** Look no further back than this (ms since the epoch), for a comment that cannot be older. */
  readonly notBefore?: number | undefined;
}

export interface OwnComment {
  /** Creates or edits; the mark comes on top. Never rejects. */
  readonly put: (body: string) => Promise<CommentResult>;
}

interface Found {
  readonly id: number;
  readonly url: string;
  readonly body: string;
}

const COMMENTS = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const COMMENT = "/repos/{owner}/{repo}/issues/comments/{comment_id}";

/** Clocks of runner and server may differ; comments a little older than asked for are looked at as well. */
const SKEW_MS = 300_000;
/** Waits before each look for a comment whose answer was lost: a list can be a moment behind. */
const LOOKS_MS = [500, 2_000] as const;

/** Builds it; asks nothing before the first `put`. Calls must not overlap. */
export function createOwnComment(options: CommentOptions): OwnComment {
  const { client, repo, thread, self, mark, outgoing, clock, known, notBefore } = options;
  let state: { readonly kind: "unknown" } | { readonly kind: "none" } | ({ readonly kind: "there" } & Found) = {
    kind: "unknown",
  };
  /** Set once a create was lost or refused; from then on nothing is created. */
  let given: CommentResult | undefined;

  const look = async (since: number | undefined): Promise<readonly Found[]> => {
    const comments = await client.paginate(`GET ${COMMENTS}`, {
      ...inRepo(repo),
      issue_number: thread,
      per_page: 100,
      ...(since === undefined ? {} : { since: new Date(Math.max(0, since - SKEW_MS)).toISOString() }),
    });
    return ownOf(comments);
  };
  /** Oldest first. */
  const ownOf = (comments: readonly unknown[]): readonly Found[] =>
    comments
      .filter((comment) => isOwn(comment, self, mark))
      .map(foundOf)
      .toSorted((a, b) => a.id - b.id);

  const create = async (body: string): Promise<CommentResult> => {
    const began = clock.now();
    try {
      crashAt("comment.create.before");
      const { data } = await client.request(`POST ${COMMENTS}`, { ...inRepo(repo), issue_number: thread, body }, ONCE);
      crashAt("comment.create.after");
      const made = foundOf(data);
      const [first = made] = await look(began).catch(() => []);
      if (first.id >= made.id) return there("created", made);
      await remove([made]);
      return await keep(first, body);
    } catch (error) {
      given = refused(refusalOf(error, "issues"));
      if (!isLost(error)) return given;
      for (const waitMs of LOOKS_MS) {
        await clock.sleep(waitMs);
        const [first, ...twins] = await look(began).catch(() => []);
        if (first === undefined) continue;
        given = undefined;
        await remove(twins); // one of them may be the one whose answer was lost
        return first.body === body ? there("created", first) : await keep(first, body);
      }
      return given;
    }
  };
  const remove = async (twins: readonly Found[]): Promise<void> => {
    for (const { id } of twins) await removeComment({ client, repo }, id);
  };
  const there = (kind: "created" | "updated" | "unchanged", found: Found): CommentResult => {
    state = { kind: "there", ...found };
    return { kind, id: found.id, url: found.url };
  };
  const keep = async (found: Found, body: string): Promise<CommentResult> => {
    if (found.body === body) return there("unchanged", found);
    crashAt("comment.update.before");
    await client.request(`PATCH ${COMMENT}`, { ...inRepo(repo), comment_id: found.id, body }, REPEATABLE);
    crashAt("comment.update.after");
    return there("updated", { ...found, body });
  };

  return {
    async put(content) {
      if (given !== undefined) return given;
      const body = outgoing(`${mark}\n${content}`);
      try {
        if (state.kind === "unknown") {
          const [own] = known === undefined ? await look(notBefore) : ownOf(await known());
          state = own === undefined ? { kind: "none" } : { kind: "there", ...own };
        }
        return state.kind === "none" ? await create(body) : await keep(state, body);
      } catch (error) {
        const result = refused(refusalOf(error, "issues"));
        // No right, or the comment was deleted: asking again would only be refused again.
        if (!isLost(error) && statusOf(error) !== 429) given = result;
        return result;
      }
    },
  };
}

/** Takes a comment away. Never rejects: it is gone already, or the next run edits another. */
export async function removeComment(
  { client, repo }: Pick<CommentOptions, "client" | "repo">,
  id: number,
): Promise<void> {
  crashAt("comment.remove.before");
  await client.request(`DELETE ${COMMENT}`, { ...inRepo(repo), comment_id: id }, REPEATABLE).catch(() => {});
  crashAt("comment.remove.after");
}

function foundOf(comment: unknown): Found {
  const body = member(comment, "body");
  return {
    id: numberField(comment, "id"),
    url: textField(comment, "html_url"),
    body: typeof body === "string" ? body.replaceAll("\r\n", "\n") : "",
  };
}
