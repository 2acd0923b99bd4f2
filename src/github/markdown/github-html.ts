/** HTML that is no tag, as GitHub's parser reads it: comments, CDATA, declarations and processing instructions. */

import { charOf, isLineEnd, memories, type Code, type Construct, type State, type Tokenizer } from "./construct.ts";

/** The mark that stands before the closing `>`, and how often. */
interface Ending {
  readonly mark: string;
  readonly times: number;
}

const COMMENT: Ending = { mark: "-", times: 2 };
const DECLARATION: Ending = { mark: "", times: 0 };
const ENDINGS: Readonly<Record<string, Ending>> = {
  "<!--": COMMENT,
  "<![CDATA[": { mark: "]", times: 2 },
  "<?": { mark: "?", times: 1 },
};

/** HTML in a line of text: the parser's construct for tags, and a construct of this file for everything else. */
export function htmlTextAsGitHub(html: Construct): readonly Construct[] {
  /** Endings that are not in this text. GitHub searches for each once. Without the end of a comment, it accepts no other `<!`. */
  const endless = memories(() => new Set<Ending>());
  const tokenize: Tokenizer = function (effects, ok, nok) {
    const known = endless(this);
    let opening = "";
    let ending = DECLARATION;
    let length = 0;
    let seen = 0;
    return (code) => {
      effects.enter("htmlText");
      effects.enter("htmlTextData");
      return opened(code);
    };

    function opened(code: Code): State | undefined {
      opening += charOf(code);
      // GitHub also accepts `<![cdata[`.
      const name = opening.toUpperCase();
      ending = ENDINGS[name] ?? DECLARATION;
      const isWhole = Object.hasOwn(ENDINGS, name) || /^<![A-Z]+\s$/.test(opening);
      const isBegun = Object.keys(ENDINGS).some((whole) => whole.startsWith(name)) || /^<![A-Z]+$/.test(opening);
      const isKnown = opening === "<!" ? known.has(COMMENT) : isWhole && known.has(ending);
      return code === null || isKnown || !(isWhole || isBegun) ? nok(code) : taken(code, isWhole ? content : opened);
    }

    function content(code: Code): State | undefined {
      if (code === null) {
        known.add(ending);
        return nok(code);
      }
      const char = charOf(code);
      // `<!-->` and `<!--->` are whole comments.
      if (char === ">" && (seen === ending.times || (ending === COMMENT && seen === length))) {
        effects.consume(code);
        effects.exit("htmlTextData");
        effects.exit("htmlText");
        return ok;
      }
      // Behind `--` GitHub reads any character but `>` as content, also a third dash, so `--->` does not end a comment.
      seen = seen < ending.times && char === ending.mark ? seen + 1 : 0;
      length += 1;
      return taken(code, content);
    }

    function taken(code: Code, next: State): State {
      if (!isLineEnd(code)) {
        effects.consume(code);
        return next;
      }
      effects.exit("htmlTextData");
      effects.enter("lineEnding");
      effects.consume(code);
      effects.exit("lineEnding");
      // The next character is behind the marks of the quotations and lists around the text.
      return (first) => {
        effects.enter("htmlTextData");
        return next(first);
      };
    }
  };
  return [
    { name: "htmlText", tokenize },
    { ...html, tokenize: onlyTags(html.tokenize) },
  ];
}

function onlyTags(original: Tokenizer): Tokenizer {
  return function (effects, ok, nok) {
    const start = original.call(this, effects, ok, nok);
    return (code) => {
      const named = start(code);
      return (next) => (charOf(next) === "!" || charOf(next) === "?" ? nok(next) : named?.(next));
    };
  };
}

/** HTML at the beginning of a line. GitHub also accepts CDATA in small letters there, but not declarations. */
export function htmlFlowAsGitHub(html: Construct): Construct {
  return {
    ...html,
    tokenize(effects, ok, nok) {
      let opening = "";
      const next = (state: State | undefined): State | undefined =>
        state &&
        ((code) => {
          opening += charOf(code);
          if (/^<![a-z]$/.test(opening)) return nok(code);
          const isCdata = code !== null && "<![CDATA[".startsWith(opening.toUpperCase());
          return isCdata ? next(state(charOf(code).toUpperCase().charCodeAt(0))) : state(code);
        });
      return next(html.tokenize.call(this, effects, ok, nok)) ?? nok;
    },
  };
}
