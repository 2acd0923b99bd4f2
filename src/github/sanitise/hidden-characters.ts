/** Cuts the characters that a reader does not see, and the references that stand for them. */

import { isUnseen, unseenIn } from "../../base/plain-text.ts";
import type { Markdown } from "../markdown/parse.ts";
import { within } from "../markdown/ranges.ts";
import { withoutCuts, type Cut, type HiddenCount } from "./cuts.ts";
import { decodeNamedCharacterReference } from "decode-named-character-reference";

/** Ends of lines to a reader, and not to Markdown. */
const LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g;
/** Spaces of unusual width; the ideographic space is ordinary in CJK text. */
const SPACES = /(?!\u3000)\p{Zs}/gu;

/** Text with ordinary line ends and spaces, composed (NFC). */
export function normalised(text: string): string {
  return text.replace(SPACES, " ").normalize("NFC");
}

/** Cuts hidden characters; unusual line ends become ordinary ones. */
export function hiddenCharacters(text: string): readonly Cut[] {
  const lineEnds = Array.from(
    text.matchAll(LINE_ENDS),
    ({ index }) => ({ from: index, to: index + 1, by: "\n", isRewritten: true }) as const,
  );
  return [...lineEnds, ...unseenIn(text)];
}

/** Deletes hidden characters and nothing else but unusual line ends: for code and names, where markup is shown as it is. */
export function withoutInvisible(text: string, tally: HiddenCount): string {
  return withoutCuts(text, hiddenCharacters(text), tally);
}

/** As a disguise reads that is taken off: nothing unseen is left in it. */
export function undisguised(text: string): string {
  return withoutInvisible(decodeReferences(text), { hidden: 0 });
}

/** Punctuation has power as markup when it is written out, and none as a reference. */
const PUNCTUATION = /^[!-/:-@[-`{-~]$/;

/** Decodes the references outside code: those that are not seen, and numbers of ordinary characters. */
export function hiddenReferences({ text, all, isCode }: Markdown): readonly Cut[] {
  const escaped = new Set(all("characterEscape").map(({ to }) => to - 1));
  const html = all("htmlFlow");
  return Array.from(text.matchAll(REFERENCE)).flatMap(({ index, 0: whole, groups = {} }): readonly Cut[] => {
    // A reference to the sign of a reference is text; so is one without its end, but to a browser.
    const isText = groups["twice"] !== "" || (groups["end"] === "" && !within(html, index));
    const char = isText ? undefined : decodeReference(groups);
    const by = char === undefined ? undefined : readable(char, groups);
    if (by === undefined || escaped.has(index) || isCode(index)) return [];
    const plain = { from: index, to: index + 1, by: "&amp;", isRewritten: true } as const;
    return [{ from: index, to: index + whole.length, by, isRewritten: true, plain }];
  });
}

/** What is written for a reference to `char`; undefined where the reference may stay. */
function readable(char: string, groups: Readonly<Record<string, string | undefined>>): string | undefined {
  if (isUnseen(char)) return char;
  // HTML takes a line's end and a tab for a blank.
  if (char.trim() === "") return char === "" ? "" : " ";
  return groups["name"] !== undefined || PUNCTUATION.test(char) ? undefined : char;
}

/** A character reference. Markdown shows one that is encoded twice or has no semicolon as text, so callers check for that. */
const REFERENCE =
  /&(?<twice>(?:amp;)*)(?:#(?<decimal>\d{1,8})|#[xX](?<hex>[0-9a-fA-F]{1,7})|(?<name>[A-Za-z][A-Za-z0-9]{1,30}(?=;)))(?<end>;?)/g;

/** The characters that a match of `REFERENCE` stands for, even if it is encoded twice; undefined for a name that HTML does not know. */
function decodeReference(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { decimal, hex, name } = groups;
  if (name !== undefined) return decodeNamedCharacterReference(name) || undefined;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0x10ffff || code === 0 ? "" : String.fromCodePoint(code);
}

function decodeReferences(text: string): string {
  return text.replace(REFERENCE, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    return groups["end"] === ";" && groups["twice"] === "" ? (decodeReference(groups) ?? whole) : whole;
  });
}
