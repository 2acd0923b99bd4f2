/** A review as GitHub shows it: the body, and a comment for each finding. Words of the model are made harmless here. Pure. */

import { fenced, spanOfCode } from "../base/plain-text.ts";
import { OWN_MARKER } from "../github/event/marker.ts";
import { SEVERITIES, severityCounts, type Finding, type Severity } from "../protocol/tools/finding.ts";
import { stacked } from "../publish/render/render-parts.ts";
import { safeInline, safeMarkdown } from "../publish/render/safe-markdown.ts";
import { briefNames } from "./areas.ts";
import { isSuggestion, type Suggestion } from "./check-finding.ts";
import { shownPath, withoutCommands, withoutTicks } from "./foreign-words.ts";
import { proofLine, type Proof } from "./prove.ts";
import { suggestionBlock } from "./suggestion.ts";
import { NO_CHECKS, placeOf } from "./terminal.ts";

const WORDS: Readonly<Record<Severity, string>> = { bug: "Bug", risk: "Risk", nit: "Nit" };

/** The fingerprint in the first line of a finding's comment. It counts only in an unedited comment of our own account. */
export function fingerprintIn(body: string): string | undefined {
  return /^<!-- kimi-runner:finding ([0-9a-f]{16}) -->(?:\r?\n|$)/.exec(body)?.[1];
}

/** The head of a comment with a proven suggestion. Below the head, a replacement that is not proven stands as the model wrote it. */
const SUGGESTED =
  /^<!-- kimi-runner:finding ([0-9a-f]{16}) -->\r?\n\*\*[^\n]*\*\*\r?\n\r?\n✔ [^\n]*\r?\n`{3,}suggestion\r?\n/;

/** The fingerprint in our comment where it has a proven suggestion. */
export function suggestedIn(body: string): string | undefined {
  return SUGGESTED.exec(body)?.[1];
}

/** The severity that the second line of our comment names. */
export function severityIn(body: string): Severity | undefined {
  const [, word] = /^[^\n]*\n\*\*(\w+): /.exec(body) ?? [];
  return SEVERITIES.find((severity) => WORDS[severity] === word);
}

/** First line of a review. */
export function reviewMark(key: string): string {
  return `${OWN_MARKER}:review request=${key.replace(/[^\w.-]/g, "_")} -->`;
}

/** The comment of a finding. A suggestion block is there only where the suggestion is proven. */
export function findingComment(finding: Finding, proof: Proof | undefined): string {
  const { fingerprint, severity, title, evidence, replacement, prose } = finding;
  const parts = [
    `${OWN_MARKER}:finding ${fingerprint} -->\n**${WORDS[severity]}: ${safeInline(withoutTicks(title))}**`,
  ];
  if (proof !== undefined && hasBlock(finding, proof)) {
    parts.push(`${proofLine(proof, spanOfCode)}\n${suggestionBlock(finding.replacement)}`);
  } else if (replacement !== undefined) {
    const why = proof?.kind === "unproven" ? proof.why : `no suggestion: ${prose ?? "not proven"}`;
    parts.push(`${proposal(replacement)}\n\n${safeInline(why.replaceAll("`", ""))}`);
  }
  return [...parts, withoutCommands(safeMarkdown(withoutTicks(evidence)))].join("\n\n").trimEnd();
}

/** Whether the comment of a finding has a suggestion block. */
export function hasBlock(finding: Finding, proof: Proof | undefined): finding is Suggestion {
  return isSuggestion(finding) && proof !== undefined && proof.kind !== "unproven";
}

function proposal(replacement: readonly string[]): string {
  return replacement.length === 0
    ? "Proposed: delete these lines."
    : `Proposed:\n${withoutCommands(fenced(replacement.join("\n")))}`;
}

export interface ReviewBody {
  readonly mark: string;
  readonly head: string;
  readonly findings: readonly Finding[];
  /** Findings that have no comment of their own. */
  readonly listed: readonly Finding[];
  readonly hasNoChecks: boolean;
  readonly unshown: readonly string[];
  /** Said before, and closed by people without write permission. */
  readonly disputed: readonly Finding[];
  /** The commit that the comments are about. */
  readonly commit: string;
  /** The head of the pull request, where it is no longer the reviewed one. */
  readonly movedTo?: string | undefined;
  /** Why earlier comments could not be read. */
  readonly unread?: string | undefined;
  readonly runUrl: string | undefined;
}

export function reviewBody(body: ReviewBody): string {
  const { mark, head, findings, listed, hasNoChecks, unshown, disputed, unread, runUrl, movedTo } = body;
  const run = runUrl === undefined ? "" : ` · [run](${runUrl})`;
  const told = disputed.map((one) => listItem(one)).join("\n");
  const notWhole = briefNames(unshown, (path) => safeInline(shownPath(path)));
  return stacked([
    `${mark}\n**Review:** ${severityCounts(findings)} at ${head.slice(0, 12)}${run}`,
    movedTo === undefined ? "" : movedText(body.commit, movedTo),
    hasNoChecks ? NO_CHECKS.replaceAll(/(review\.verify|limits\.verify)/g, "`$1`") : "",
    unread === undefined
      ? ""
      : `All findings stand here, because earlier comments could not be read: ${safeInline(unread)}`,
    listOf(listed),
    told && `Said before, and closed by people without write permission:\n\n${told}`,
    notWhole && `Not looked at whole: ${notWhole}.`,
  ]);
}

function movedText(commit: string, movedTo: string): string {
  const moved = `The head moved to ${movedTo.slice(0, 12)} during the review.`;
  return commit === movedTo
    ? `${moved} The comments are on its lines; findings whose lines changed are listed.`
    : `${moved} The comments are on the commit that was reviewed, because its lines were not found there.`;
}

/** Characters of the evidence in a list: less of it where the list is long, so that no finding is cut off at its end. */
const MAX_LISTED = [600, 150, 0] as const;
/** A body may have 65,536. */
const MAX_LIST = 50_000;

function listOf(findings: readonly Finding[]): string {
  const lists = MAX_LISTED.map((max) => findings.map((one) => listItem(one, max)).join("\n"));
  return lists.find(({ length }) => length <= MAX_LIST) ?? lists.at(-1) ?? "";
}

/** A finding in a list, with its evidence on one line. */
export function listItem(finding: Finding, maxEvidence: number = MAX_LISTED[0]): string {
  const { severity, title, evidence } = finding;
  const told = evidence.replace(/\s+/g, " ").slice(0, maxEvidence);
  return `- **${WORDS[severity]}** ${spanOfCode(placeOf(finding))}: ${safeInline(withoutTicks(title))}. ${safeInline(withoutTicks(told))}`.trimEnd();
}
