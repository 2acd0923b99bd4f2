/** Numbers and texts as people read them on the page. */

import { headTail } from "../base/truncate.ts";

export function money(usd: number | undefined): string {
  if (usd === undefined) return "cost unknown";
  return usd === 0 || usd >= 0.01 ? `$${usd.toFixed(2)}` : `$${usd.toFixed(4)}`;
}

/** `14,906`. */
export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** `1 step`, `2 steps`. */
export function amount(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A text of at most `most` characters, with what was left out of it and where that is. */
export function shortened(text: string, most: number, where: string): string {
  return headTail(text, most, (dropped) => `[${grouped(dropped)} characters left out; ${where}]`);
}

/** Who decided: the id of a rule, or the person who answered. */
export function decider(rule: string | undefined): string {
  return (rule ?? "").replace(/^answer by /, "");
}
