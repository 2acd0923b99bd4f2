/** Whether a policy file is part of the repository. Such a file is read only from the trusted commit. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { lstatOrNone } from "../../base/file-text.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { realPath } from "./outside.ts";
import { POLICY_PATH, type WorkbenchSettings } from "./request.ts";

export interface PolicyPathOptions extends Pick<WorkbenchSettings, "policyPath" | "cwd"> {
  /** The real path of the work tree. */
  readonly root: string;
}

/** The path of the policy from the root of the repository, as a list; empty for a file outside of the repository. */
export function committedPolicyPaths({ policyPath, cwd, root }: PolicyPathOptions): readonly string[] {
  if (policyPath === undefined) return [POLICY_PATH];
  // The path as written counts first: a link in the work tree belongs to the repository, even where it leads outside.
  const written = resolve(realPath(cwd), policyPath);
  const inside = [written, realPath(written)].flatMap((path) => {
    const tree = isWithin(path, root) ? root : otherTree(path, root);
    return tree === undefined ? [] : [relative(tree, path)];
  });
  return inside.slice(0, 1);
}

/** The other work tree of the same repository that contains a path. */
function otherTree(path: string, root: string): string | undefined {
  let folder = realPath(dirname(path));
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    const there = findCheckout(folder);
    return there.gitDir === findCheckout(root).gitDir && isWithin(path, there.root) ? there.root : undefined;
  } catch {
    return undefined; // it is in no repository
  }
}

/** Whether the policy in the work tree wants no copy. This is a hint: the commit's policy decides, and a wrong hint costs time. */
export function seemsDirect(root: string, { policyPath, cwd }: Pick<WorkbenchSettings, "policyPath" | "cwd">): boolean {
  const file = policyPath === undefined ? join(root, POLICY_PATH) : resolve(cwd, policyPath);
  try {
    if (!statSync(file).isFile()) return false; // a pipe can be read only once
    return /\bisolation:[ \t]*direct\b/.test(readFileSync(file, "utf8").replaceAll(/#.*/g, ""));
  } catch {
    return false;
  }
}

interface LocalNotesOptions extends PolicyPathOptions {
  /** Files of the commit that has the policy. */
  readonly files: ReadonlyMap<string, string>;
}

/** Corrects two assumptions of a person: that a run works on this folder alone, and follows uncommitted changes of the policy. */
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
