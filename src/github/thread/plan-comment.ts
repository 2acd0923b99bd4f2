/** The comment with a plan: how it is written, and how a later run reads it. */

import { OWN_MARKER } from "../event/marker.ts";

/** Beginning of the mark, its first line. */
export const PLAN_MARK = `${OWN_MARKER}:plan session=`;
const HEADING = "### 📋 Plan by the model";
/** The heading of earlier versions, which did not quote the plan. */
const OLD_HEADING = "### 📋 Plan\n";
/** End of the plan. A plan cannot contain it outside code, because its Markdown is made harmless. */
const END = `${OWN_MARKER}:plan-end -->`;

/** The comment after the mark. `plan` is harmless Markdown of the model; `footer` is text for people after it. */
export function planBody(plan: string, footer: string): string {
  const quoted = plan.split("\n").map((line) => `> ${line}`.trimEnd());
  return `${HEADING}\n\n${quoted.join("\n")}\n\n${END}\n${footer}\n`;
}

/** The plan in a comment's body; undefined for other comments. */
export function planIn(body: string): string | undefined {
  if (!body.startsWith(PLAN_MARK)) return undefined;
  const text = body.replaceAll("\r\n", "\n");
  const from = text.indexOf("\n");
  const end = text.lastIndexOf(END);
  const plan = text.slice(from === -1 ? text.length : from, end === -1 ? undefined : end).trim();
  if (plan.startsWith(OLD_HEADING)) return plan.slice(OLD_HEADING.length).trim();
  if (!plan.startsWith(HEADING)) return plan;
  return plan.slice(HEADING.length).trim().replace(/^> ?/gm, "");
}
