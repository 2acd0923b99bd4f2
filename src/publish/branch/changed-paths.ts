/**
 * The last look at a change before it leaves: paths that are never published, and paths that are for people to change
 * unless one of them said yes. It sees the trees, not what the tools reported.
 */

import { posix } from "node:path";
import { oneLine } from "../../base/truncate.ts";
import { foldedPath, isGitsOwn } from "../../workspace/git-names.ts";
import type { TreeEdit } from "../../workspace/push.ts";
import type { Refusal } from "../result/publish-result.ts";

/** The rule of the policy that holds or rejects a change of this file, unless a person approved it. */
export type HeldBy = (path: string) => HoldingRule | undefined;

interface HoldingRule {
  /** Its id. */
  readonly rule: string;
  readonly reason?: string | undefined;
}

/** Changed by people only, whatever the policy file says. For folded paths. */
const GUARDED: readonly { readonly sign: RegExp; readonly what: string }[] = [
  { sign: /^\.github\/workflows\//, what: "a workflow file" },
  // As a whole an edit names what is no folder: a link, which brings its own workflows along.
  { sign: /^\.github(\/workflows)?$/, what: "in the place of the folder of workflows" },
  { sign: /^\.github\/kimi-policy\.yml$/, what: "the policy file" },
  { sign: /(^|\/)codeowners$/, what: "a CODEOWNERS file" },
  { sign: /(^|\/)\.gitmodules$/, what: "the list of submodules" },
  { sign: /(^|\/)\.gitattributes$/, what: "git attributes, which can start programs" },
];

/** Why these edits may not be published; undefined when they may. `linkTargets` holds where each changed link points. */
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
        reason: `${edit.path} ${unsafe}; the change is not published.`,
        fix: "Look at changes.patch in the artifact and apply by hand what is wanted.",
      };
    }
  }
  for (const { path } of edits) {
    const guarded = GUARDED.find(({ sign }) => sign.test(foldedPath(path)))?.what;
    if (guarded !== undefined) {
      return {
        code: "protected_path",
        reason: `${path} is ${guarded}; a person has to make this change.`,
        fix: "Apply changes.patch from the artifact by hand.",
      };
    }
    const holding = heldBy(path);
    if (holding === undefined) continue;
    const why = holding.reason === undefined ? "" : ` (${oneLine(holding.reason, 200)})`;
    return {
      code: "protected_path",
      reason: `${path} was changed, which the policy's rule ${holding.rule} leaves to people${why}; nobody approved it as it is.`,
      fix: "Apply changes.patch from the artifact by hand, or change the rule in .github/kimi-policy.yml.",
    };
  }
  return undefined;
}

function unsafeReason({ path, oldMode, mode }: TreeEdit, target: string | undefined): string | undefined {
  if (isGitsOwn(path)) return "is one of git's own records, here or on another system";
  if (mode === "160000" || oldMode === "160000") return "is a submodule";
  if (mode === "120000" && (target === undefined || leaves(path, target)))
    return "is a link that points outside of the repository, or may";
  return undefined;
}

/** Only at its beginning `..` is known to stay inside: behind a name, which can be a link of its own, it leads anywhere. */
function leaves(path: string, target: string): boolean {
  const names = target.replaceAll("\\", "/").split("/");
  const below = names.findIndex((name) => name !== "." && name !== "..");
  if (/^[/\\]|^[a-z]:|\0/i.test(target) || names.includes("..", below === -1 ? names.length : below)) return true;
  const resolved = foldedPath(posix.join(posix.dirname(path), ...names)).split("/");
  return resolved[0] === ".." || resolved.includes(".git");
}
