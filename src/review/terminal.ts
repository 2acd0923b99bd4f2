/** A review for people at a terminal, and for programs. Pure. */

import { counted } from "../base/words.ts";
import { severityCounts, type Finding, type ReviewRange } from "../protocol/tools/finding.ts";
import { briefNames } from "./areas.ts";
import { shownPath, withoutTicks } from "./foreign-words.ts";
import { proofLine, type Proof } from "./prove.ts";

export interface ShownReview {
  readonly range: ReviewRange;
  /** Without nits, unless the policy wants them; gravest first. */
  readonly findings: readonly Finding[];
  readonly proofs: ReadonlyMap<string, Proof>;
  readonly hasNoChecks: boolean;
  /** What the model was not shown whole, and what is left out of a review. */
  readonly unshown: readonly string[];
}

/** The sentence that says which key would prove suggestions. */
export const NO_CHECKS =
  "Suggestions are not tested, because the policy names no check: set review.verify or limits.verify.";

export function terminalReview({ findings, proofs, hasNoChecks, unshown }: ShownReview): string {
  const lines = [
    ...findings.map((finding) => terminalFinding(finding, proofs.get(finding.fingerprint))),
    findings.length === 0 ? "No findings." : `${counted(findings.length, "finding")}: ${severityCounts(findings)}.`,
    ...(hasNoChecks ? [NO_CHECKS] : []),
    ...(unshown.length === 0 ? [] : [`Not shown to the model in full: ${briefNames(unshown, shownPath)}.`]),
  ];
  return `${lines.join("\n")}\n`;
}

function terminalFinding(finding: Finding, proof: Proof | undefined): string {
  const { severity, title, evidence, quote, replacement, prose } = finding;
  const said =
    proof === undefined ? prose && `no suggestion: ${prose}` : proofLine(proof, (command) => `\`${command}\``);
  const changed = replacement && [...quote.map((line) => `- ${line}`), ...replacement.map((line) => `+ ${line}`)];
  const parts = [...withoutTicks(evidence).split("\n"), ...(said === undefined ? [] : [said]), ...(changed ?? [])];
  return `${severity} ${placeOf(finding)}: ${withoutTicks(title).trim()}\n${parts.map((line) => `    ${line}`.trimEnd()).join("\n")}\n`;
}

export function placeOf({ path, anchor }: Finding): string {
  const name = shownPath(path);
  if (anchor === undefined) return name;
  const { side, start, end } = anchor;
  return `${name}:${start}${end === start ? "" : `-${end}`}${side === "LEFT" ? " (deleted)" : ""}`;
}

export function reviewJson({ range, findings, proofs, unshown }: ShownReview): object {
  return {
    ...range,
    findings: findings.map(({ fingerprint, ...finding }) => ({
      ...finding,
      fingerprint,
      proof: proofs.get(fingerprint),
    })),
    unshown,
  };
}
