/**
 * Posts one review, once. GitHub takes all comments or none and does not say which one it refuses, so they are left out one after the
 * other, then file by file, then by halves; what is left out goes into the body.
 */

import { member } from "../base/member.ts";
import { failureOf } from "../github/api/failure.ts";
import type { Finding } from "../protocol/tools/finding.ts";
import { isOwn } from "../publish/result/markers.ts";
import { bodyOf, type OwnPlace } from "../publish/result/own-text.ts";
import { inRepo, REPEATABLE, numberField, textField } from "../publish/result/ports.ts";
import { refusalOf, statusOf } from "../publish/result/problem.ts";
import { refused, type CommentResult } from "../publish/result/publish-result.ts";
import type { Outgoing } from "../publish/render/outgoing.ts";
import type { Proof } from "./prove.ts";
import { findingComment, hasBlock, reviewBody, suggestedIn, type ReviewBody } from "./render.ts";

export interface ReviewPlace extends OwnPlace {
  /** The pull request. */
  readonly number: number;
  readonly outgoing: Outgoing;
}

export interface ReviewToPost extends Omit<ReviewBody, "listed"> {
  readonly proofs: ReadonlyMap<string, Proof>;
  readonly maxComments: number;
}

/** `suggested`: fingerprints of the findings whose comments have a suggestion. */
export type PostedReview = CommentResult & { readonly suggested?: readonly string[] };

const PULL = "/repos/{owner}/{repo}/pulls/{pull_number}";

/**
 * The review with this mark as an earlier attempt posted it; undefined where it did not. Where its comments cannot be read, it has no
 * suggestions. Rejects where the reviews cannot be read.
 */
export async function postedReview(place: ReviewPlace, mark: string): Promise<PostedReview | undefined> {
  const { client, repo, number, self } = place;
  const there = await look(place, mark);
  if (there === undefined) return undefined;
  const id = numberField(there, "id");
  const which = { ...inRepo(repo), pull_number: number, per_page: 100 };
  const comments = await client.paginate(`GET ${PULL}/comments`, which, REPEATABLE).catch(() => []);
  const own = comments.filter((one) => isOwn(one, self, "") && member(one, "pull_request_review_id") === id);
  const suggested = own.flatMap((one) => suggestedIn(bodyOf(one)) ?? []);
  return { kind: "unchanged", id, url: textField(there, "html_url"), suggested };
}

async function look({ client, repo, number, self }: ReviewPlace, mark: string): Promise<unknown> {
  const which = { ...inRepo(repo), pull_number: number, per_page: 100 };
  return (await client.paginate(`GET ${PULL}/reviews`, which, REPEATABLE)).find((one) => isOwn(one, self, mark));
}

/** Posts the review, unless it is there. Never rejects. */
export async function postReview(place: ReviewPlace, review: ReviewToPost): Promise<PostedReview> {
  const { client, repo, number, outgoing } = place;
  const { findings, proofs, maxComments, mark, commit } = review;
  const inline = findings.filter(({ anchor }) => anchor !== undefined).slice(0, maxComments);
  const send = async (chosen: readonly Finding[]) => {
    const listed = findings.filter((one) => !chosen.includes(one));
    const comments = chosen.flatMap((finding) =>
      commentOf(finding, outgoing(findingComment(finding, proofs.get(finding.fingerprint)))),
    );
    const what = {
      ...inRepo(repo),
      pull_number: number,
      commit_id: commit,
      event: "COMMENT",
      body: outgoing(reviewBody({ ...review, listed })),
      comments,
    };
    const find = async (): Promise<unknown> => await look(place, mark);
    const { data } = await client.request(`POST ${PULL}/reviews`, what, { repeat: { find } });
    const suggested = chosen.filter((finding) => hasBlock(finding, proofs.get(finding.fingerprint)));
    return { data, suggested: suggested.map(({ fingerprint }) => fingerprint) };
  };
  try {
    const there = await postedReview(place, mark);
    if (there !== undefined) return there;
    const { data, suggested } = await firstTaken(choices(inline), send);
    return { kind: "created", id: numberField(data, "id"), url: textField(data, "html_url"), suggested };
  } catch (error) {
    return refused(refusalOf(error, "pull-requests"));
  }
}

/** Which findings are tried as comments, most of them first. */
function choices(inline: readonly Finding[]): readonly (readonly Finding[])[] {
  const half = Math.ceil(inline.length / 2);
  const ones = inline.length < 2 ? [] : inline.map((left) => inline.filter((one) => one !== left));
  const files = [...Map.groupBy(inline, ({ path }) => path).values()]
    .filter(({ length }) => length > 1 && length < inline.length)
    .map((left) => inline.filter((one) => !left.includes(one)));
  const halves = inline.length < 4 ? [] : [inline.slice(0, half), inline.slice(half)];
  return [...(inline.length === 0 ? [] : [inline]), ...ones, ...files, ...halves, []];
}

async function firstTaken<T>(
  all: readonly (readonly Finding[])[],
  send: (chosen: readonly Finding[]) => Promise<T>,
): Promise<T> {
  let last: unknown;
  for (const chosen of all) {
    try {
      return await send(chosen);
    } catch (error) {
      if (statusOf(error) !== 422 || concernsWholeReview(error)) throw error;
      last = error;
    }
  }
  throw last;
}

/** Whether a refusal is not about a line, so that a review with fewer comments is refused too. */
function concernsWholeReview(error: unknown): boolean {
  const { isRateLimit = false, detail = "" } = failureOf(error) ?? {};
  return isRateLimit || /one pending review/i.test(detail);
}

function commentOf({ path, anchor }: Finding, body: string): readonly object[] {
  if (anchor === undefined) return [];
  const { side, start, end } = anchor;
  return [{ path, body, line: end, side, ...(start === end ? {} : { start_line: start, start_side: side }) }];
}
