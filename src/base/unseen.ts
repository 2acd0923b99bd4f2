/**
 * Characters that a reader does not see: controls, formats, tags, variation selectors, fillers. Those with which a script or an emoji
 * is written do not count.
 */

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

export interface Unseen {
  readonly kind: "tags" | "bidi" | "invisible";
  readonly from: number;
  readonly to: number;
}

/** The places of all such characters but ends of lines, in order. */
export function unseenIn(text: string): readonly Unseen[] {
  if (PLAIN.test(text)) return [];
  built.unseen ??= new RegExp(UNSEEN, "gv");
  return Array.from(text.matchAll(built.unseen)).flatMap(({ index, 0: chars, groups }): readonly Unseen[] => {
    const { kept, tags, bidi, line } = groups ?? {};
    if (kept !== undefined || line !== undefined) return [];
    const kind = tags !== undefined ? "tags" : bidi !== undefined ? "bidi" : "invisible";
    return [{ kind, from: index, to: index + chars.length }];
  });
}

/** Whether a text consists of such characters. */
export function isUnseen(text: string): boolean {
  built.isUnseen ??= new RegExp(`^(?:${INVISIBLE})+$`, "v");
  return built.isUnseen.test(text);
}

/** The text without such characters. */
export function withoutUnseen(text: string): string {
  let result = "";
  let done = 0;
  for (const { from, to } of unseenIn(text)) {
    result += text.slice(done, from);
    done = to;
  }
  return result + text.slice(done);
}
