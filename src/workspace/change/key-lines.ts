/**
 * Finds keys of a known shape, such as a GitHub token or a private key, that a change brings. They need not be secrets of this job,
 * and a fixture may look like one, so a person decides about such a file.
 */

import { findShapes } from "../../base/redact/token-shapes.ts";
import type { BlobVisitor } from "../git/cat-file.ts";
import type { TreeEdit } from "../changes.ts";
import type { PublishGit } from "../push.ts";

/** Rule for files that bring what looks like a key. */
const KEY_RULE = "builtin:key";

/** Bytes of a file that are searched at once. A private key has at most about 13,000. */
const PIECE_BYTES = 4_000_000;
const OVERLAP_BYTES = 50_000;

interface FoundKey {
  /** What kind of key it looks like. */
  readonly kind: string;
  readonly line: number;
}

/** By path, why a person decides about the file. A key that some file of the change had before is not new. */
export async function keysBrought(
  git: Pick<PublishGit, "edits" | "readBlobs">,
  from: string,
  to: string,
  edits: readonly TreeEdit[],
): Promise<ReadonlyMap<string, { readonly rule: string; readonly reason: string }>> {
  const found = await keysIn(git, edits);
  if ([...found.values()].every(({ size }) => size === 0)) return new Map();
  const before = await keysIn(git, await git.edits(to, from));
  const known = new Set([...before.values()].flatMap((keys) => [...keys.keys()]));
  return new Map(
    edits.flatMap(({ path, oid = "" }) => {
      const [first] = [...(found.get(oid) ?? [])].filter(([key]) => !known.has(key)).map(([, key]) => key);
      if (first === undefined) return [];
      const reason = `line ${first.line} has what looks like a secret (${first.kind}), which would become a part of the history`;
      return [[path, { rule: KEY_RULE, reason }] as const];
    }),
  );
}

/** By blob, the keys in it by their text. */
async function keysIn(
  git: Pick<PublishGit, "readBlobs">,
  edits: readonly TreeEdit[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, FoundKey>>> {
  const found = new Map<string, Map<string, FoundKey>>();
  const oids = edits.flatMap(({ mode, oid }) => (oid === undefined || mode === "160000" ? [] : [oid]));
  await git.readBlobs(oids, createKeySearch(found));
  return found;
}

/** Reads the bytes as Latin-1: keys are ASCII, and no encoding is presumed. */
function createKeySearch(found: Map<string, Map<string, FoundKey>>): BlobVisitor {
  let keys = new Map<string, FoundKey>();
  let pieces: Buffer[] = [];
  let length = 0;
  let linesBefore = 0;
  const search = (): string => {
    const text = Buffer.concat(pieces).toString("latin1");
    for (const { name, start, end } of findShapes(text)) {
      const key = text.slice(start, end);
      if (!isExample(key) && !keys.has(key))
        keys.set(key, { kind: name, line: linesBefore + 1 + lineEndsIn(text, start) });
    }
    return text;
  };
  return {
    begin: (id) => {
      keys = new Map();
      found.set(id, keys);
      pieces = [];
      length = 0;
      linesBefore = 0;
    },
    piece: (bytes) => {
      pieces.push(bytes);
      length += bytes.length;
      if (length < PIECE_BYTES + OVERLAP_BYTES) return;
      const text = search();
      linesBefore += lineEndsIn(text, text.length - OVERLAP_BYTES);
      pieces = [Buffer.from(text.slice(-OVERLAP_BYTES), "latin1")];
      length = OVERLAP_BYTES;
    },
    end: () => void search(),
  };
}

/** Documentation of providers shows keys like AKIAIOSFODNN7EXAMPLE. */
function isExample(key: string): boolean {
  return /EXAMPLE/.test(key);
}

function lineEndsIn(text: string, until: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < until; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
