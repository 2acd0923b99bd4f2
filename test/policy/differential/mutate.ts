/** Lines that almost were: two of them spliced, or one with a character too many, too few or in another place. */

import type { Random } from "../../doubles/random.ts";
import { oneOf } from "./grammar.ts";

/** What shifts the borders between words, commands and quotes. */
const TOKENS = ["'", '"', "`", "\\", "\\\n", "\n", " ", "\t", ";", "&", "|", "(", ")", "{", "}", "<", ">", "$", "$(", "${", "$((", "))", "[[", "]]", "#", " #", "!", "~", "*", "?", "=", "<<", "<<EOF\n", "\nEOF\n", "<<<", ">&", "&>", "$'", '$"', "\\'", ";;", "in ", "do ", "done", "fi", "esac", "time ", "[", "]", "+", "-", ",", "..", "@(", "!(", "\u00a0", "é", "\r", "\\\\", "evil ", "$(evil)", ";evil;", "2", "{fd}", ":-", "%", "@P"]; // prettier-ignore

/** Changes a line in one to three places; `others` are what is spliced in. */
export function mutate(line: string, random: Random, others: readonly string[]): string {
  let text = line;
  for (let count = random(3); count >= 0; count -= 1) {
    const at = random(text.length + 1);
    const to = at + random(4);
    switch (random(8)) {
      case 0:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 1:
        text = text.slice(0, to) + text.slice(at);
        break;
      case 2: {
        const other = oneOf(random, others);
        text = text.slice(0, at) + other.slice(random(other.length + 1));
        break;
      }
      case 3: {
        const other = oneOf(random, others);
        text = text.slice(0, at) + other + text.slice(at);
        break;
      }
      default:
        text = text.slice(0, at) + oneOf(random, TOKENS) + text.slice(at);
    }
  }
  return text;
}
