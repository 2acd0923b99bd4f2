/** HTML that is safe by construction: every value in a template is escaped unless it is `Html` already. */

import { plainText } from "../base/plain-text.ts";
import { headTail } from "../base/truncate.ts";
import { grouped } from "../base/words.ts";

/** Markup. Only this file makes it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | undefined | false | readonly Value[];

/** A template of markup. Its values are shown as text; `undefined` and `false` are left out. */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.map((part, at) => part + (at < values.length ? valueText(values[at]) : "")).join(""));
}

function valueText(value: Value): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  return typeof value === "object" ? value.map(valueText).join("") : escaped(plainText(String(value)));
}

/** A text of at most `most` characters. A note says how much was left out, and `where` it is whole. */
export function shortened(text: string, most: number, where: string): string {
  return headTail(text, most, (dropped) => `[${grouped(dropped)} characters left out; ${where}]`);
}

/**
 * Characters that cannot be seen: format characters such as joiners and marks of direction, fillers, line separators, variation
 * selectors. A joiner between two emoji makes one of them, and selector 16 after an emoji gives it its colours.
 */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
const SPECIAL = /[&<>"'`]/g;

function escaped(text: string): string {
  return text
    .replace(SPECIAL, (char) => `&#${char.codePointAt(0)};`)
    .replace(UNSEEN, (char, at: number, whole: string) => {
      if ((char === "\u200D" || char === "\uFE0F") && isInPicture(whole, at)) return char;
      return `<span class="inv">U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}</span>`;
    });
}

function isInPicture(text: string, at: number): boolean {
  return /(?:\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})$/u.test(text.slice(Math.max(0, at - 4), at));
}
