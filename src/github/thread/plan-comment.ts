/** The comment that holds a plan: how it is written, and how a later run reads it again. The two belong together. */

import { OWN_MARKER } from "../event/marker.ts";

/** How its first line, the mark, begins. */
export const PLAN_MARK = `${OWN_MARKER}:plan session=`;
const HEADING = "### 📋 Plan";
/** A plan cannot hold it outside of code: its own Markdown is made harmless. */
const END = `${OWN_MARKER}:plan-end -->`;

/** What follows the mark. `plan` is harmless Markdown; `footer` is for people and no part of it. */
export function planBody(plan: string, footer: string): string {
  return `${HEADING}\n\n${plan}\n\n${END}\n${footer}\n`;
}

/** The plan of a comment's body; undefined for a comment that is none. */
export function planIn(body: string): string | undefined {
  if (!body.startsWith(PLAN_MARK)) return undefined;
  const text = body.replaceAll("\r\n", "\n");
  const from = text.indexOf("\n");
  const end = text.lastIndexOf(END);
  const plan = text.slice(from === -1 ? text.length : from, end === -1 ? undefined : end).trim();
  return plan.startsWith(HEADING) ? plan.slice(HEADING.length).trim() : plan;
}
