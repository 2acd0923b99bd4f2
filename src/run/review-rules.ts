/** The repository's own rules for reviews, from the base. `paths` in front matter limits a rule to these files. */

import { beginningOf } from "../base/truncate.ts";
import { compileGlobs } from "../policy/path-glob.ts";
import { readRule } from "../policy/file/review-rule.ts";
import type { OpenReview } from "../review/open-review.ts";
import type { RunnerError } from "../protocol/error.ts";
import type { ReadObjects } from "../workspace/git/open-reader.ts";
import { readHead } from "../workspace/repository.ts";

const OWN_FILE = "REVIEW.md";
const FOLDER = ".github/kimi-review/";
/** Where such rules are in a commit. */
const PLACES = {
  isFile: (path: string) => path === OWN_FILE || (path.startsWith(FOLDER) && path.endsWith(".md")),
  isFolder: (path: string) => FOLDER.startsWith(`${path}/`) || path.startsWith(FOLDER),
};
/** Characters of all rules together. */
const MAX_CHARS = 30_000;

interface RulesSource {
  readonly gitDir: string;
  /** PATH to find git on. */
  readonly path: string;
  /** A reader of the git directory that is open. */
  readonly read?: ReadObjects | undefined;
  /** The commit that is trusted. */
  readonly base: string;
  readonly review: Pick<OpenReview, "diff" | "leftOut">;
  readonly warn: (text: string) => void;
}

/** The rules for this change, by path. A rule whose front matter is wrong holds for all files, with a warning. */
export async function reviewRules(source: RulesSource): Promise<ReadonlyMap<string, string>> {
  const { gitDir, path, read, base, review, warn } = source;
  const where = { ownGitDir: gitDir, read, pathVar: path, trusted: base, paths: [], offered: PLACES };
  const onBadLink = (_path: string, { message }: RunnerError): void => warn(`${message} It is not read.`);
  const { files } = await readHead({ root: gitDir }, { ...where, onBadLink });
  const rules = new Map<string, string>();
  let left = MAX_CHARS;
  for (const [name, raw] of files) {
    const { globs, body } = name === OWN_FILE ? { body: raw, globs: undefined } : readRule(name, raw, warn);
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
