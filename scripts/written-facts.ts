/** Facts that stand in many files and are written into them: the address of this repository. */

import { globSync, readFileSync } from "node:fs";

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

/** The pages and workflows with the address in them, and the constant that the program reads, which comes last: it tells what stands there. */
export const PAGES: readonly string[] = [
  "README.md",
  ...globSync(["docs/*.md", "examples/**/*.{md,yml}", ".github/workflows/*.yml"]).toSorted(),
  "src/base/version.ts",
];

/** What `npm run docs` does to one of these pages. */
export function pageWithFacts(was: string): (page: string) => string {
  const is = repositoryOf(readFileSync("package.json", "utf8"));
  return (page) => withRepository(page, was, is);
}
