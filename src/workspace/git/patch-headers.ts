/**
 * Quotes names in the headers of a patch that git writes and cannot read: in `diff --git a/d /x b/d /x` it takes the blank before a
 * slash for the end of the name, where a file is empty, binary or made executable.
 */

const HEADER = "diff --git ";
/** Not in content, where each line begins with a sign, a blank or a length. Git quotes names with line ends, quotes and backslashes. */
const UNREADABLE = /(^|\n)diff --git (a\/(.* \/.*)) (b\/\3)(?=\n)/g;

export function quotedHeaders(patch: Buffer): Buffer {
  const pieces: Buffer[] = [];
  const quoter = createHeaderQuoter((bytes) => pieces.push(bytes));
  quoter.add(patch);
  quoter.end();
  return Buffer.concat(pieces);
}

/** Passes on a patch that arrives in pieces, and keeps no more of it than the beginning of one header. */
export function createHeaderQuoter(write: (bytes: Buffer) => void) {
  let held = "";
  let isInLine = false;
  const pass = (text: string): void => {
    if (text === "") return;
    // Latin-1 keeps every byte.
    const quoted = text.replace(UNREADABLE, (whole, before: string, a: string, _name, b: string, at: number) =>
      before === "" && (at > 0 || isInLine) ? whole : `${before}${HEADER}"${a}" "${b}"`,
    );
    write(Buffer.from(quoted, "latin1"));
  };
  return {
    add: (piece: Buffer): void => {
      const text = held + piece.toString("latin1");
      const begin = text.lastIndexOf("\n") + 1;
      const line = text.slice(begin);
      const mayBeHeader = (begin > 0 || !isInLine) && (line.startsWith(HEADER) || HEADER.startsWith(line));
      held = mayBeHeader ? line : "";
      pass(mayBeHeader ? text.slice(0, begin) : text);
      isInLine = !mayBeHeader && text !== "";
    },
    end: (): void => pass(held),
  };
}
