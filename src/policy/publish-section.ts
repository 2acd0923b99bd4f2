/** The section `publish` of the policy file. */

import type { GitHubAction } from "../protocol/approval.ts";
import { checked, flag, list, mapping, named, oneOf, setting, whole } from "../yaml/fields.ts";
import { OUTPUT_LIMITS } from "./github-pattern.ts";
import { globProblem, workspaceGlobProblem } from "./path-glob.ts";

/** At most a hundred, which a person can still undo by hand. */
const most = (action: GitHubAction) => setting(whole(0, 100), `${OUTPUT_LIMITS[action]} when left out.`);

/** Encryption may be named in any way: git-crypt has keys like `git-crypt-team`, and transcrypt's filter is `crypt`. */
function filterProblem(name: string): string | undefined {
  if (/\s/.test(name)) return "the name of a filter without spaces, as in .gitattributes";
  const folded = name.toLowerCase();
  if (folded === "lfs") return "another filter: without lfs, large files would become a part of the history";
  if (folded.includes("crypt"))
    return "another filter: without one that encrypts, secrets would be published in plain text";
  return undefined;
}

export const Publish = mapping({
  pull_request: setting(oneOf(["draft", "ready", "none"]), "How changes are proposed; `draft` when left out."),
  protected: setting(
    list(checked(globProblem, 'a glob, like "**/CODEOWNERS"', 256), "a list of globs"),
    "A change to one of these is at least deferred; a name without `/` matches at any depth.",
  ),
  include: setting(
    list(checked(workspaceGlobProblem, 'a glob, like "src/generated/**"', 256), "a list of globs"),
    "Files whose changes by an earlier step of the job are included in the change and judged like the run's own.",
  ),
  agent_files: setting(
    oneOf(["allow"]),
    "`allow`: the rules decide about files that steer agents (`AGENTS.md`, `.mcp.json`, `.claude/**` and the like). Otherwise a change to one is at least deferred.",
  ),
  filters: setting(
    named(checked(filterProblem, "the name of a filter, like nbstripout", 100), oneOf(["as-is"])),
    "Git filters that are not applied: files under them are published as they are in the work tree.",
  ),
  cooldown_days: setting(
    whole(0, 365),
    "Days for which a schedule or dispatch pauses after its pull request was closed without a merge; 14 when left out.",
  ),
  dashboard: setting(
    flag(),
    "Keep an issue that lists the tasks of schedules and dispatches, where people tick what should happen; false when left out.",
  ),
  outputs: setting(
    mapping({
      label: most("label"),
      assign: most("assign"),
      issue: most("issue"),
      comment: most("comment"),
      close: most("close"),
      search: most("search"),
    }),
    "How much of each kind a run may ask for on GitHub: labels, logins, issues, comments, closings, searches.",
  ),
});
