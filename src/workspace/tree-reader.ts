/** Reads files of the trees of snapshots, and the differences between trees. */

import { closeSync, openSync, writeFileSync } from "node:fs";
import { parseChanges, type FileChange } from "./changes.ts";
import type { GitStream } from "./git/git-stream.ts";
import type { Git } from "./git/git.ts";
import { createHeaderQuoter } from "./git/patch-headers.ts";
import { objectId } from "./git/object-id.ts";

export interface TreeReader {
  /** Writes a patch with which `git apply` makes the same tree, byte for byte. Empty when the trees are equal. */
  readonly diff: (from: string, to: string, file: string) => Promise<void>;
  readonly changes: (from: string, to: string) => Promise<readonly FileChange[]>;
  /** The difference between each tree and the next one, without context lines. Throws `git.failed` for a missing tree. */
  readonly stages: (trees: readonly string[]) => Promise<readonly string[]>;
}

const DIFF = ["--no-ext-diff", "--no-textconv", "--no-renames", "--no-color"];

/** A line with two object ids. No line of a patch looks like it, because each begins with a sign or a word. */
const PAIR = /^([0-9a-f]{40,64} [0-9a-f]{40,64})\n/m;

export function createTreeReader({ git, stream }: { readonly git: Git; readonly stream: GitStream }): TreeReader {
  return {
    async diff(from, to, file) {
      const args = ["diff-tree", "-r", "-p", "--binary", "--full-index", ...DIFF, objectId(from), objectId(to)];
      const output = openSync(file, "w", 0o600);
      try {
        const quoter = createHeaderQuoter((bytes) => writeFileSync(output, bytes));
        await stream({ args, output: quoter.add });
        quoter.end();
      } finally {
        closeSync(output);
      }
    },
    changes: async (from, to) =>
      parseChanges(
        await git({ args: ["diff-tree", "-r", "-z", "--raw", "--numstat", ...DIFF, objectId(from), objectId(to)] }),
      ),
    async stages(trees) {
      const pairs = trees.slice(1).map((to, at) => `${objectId(trees[at] ?? "")} ${objectId(to)}\n`);
      const args = ["diff-tree", "--stdin", "-r", "-p", "-U0", "--full-index", ...DIFF];
      const text = (await git({ args, input: Buffer.from(pairs.join("")) })).toString("utf8");
      // Each difference follows its pair. git may leave out the pair of two equal trees.
      const parts = text.split(PAIR);
      const found = new Map(pairs.map((_, at) => [parts[at * 2 + 1], parts[at * 2 + 2]]));
      return pairs.map((pair) => found.get(pair.trim()) ?? "");
    },
  };
}
