/** Patterns of what a run may ask for on GitHub: an action, in its own thread or with `#*` in any, of any name or of one. */

import { GITHUB_ACTIONS, type GitHubAction, type GitHubNeed, type Verdict } from "../protocol/approval.ts";
import type { Policy, Rule } from "./policy.ts";

/** What one session may ask for where the policy says nothing: labels, logins, issues, comments, closings, searches. */
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

/** Labels have no commas; GitHub takes 50 characters. */
const FORM =
  /^(?:(?<named>label|assign)(?<some>#\*)?(?::(?<name>[^,\s](?:[^,\r\n]{0,98}[^,\s])?))?|(?<plain>comment|close)(?<any>#\*)?|(?<free>issue|search))$/;

/** What would be accepted instead of a pattern, or undefined when it is fine. */
export function githubPatternProblem(pattern: string): string | undefined {
  return FORM.test(pattern) ? undefined : GITHUB_FORMS;
}

/** What a pattern names, its name with a `*` at the end as it stands. */
export function parseGitHub(pattern: string): GitHubNeed | undefined {
  const { named, some, name, plain, any, free } = FORM.exec(pattern)?.groups ?? {};
  const action = GITHUB_ACTIONS.find((known) => known === (named ?? plain ?? free));
  if (action === undefined) return undefined;
  return { kind: "github", action, name, ...(some === undefined && any === undefined ? {} : { isElsewhere: true }) };
}

/**
 * Whether one of the patterns names what is asked for. An approval reaches beyond the run's own thread only with `#*`; a rejection
 * or deferral always does. GitHub tells labels and logins apart without case.
 */
export function matchesGitHub(patterns: readonly string[], need: GitHubNeed, verdict: Verdict): boolean {
  return patterns.some((pattern) => {
    const named = parseGitHub(pattern);
    if (named === undefined || named.action !== need.action) return false;
    if (verdict === "approve" && need.isElsewhere === true && named.isElsewhere !== true) return false;
    return named.name === undefined || covers(named.name, need.name ?? "");
  });
}

function covers(pattern: string, name: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), name.toLowerCase()];
  return wanted.endsWith("*") ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
}

/** The actions that some rule approves or defers: only their tools are offered. */
export function grantedActions(rules: readonly Pick<Rule, "verdict" | "github">[]): readonly GitHubAction[] {
  const patterns = rules.flatMap(({ verdict, github = [] }) => (verdict === "reject" ? [] : github));
  const named = new Set(patterns.flatMap((pattern) => parseGitHub(pattern)?.action ?? []));
  return GITHUB_ACTIONS.filter((action) => named.has(action));
}

/** How much of one kind a session may ask for. */
export function outputLimit({ publish }: Pick<Policy, "publish">, action: GitHubAction): number {
  return publish.outputs?.[action] ?? OUTPUT_LIMITS[action];
}
