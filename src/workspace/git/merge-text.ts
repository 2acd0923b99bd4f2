/** Three-way merge of one text, and writing its result as a blob. No attribute, filter or merge driver takes part. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RunnerError } from "../../protocol/error.ts";
import type { Git } from "./git.ts";

interface TextVersions {
  readonly base: Buffer;
  readonly ours: Buffer;
  readonly theirs: Buffer;
}

export interface MergeText {
  /** `ours` with the changes from `base` to `theirs`; undefined where both changed the same lines, and for binary content. */
  readonly mergeText: (versions: TextVersions) => Promise<Buffer | undefined>;
  /** Writes a blob and returns its id. */
  readonly writeBlob: (content: Buffer) => Promise<string>;
}

/** `gitDir` is the controller's own git directory; `git` works in it. */
export function createMergeText(git: Git, gitDir: string): MergeText {
  return {
    async mergeText(versions) {
      const dir = mkdtempSync(join(gitDir, "merge-"));
      try {
        const [ours = "", base = "", theirs = ""] = (["ours", "base", "theirs"] as const).map((name) => {
          writeFileSync(join(dir, name), versions[name]);
          return join(dir, name);
        });
        const merged = await git({ args: ["merge-file", "-p", "-q", ours, base, theirs] });
        // simple-git takes a process that says nothing on standard error for a success. git labels a conflict with the name of the file.
        return merged.includes(`<<<<<<< ${ours}\n`) ? undefined : merged;
      } catch (error) {
        // git says that it cannot merge a binary file.
        if (error instanceof RunnerError && error.code === "git.failed") return undefined;
        throw error;
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
    },
    writeBlob: async (content) =>
      (await git({ args: ["hash-object", "-w", "--no-filters", "--stdin"], input: content })).toString("utf8").trim(),
  };
}
