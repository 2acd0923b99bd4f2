/** Lists the decisions about calls that were not plain approvals. */

import { oneLine } from "../../base/truncate.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { bulleted, ruleWords } from "./render-parts.ts";
import { safeInline, safeWords } from "./safe-markdown.ts";

const PAST = { approve: "approved", reject: "rejected", defer: "deferred" } as const;

/** The calls that a rule rejected or held. */
export function objectionList({ decisions }: RunFacts): string {
  const objections = decisions.filter(({ verdict }) => verdict !== "approve");
  return bulleted(objections, ({ verdict, summary, rule, reason }) => {
    const what = safeInline(oneLine(summary, 200));
    return `${PAST[verdict]} by ${ruleWords(rule)}: ${what}${because(reason)}`;
  });
}

/** The final decisions, also those of people, with their steps. What waits has a section of its own. */
export function decisionList({ decisions }: RunFacts): string {
  const final = decisions.filter(({ verdict }) => verdict !== "defer");
  return bulleted(final, ({ verdict, summary, rule, reason, step }) => {
    const where = step === undefined ? "" : ` (step ${step})`;
    const what = safeInline(oneLine(summary, 200));
    return `**${PAST[verdict]}** ${what} — by ${ruleWords(rule)}${because(reason)}${where}`;
  });
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${safeWords(oneLine(reason, 300))}`;
}
