/**
 * Characters that a reader does not see: controls, formats, tags, variation selectors, fillers, and the references that stand for
 * them. They go, but for those that a script or an emoji is written with.
 */

import { decodeReference, decodeReferences, REFERENCE } from "../markdown/entities.ts";
import type { Markdown } from "../markdown/parse.ts";
import { within } from "../markdown/ranges.ts";
import { NOTHING_REMOVED, withoutCuts, type Count, type Cut } from "./cuts.ts";

/** Scripts whose letters join, or form clusters, differently with a joiner beside them. */
const JOINING = "Arab Syrc Nkoo Mand Mong Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt"
  .split(" ")
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const JOINED = String.raw`[[${JOINING}]&&[\p{L}\p{M}\p{N}]]`;
/**
 * What is written with such characters: the flags of England, Scotland and Wales, emoji
 * (https://www.unicode.org/reports/tr51/#Definitions), keycaps, one joiner between letters, one selector behind a Mongolian letter.
 * None of it spells anything.
 */
const KEPT = [
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{EMod}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{EMod}?)*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  String.raw`(?<=${JOINED})[\u200C\u200D]`,
  String.raw`(?<=[\p{L}\p{N}])\u200C(?=${JOINED})`,
  String.raw`(?<=[\p{Script=Mongolian}&&\p{L}])[\u180B-\u180F]`,
].join("|");
const TAGS = String.raw`[\u{E0000}-\u{E007F}]`;
const BIDI = String.raw`[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]`;
/**
 * All controls and formats but newline and tab, lone surrogates, and everything Unicode says may be drawn as nothing (which
 * covers variation selectors, Hangul and Khmer fillers), plus blanks that are drawn as nothing without saying so, and code points
 * that are no characters.
 */
const INVISIBLE = String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{16FE4}\u2800\u{1D159}\uFFF0-\uFFFC\u{E0000}-\u{E0FFF}]`;
const UNSEEN = `(?<kept>${KEPT})|(?<line>[\\v\\f\\u0085])|(?<tags>${TAGS})|(?<bidi>${BIDI})|(?<invisible>${INVISIBLE})`;
/** Built when they are first needed: V8 takes 10 ms for their sets of characters, which most texts do not need. */
const built: { unseen?: RegExp; isUnseen?: RegExp } = {};
/** Nothing in such a text is hidden. */
const PLAIN = /^[\t\n\x20-\x7E]*$/;
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
  if (PLAIN.test(text)) return [];
  built.unseen ??= new RegExp(UNSEEN, "gv");
  const lineEnds = Array.from(text.matchAll(LINE_ENDS), ({ index }) => ({ from: index, to: index + 1, by: "\n" }));
  const unseen = Array.from(text.matchAll(built.unseen)).flatMap(({ index, 0: chars, groups }): readonly Cut[] => {
    const { kept, tags, bidi, line } = groups ?? {};
    if (kept !== undefined || line !== undefined) return [];
    const kind = tags !== undefined ? "tags" : bidi !== undefined ? "bidi" : "invisible";
    return [{ from: index, to: index + chars.length, kind }];
  });
  return [...lineEnds, ...unseen];
}

/** Deletes hidden characters and nothing else but unusual line ends: for code and names, where markup is shown as it is. */
export function withoutInvisible(text: string, count: Count): string {
  return withoutCuts(text, hiddenCharacters(text), count);
}

/** As a disguise reads that is taken off: nothing unseen is left in it. */
export function undisguised(text: string): string {
  return withoutInvisible(decodeReferences(text), { ...NOTHING_REMOVED });
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
    return [{ from: index, to: index + whole.length, by, plain: { from: index, to: index + 1, by: "&amp;" } }];
  });
}

/** What is written for a reference to `char`; undefined where the reference may stay. */
function readable(char: string, groups: Readonly<Record<string, string | undefined>>): string | undefined {
  built.isUnseen ??= new RegExp(`^(?:${INVISIBLE})+$`, "v");
  if (built.isUnseen.test(char)) return char;
  // HTML takes a line's end and a tab for a blank.
  if (char.trim() === "") return char === "" ? "" : " ";
  return groups["name"] !== undefined || PUNCTUATION.test(char) ? undefined : char;
}
