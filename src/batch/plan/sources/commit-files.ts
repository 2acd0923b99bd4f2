/** The files of a commit, and those of them in which a pattern is found. The work tree is not read. */

import { configEnvironment, TRUST_OWNER } from "../../../workspace/git/git-environment.ts";
import { createGit } from "../../../workspace/git/git.ts";
import { objectId } from "../../../workspace/git/object-id.ts";
import type { ReadingOptions } from "../../../workspace/object-reader.ts";
import { trustedPath } from "../../../workspace/trusted-path.ts";

export interface CommitFilesOptions extends Pick<ReadingOptions, "root" | "pathVar"> {
  readonly commit: string;
}

export type CommitFiles = ReturnType<typeof createCommitFiles>;

export function createCommitFiles({ root, pathVar, commit }: CommitFilesOptions) {
  const git = createGit({
    cwd: root,
    path: trustedPath(pathVar, root),
    env: configEnvironment([TRUST_OWNER, ["grep.fallbackToNoIndex", "false"], ["submodule.recurse", "false"]]),
  });
  const id = objectId(commit);
  return {
    /** Paths of the regular files, sorted, without links and submodules. */
    list: async (): Promise<readonly string[]> => {
      const entries = namesIn(await git({ args: ["ls-tree", "-r", "-z", "--full-tree", id] }));
      return entries
        .flatMap((entry) => (/^100\d{3} /.test(entry) ? [entry.slice(entry.indexOf("\t") + 1)] : []))
        .toSorted();
    },
    /** The files in which `git grep -P` finds a pattern. Throws `git.failed` for an invalid pattern. */
    grep: async (pattern: string): Promise<ReadonlySet<string>> => {
      const flags = ["-l", "-z", "-I", "--full-name", "--no-color", "--no-textconv", "-P"];
      const found = namesIn(await git({ args: ["grep", ...flags, "-e", pattern, id, "--", ":/"] }));
      return new Set(found.map((name) => name.slice(id.length + 1))); // each begins with `<commit>:`
    },
  };
}

/** Names that each end in a zero byte, with U+FFFD for bytes that are not UTF-8. */
function namesIn(output: Buffer): readonly string[] {
  return output.toString("utf8").split("\0").slice(0, -1);
}
