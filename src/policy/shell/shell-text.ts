/** Text that is not parsed: it is too long, or bash and people read its characters differently. */

/** No person reads a longer command before approving it. Parsing this much takes about a millisecond. */
const MAX_BYTES = 32_768;
/** Control characters other than tab and newline: bash keeps them inside words, terminals and other parsers do not. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/;
/** bash joins continued lines first: `$\` and `x` on the next line are `$x`, and `2\` and `>` are one redirection. */
const SPLIT_TOKEN = /[$<>]\\\n|\$\{\\\n|\S\\\n[<>]/;

/** Why a text of shell commands is not parsed, or undefined. */
export function textProblem(text: string): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return `longer than ${MAX_BYTES} bytes`;
  if (CONTROL.test(text)) return "control characters";
  if (SPLIT_TOKEN.test(text)) return "an expansion or a redirection on two lines";
  // Half of a surrogate pair reaches bash as another character.
  return text.isWellFormed() ? undefined : "text that is not Unicode";
}
