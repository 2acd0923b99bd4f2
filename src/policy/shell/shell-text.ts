/** Refuses texts that are not parsed, because they are too long, or because bash and people read their characters differently. */

/** People do not read a longer command before they approve it. Parsing this much takes about two milliseconds. */
const MAX_BYTES = 65_536;
/**
 * The parser reads the rest of a line again at each substitution: 64 of them in a line of full length take about a second, and a
 * thousand would take minutes. A line with more than 50 commands is not understood anyway.
 */
const MAX_SUBSTITUTIONS = 64;
const SUBSTITUTION = /[$<>]\(/g;
/** Control characters other than tab and newline: bash keeps them inside words, terminals and other parsers do not. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/;
/** bash joins continued lines first, so that `$\` and `x` on the next line are `$x`, and `2\` and `>` are one redirection. */
const SPLIT_TOKEN = /[$<>]\\\n|\$\{\\\n|\S\\\n[<>]/;

/** Why a text of shell commands is not parsed; undefined when it is. */
export function textProblem(text: string): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return `longer than ${MAX_BYTES} bytes`;
  if ((text.match(SUBSTITUTION)?.length ?? 0) > MAX_SUBSTITUTIONS)
    return `more than ${MAX_SUBSTITUTIONS} substitutions`;
  if (CONTROL.test(text)) return "control characters";
  if (SPLIT_TOKEN.test(text)) return "an expansion or a redirection on two lines";
  // bash gets half of a surrogate pair as another character.
  return text.isWellFormed() ? undefined : "text that is not Unicode";
}
