/** Turns an API error or the output of a rejected push into a refusal. No other file interprets these texts. */

import { oneLine } from "../../base/truncate.ts";
import { failureOf } from "../../github/api/failure.ts";
import { describeError } from "../../protocol/error.ts";
import { isRateLimit } from "../../workspace/git/server-patience.ts";
import type { Refusal, RefusalCode } from "./publish-result.ts";

/** Key of a workflow's `permissions`. */
export type WorkflowPermission = "contents" | "pull-requests" | "issues";

/** The HTTP status of the client's error; undefined without an answer. */
export function statusOf(error: unknown): number | undefined {
  return failureOf(error)?.status;
}

/** Whether GitHub may have carried out the request: there was no answer, or a proxy answered in its place. */
export function isLost(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500;
}

interface Known {
  readonly sign: RegExp;
  readonly code: RefusalCode;
  readonly reason: string;
  readonly fix: string;
}

/** The first sign that matches decides. The words are those of GitHub and git. */
const KNOWN: readonly Known[] = [
  {
    sign: /not permitted to create or approve pull requests|not allowed to create or approve pull requests/i,
    code: "not_permitted",
    reason: "GitHub Actions may not open pull requests in this repository.",
    fix: "Settings → Actions → General → Workflow permissions: tick “Allow GitHub Actions to create and approve pull requests”.",
  },
  {
    sign: /without `?workflows?`? (permission|scope)|workflows? (permission|scope)/i,
    code: "workflow_scope",
    reason: "The change touches workflow files, which this token may not change.",
    fix: "Use an App token or a personal token with the `workflow` scope, or apply changes.patch of the run's bundle by hand.",
  },
  {
    sign: /archived/i,
    code: "read_only",
    reason: "The repository is archived.",
    fix: "Unarchive the repository, or run on another one.",
  },
  {
    sign: /GH006|GH013|protected branch|protected ref|rule violations|cannot update this protected/i,
    code: "protected_branch",
    reason: "Branch protection or a ruleset refused the push.",
    fix: "Settings → Rules: let this token push to `kimi/**`, or exclude that pattern.",
  },
  {
    sign: /GH001|large files detected|exceeds GitHub's file size limit|too large/i,
    code: "too_large",
    reason: "A changed file is too large for the server.",
    fix: "Keep the file out of the change, or use Git LFS. changes.patch of the run's bundle has the whole change.",
  },
  {
    sign: /stale info|non-fast-forward|not a fast forward|fetch first|reference already exists|failed to update ref|cannot lock ref/i,
    code: "moved",
    reason: "Another person or job pushed to the branch during the run, and kimi-runner never force-pushes.",
    fix: "Start the run again on the new state, or apply changes.patch of the run's bundle by hand.",
  },
  {
    sign: /lock(ed)? (issue|conversation)|is locked|conversation has been locked/i,
    code: "read_only",
    reason: "The conversation is locked.",
    fix: "Unlock the conversation; the result is in the job summary.",
  },
];

/** The refusal for a failed API call that needs `permission`. */
export function refusalOf(error: unknown, permission: WorkflowPermission): Refusal {
  const status = statusOf(error);
  const failure = failureOf(error);
  const said = failure?.detail ?? describeError(error);
  if (failure?.isRateLimit === true) return RATE_LIMITED;
  const known = KNOWN.find(({ sign }) => sign.test(said));
  if (known !== undefined && !isLost(error)) return pick(known);
  if (status === 401 || status === 403) return readOnly(permission);
  if (status === 404 || status === 410) {
    return {
      code: "missing",
      reason: `${WHAT[permission]} does not exist, or this token may not see it (GitHub answered ${status}).`,
      fix: `Check that it still exists, and that the workflow has \`permissions: ${permission}: write\`.`,
    };
  }
  if (isLost(error)) {
    return { code: "unknown", reason: `GitHub did not answer: ${oneLine(said, 200)}.`, fix: LATER };
  }
  const fix = permission === "contents" ? BY_HAND : "The job summary has the result.";
  return { code: "failed", reason: `GitHub refused: ${oneLine(said, 300)}.`, fix };
}

/** What does not exist if a call that needs the permission gets a 404. */
const WHAT: Readonly<Record<WorkflowPermission, string>> = {
  contents: "The branch or commit",
  "pull-requests": "The pull request or comment",
  issues: "The conversation or comment",
};

/** Names the branch in a refusal by a branch's rules. */
export function forBranch(refusal: Refusal, branch: string): Refusal {
  if (refusal.code !== "protected_branch" || branch.startsWith("kimi/")) return refusal;
  const reason = `Branch protection or a ruleset refused the push to ${oneLine(branch, 100)}.`;
  const fix = `Merge the branch beside it, or let this token push to ${oneLine(branch, 100)} (Settings → Rules).`;
  return { ...refusal, reason, fix };
}

/** The refusal for a push that git reported as failed. */
export function refusalOfPush(said: string): Refusal {
  if (isRateLimit(said)) return RATE_LIMITED;
  const known = KNOWN.find(({ sign }) => sign.test(said));
  if (known !== undefined) return pick(known);
  if (/returned error: 40[13]|permission to .* denied|authentication failed|could not read username/i.test(said))
    return readOnly("contents");
  if (/remote rejected|hook declined/i.test(said))
    return {
      code: "failed",
      reason: `The server refused the push: ${hookWords(said) ?? oneLine(said, 300)}.`,
      fix: BY_HAND,
    };
  return { code: "unknown", reason: `The push failed: ${oneLine(said, 300)}.`, fix: LATER };
}

/** What a hook of the server said. Git's own lines come first, and would leave no room for it. */
function hookWords(said: string): string | undefined {
  const lines = said.split("\n").flatMap((line) => /^remote: *(?:error: *)?(.*)$/.exec(line)?.[1]?.trim() || []);
  return lines.length === 0 ? undefined : oneLine(lines.join(" "), 300).replace(/\.$/, "");
}

const LATER = "Run again; the work is in the run's bundle.";
const RATE_LIMITED: Refusal = {
  code: "rate_limited",
  reason: "A rate limit of GitHub refused it; no permission is missing.",
  fix: LATER,
};
const BY_HAND = "Apply changes.patch of the run's bundle by hand.";

function readOnly(permission: WorkflowPermission): Refusal {
  return {
    code: "read_only",
    reason: `The token may not write ${permission}.`,
    fix: `Add \`permissions: ${permission}: write\` to the job.`,
  };
}

function pick({ code, reason, fix }: Known): Refusal {
  return { code, reason, fix };
}
