/** How the lines of blobs end. */

import type { PublishGit } from "../push.ts";

/** `crlf` and `lf`: all lines end in this way. */
export type LineEnds = "crlf" | "lf" | "mixed" | "none";

const CR = 0x0d;
const LF = 0x0a;

/** Object id → how its lines end. Contents are read in pieces, so their size does not matter. */
export async function lineEndsIn(
  git: Pick<PublishGit, "readBlobs">,
  oids: readonly string[],
): Promise<ReadonlyMap<string, LineEnds>> {
  const found = new Map<string, LineEnds>();
  let current = "";
  let crlf = 0;
  let all = 0;
  let last = 0;
  await git.readBlobs(oids, {
    begin: (id) => {
      current = id;
      [crlf, all, last] = [0, 0, 0];
    },
    piece: (bytes) => {
      for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
        all += 1;
        if ((at === 0 ? last : bytes[at - 1]) === CR) crlf += 1;
      }
      last = bytes.at(-1) ?? last;
    },
    end: () => void found.set(current, all === 0 ? "none" : crlf === all ? "crlf" : crlf === 0 ? "lf" : "mixed"),
  });
  return found;
}

/** The text with LF at the end of its lines. */
export function asLf(text: Buffer): Buffer {
  return Buffer.from(text.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** The text, whose lines end with LF, with CR LF at their ends. */
export function asCrlf(text: Buffer): Buffer {
  return Buffer.from(text.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}
