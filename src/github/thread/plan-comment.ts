/** The comment with a plan: how it is written, and how a later run reads it. */

import { OWN_MARKER } from "../event/marker.ts";

/** Beginning of the mark, its first line. */
export const PLAN_MARK = `${OWN_MARKER}:plan session=`;
const HEADING = "### 📋 Plan";
/** End of the plan. A plan cannot contain it outside code, because its Markdown is made harmless. */
const END = `${OWN_MARKER}:plan-end -->`;

/** The comment after the mark. `plan` is harmless Markdown; `footer` is text for people after it. */
export function planBody(plan: string, footer: string): string {
  return `${HEADING}\n\n${plan}\n\n${END}\n${footer}\n`;
}

/** The plan in a comment's body; undefined for other comments. */
export function planIn(body: string): string | undefined {
  if (!body.startsWith(PLAN_MARK)) return undefined;
  const text = body.replaceAll("\r\n", "\n");
  const from = text.indexOf("\n");
  const end = text.lastIndexOf(END);
  const plan = text.slice(from === -1 ? text.length : from, end === -1 ? undefined : end).trim();
  return plan.startsWith(HEADING) ? plan.slice(HEADING.length).trim() : plan;
}
