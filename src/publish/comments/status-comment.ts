/**
 * One comment of ours in a thread: found by its mark, created once, edited afterwards. After a lost answer it is searched for before it
 * is created again. Two jobs can create it at the same time, and lists can lag: the oldest stays, and its duplicates are deleted.
 */

import type { Clock } from "../../base/clock.ts";
import { isOwn } from "../result/markers.ts";
import { bodyOf, findOwn, noteAbove, ownTextIn, type OwnPlace } from "../result/own-text.ts";
import type { Outgoing } from "../render/outgoing.ts";
import { inRepo, REPEATABLE, numberField, textField } from "../result/ports.ts";
import { isLost, refusalOf } from "../result/problem.ts";
import { refused, type CommentResult } from "../result/publish-result.ts";

export interface CommentOptions extends OwnPlace {
  /** Issue or pull request. */
  readonly thread: number;
  /** The first comment of a thread on a line of the diff, if the comment belongs into that thread. */
  readonly replyTo?: number | undefined;
  /** The first line of the body. */
  readonly mark: string;
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  /** The thread's comments, if the caller has read them already: each page costs a request. */
  readonly known?: (() => Promise<readonly unknown[]>) | undefined;
  /** Last line of the body, for the text before it. */
  readonly seal?: ((text: string) => string) | undefined;
  /** Ms since the epoch. The comment cannot be older, so older ones are not read. */
  readonly notBefore?: number | undefined;
  /** Only this job writes the comment, and no job did before, so it is not searched for and has no duplicates. */
  readonly isNew?: boolean | undefined;
}

export interface OwnComment {
  /** Creates or edits the comment, with the mark as its first line. Never rejects. */
  readonly put: (body: string) => Promise<CommentResult>;
  /** Deletes the comment where it is there. Never rejects. */
  readonly remove: () => Promise<void>;
}

interface Found {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  /** Text that people wrote above ours. */
  readonly note: string;
}

type State = { readonly kind: "unknown" } | { readonly kind: "none" } | ({ readonly kind: "there" } & Found);

/** The routes for comments in the conversation, or in a thread on a line of the diff. `under`: the comment that a new one answers. */
function routesOf({ thread, replyTo }: Pick<CommentOptions, "thread" | "replyTo">) {
  if (replyTo === undefined) {
    const all = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
    return { all, create: all, one: COMMENT, of: { issue_number: thread }, under: {}, permission: "issues" } as const;
  }
  const all = "/repos/{owner}/{repo}/pulls/{pull_number}/comments";
  const create = `${all}/{comment_id}/replies`;
  const one = "/repos/{owner}/{repo}/pulls/comments/{comment_id}";
  const permission = "pull-requests";
  return { all, create, one, of: { pull_number: thread }, under: { comment_id: replyTo }, permission } as const;
}

const COMMENT = "/repos/{owner}/{repo}/issues/comments/{comment_id}";

/** The clocks of runner and server may differ, so slightly older comments are read too. */
const SKEW_MS = 300_000;

/** Sends nothing before the first `put`. Calls must not overlap. */
export function createOwnComment(options: CommentOptions): OwnComment {
  const { client, repo, self, mark, outgoing, clock, known, notBefore, seal, isNew = false } = options;
  const routes = routesOf(options);
  let state: State = { kind: isNew ? "none" : "unknown" };
  /** Set after a refusal that a later request would meet too. */
  let given: CommentResult | undefined;
  /** The comment in the conversation that replaces this one when a person has deleted the thread on the line. */
  let elsewhere: OwnComment | undefined;

  const listed = async (since: number | undefined): Promise<readonly unknown[]> =>
    await client.paginate(
      `GET ${routes.all}`,
      {
        ...inRepo(repo),
        ...routes.of,
        per_page: 100,
        ...(since === undefined ? {} : { since: new Date(Math.max(0, since - SKEW_MS)).toISOString() }),
      },
      REPEATABLE,
    );
  /** Oldest first. */
  const look = async (since: number | undefined): Promise<readonly Found[]> =>
    (await listed(since))
      .filter((comment) => isOwn(comment, self, mark))
      .map((comment) => foundOf(comment, mark))
      .toSorted((a, b) => a.id - b.id);

  const create = async (body: string): Promise<CommentResult> => {
    const began = clock.now();
    const repeat = { find: async () => (await listed(began)).find((comment) => isOwn(comment, self, mark)) };
    const what = { ...inRepo(repo), ...routes.of, ...routes.under, body };
    const { data } = await client.request(`POST ${routes.create}`, what, { repeat });
    const made = foundOf(data, mark);
    const others = isNew ? [] : (await look(began).catch(() => [])).filter(({ id }) => id !== made.id);
    const [first = made, ...twins] = [made, ...others].toSorted((a, b) => a.id - b.id);
    for (const { id } of twins) await removeComment({ client, repo }, id, routes.one);
    return first.body === body ? there("created", first) : await keep(first, body);
  };
  const there = (kind: "created" | "updated" | "unchanged", found: Found): CommentResult => {
    state = { kind: "there", ...found };
    return { kind, id: found.id, url: found.url };
  };
  const keep = async (found: Found, body: string): Promise<CommentResult> => {
    if (found.body === body) return there("unchanged", found);
    await client.request(`PATCH ${routes.one}`, { ...inRepo(repo), comment_id: found.id, body }, REPEATABLE);
    return there("updated", { ...found, body });
  };

  const find = async (): Promise<Exclude<State, { kind: "unknown" }>> => {
    if (state.kind !== "unknown") return state;
    const own = await findOwn(options, known === undefined ? await listed(notBefore) : await known(), mark);
    return (state = own === undefined ? { kind: "none" } : { kind: "there", ...foundOf(own, mark) });
  };

  return {
    async remove() {
      if (elsewhere !== undefined) return await elsewhere.remove();
      const own = await find().catch(() => undefined);
      if (own?.kind !== "there") return;
      await removeComment({ client, repo }, own.id, routes.one);
      state = { kind: "none" };
    },
    async put(content) {
      if (elsewhere !== undefined) return await elsewhere.put(content);
      if (given !== undefined) return given;
      try {
        const own = await find();
        const text = outgoing(`${mark}\n${own.kind === "there" ? noteAbove(own.note) : ""}${content}`);
        const body = seal === undefined ? text : `${text}\n${seal(text)}`;
        return own.kind === "none" ? await create(body) : await keep(own, body);
      } catch (error) {
        if (state.kind === "none") state = { kind: "unknown" }; // a request without an answer may have created it
        const result = refused(refusalOf(error, routes.permission));
        if (options.replyTo !== undefined && result.code === "missing" && state.kind !== "there") {
          elsewhere = createOwnComment({ ...options, replyTo: undefined });
          return await elsewhere.put(content);
        }
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
  route = COMMENT,
): Promise<void> {
  await client.request(`DELETE ${route}`, { ...inRepo(repo), comment_id: id }, REPEATABLE).catch(() => {});
}

function foundOf(comment: unknown, mark: string): Found {
  const body = bodyOf(comment);
  const { note } = ownTextIn(body, mark);
  return { id: numberField(comment, "id"), url: textField(comment, "html_url"), body, note };
}
