/** Posts a run's plan as a separate comment, which later runs do not edit and the next `fix` in the thread follows. */

import { beginningOf } from "../../base/truncate.ts";
import { grouped } from "../../base/words.ts";
import { planBody } from "../../github/thread/plan-comment.ts";
import { hasTrait } from "../../protocol/outcome.ts";
import { createOwnComment, type CommentOptions } from "./status-comment.ts";
import { planMark } from "../result/markers.ts";
import { bundlePlace, linkLine, smallLine, type Links } from "../render/render-parts.ts";
import type { CommentResult } from "../result/publish-result.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { safeMarkdown } from "../render/safe-markdown.ts";

export interface PlanComment extends Omit<CommentOptions, "mark"> {
  readonly facts: RunFacts;
  readonly links: Links;
  /** The command that carries the plan out, e.g. `/kimi fix`. */
  readonly command: string;
}

/** Escaping can double the length, which still fits into a comment. */
const MAX_PLAN_CHARS = 30_000;

/** Posts the plan of a finished run once for each session; posts nothing where the model wrote no text. Never rejects. */
export async function publishPlan({ facts, links, command, ...comment }: PlanComment): Promise<CommentResult> {
  const { outcome } = facts;
  // A slash command may be answered without a model.
  if (outcome === undefined || outcome.steps === 0 || !hasTrait(outcome.outcome, "good")) return { kind: "none" };
  const plan = (outcome.text ?? "").trim();
  if (plan === "") return { kind: "none" };
  const own = createOwnComment({ ...comment, mark: planMark(facts.sessionId) });
  return await own.put(planBody(shortened(plan, links), footerOf(command, links)));
}

/** Keeps the beginning up to a line's end, because the first steps of a plan work without the last ones. */
function shortened(plan: string, links: Links): string {
  const head = safeMarkdown(beginningOf(plan, MAX_PLAN_CHARS));
  if (plan.length <= MAX_PLAN_CHARS) return head;
  const where = bundlePlace(links);
  return `${head}\n\n*Cut here: all ${grouped(plan.length)} characters are in outcome.json of ${where}.*`;
}

function footerOf(command: string, links: Links): string {
  const use = `Comment \`${command}\` to carry out this plan, unless it is edited. Your comments in this thread are read too.`;
  return smallLine([use, linkLine(links)]);
}
