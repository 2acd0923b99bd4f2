/**
 * What a release is made of: prints `version=…` for a job's outputs, and writes the section of that version in CHANGELOG.md into
 * the file of the argument. It refuses where changelog, package.json, repository or branch do not belong together. It needs no
 * package of others, because a job with rights runs it.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { repositoryOf } from "./written-facts.ts";

interface Sources {
  readonly changelog: string;
  readonly packageJson: string;
  /** GITHUB_REPOSITORY, GITHUB_REF */
  readonly repository: string | undefined;
  readonly ref: string | undefined;
}

/** Throws with what does not fit. */
export function releaseFacts({ changelog, packageJson, repository, ref }: Sources): {
  readonly version: string;
  readonly notes: string;
} {
  const [, title = "", notes = ""] = /^## (.*)\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? [];
  const { version } = JSON.parse(packageJson) as { readonly version: string };
  const own = repositoryOf(packageJson);
  const refused = (what: string): never => {
    throw new Error(what);
  };
  if (!/^\d+\.\d+\.\d+$/.test(title)) refused(`CHANGELOG.md begins with "${title}"; write a version such as 1.2.3.`);
  if (title !== version)
    refused(`CHANGELOG.md begins with ${title}, and package.json has ${version}; make them equal.`);
  if (notes.trim() === "") refused(`CHANGELOG.md says nothing about ${title}.`);
  if (own !== repository)
    refused(`package.json names ${own}, and this is ${repository}; change \`repository\`, then run \`npm run docs\`.`);
  if (ref !== "refs/heads/main") refused(`This is ${ref}; a release is made from refs/heads/main.`);
  return { version, notes: `${notes.trim()}\n` };
}

if (import.meta.main) {
  const { version, notes } = releaseFacts({
    changelog: readFileSync("CHANGELOG.md", "utf8"),
    packageJson: readFileSync("package.json", "utf8"),
    repository: process.env["GITHUB_REPOSITORY"],
    ref: process.env["GITHUB_REF"],
  });
  writeFileSync(process.argv[2] ?? "/dev/null", notes);
  console.log(`version=${version}`);
}
