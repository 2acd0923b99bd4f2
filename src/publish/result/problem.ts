/**
 * Turns an API error or the output of a rejected push into a refusal. It has the server's own words; advice only where the cause is
 * known. No other file interprets these texts.
 */

import { oneLine } from "../../base/truncate.ts";
import { failureOf } from "../../github/api/failure.ts";
import { describeError } from "../../protocol/error.ts";
import { isOutage, isRateLimit } from "../../workspace/git/server-retries.ts";
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
  /** Left out where the server's own words are the reason. */
  readonly reason?: string;
  readonly fix: string;
}

const OWN_BRANCHES = "exclude `kimi/**` from this rule (Settings → Rules)";

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
    sign: /push protection|push cannot contain secrets|secret detected/i,
    code: "secret",
    fix: "Ask for a change without this value and rotate it, or let a person who may do so allow it.",
  },
  {
    sign: /one pending review/i,
    code: "failed",
    fix: "Submit or discard the pending review of the token's account, then ask for the review again.",
  },
  {
    sign: /verified signatures|must be signed/i,
    code: "failed",
    fix: "Set the input `commit: verified`: GitHub then makes the commit and signs it.",
  },
  {
    sign: /merge queue/i,
    code: "protected_branch",
    fix: "Merge the separate branch by a pull request, which goes through the queue.",
  },
  {
    sign: /commit message must|(?:author|committer) email/i,
    code: "failed",
    fix: `Commit changes.patch of the run's bundle by hand with a message that fits, or ${OWN_BRANCHES}.`,
  },
  {
    sign: /branch name must|creations? (?:being|is) restricted/i,
    code: "failed",
    fix: `Let this token create \`kimi/**\`, or ${OWN_BRANCHES}.`,
  },
  {
    sign: /file path is restricted|path length|file extension/i,
    code: "failed",
    fix: `Keep such files out of the change, or ${OWN_BRANCHES}.`,
  },
  {
    sign: /GH006|GH013|protected branch|protected ref|rule violations|cannot update this protected/i,
    code: "protected_branch",
    fix: "Settings → Rules, Branches: let the token's account bypass the rule that is named, or exclude `kimi/**` from it.",
  },
  {
    sign: /GH001|large files detected|exceeds GitHub's file size limit|too large/i,
    code: "too_large",
    fix: "Keep the file out of the change, or use Git LFS. changes.patch of the run's bundle has the whole change.",
  },
  {
    sign: /exists; cannot create|directory file conflict/i,
    code: "failed",
    fix: "Rename or delete the branch that is in the way: git has no branches below the name of another one.",
  },
  {
    sign: /stale info|non-fast-forward|not a fast forward|fetch first|reference already exists|failed to update ref|cannot lock ref/i,
    code: "moved",
    reason: "Another person or job pushed to the branch during the run, and kimi-runner never force-pushes.",
    fix: "Start the run again on the new state, or apply changes.patch of the run's bundle by hand.",
  },
  {
    sign: /repository (?:\S+ )?not found/i,
    code: "missing",
    fix: "Check that the repository still exists, and that the token may see it.",
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
  const failure = failureOf(error);
  const status = failure?.status;
  const said = failure?.detail || (status === undefined ? describeError(error) : `status ${status}`);
  if (failure?.isRateLimit === true) return RATE_LIMITED;
  const known = KNOWN.find(({ sign }) => sign.test(said));
  if (known !== undefined && !isLost(error)) return pick(known, `GitHub refused: ${words(said)}.`);
  if (status === 401) return expired(said);
  if (status === 403) return denied(said) ?? readOnly(permission, said);
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
  return { code: "failed", reason: `GitHub refused: ${words(said)}.`, fix };
}

/** What does not exist if a call that needs the permission gets a 404. */
const WHAT: Readonly<Record<WorkflowPermission, string>> = {
  contents: "The branch or commit",
  "pull-requests": "The pull request or comment",
  issues: "The conversation or comment",
};

