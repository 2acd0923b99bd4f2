/**
 * The headers of git's patches, at which a patch is split. Some names in them git writes and cannot read, so they are quoted: in
 * `diff --git a/d /x b/d /x` it takes the blank before a slash for the end of the name, where a file is empty, binary or made executable.
 */

import { diffsIn } from "../../base/diffs-in.ts";
import { unquoted } from "../../base/paths/quoted-lines.ts";

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

/** The diff of each file by its path, in a patch without renames. A file that becomes a link has two. */
export function diffsByPath(patch: string): ReadonlyMap<string, string> {
  const diffs = new Map<string, string>();
  for (const diff of patch === "" ? [] : diffsIn(patch)) {
    const path = pathIn(diff.slice(HEADER.length, diff.indexOf("\n")));
    diffs.set(path, (diffs.get(path) ?? "") + diff);
  }
  return diffs;
}

/** The path in `a/x b/x`, which is the same in both names. They are quoted where it has other characters than printable ASCII. */
function pathIn(names: string): string {
  const name = names.slice(Math.floor(names.length / 2) + 1);
  return (name.startsWith('"') ? unquoted(name) : name).slice("b/".length);
}
