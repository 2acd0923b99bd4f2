/** Finds keys of a known shape, such as a GitHub token, that a change brings. It may be a fixture, so a person decides about the file. */

import { findShapes } from "../../base/redact/token-shapes.ts";
import { reverseOf, type TreeEdit } from "../changes.ts";
import type { PublishGit } from "../push.ts";
import { blobsOf, latin1Pieces, PIECE_BYTES } from "./leaks.ts";

/** Rule for files that bring what looks like a key. */
const KEY_RULE = "builtin:key";

interface FoundKey {
  readonly kind: string;
  readonly line: number;
}

/** By path, why a person decides about the file. A key that some file of the change had before is not new. */
export async function keysBrought(
  git: Pick<PublishGit, "readBlobs">,
  edits: readonly TreeEdit[],
): Promise<ReadonlyMap<string, { readonly rule: string; readonly reason: string }>> {
  const found = await keysIn(git, edits);
  if ([...found.values()].every(({ size }) => size === 0)) return new Map();
  const before = await keysIn(git, edits.map(reverseOf));
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
  const found = new Map<string, ReadonlyMap<string, FoundKey>>();
  await git.readBlobs(blobsOf(edits), ({ id, content }) => void found.set(id, keysOf(content)));
  return found;
}

function keysOf(content: Buffer): ReadonlyMap<string, FoundKey> {
  const keys = new Map<string, FoundKey>();
  let line = 1;
  let lineEnd = content.indexOf("\n"); // of that line
  for (const { text, at } of latin1Pieces(content)) {
    for (const { name, start, end } of findShapes(text)) {
      if (start >= PIECE_BYTES) break; // the next piece has it whole
      for (; lineEnd !== -1 && lineEnd < at + start; lineEnd = content.indexOf("\n", lineEnd + 1)) line += 1;
      const key = text.slice(start, end);
      // Documentation of providers shows keys like AKIAIOSFODNN7EXAMPLE.
      if (!key.includes("EXAMPLE") && !keys.has(key)) keys.set(key, { kind: name, line });
    }
  }
  return keys;
}
