/**
 * Whether a policy is part of the repository. Such a file is read from the trusted commit alone: the head of a pull request, and
 * what a step before this one left in the work tree, can hold another one.
 */

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isWithin } from "../../base/is-within.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { realPath } from "./outside.ts";
import { POLICY_PATH, type WorkbenchSettings } from "./request.ts";

export interface PolicyPathOptions extends Pick<WorkbenchSettings, "policyPath" | "cwd"> {
  /** Real path of the work tree. */
  readonly root: string;
}

/** The policy as a path from the root of the repository; none for a file that lies outside of it. */
export function committedPolicyPaths({ policyPath, cwd, root }: PolicyPathOptions): readonly string[] {
  if (policyPath === undefined) return [POLICY_PATH];
  // The path as written comes first: a link in the work tree may lead outside and still belongs to the repository.
  const written = resolve(realPath(cwd), policyPath);
  const inside = [written, realPath(written)].flatMap((path) => {
    const tree = isWithin(path, root) ? root : otherTree(path, root);
    return tree === undefined ? [] : [relative(tree, path)];
  });
  return inside.slice(0, 1);
}

/** The other work tree of the same repository in which a path lies. */
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

/** Whether the policy in the work tree asks for no copy. Only a hint: the commit's policy decides, and a wrong hint costs time. */
export function seemsDirect(root: string, { policyPath }: Pick<WorkbenchSettings, "policyPath">): boolean {
  const file = policyPath ?? join(root, POLICY_PATH);
  try {
    // A pipe can be read once only.
    return statSync(file).isFile() && /^\s*isolation:\s*direct\b/m.test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}
