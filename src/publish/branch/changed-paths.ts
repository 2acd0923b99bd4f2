/**
 * The last check of a change before it is published: paths that are never published, and paths that only people may change
 * unless a person approved the change. It compares trees and does not rely on what the tools reported.
 */

import { posix } from "node:path";
import { oneLine } from "../../base/truncate.ts";
import { foldedPath, isGitsOwn } from "../../workspace/git-names.ts";
import type { TreeEdit } from "../../workspace/push.ts";
import type { Refusal } from "../result/publish-result.ts";

/** The rule of the policy that holds or rejects a change of this file, unless a person approved it. */
export type HeldBy = (path: string) => HoldingRule | undefined;

interface HoldingRule {
  /** The rule's id. */
  readonly rule: string;
  readonly reason?: string | undefined;
}

/** Paths that only people may change under every policy. Matched against folded paths. */
const GUARDED: readonly { readonly sign: RegExp; readonly what: string }[] = [
  { sign: /^\.github\/workflows\//, what: "a workflow file" },
  // An edit of the folder's own path makes it a link or a file; a link could bring other workflows.
  { sign: /^\.github(\/workflows)?$/, what: "a replacement of the workflows folder" },
  { sign: /^\.github\/kimi-policy\.yml$/, what: "the policy file" },
  { sign: /(^|\/)codeowners$/, what: "a CODEOWNERS file" },
  { sign: /(^|\/)\.gitmodules$/, what: "the list of submodules" },
  { sign: /(^|\/)\.gitattributes$/, what: "git attributes, which can start programs" },
];

/** Why these edits may not be published; undefined when they may. `linkTargets`: path of each changed link → its target. */
export function refusePaths(
  edits: readonly TreeEdit[],
  linkTargets: ReadonlyMap<string, string>,
  heldBy: HeldBy,
): Refusal | undefined {
  for (const edit of edits) {
    const unsafe = unsafeReason(edit, linkTargets.get(edit.path));
    if (unsafe !== undefined) {
      return {
        code: "unsafe_path",
        reason: `Nothing was published: ${edit.path} ${unsafe}.`,
        fix: "Read changes.patch in the artifact and apply the wanted parts by hand.",
      };
    }
  }
  for (const { path } of edits) {
    const guarded = GUARDED.find(({ sign }) => sign.test(foldedPath(path)))?.what;
    if (guarded !== undefined) {
      return {
        code: "protected_path",
        reason: `Nothing was published: ${path} is ${guarded}, which only a person may change.`,
        fix: "Apply changes.patch from the artifact by hand.",
      };
    }
    const holding = heldBy(path);
    if (holding === undefined) continue;
    const why = holding.reason === undefined ? "" : ` (${oneLine(holding.reason, 200)})`;
    return {
      code: "protected_path",
      reason: `Nothing was published: the policy's rule ${holding.rule} holds ${path} for a person's approval${why}, and no person approved this version.`,
      fix: "Apply changes.patch from the artifact by hand, or change the rule in .github/kimi-policy.yml.",
    };
  }
  return undefined;
}

function unsafeReason({ path, oldMode, mode }: TreeEdit, target: string | undefined): string | undefined {
  if (isGitsOwn(path)) return "is a file of git itself on some file system";
  if (mode === "160000" || oldMode === "160000") return "is a submodule";
  if (mode === "120000" && (target === undefined || leaves(path, target)))
    return "is a link that points, or could point, outside the repository";
  return undefined;
}

/** `..` after a name counts as leaving, because that name can itself be a link to any place. */
function leaves(path: string, target: string): boolean {
  const names = target.replaceAll("\\", "/").split("/");
  const below = names.findIndex((name) => name !== "." && name !== "..");
  if (/^[/\\]|^[a-z]:|\0/i.test(target) || names.includes("..", below === -1 ? names.length : below)) return true;
  const resolved = foldedPath(posix.join(posix.dirname(path), ...names)).split("/");
  return resolved[0] === ".." || resolved.includes(".git");
}
