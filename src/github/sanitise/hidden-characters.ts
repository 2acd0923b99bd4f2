/**
 * Characters that a reader does not see: controls, formats, tags, variation selectors, fillers, and the entities that stand for
 * them. Deleting is all that is done to them; ZWJ emoji fall apart into their parts, which is readable.
 */

/** What was taken out of a text, by kind, in pieces (markup) or code points (characters). */
export interface Removed {
  /** HTML comments, declarations, processing instructions, Mermaid comments. */
  readonly comments: number;
  /** Link reference definitions and footnotes that nothing refers to. */
  readonly definitions: number;
  /** Image alternatives, link titles, HTML attributes, unknown tags, info strings. */
  readonly attributes: number;
  /** Elements with content that is not shown, table cells beyond the columns, `\phantom`. */
  readonly elements: number;
  /** Unicode tag characters, which spell ASCII invisibly. */
  readonly tags: number;
  readonly bidi: number;
  /** Zero-width characters, variation selectors, fillers, controls. */
  readonly invisible: number;
}

export type Count = { -readonly [K in keyof Removed]: Removed[K] };

export const NOTHING_REMOVED: Removed = {
  comments: 0,
  definitions: 0,
  attributes: 0,
  elements: 0,
  tags: 0,
  bidi: 0,
  invisible: 0,
};

const TAGS = /[\u{E0000}-\u{E007F}]/gu;
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/**
 * All controls and formats but newline and tab, lone surrogates, and everything Unicode says may be drawn as nothing (which
 * covers variation selectors, Hangul and Khmer fillers), plus blanks that are drawn as nothing without saying so, and code points
 * that are no characters.
 */
const INVISIBLE =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{16FE4}\u2800\u{1D159}\uFFF0-\uFFFC\u{E0000}-\u{E0FFF}]/gu;
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Spaces of unusual width; the ideographic space is ordinary in CJK text. */
const SPACES = /(?!\u3000)[\p{Zs}]/gu;

/** Deletes hidden characters, written out or as entities; normalises line ends, spaces and composition (NFC). */
export function withoutHiddenCharacters(text: string, count: Count): string {
  return withoutInvisible(decodeEntities(text), count).replace(SPACES, " ").normalize("NFC");
}

/** Deletes hidden characters and nothing else but unusual line ends: for code and names, where markup is shown as it is. */
export function withoutInvisible(text: string, count: Count): string {
  const strip = (input: string, pattern: RegExp, kind: "tags" | "bidi" | "invisible"): string =>
    input.replace(pattern, () => {
      count[kind] += 1;
      return "";
    });
  const lines = text.replace(LINE_ENDS, "\n");
  return strip(strip(strip(lines, TAGS, "tags"), BIDI, "bidi"), INVISIBLE, "invisible");
}

/** Named entities of characters that are not seen, or not seen as what they are. */
const NAMED: Readonly<Record<string, string>> = {
  zwj: "\u200D",
  zwnj: "\u200C",
  lrm: "\u200E",
  rlm: "\u200F",
  shy: "\u00AD",
  ZeroWidthSpace: "\u200B",
  NegativeVeryThinSpace: "\u200B",
  NegativeThinSpace: "\u200B",
  NegativeMediumSpace: "\u200B",
  NegativeThickSpace: "\u200B",
  NoBreak: "\u2060",
  ApplyFunction: "\u2061",
  af: "\u2061",
  InvisibleTimes: "\u2062",
  it: "\u2062",
  InvisibleComma: "\u2063",
  ic: "\u2063",
  nbsp: "\u00A0",
  NonBreakingSpace: "\u00A0",
  Tab: "\t",
  NewLine: "\n",
};

const ENTITY = /&(?:amp;)*(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,7})|([A-Za-z]{2,24}));?/g;
/** Encoded punctuation is shown as itself and has no power as markup; decoding would give it some. `<` before `!` is the exception: the reader of a comment's source is fooled either way. */
const PUNCTUATION = /^[!-/:-@[-`{-~]$/;
const OPENING = /(?:&(?:amp;)*(?:lt|LT|#0*60|#[xX]0*3[cC]);?)(?=!)/g;

function decodeEntities(text: string): string {
  return text
    .replace(OPENING, "<")
    .replace(ENTITY, (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      if (code > 0x10ffff || code === 0) return "";
      const char = String.fromCodePoint(code);
      return PUNCTUATION.test(char) ? whole : char;
    });
}
