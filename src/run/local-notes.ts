/** What a person at a terminal may take for granted and is not so: that the run stays in this folder, and that it follows the policy as it stands. */

import { lstatSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { realPath } from "./open/outside.ts";
import { committedPolicyPaths, type PolicyPathOptions } from "./open/policy-path.ts";

export interface LocalNotesOptions extends PolicyPathOptions {
  /** Files of the commit whose policy holds. */
  readonly files: ReadonlyMap<string, string>;
}

/** The sentences, for the person alone: nothing follows from them. */
export function localNotes({ policyPath, cwd, root, files }: LocalNotesOptions): readonly string[] {
  const below = relative(root, realPath(cwd));
  const [path] = committedPolicyPaths({ policyPath, cwd, root });
  return [
    ...(below === "" ? [] : [`The run works on the whole repository, ${root}, and not on ${below} alone.`]),
    ...(path === undefined ? [] : policyNote(path, { root, committed: files.get(path) })),
  ];
}

interface CommittedFile {
  /** Of the checkout. */
  readonly root: string;
  /** What the commit has at the path. */
  readonly committed: string | undefined;
}

/** Whether the checkout has a file there that is not the commit's. */
export function differsHere(path: string, { root, committed }: CommittedFile): boolean {
  const here = join(root, path);
  const isFile = lstatSync(here, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && readFileSync(here, "utf8") !== committed;
}

function policyNote(path: string, { root, committed }: CommittedFile): readonly string[] {
  if (!differsHere(path, { root, committed })) return [];
  return committed === undefined
    ? [`${path} is not committed. The built-in policy holds; commit the file, or try it with \`policy explain\`.`]
    : [`${path} has changes that are not committed. The run follows the committed policy.`];
}
