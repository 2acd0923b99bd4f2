/** Corrects two assumptions of a person at a terminal: that a run works on this folder alone, and that it follows uncommitted changes of the policy. */

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { lstatOrNone } from "../base/file-text.ts";
import { realPath } from "./open/outside.ts";
import { committedPolicyPaths, type PolicyPathOptions } from "./open/policy-path.ts";

export interface LocalNotesOptions extends PolicyPathOptions {
  /** Files of the commit that has the policy. */
  readonly files: ReadonlyMap<string, string>;
}

/** The sentences. They change nothing about the run. */
export function localNotes({ policyPath, cwd, root, files }: LocalNotesOptions): readonly string[] {
  const below = relative(root, realPath(cwd));
  const [path] = committedPolicyPaths({ policyPath, cwd, root });
  return [
    ...(below === "" ? [] : [`The run works on the whole repository, ${root}, and not on ${below} alone.`]),
    ...(path === undefined ? [] : policyNote(path, { root, committed: files.get(path) })),
  ];
}

interface CommittedFile {
  /** The root of the checkout. */
  readonly root: string;
  /** The content of the file in the commit; undefined where it is not there. */
  readonly committed: string | undefined;
}

/** Whether the checkout has a file at a path that differs from the commit's. */
export function differsHere(path: string, { root, committed }: CommittedFile): boolean {
  const here = join(root, path);
  const isFile = lstatOrNone(here)?.isFile() === true;
  return isFile && readFileSync(here, "utf8") !== committed;
}

function policyNote(path: string, { root, committed }: CommittedFile): readonly string[] {
  if (committed !== undefined && lstatOrNone(join(root, path)) === undefined)
    return [`${path} is not in the work tree. The run follows the committed policy.`];
  if (!differsHere(path, { root, committed })) return [];
  return committed === undefined
    ? [`${path} is not committed. The built-in policy applies; commit the file, or try it with \`policy explain\`.`]
    : [`${path} has changes that are not committed. The run follows the committed policy.`];
}
