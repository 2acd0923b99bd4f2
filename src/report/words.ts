/** Texts as people read them on the page. */

import { headTail } from "../base/truncate.ts";
import { grouped } from "../base/words.ts";

/** A text of at most `most` characters. A note says how much was left out, and `where` it is whole. */
export function shortened(text: string, most: number, where: string): string {
  return headTail(text, most, (dropped) => `[${grouped(dropped)} characters left out; ${where}]`);
}

/** The id of the rule that decided, or the person who answered. */
export function decider(rule: string | undefined): string {
  return (rule ?? "").replace(/^answer by /, "");
}
