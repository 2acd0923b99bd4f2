/** Whether a repository's commits follow Conventional Commits 1.0.0, and the subject in that form where the model chose another one. */

/** `fix(parser)!: words`. */
const CONVENTIONAL = /^[a-z]+(?:\([^()\n]+\))?!?: \S/i;

/** True where at least half of the subjects that people chose have the form. Git and GitHub choose those of merges and reverts. */
export function isConventional(subjects: readonly string[]): boolean {
  const chosen = subjects.filter((subject) => !/^(?:Merge |Revert "|Initial commit$)/.test(subject));
  return chosen.length > 0 && chosen.filter((subject) => CONVENTIONAL.test(subject)).length * 2 >= chosen.length;
}

/** The subject in the style of the log. `paths`: the changed files, from which a missing type is taken. */
export function inStyleOf(subjects: readonly string[], title: string, paths: readonly string[]): string {
  if (!isConventional(subjects) || CONVENTIONAL.test(title)) return title;
  const [first = ""] = Array.from(title);
  // "README" and "API" keep their capitals.
  const rest = title.slice(first.length);
  const words = /^\p{Lu}/u.test(rest) ? title : `${first.toLowerCase()}${rest}`;
  return `${typeOf(paths)}: ${words}`;
}

const DOCS = /(?:^|\/)docs?\/|\.(?:md|mdx|rst|adoc|txt)$/i;
const TESTS = /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.\w+$|_test\.\w+$/i;

function typeOf(paths: readonly string[]): string {
  const all = (kind: RegExp): boolean => paths.length > 0 && paths.every((path) => kind.test(path));
  if (all(DOCS)) return "docs";
  return all(TESTS) ? "test" : "fix";
}
