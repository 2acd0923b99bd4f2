/** Findings as SARIF 2.1.0, for a step that uploads them. Rules and levels are ours; texts are the model's, made harmless. Pure. */

import { shownText } from "../base/plain-text.ts";
import { VERSION } from "../base/version.ts";
import { SEVERITIES, type Finding, type Severity } from "../protocol/tools/finding.ts";
import { withoutTicks } from "./foreign-words.ts";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = { bug: "error", risk: "warning", nit: "note" };
const RULES: Readonly<Record<Severity, string>> = {
  bug: "A defect that changes what the program does",
  risk: "Code that can fail under conditions that are named",
  nit: "A matter of style or clarity",
};

export function sarifOf(findings: readonly Finding[]): string {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "kimi-runner",
            version: VERSION,
            rules: SEVERITIES.map((severity) => ({
              id: `review/${severity}`,
              shortDescription: { text: RULES[severity] },
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        results: findings.map((finding) => ({
          ruleId: `review/${finding.severity}`,
          level: LEVELS[finding.severity],
          message: { text: `${harmless(finding.title)}\n\n${harmless(finding.evidence)}` },
          locations: [{ physicalLocation: placeOf(finding) }],
          partialFingerprints: { "kimiRunnerReview/v1": finding.fingerprint },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/**
 * GitHub refuses a whole file for one result without a region, so that a finding on no line of the head is at the first line. The path
 * may be one that the model made up: it stays relative and has no scheme.
 */
function placeOf({ path, anchor }: Finding): object {
  const names = path.toWellFormed().split("/");
  const uri = names.filter((name) => !["", ".", ".."].includes(name)).map(encodeURIComponent);
  const region = anchor?.side === "RIGHT" ? { startLine: anchor.start, endLine: anchor.end } : { startLine: 1 };
  return { artifactLocation: { uri: uri.join("/") || "unknown" }, region };
}

/** Without check marks, which are the program's alone, and without what SARIF reads as a link. */
function harmless(text: string): string {
  return withoutTicks(shownText(text.toWellFormed()))
    .replace(/[[\]\\]/g, String.raw`\$&`)
    .trim();
}
