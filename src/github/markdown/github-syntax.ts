/**
 * Where GitHub's parser (cmark-gfm 0.29) reads Markdown in another way than micromark: the extensions that the parser gets, and what it
 * gets to read instead of the text, each character in its place.
 */

import { gfm } from "micromark-extension-gfm";

type Extension = ReturnType<typeof gfm>;

/**
 * Emphasis says nothing about where text is hidden, and finding it takes the square of the number of its marks: 9 s for 16,384
 * characters of `*a_ `.
 */
export const EXTENSIONS: Extension[] = [withGitHubNotes(gfm()), { disable: { null: ["attention", "strikethrough"] } }];

/** Of the numbers below zero that stand for ends of lines and tabs. */
const LAST_LINE_END = -3;

/** A footnote ends at a line of blanks for GitHub; only an empty line may stand in it. */
function withGitHubNotes(extension: Extension): Extension {
  const constructs = [extension.document?.["91"] ?? []].flat();
  for (const construct of constructs) {
    const { tokenize } = construct.continuation ?? {};
    if (tokenize === undefined) continue;
    construct.continuation = {
      tokenize(effects, ok, nok) {
        const isLineStart = this.now().column === 1;
        const indented = tokenize.call(this, { ...effects, check: (_blank, _yes, no) => no ?? nok }, ok, nok);
        return (code) => {
          const isLineEnd = code !== null && code <= LAST_LINE_END;
          return (isLineEnd ? (isLineStart ? ok : nok) : indented)(code);
        };
      },
    };
  }
  return extension;
}

const OPEN_TAG =
  /<[A-Za-z][A-Za-z0-9-]*(?:[\s>]+[A-Za-z_:][\w.:-]*(?:[\s>]*=[\s>]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)+[\s>]*\/?>/g;

/**
 * A text as the parser must read it to see what GitHub sees: GitHub drops a byte order mark, knows no slash in an attribute's value
 * without quotes, takes `<search>` and `<textarea>` for no blocks, `<!x>` for no declaration, and `www.` behind a bracket for no
 * address.
 */
export function asGitHubReads(text: string): string {
  return text
    .replace(/^\uFEFF/, "\u2060")
    .replace(OPEN_TAG, (tag) => tag.replace(/(?<==[\s>]*[^\s"'=<>`]*)\//g, "x"))
    .replace(/(?<=[[\]])www\./gi, "xww.")
    .replace(/(?<=<\/?)[st](?=(?:earch|extarea)\b)/gi, "x")
    .replace(/<(?=!(?!--|\[CDATA\[|[A-Z]))/g, "x")
    .replace(INLINE_MARK, (mark, at: number) => (isInlineMark(text, at) ? mark : `x${mark.slice(1)}`));
}

/** Begins a comment or a declaration in a line of text; the beginning of a line begins a block of HTML. */
const INLINE_MARK = /(?<!^(?:[ \t>*+\d.)-]|\[\^[^\]\n]+\]:)*)<!(?=--|[A-Z])/gm;
/** As CommonMark 0.29 says: no `--` in a comment, and a blank behind the name of a declaration. */
const INLINE = /<!(?:---->|---?[^>-](?:-?[^-])*-->|[A-Z]+\s)/y;

function isInlineMark(text: string, at: number): boolean {
  INLINE.lastIndex = at;
  return INLINE.test(text);
}
