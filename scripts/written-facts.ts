/** Facts that stand in many files and are written into them: the address of this repository, and the pins of actions. */

import { globSync, readFileSync } from "node:fs";
import { ACTION_PINS } from "./action-pins.ts";

/** `owner/name` in the `repository` of package.json, which is the one place of the address. */
export function repositoryOf(packageJson: string): string {
  const { repository } = JSON.parse(packageJson) as { readonly repository?: { readonly url?: string } };
  const [, name] = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/.exec(repository?.url ?? "") ?? [];
  if (name === undefined)
    throw new Error(
      `package.json: repository.url is ${repository?.url ?? "missing"}; write git+https://github.com/<owner>/<name>.git.`,
    );
  return name;
}

/** The text with another address of this repository in place of the one that it has. */
export function withRepository(text: string, was: string, is: string): string {
  const name = new RegExp(`(?<![\\w.-])${was.replaceAll(".", "\\.")}(?![\\w-])`, "g");
  return text.replace(name, () => is);
}

/** The text with each action that it pins by a commit at the commit of the table. What stands there by a tag stays, as for other servers. */
export function withPins(text: string): string {
  return Object.entries(ACTION_PINS).reduce(
    (page, [action, { commit, version }]) =>
      page.replace(new RegExp(`(uses: ${action}@)[0-9a-f]{40}(?: # v\\S+)?`, "g"), `$1${commit} # ${version}`),
    text,
  );
}

/** The pages and workflows with the address in them, and the constant that the program reads, which comes last: it tells what stands there. */
export const PAGES: readonly string[] = [
  "README.md",
  ...globSync(["docs/*.md", "examples/**/*.{md,yml}", ".github/workflows/*.yml"]).toSorted(),
  "src/base/version.ts",
];

/** What `npm run docs` does to one of these pages. */
export function pageWithFacts(was: string): (page: string) => string {
  const is = repositoryOf(readFileSync("package.json", "utf8"));
  return (page) => withPins(withRepository(page, was, is));
}
