/** A new comment for an end that needs a person: edits are not mailed to anybody. */

import { hasTrait } from "../../protocol/outcome.ts";
import { createOwnComment, type CommentOptions } from "./status-comment.ts";
import { noticeMark } from "../result/markers.ts";
import { renderNotice, type ResultView } from "../render/render-result.ts";
import type { CommentResult } from "../result/publish-result.ts";

export interface Notice extends Omit<CommentOptions, "mark" | "thread"> {
  readonly thread: number | undefined;
  readonly view: ResultView;
  readonly comment: CommentResult;
  readonly plan: CommentResult;
  /** Tell people also when nothing is wrong. */
  readonly announce: boolean | undefined;
}

/** Tells people where nothing else does, once for each session and reason. Never rejects. */
export async function publishNotice({
  view,
  comment,
  plan,
  announce,
  thread,
  ...rest
}: Notice): Promise<CommentResult> {
  const { facts, parts, deferralUrl } = view;
  const { round } = facts.asked;
  const outcome = facts.outcome?.outcome ?? "failed";
  // A new plan is mailed to everybody by itself.
  const needsPerson =
    (announce === true && !("url" in plan)) || !hasTrait(outcome, "good") || (parts?.refusals.length ?? 0) > 0;
  // One that was refused would be refused again.
  if (thread === undefined || !needsPerson || comment.kind === "refused") return { kind: "none" };
  // The first time that a session asks, its comment is new as well; from then on it is edited.
  if (deferralUrl !== undefined && round <= 1) return { kind: "none" };
  const statusUrl = comment.kind === "none" ? undefined : comment.url;
  const isAgain = outcome === "deferred" && round > 1;
  const mark = noticeMark(facts.sessionId, isAgain ? `${outcome}-${round}` : outcome);
  const own = createOwnComment({ ...rest, thread, mark });
  return await own.put(renderNotice({ ...view, statusUrl }));
}
