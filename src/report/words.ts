/** Texts as people read them on the page. */

import { headTail } from "../base/truncate.ts";
import { grouped } from "../base/words.ts";

/** A text of at most `most` characters, with what was left out of it and where that is. */
export function shortened(text: string, most: number, where: string): string {
  return headTail(text, most, (dropped) => `[${grouped(dropped)} characters left out; ${where}]`);
}

/** Who decided: the id of a rule, or the person who answered. */
export function decider(rule: string | undefined): string {
  return (rule ?? "").replace(/^answer by /, "");
}
