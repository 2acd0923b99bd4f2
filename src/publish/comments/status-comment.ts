/**
 * One comment of ours in a thread: found by its mark, created once, edited afterwards. After a lost answer to a create request the
 * comment is searched for before the request is sent again. Two jobs can create it at the same time, and a list of comments can
 * lag; the oldest comment stays and its duplicates are deleted.
 */

import { crashAt } from "../../base/crash.ts";
import { member } from "../../base/member.ts";
import type { Clock } from "../../base/clock.ts";
import { isOwn } from "../result/markers.ts";
import type { Outgoing } from "../render/outgoing.ts";
import { inRepo, REPEATABLE, type AccountRef, type GitHubApi, type Repo } from "../result/ports.ts";
import { isLost, refusalOf } from "../result/problem.ts";
import { numberField, textField } from "../result/reply.ts";
import { refused, type CommentResult } from "../result/publish-result.ts";

export interface CommentOptions {
  readonly client: GitHubApi;
  readonly repo: Repo;
  /** Issue or pull request. */
  readonly thread: number;
  readonly self: AccountRef;
  /** The first line of the body. */
  readonly mark: string;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  /** The thread's comments, where the caller has read them already: each page costs a request. */
  readonly known?: (() => Promise<readonly unknown[]>) | undefined;
  /** Ms since the epoch. The comment cannot be older, so older ones are not read. */
  readonly notBefore?: number | undefined;
}

export interface OwnComment {
  /** Creates or edits the comment, with the mark as its first line. Never rejects. */
  readonly put: (body: string) => Promise<CommentResult>;
}

interface Found {
  readonly id: number;
  readonly url: string;
  readonly body: string;
}

const COMMENTS = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const COMMENT = "/repos/{owner}/{repo}/issues/comments/{comment_id}";

/** The clocks of runner and server may differ, so slightly older comments are read too. */
const SKEW_MS = 300_000;
/** Sends nothing before the first `put`. Calls must not overlap. */
export function createOwnComment(options: CommentOptions): OwnComment {
  const { client, repo, thread, self, mark, outgoing, clock, known, notBefore } = options;
  let state: { readonly kind: "unknown" } | { readonly kind: "none" } | ({ readonly kind: "there" } & Found) = {
    kind: "unknown",
  };
  /** Set after a refusal that a later request would meet too. */
  let given: CommentResult | undefined;

  const listed = async (since: number | undefined): Promise<readonly unknown[]> =>
    await client.paginate(
      `GET ${COMMENTS}`,
      {
        ...inRepo(repo),
        issue_number: thread,
        per_page: 100,
        ...(since === undefined ? {} : { since: new Date(Math.max(0, since - SKEW_MS)).toISOString() }),
      },
      REPEATABLE,
    );
  const look = async (since: number | undefined): Promise<readonly Found[]> => ownOf(await listed(since));
  /** Oldest first. */
  const ownOf = (comments: readonly unknown[]): readonly Found[] =>
    comments
      .filter((comment) => isOwn(comment, self, mark))
      .map(foundOf)
      .toSorted((a, b) => a.id - b.id);

  const create = async (body: string): Promise<CommentResult> => {
    const began = clock.now();
    const repeat = { find: async () => (await listed(began)).find((comment) => isOwn(comment, self, mark)) };
    crashAt("comment.create.before");
    const what = { ...inRepo(repo), issue_number: thread, body };
    const { data } = await client.request(`POST ${COMMENTS}`, what, { repeat });
    crashAt("comment.create.after");
    const made = foundOf(data);
    const others = (await look(began).catch(() => [])).filter(({ id }) => id !== made.id);
    const [first = made, ...twins] = [made, ...others].toSorted((a, b) => a.id - b.id);
    await remove(twins);
    return first.body === body ? there("created", first) : await keep(first, body);
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
        // No permission, or the comment was deleted: another request would be refused too.
        if (!isLost(error) && result.code !== "rate_limited") given = result;
        return result;
      }
    },
  };
}

/** Deletes a comment. Never rejects: a comment that stays does no harm. */
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
