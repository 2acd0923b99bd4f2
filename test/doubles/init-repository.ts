/** An empty repository as `git init --template=` leaves it, without the process that this takes. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface InitOptions {
  /** Where HEAD points. */
  readonly branch: string;
  /** Sections of the configuration with their lines. */
  readonly settings: readonly (readonly [section: string, lines: readonly string[]])[];
}

/** Writes the folder of the repository: `<work tree>/.git`, or the folder of a bare one. */
export function initRepository(gitDir: string, { branch, settings }: InitOptions): void {
  for (const folder of ["objects/info", "objects/pack", "refs/heads", "refs/tags"]) {
    mkdirSync(join(gitDir, folder), { recursive: true });
  }
  writeFileSync(join(gitDir, "HEAD"), `ref: refs/heads/${branch}\n`);
  const sections = [["core", ["repositoryformatversion = 0", "filemode = true"]] as const, ...settings];
  const text = sections.map(([name, lines]) => `[${name}]\n${lines.map((line) => `\t${line}\n`).join("")}`);
  writeFileSync(join(gitDir, "config"), text.join(""));
}
