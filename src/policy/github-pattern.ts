/** Patterns of GitHub actions in rules: `comment` in the run's own thread, `comment#*` in any thread, `label:bug` for one label. */

import { GITHUB_ACTIONS, type GitHubAction, type GitHubNeed, type Verdict } from "../protocol/approval.ts";
import { covers } from "./mcp-pattern.ts";

/** How many labels, logins, issues, comments, closings and searches one session may ask for by default. */
export const OUTPUT_LIMITS: Readonly<Record<GitHubAction, number>> = {
  label: 10,
  assign: 5,
  issue: 3,
  comment: 3,
  close: 3,
  search: 20,
};

export const GITHUB_FORMS =
  'an action, like "label", "comment#*" or "label:bug": label, assign, issue, comment, close, search, with `#*` for any issue or pull request, and a name behind label and assign';

/** Labels have no commas. GitHub accepts at most 50 characters. */
const FORM =
  /^(?:(?<named>label|assign)(?<some>#\*)?(?::(?<name>[^,\s](?:[^,\r\n]{0,98}[^,\s])?))?|(?<plain>comment|close)(?<any>#\*)?|(?<free>issue|search))$/;

/** What would be accepted instead of this pattern; undefined when it is accepted. */
export function githubPatternProblem(pattern: string): string | undefined {
  return FORM.test(pattern) ? undefined : GITHUB_FORMS;
}

/** The action that a pattern names. Its name may end with `*`. */
export function parseGitHub(pattern: string): GitHubNeed | undefined {
  const { named, some, name, plain, any, free } = FORM.exec(pattern)?.groups ?? {};
  const action = GITHUB_ACTIONS.find((known) => known === (named ?? plain ?? free));
  if (action === undefined) return undefined;
  return { kind: "github", action, name, ...(some === undefined && any === undefined ? {} : { isElsewhere: true }) };
}

/**
 * Whether one of the patterns names what is asked for. An approval needs `#*` for other threads than the run's own; a rejection or
 * deferral applies to every thread. Labels and logins are compared without case, as on GitHub.
 */
export function matchesGitHub(patterns: readonly string[], need: GitHubNeed, verdict: Verdict): boolean {
  return patterns.some((pattern) => {
    const named = parseGitHub(pattern);
    if (named === undefined || named.action !== need.action) return false;
    if (verdict === "approve" && need.isElsewhere === true && named.isElsewhere !== true) return false;
    return named.name === undefined || covers(named.name.toLowerCase(), (need.name ?? "").toLowerCase());
  });
}
