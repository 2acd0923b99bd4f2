/** Text that is not parsed at all: too long, or with characters that bash and its readers take for different things. */

/** Beyond this nobody reads the request either; parsing stays around a millisecond. */
const MAX_BYTES = 32_768;
/** Control characters that bash keeps inside words while terminals and other parsers do not; tab and newline are fine. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/;
/** bash joins the lines first: `$`, the end of a line and `x` are `$x`, and `2` and `>` on two lines one redirection. */
const SPLIT_TOKEN = /[$<>]\\\n|\$\{\\\n|\S\\\n[<>]/;

/** Why a text of shell commands is not understood, whatever it says; undefined when it may be parsed. */
export function textProblem(text: string): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return `longer than ${MAX_BYTES} bytes`;
  if (CONTROL.test(text)) return "control characters";
  if (SPLIT_TOKEN.test(text)) return "an expansion or a redirection on two lines";
  // Half of a pair reaches bash as another character.
  return text.isWellFormed() ? undefined : "text that is not Unicode";
}
