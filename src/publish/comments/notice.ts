/** A new comment for a result that needs a person, because GitHub sends no notification for an edited comment. */

import { hasTrait } from "../../protocol/outcome.ts";
import { createOwnComment, type CommentOptions } from "./status-comment.ts";
import { noticeMark } from "../result/markers.ts";
import { renderNotice } from "../render/render-result.ts";
import type { ResultView } from "../render/result-view.ts";
import type { CommentResult } from "../result/publish-result.ts";

export interface Notice extends Omit<CommentOptions, "mark" | "thread"> {
  readonly thread: number | undefined;
  readonly view: ResultView;
  readonly comment: CommentResult;
}

/** Posts the notice once for each session and outcome, unless another new comment already notified people. Never rejects. */
export async function publishNotice({ view, comment, thread, ...rest }: Notice): Promise<CommentResult> {
  const { facts, parts, deferralUrl } = view;
  const { round } = facts.asked;
  const outcome = facts.outcome?.outcome ?? "failed";
  const needsPerson = !hasTrait(outcome, "good") || (parts?.refusals.length ?? 0) > 0;
  // The person who cancelled it has a reply to the command.
  if (outcome === "interrupted" && facts.outcome?.reason.startsWith("Cancelled in the thread by "))
    return { kind: "none" };
  // Where the status comment was refused, the notice would be refused too.
  if (thread === undefined || !needsPerson || comment.kind === "refused") return { kind: "none" };
  // The first request of a session is a new comment and notifies people; later ones are edits.
  if (deferralUrl !== undefined && round <= 1) return { kind: "none" };
  const statusUrl = comment.kind === "none" ? undefined : comment.url;
  const isAgain = outcome === "deferred" && round > 1;
  const mark = noticeMark(facts.sessionId, isAgain ? `${outcome}-${round}` : outcome);
  const own = createOwnComment({ ...rest, thread, mark });
  return await own.put(renderNotice({ ...view, statusUrl }));
}
