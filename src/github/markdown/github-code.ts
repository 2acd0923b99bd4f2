/**
 * Code spans as GitHub's parser finds them. When it has searched for a closing run of backticks in vain, it remembers the last position
 * of a run of each length, and no run from there on begins code: in ``` `` a `b` `c` ``` only `b` is code.
 */

import { charOf, isLineEnd, memories, type Code, type Construct, type State, type Tokenizer } from "./construct.ts";

/** Longer runs of backticks neither begin nor end code. */
const MAX_TICKS = 80;

export function codeAsGitHub({ previous }: Construct): Construct {
  /** `last`: the offset of the run of each length that was seen last. */
  const memoryOf = memories(() => ({ last: new Map<number, number>(), isWholeTextSeen: false }));
  const tokenize: Tokenizer = function (effects, ok, nok) {
    const offset = (): number => this.now().offset;
    const seen = memoryOf(this);
    let opening = 0;
    let length = 0;
    return (code) => {
      effects.enter("codeText");
      effects.enter("codeTextSequence");
      return opened(code);
    };

    function opened(code: Code): State | undefined {
      if (charOf(code) === "`") {
        effects.consume(code);
        opening += 1;
        return opened;
      }
      effects.exit("codeTextSequence");
      const isOver = seen.isWholeTextSeen && (seen.last.get(opening) ?? 0) < offset();
      return opening > MAX_TICKS || isOver ? nok(code) : content(code);
    }

    function content(code: Code): State | undefined {
      if (code === null) {
        seen.isWholeTextSeen = true;
        return nok(code);
      }
      const isRun = charOf(code) === "`";
      if (isRun) length = 0;
      effects.enter(isRun ? "codeTextSequence" : isLineEnd(code) ? "lineEnding" : "codeTextData");
      if (isRun) return closed(code);
      if (!isLineEnd(code)) return data(code);
      effects.consume(code);
      effects.exit("lineEnding");
      return content;
    }

    function data(code: Code): State | undefined {
      if (code === null || charOf(code) === "`" || isLineEnd(code)) {
        effects.exit("codeTextData");
        return content(code);
      }
      effects.consume(code);
      return data;
    }

    function closed(code: Code): State | undefined {
      if (charOf(code) === "`") {
        effects.consume(code);
        length += 1;
        return closed;
      }
      const run = effects.exit("codeTextSequence");
      if (length <= MAX_TICKS) seen.last.set(length, run.start.offset);
      if (length === opening) {
        effects.exit("codeText");
        return ok(code);
      }
      run.type = "codeTextData";
      return content(code);
    }
  };
  return { name: "codeText", tokenize, ...(previous === undefined ? {} : { previous }) };
}
