/** HTML comments, declarations and processing instructions: closed, unclosed and malformed ones, wherever they stand. */

import { certainCode, within } from "./certain-code.ts";
import type { Count } from "./hidden-characters.ts";

interface Kind {
  readonly open: string;
  readonly closes: RegExp;
}

/** Browsers end a comment at `--!>` too, and take `<!-->` and `<!--->` for whole ones. */
const COMMENT: Kind = { open: "<!--", closes: /--!?>/g };
const CDATA: Kind = { open: "<![CDATA[", closes: /\]\]>/g };
const INSTRUCTION: Kind = { open: "<?", closes: /\?>/g };
const DECLARATION: Kind = { open: "<!", closes: />/g };

/**
 * Deletes them. Closed comments go everywhere, in code too: telling code from comment is where other sanitisers fell. One
 * without an end takes the rest of the text along, unless it is code for certain.
 */
export function withoutComments(text: string, count: Count): string {
  return withoutUnclosed(withoutClosed(text, count), count);
}

function withoutClosed(text: string, count: Count): string {
  const code = certainCode(text);
  const endless = new Set<Kind>();
  let result = "";
  let done = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", Math.max(at + 1, done))) {
    const kind = kindAt(text, at);
    if (kind === undefined || endless.has(kind)) continue;
    const end = endOf(text, at, kind);
    if (end === undefined) endless.add(kind);
    if (end === undefined || (within(code, at) && (kind !== COMMENT || !within(code, end - 1)))) continue;
    count.comments += 1;
    result += text.slice(done, at);
    done = end;
  }
  return result + text.slice(done);
}

function withoutUnclosed(text: string, count: Count): string {
  const code = certainCode(text);
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) {
    const kind = kindAt(text, at);
    // What is left and has an end stands in code; inside a line, only comments can swallow what follows.
    if (kind === undefined || within(code, at) || (kind !== COMMENT && !startsLine(text, at))) continue;
    count.comments += 1;
    return text.slice(0, at);
  }
  return text;
}

function kindAt(text: string, at: number): Kind | undefined {
  if (text.startsWith(COMMENT.open, at)) return COMMENT;
  if (text.startsWith(CDATA.open, at)) return CDATA;
  if (text.startsWith(INSTRUCTION.open, at)) return INSTRUCTION;
  return text.startsWith(DECLARATION.open, at) && /[A-Za-z]/.test(text.charAt(at + 2)) ? DECLARATION : undefined;
}

function endOf(text: string, at: number, { open, closes }: Kind): number | undefined {
  if (open === COMMENT.open && /^-?>/.test(text.slice(at + 4, at + 6))) return text.indexOf(">", at) + 1;
  closes.lastIndex = at + open.length;
  const close = closes.exec(text);
  return close === null ? undefined : close.index + close[0].length;
}

function startsLine(text: string, at: number): boolean {
  return /(?:^|\n)[\s>*+\-\d.)]*$/.test(text.slice(Math.max(0, at - 20), at));
}
