/** Findings as SARIF 2.1.0, for a step that uploads them. Rules and levels are ours; texts are the model's, made harmless. Pure. */

import { plainText } from "../base/plain-text.ts";
import { VERSION } from "../base/version.ts";
import { SEVERITIES, type Finding, type Severity } from "../protocol/tools/finding.ts";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = { bug: "error", risk: "warning", nit: "note" };
const RULES: Readonly<Record<Severity, string>> = {
  bug: "A defect that changes what the program does",
  risk: "Code that can fail under conditions that are named",
  nit: "A matter of style or clarity",
};

export function sarifOf(findings: readonly Finding[]): object {
  return {
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
          message: { text: harmless(`${finding.title}\n\n${finding.evidence}`) },
          locations: [{ physicalLocation: placeOf(finding) }],
          partialFingerprints: { "kimiRunnerReview/v1": finding.fingerprint },
        })),
      },
    ],
  };
}

/** The region of deleted lines is left out: the numbers of SARIF are those of the head. */
function placeOf({ path, anchor }: Finding): object {
  const artifactLocation = { uri: path.split("/").map(encodeURIComponent).join("/") };
  if (anchor?.side !== "RIGHT") return { artifactLocation };
  return { artifactLocation, region: { startLine: anchor.start, endLine: anchor.end } };
}

/** Without what SARIF reads as a link. */
function harmless(text: string): string {
  return plainText(text).replace(/[[\]\\]/g, String.raw`\$&`);
}
