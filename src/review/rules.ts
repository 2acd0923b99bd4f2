/** The repository's own rules for reviews: `REVIEW.md` and `.github/kimi-review/*.md` of the base, never of the change. */

import { beginningOf } from "../base/truncate.ts";
import { createGit } from "../workspace/git/git.ts";
import { objectId } from "../workspace/git/object-id.ts";

const FOLDER = ".github/kimi-review/";
/** Characters of all rules together. */
const MAX_CHARS = 30_000;

export async function reviewRules(
  { root, path, gitDir }: { readonly root: string; readonly path: string; readonly gitDir: string },
  base: string,
): Promise<ReadonlyMap<string, string>> {
  const git = createGit({ cwd: root, path, env: { GIT_DIR: gitDir } });
  const args = ["ls-tree", "-r", "-z", "--full-tree", objectId(base), "--", "REVIEW.md", FOLDER];
  const entries = (await git({ args })).toString("utf8").split("\0");
  const rules = new Map<string, string>();
  let left = MAX_CHARS;
  for (const entry of entries) {
    const [, id, name] =
      /^100(?:644|755) blob ([0-9a-f]+)\t(REVIEW\.md|\.github\/kimi-review\/.+\.md)$/.exec(entry) ?? [];
    if (id === undefined || name === undefined || left <= 0) continue;
    const text = beginningOf((await git({ args: ["cat-file", "blob", objectId(id)] })).toString("utf8"), left);
    rules.set(name, text);
    left -= text.length;
  }
  return rules;
}
