/** Types and helpers for the parser's constructs. A construct is a state machine that reads one character after another. */

import type { parse } from "micromark";

export type Parser = ReturnType<typeof parse>;
export type Construct = Exclude<Parser["constructs"]["text"][string], readonly unknown[] | undefined>;
export type Tokenizer = Construct["tokenize"];
export type TokenizeContext = ThisParameterType<Tokenizer>;
export type Effects = Parameters<Tokenizer>[0];
export type State = Parameters<Tokenizer>[1];
export type Code = Parameters<State>[0];
export type Token = ReturnType<Effects["enter"]>;

/** micromark has negative codes for line ends (−5 to −3) and tabs. */
const LAST_LINE_END = -3;

export function isLineEnd(code: Code): boolean {
  return code !== null && code <= LAST_LINE_END;
}

/** The character of a code: a blank for tabs and line ends, an empty text for the end of the file. */
export function charOf(code: Code): string {
  return code === null ? "" : code < 0 ? " " : String.fromCharCode(code);
}

/** Creates one memory for each paragraph, heading and table cell, which all have a context of their own. */
export function memories<T>(create: () => T): (context: TokenizeContext) => T {
  const known = new WeakMap<TokenizeContext, T>();
  return (context) => {
    const memory = known.get(context) ?? create();
    known.set(context, memory);
    return memory;
  };
}

/** A construct that reads other characters in place of the real ones. Its tokens keep the positions of the real ones. */
export function translated(
  construct: Construct,
  translate: (effects: Effects) => [Effects, (code: Code) => Code],
): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      let isOver = false;
      const [watched, read] = translate(effects);
      const over =
        (state: State): State =>
        (code) => {
          isOver = true;
          return state(code);
        };
      const next = (state: State | undefined): State | undefined =>
        state &&
        ((code) => {
          const following = state(read(code));
          return isOver ? following : next(following);
        });
      return next(construct.tokenize.call(this, watched, over(ok), over(nok))) ?? nok;
    },
  };
}
