/** The repository's own rules for reviews, from the base. `paths` in front matter limits a rule to these files. */

import { beginningOf } from "../base/truncate.ts";
import { compileGlobs } from "../policy/path-glob.ts";
import { readRule } from "../policy/file/review-rule.ts";
import type { OpenReview } from "../review/open-review.ts";
import { createGit } from "../workspace/git/git.ts";
import { objectId } from "../workspace/git/object-id.ts";

const FOLDER = ".github/kimi-review/";
/** Characters of all rules together. */
const MAX_CHARS = 30_000;

interface RulesSource {
  readonly root: string;
  /** PATH to find git on. */
  readonly path: string;
  readonly gitDir: string;
  /** The commit that is trusted. */
  readonly base: string;
  readonly review: Pick<OpenReview, "diff" | "leftOut">;
  readonly warn: (text: string) => void;
}

/** The rules for this change, by path. A rule whose front matter is wrong holds for all files, with a warning. */
export async function reviewRules(source: RulesSource): Promise<ReadonlyMap<string, string>> {
  const { root, path, gitDir, base, review, warn } = source;
  const git = createGit({ cwd: root, path, env: { GIT_DIR: gitDir } });
  const args = ["ls-tree", "-r", "-z", "--full-tree", objectId(base), "--", "REVIEW.md", FOLDER];
  const entries = (await git({ args })).toString("utf8").split("\0");
  const rules = new Map<string, string>();
  let left = MAX_CHARS;
  for (const entry of entries) {
    const [, id, name] =
      /^100(?:644|755) blob ([0-9a-f]+)\t(REVIEW\.md|\.github\/kimi-review\/.+\.md)$/s.exec(entry) ?? [];
    if (id === undefined || name === undefined) continue;
    const raw = (await git({ args: ["cat-file", "blob", objectId(id)] })).toString("utf8");
    const { globs, body } = name.startsWith(FOLDER) ? readRule(name, raw, warn) : { body: raw, globs: undefined };
    if (globs !== undefined && !(await isTouched(review, globs))) continue;
    const whole = globs === undefined ? body : `Only for files that match ${globs.join(", ")}:\n${body}`;
    const shown = beginningOf(whole, left);
    if (shown.length < whole.length)
      warn(`${name} is cut off: the rules of a review together have at most ${MAX_CHARS} characters.`);
    if (shown !== "") rules.set(name, shown);
    left -= shown.length;
  }
  return rules;
}

/** Whether the change touches one of these files, also where it only left such a place. */
async function isTouched({ diff, leftOut }: RulesSource["review"], globs: readonly string[]): Promise<boolean> {
  const matches = compileGlobs(globs);
  const without = await leftOut();
  return [...(await diff()).files.values()].some(
    ({ path, oldPath = path }) => !without.has(path) && (matches(path) || matches(oldPath)),
  );
}