/** Advises for the branch of another person, beside which there is one of ours. */
export function forBranch(refusal: Refusal, branch: string): Refusal {
  if (refusal.code !== "protected_branch" || branch.startsWith("kimi/")) return refusal;
  const fix = `Merge the separate branch, or let this token push to ${oneLine(branch, 100)} (Settings → Rules).`;
  return { ...refusal, fix };
}

/** The refusal for a push that git reported as failed. */
export function refusalOfPush(said: string): Refusal {
  if (isRateLimit(said)) return RATE_LIMITED;
  const known = KNOWN.find(({ sign }) => sign.test(said));
  const told = hookWords(said) ?? oneLine(said, 300);
  const refused = `The server refused the push: ${told}.`;
  if (known !== undefined) return pick(known, refused);
  if (/returned error: 401|authentication failed|could not read username/i.test(said)) return expired(told);
  if (/returned error: 403|permission to .* denied/i.test(said)) return denied(told) ?? readOnly("contents", told);
  if (/remote rejected|hook declined/i.test(said) && !isOutage(said))
    return { code: "failed", reason: refused, fix: BY_HAND };
  return { code: "unknown", reason: `The push failed: ${oneLine(said, 300)}.`, fix: LATER };
}

/** Characters of a hook's words: GitHub's push protection names rule, commit, path and a link. */
const MAX_HOOK_CHARS = 800;

/** What a hook of the server said. Git's own lines come first, and would leave no room for it; lines of dashes say nothing. */
function hookWords(said: string): string | undefined {
  const lines = said
    .split("\n")
    .flatMap((line) => /^(?:git \w{1,20} failed: )?remote: *(?:error: *)?(.*)$/.exec(line)?.[1]?.trim() ?? []);
  const words = lines.map((line) => line.replaceAll(/—{2,}/g, "").trim()).filter((line) => line !== "");
  return words.length === 0 ? undefined : oneLine(words.join(" "), MAX_HOOK_CHARS).replace(/\.$/, "");
}

const LATER = "Run again; the work is in the run's bundle.";
const RATE_LIMITED: Refusal = {
  code: "rate_limited",
  reason: "A rate limit of GitHub refused it; no permission is missing.",
  fix: LATER,
};
const BY_HAND = "Apply changes.patch of the run's bundle by hand.";

/** The server's words within a sentence. */
function words(said: string): string {
  return oneLine(said, 300).replace(/\.$/, "");
}

function expired(said: string): Refusal {
  return {
    code: "read_only",
    reason: `The server no longer accepts the token: ${words(said)}.`,
    fix: "The token of a GitHub App expires after an hour, and others can be revoked. Run the job again: it publishes what the run left.",
  };
}

/** Refusals of a 403 that no permission of the workflow mends. */
const DENIED: readonly (readonly [sign: RegExp, fix: string])[] = [
  [
    /\bSAML\b/i,
    "Authorize the token for the organization's single sign-on (SAML), or use one of an App that is installed there.",
  ],
  [
    /app access restrictions|forbids access via/i,
    "Let an owner of the organization allow such a token, or use one of an App that is installed there.",
  ],
  [/IP allow list/i, "Use a runner whose address is on the organization's list, or add the address."],
  [
    /restricted to collaborators|limited to collaborators/i,
    "Make the token's account a collaborator, or lift that limit in the repository's settings.",
  ],
];

function denied(said: string): Refusal | undefined {
  const fix = DENIED.find(([sign]) => sign.test(said))?.[1];
  return fix === undefined ? undefined : { code: "read_only", reason: `GitHub refused: ${words(said)}.`, fix };
}

function readOnly(permission: WorkflowPermission, said: string): Refusal {
  return {
    code: "read_only",
    reason: `The token may not write ${permission}: ${words(said)}.`,
    fix: `Add \`permissions: ${permission}: write\` to the job.`,
  };
}

function pick({ code, reason, fix }: Known, said: string): Refusal {
  return { code, reason: reason ?? said, fix };
}
