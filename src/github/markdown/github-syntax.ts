/**
 * Adapts micromark to the differences of GitHub's parser (cmark-gfm 0.29): the extensions for the parser, and the text that it reads
 * in place of the original, in which every character keeps its offset.
 */

import { gfm } from "micromark-extension-gfm";

type Extension = ReturnType<typeof gfm>;

/**
 * Emphasis is switched off. It does not tell where text is hidden, and the time to find it grows with the square of the number of
 * its marks: 9 s for 16,384 characters of `*a_ `.
 */
export const EXTENSIONS: Extension[] = [withGitHubNotes(gfm()), { disable: { null: ["attention", "strikethrough"] } }];

/** micromark has negative codes for line ends (−5 to −3) and tabs. */
const LAST_LINE_END = -3;

/** For GitHub a footnote ends at a line of blanks; only empty lines may be in it. */
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
 * The text that micromark must read to see what GitHub sees: GitHub drops a byte order mark, does not allow a slash in an
 * attribute's value without quotes, and does not treat `<search>` and `<textarea>` as blocks, `<!x>` as a declaration, and `www.`
 * behind a bracket as an address.
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

/** The beginning of a comment or declaration inside a line of text. At the beginning of a line it would begin a block of HTML. */
const INLINE_MARK = /(?<!^(?:[ \t>*+\d.)-]|\[\^[^\]\n]+\]:)*)<!(?=--|[A-Z])/gm;
/** Comments and declarations of CommonMark 0.29: no `--` in a comment, and a blank behind the name of a declaration. */
const INLINE = /<!(?:---->|---?[^>-](?:-?[^-])*-->|[A-Z]+\s)/y;

function isInlineMark(text: string, at: number): boolean {
  INLINE.lastIndex = at;
  return INLINE.test(text);
}
